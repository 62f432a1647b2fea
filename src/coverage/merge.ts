/** The coverage of several parts of a run, or of what different tests reached, as one. */

import { groupBy } from '../groupBy';
import type { ClauseKind, CoverageCount, CoverageReport, ReachedClause, UnexercisedClause } from '../report';

/** @param parts of which no two have an operation in common. @returns undefined where there is none. */
export function mergeCoverage(parts: readonly CoverageReport[]): CoverageReport | undefined {
  const [first, ...more] = parts;
  return first && more.reduce(together, first);
}

function together(one: CoverageReport, other: CoverageReport): CoverageReport {
  const after = (positions: readonly number[]) => positions.map((each) => each + one.operations.length);
  const unexercised = other.unexercised.map((each) => ({ ...each, operations: after(each.operations) }));
  const reached = other.reached.map((each) => ({
    ...each,
    kept: after(each.kept),
    ...(each.broken ? { broken: after(each.broken) } : {}),
  }));
  const kinds = new Set([...Object.keys(one.kinds), ...Object.keys(other.kinds)] as ClauseKind[]);
  return {
    ...sum(one, other),
    broken: one.broken + other.broken,
    kinds: Object.fromEntries([...kinds].map((kind) => [kind, sum(one.kinds[kind], other.kinds[kind])])),
    operations: [...one.operations, ...other.operations],
    unexercised: alike([...one.unexercised, ...unexercised], ({ reason }) => reason).map((group) => ({
      ...group[0],
      operations: group.flatMap(({ operations }) => operations),
    })),
    reached: alike([...one.reached, ...reached], () => '').map(joined),
  };
}

function sum(one: CoverageCount | undefined, other: CoverageCount | undefined): CoverageCount {
  return {
    clauses: (one?.clauses ?? 0) + (other?.clauses ?? 0),
    exercised: (one?.exercised ?? 0) + (other?.exercised ?? 0),
  };
}

/** A component that operations of both parts use is one clause. */
function alike<T extends UnexercisedClause | ReachedClause>(clauses: readonly T[], more: (clause: T) => string) {
  const keyOf = (each: T) => [each.clause.file, each.clause.pointer, each.kind, more(each)].join(' ');
  return [...groupBy(clauses, keyOf).values()];
}

function joined(group: readonly [ReachedClause, ...ReachedClause[]]): ReachedClause {
  const broken = group.flatMap((each) => each.broken ?? []);
  const { clause, kind } = group[0];
  return { clause, kind, kept: group.flatMap(({ kept }) => kept), ...(broken.length > 0 ? { broken } : {}) };
}
