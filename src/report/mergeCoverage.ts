/** Merges the coverage of several parts of a run, or of several tests of one contract. */

import type { Clause } from '../contract/clause';
import { sum } from '../support/collections';
import type { ClauseKind, CoverageReport, OperationCoverage, StatusState } from './report';

/** The state of one use of a clause by an operation: kept, broken, or the reason why nothing exercised it. */
type State = 'kept' | 'broken' | { readonly reason: string };

/** A clause, and the place of a request where it is used, if it has several there. */
type ClauseAt = Pick<CoverageReport['unexercised'][number], 'clause' | 'kind' | 'at'>;

interface Place {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  readonly at: string | undefined;
  /** The states by the position of the operation. */
  readonly uses: Map<number, State>;
  /** By the reason, how many operations use it that a part does not name. */
  readonly unnamed: Map<string, number>;
  /** How many operations use it at all, if more of them do than are named. */
  used: number;
}

/**
 * Merges coverage. A use is broken if any part broke it, and exercised if any part exercised it.
 * @returns undefined if there are no parts.
 */
export function mergeCoverage(parts: readonly CoverageReport[]): CoverageReport | undefined {
  const [first, ...more] = parts;
  if (!first || more.length === 0) return first;
  const names = [...new Set(parts.flatMap(({ operations }) => operations.map(({ operation }) => operation)))];
  const positions = new Map(names.map((name, at) => [name, at]));
  const places = new Map<string, Place>();
  // Parts of one run have other operations each; several tests have the same ones, which each of them may leave unnamed.
  const isOneRun = names.length === sum(parts.map(({ operations }) => operations.length));
  for (const { operations, reached, unexercised } of parts) {
    const used = new Map<Place, number>();
    const moved = operations.map(({ operation }) => positions.get(operation) ?? 0);
    const note = ({ clause, kind, at }: ClauseAt, uses: readonly number[], state: State) => {
      const key = `${kind} ${clause.file} ${clause.pointer} ${at ?? ''}`;
      const place = places.get(key) ?? { clause, kind, at, uses: new Map(), unnamed: new Map(), used: 0 };
      places.set(key, place);
      for (const use of uses) {
        const position = moved[use] ?? 0;
        place.uses.set(position, stronger(place.uses.get(position), state));
      }
      used.set(place, (used.get(place) ?? 0) + uses.length);
      return place;
    };
    for (const each of reached) {
      note(each, each.kept, 'kept');
      note(each, each.broken ?? [], 'broken');
    }
    for (const each of unexercised) {
      const { more = 0, reason, operations: named } = each;
      const place = note(each, named, { reason });
      if (more === 0) continue;
      used.set(place, (used.get(place) ?? 0) + more);
      place.unnamed.set(reason, (place.unnamed.get(reason) ?? 0) + more);
    }
    for (const [place, count] of used) place.used = isOneRun ? place.used + count : Math.max(place.used, count);
  }
  const tags = new Map(
    parts.flatMap(({ operations }) => operations.map(({ operation, tags }) => [operation, tags ? { tags } : {}])),
  );
  return toCoverage(names, tags, [...places.values()].sort(byPlace), statusesOf(parts), clausesOf(parts));
}

function stronger(earlier: State | undefined, later: State): State {
  if (earlier === undefined || earlier === 'broken' || later === 'broken')
    return earlier === undefined ? later : 'broken';
  return earlier === 'kept' ? earlier : later === 'kept' ? later : earlier;
}

function byPlace({ clause: first }: Place, { clause: second }: Place): number {
  if (first.file !== second.file) return first.file < second.file ? -1 : 1;
  return first.line - second.line || first.column - second.column;
}

const STRENGTH: readonly StatusState[] = ['unexercised', 'kept', 'broken'];

function statusesOf(parts: readonly CoverageReport[]): ReadonlyMap<string, Record<string, StatusState>> {
  const all = new Map<string, Record<string, StatusState>>();
  for (const { operation, statuses } of parts.flatMap(({ operations }) => operations)) {
    const states = all.get(operation) ?? {};
    all.set(operation, states);
    for (const [status, state] of Object.entries(statuses)) {
      const before = states[status] ?? 'unexercised';
      states[status] = STRENGTH.indexOf(state) > STRENGTH.indexOf(before) ? state : before;
    }
  }
  return all;
}

/** Returns how many clauses the operations use, by their names: as many as the part says that names most of them. */
function clausesOf(parts: readonly CoverageReport[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { operation, clauses } of parts.flatMap(({ operations }) => operations))
    all.set(operation, Math.max(all.get(operation) ?? 0, clauses));
  return all;
}

interface Count {
  clauses: number;
  exercised: number;
}

/** Sorts the uses of a clause by what became of them; each is a number of an operation. */
function sorted(uses: Place['uses'], count: (at: number, isExercised: boolean) => void) {
  const kept: number[] = [];
  const broken: number[] = [];
  const reasons = new Map<string, number[]>();
  for (const [at, state] of [...uses].sort(([one], [other]) => one - other)) {
    count(at, typeof state === 'string');
    if (typeof state === 'string') (state === 'kept' ? kept : broken).push(at);
    else reasons.set(state.reason, [...(reasons.get(state.reason) ?? []), at]);
  }
  return { kept, broken, reasons };
}

function toCoverage(
  names: readonly string[],
  tags: ReadonlyMap<string, Pick<OperationCoverage, 'tags'>>,
  places: readonly Place[],
  statuses: ReadonlyMap<string, Record<string, StatusState>>,
  clauses: ReadonlyMap<string, number>,
): CoverageReport {
  const whole: Count = { clauses: 0, exercised: 0 };
  const kinds = new Map<ClauseKind, Count>();
  const own = names.map((): Count => ({ clauses: 0, exercised: 0 }));
  const reached: CoverageReport['reached'][number][] = [];
  const unexercised: CoverageReport['unexercised'][number][] = [];
  let brokenOnes = 0;
  /** Whether each use is named, so that those of each operation can be counted. */
  let isWhole = true;
  for (const { clause, kind, at: place, uses, unnamed, used } of places) {
    const about = { clause, kind, ...(place === undefined ? {} : { at: place }) };
    const ofKind = kinds.get(kind) ?? { clauses: 0, exercised: 0 };
    kinds.set(kind, ofKind);
    const { kept, broken, reasons } = sorted(uses, (at, isExercised) => {
      for (const count of [whole, ofKind, own[at]]) {
        if (!count) continue;
        count.clauses++;
        if (isExercised) count.exercised++;
      }
    });
    brokenOnes += broken.length;
    if (kept.length + broken.length > 0) reached.push({ ...about, kept, ...(broken.length > 0 ? { broken } : {}) });
    let left = Math.max(0, used - uses.size);
    for (const reason of new Set([...reasons.keys(), ...unnamed.keys()])) {
      const more = Math.min(left, unnamed.get(reason) ?? 0);
      const operations = reasons.get(reason) ?? [];
      if (operations.length + more === 0) continue;
      left -= more;
      ofKind.clauses += more;
      isWhole &&= more === 0;
      unexercised.push({ ...about, reason, operations, ...(more === 0 ? {} : { more }) });
    }
  }
  if (!isWhole) {
    for (const [at, count] of own.entries()) count.clauses = Math.max(count.clauses, clauses.get(names[at] ?? '') ?? 0);
    whole.clauses = sum(own.map((each) => each.clauses));
  }
  return {
    ...whole,
    broken: brokenOnes,
    kinds: Object.fromEntries(kinds),
    operations: names.map(
      (operation, at): OperationCoverage => ({
        operation,
        ...tags.get(operation),
        clauses: own[at]?.clauses ?? 0,
        exercised: own[at]?.exercised ?? 0,
        statuses: statuses.get(operation) ?? {},
      }),
    ),
    unexercised,
    reached,
  };
}
