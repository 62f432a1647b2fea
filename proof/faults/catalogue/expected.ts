import type { Report } from '../../../src/report/report';
import type { CatalogueEntry } from './service';
import { drawnRules } from './verifyFault';

/** Whether a run drew exactly the rules of the entry, and came to an end that this allows. */
export function isAsItShouldBe({ draws }: Pick<CatalogueEntry, 'draws'>, report: Report): boolean {
  const isRight = drawnRules(report).sort().join() === [...draws].sort().join();
  return (
    isRight && (draws.length > 0 ? report.outcome !== 'error' : ['conforms', 'incomplete'].includes(report.outcome))
  );
}
