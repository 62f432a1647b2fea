import { count } from '../support/words';
import type { OutcomeName, RequirementReport, Verdict } from './report';

/** Why a requirement was skipped. */
export type Why = Pick<RequirementReport, 'reason' | 'handOver' | 'unreached'>;

/** What kept a run from being one: our trouble or the set-up's, which is no violation. */
export interface Stop {
  readonly reason: string;
  /** Whether what was proven before stands all the same: a target that went away after breaking its contract broke it. */
  readonly provenStands: boolean;
}

export function outcomeOf(
  requirements: readonly RequirementReport[],
  stop: Stop | undefined,
  {
    waiversFail,
    mistakes,
    uncovered,
  }: {
    readonly waiversFail: string | undefined;
    readonly mistakes: number;
    /** What is wanted of the coverage and is not there. */
    readonly uncovered: string | undefined;
  },
): { readonly outcome: OutcomeName; readonly reason?: string } {
  const failed = requirements.some(({ verdict }) => verdict === 'fail');
  if (stop) return { outcome: stop.provenStands && failed ? 'violates' : 'error', reason: stop.reason };
  if (waiversFail !== undefined) return { outcome: 'violates', reason: waiversFail };
  if (failed) return { outcome: 'violates' };
  const open = requirements.filter(
    ({ verdict, level, waiver, unreached }) => verdict === 'skip' && level === 'must' && !waiver && !unreached,
  );
  if (open.length > 0) {
    const rules = [...new Set(open.map(({ rule }) => rule))].join(', ');
    const [why, ...more] = new Set(open.map(({ reason }) => reason));
    const because = why === undefined || more.length > 0 ? '' : ` (${why})`;
    return { outcome: 'incomplete', reason: `nothing is violated, but nothing exercised: ${rules}${because}` };
  }
  if (requirements.every(({ verdict }) => verdict === 'skip')) {
    return { outcome: 'incomplete', reason: 'nothing was exercised: no requirement of the contract was selected' };
  }
  if (mistakes > 0) {
    const reason = `nothing is violated, but the contract has ${count(mistakes, 'mistake')} (espalier check shows them), and what they touch was left out`;
    return { outcome: 'incomplete', reason };
  }
  if (uncovered !== undefined) return { outcome: 'incomplete', reason: `nothing is violated, but ${uncovered}` };
  return { outcome: 'conforms' };
}

export function countVerdicts(requirements: readonly RequirementReport[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { verdict } of requirements) counts[verdict]++;
  return counts;
}
