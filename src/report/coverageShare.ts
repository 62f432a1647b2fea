/** Says how much of a contract was exercised, as a percentage. */

import { groupBy, sum } from '../support/collections';
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
 * Says in one sentence why clauses were not exercised, by the causes that most have: "51 were not: no request was accepted whose value it bounds
 * (39), no response 404 came (8), and others (4)".
 * @returns undefined if all were.
 */
export function whyNotExercised({ unexercised }: CoverageReport): string | undefined {
  const causes = groupBy(unexercised, ({ reason }) => causeIn(reason));
  const counted = [...causes].map(([cause, uses]) => ({
    cause,
    clauses: sum(uses.map(({ operations, more = 0 }) => operations.length + more)),
  }));
  const sorted = counted.toSorted((one, other) => other.clauses - one.clauses);
  const all = sum(sorted.map(({ clauses }) => clauses));
  if (all === 0) return undefined;
  const told = sorted.slice(0, MOST_CAUSES).map(({ cause, clauses }) => `${cause} (${clauses})`);
  const others = sum(sorted.slice(MOST_CAUSES).map(({ clauses }) => clauses));
  const rest = others === 0 ? '' : `, and others (${others})`;
  return `${all} ${all === 1 ? 'was' : 'were'} not: ${told.join(', ')}${rest}`;
}

const MOST_CAUSES = 3;

/** What a reason begins with is the cause; what follows is about one operation alone: what was tried, and what to hand over. */
function causeIn(reason: string): string {
  const [cause = ''] = reason.split(/[;:(]/, 1);
  return cause.trim();
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
