/** How much of a contract was exercised, as a number for people. */

import type { CoverageCount, CoverageReport } from './report';

/** "83.3 %"; never more than it is: 100 % is all of it. */
export function percentOf({ clauses, exercised }: CoverageCount): string {
  const share = clauses === 0 ? 1 : exercised / clauses;
  return `${Math.floor(share * 1000) / 10} %`;
}

/** What is missing for a share from 0 to 1, as the end of a sentence; undefined where it is reached, or none is asked for. */
export function whyUncovered(coverage: CoverageReport, least: number | undefined): string | undefined {
  const { clauses, exercised } = coverage;
  if (least === undefined || exercised >= clauses * least) return undefined;
  return `${exercised} of ${clauses} clauses were exercised, which is ${percentOf(coverage)} (--coverage-min ${least * 100}%)`;
}
