/** Collects the exchanges that passed and were not judged. The report names them, and no requirement passes because of them. */

import { declaredResponse, type Operation } from '../contract/contract';
import type { Requirement } from '../engine/model/rule';
import type { Why } from '../report/outcome';
import type { UnjudgedReport } from '../report/report';

interface Unjudged {
  /** Notes an exchange. @param status of the answer, if one came. */
  note(operation: Operation, reason: string, status: number | undefined): void;
  /**
   * Says why nothing exercised a requirement, if exchanges that were not judged may be the cause; undefined if not.
   * @param isJudged whether any exchange of its operation was judged.
   */
  whyOf(requirement: Requirement, isJudged: boolean): Why | undefined;
  report(): readonly UnjudgedReport[];
}

export function createUnjudged(): Unjudged {
  const noted = new Map<Operation, { readonly reasons: Map<string, number>; readonly statuses: Set<number> }>();
  return {
    note(operation, reason, status) {
      const { reasons, statuses } = noted.get(operation) ?? { reasons: new Map(), statuses: new Set() };
      noted.set(operation, { reasons, statuses });
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (status !== undefined) statuses.add(status);
    },
    whyOf({ subject: { operation, response } }, isJudged) {
      const own = noted.get(operation);
      if (!own) return undefined;
      const isOfThese = [...own.statuses].some(
        (status) => response !== undefined && declaredResponse(operation, status) === response,
      );
      if (isJudged && !isOfThese) return undefined;
      return { reason: `exchanges of it were not judged: ${[...own.reasons.keys()].join('; ')}` };
    },
    report: () =>
      [...noted].flatMap(([{ name }, { reasons }]) =>
        [...reasons].map(([reason, exchanges]) => ({ operation: name, reason, exchanges })),
      ),
  };
}
