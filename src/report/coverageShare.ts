/** Says how much of a contract was exercised, as a percentage. */

import { count } from '../support/words';
import type { CoverageCount, CoverageReport, Report } from './report';

/** Writes "83.3 %". The number is rounded down, so that 100 % means all clauses. */
export function percentOf({ clauses, exercised }: CoverageCount): string {
  const share = clauses === 0 ? 1 : exercised / clauses;
  return `${Math.floor(share * 1000) / 10} %`;
}

/**
 * Says that a coverage is too small, as the end of a sentence.
 * @param least the share that is asked for, from 0 to 1; undefined if none is.
 * @returns undefined if the share is reached.
 */
export function whyUncovered(coverage: CoverageReport, least: number | undefined): string | undefined {
  const { clauses, exercised } = coverage;
  if (least === undefined || exercised >= clauses * least) return undefined;
  return `${exercised} of ${clauses} clauses were exercised, which is ${percentOf(coverage)} (--coverage-min ${least * 100}%)`;
}

/**
 * Says how much of the contract the exchanges show, where that is only a part of it: "0.8 % of the contract (1 of 40 operations)". A recording
 * shows what others happened to ask, so this is said of every recording; of a run it is said if nothing called some operation.
 * @returns undefined if the outcome is about the whole contract, or nothing was judged.
 */
export function shareSeen({
  coverage,
  recorded,
  outcome,
}: Pick<Report, 'coverage' | 'recorded' | 'outcome'>): string | undefined {
  const called = coverage?.kinds.operation;
  if (!coverage || !called || outcome === 'error') return undefined;
  if (!recorded && (outcome !== 'conforms' || called.exercised === called.clauses)) return undefined;
  return `${percentOf(coverage)} of the contract (${called.exercised} of ${count(called.clauses, 'operation')})`;
}
