import { type Cause, causesOf } from '../causes';
import type { Report } from '../report';

/** Writes the whole report as JSON, for other programs, with the causes that its findings have. */
export function json(report: Report): string {
  return `${JSON.stringify({ ...report, causes: causesOf(report).map(toJson) }, null, 2)}\n`;
}

function toJson({ verdict, message, clause, names, operations, exchanges, occurrences, echoes }: Cause): unknown {
  const { pointer, file, line, column } = clause;
  const [{ requirement, finding }] = occurrences;
  return {
    ...{ verdict, message, clause: { pointer, file, line, column }, names, operations, exchanges },
    // The finding that shows it best.
    finding: { requirement: requirement.id, message: finding.message },
    ...(echoes.length === 0 ? {} : { echoes: echoes.map(toJson) }),
  };
}
