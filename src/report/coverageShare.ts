/** Says how much of a contract was exercised, as a percentage. */

import type { CoverageCount, CoverageReport } from './report';

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
