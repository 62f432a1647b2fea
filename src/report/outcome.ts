/** The outcome of a run: which of the four it is, and why; and why a requirement was skipped. */

import { count } from '../support/words';
import type { OutcomeName, RequirementReport, Verdict } from './report';

/** Why a requirement was skipped. */
export type Why = Pick<RequirementReport, 'reason' | 'handOver' | 'unreached' | 'wanted'>;

/** Why a run could not come to its end. The cause is Espalier or the set-up, so it is no violation. */
export interface Stop {
  readonly reason: string;
  /** Whether the verdicts from before still count: a target that broke its contract and then went away has broken it. */
  readonly provenStands: boolean;
}

/** Tells whether nothing exercised a requirement, although a client could have caused that, and nobody lets it pass. */
export function isLeftOut({ verdict, waiver, unreached }: RequirementReport): boolean {
  return verdict === 'skip' && !waiver && !unreached;
}

/** Tells whether nothing exercised a requirement that keeps a run from conforming until it is exercised. */
export function isUnexercised(requirement: RequirementReport): boolean {
  if (requirement.broken && !requirement.waiver) return true;
  return (requirement.level === 'must' || requirement.wanted === true) && isLeftOut(requirement);
}

/** Tells whether nothing exercised a requirement, and the baseline says that nothing did so before. */
export function isKnownGap({ verdict, waiver, findings }: RequirementReport): boolean {
  return verdict === 'skip' && waiver?.known === true && findings.length === 0;
}

/** Tells whether a requirement was broken, and a waiver or the baseline lets that pass. */
function isLetPass({ waiver, findings }: RequirementReport): boolean {
  return waiver !== undefined && findings.length > 0;
}

export function outcomeOf(
  requirements: readonly RequirementReport[],
  stop: Stop | undefined,
  {
    waiversFail,
    baselineFails,
    mistakes,
    uncovered,
  }: {
    readonly waiversFail: string | undefined;
    /** Says what the baseline has that no longer occurs; undefined if that does not matter. */
    readonly baselineFails?: string | undefined;
    readonly mistakes: number;
    /** Says that the coverage is too small; undefined if it suffices. */
    readonly uncovered: string | undefined;
  },
): { readonly outcome: OutcomeName; readonly reason?: string } {
  const failed = requirements.some(({ verdict }) => verdict === 'fail');
  if (stop) return { outcome: stop.provenStands && failed ? 'violates' : 'error', reason: stop.reason };
  if (waiversFail !== undefined) return { outcome: 'violates', reason: waiversFail };
  if (failed) return { outcome: 'violates' };
  if (baselineFails !== undefined) return { outcome: 'violates', reason: baselineFails };
  const open = requirements.filter(isUnexercised);
  if (open.length > 0) {
    const rules = [...new Set(open.map(({ rule }) => rule))].join(', ');
    const broken = open.find((each) => each.broken);
    if (broken) {
      const reason = `nothing is violated, but ${broken.rule} judged nothing: ${broken.reason}`;
      return { outcome: 'incomplete', reason };
    }
    const [why, ...more] = new Set(open.map(({ reason }) => reason));
    const because = why === undefined || more.length > 0 ? '' : ` (${why})`;
    return { outcome: 'incomplete', reason: `nothing is violated, but nothing exercised: ${rules}${because}` };
  }
  if (requirements.every((each) => each.verdict === 'skip' && !isLetPass(each))) {
    const why = requirements.some(isKnownGap)
      ? 'nor was it before'
      : requirements.length === 0
        ? 'no requirement of the contract was selected'
        : 'no answer came that a selected requirement is about';
    return { outcome: 'incomplete', reason: `nothing was exercised: ${why}` };
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
