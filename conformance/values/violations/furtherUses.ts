/**
 * Chooses which clauses are broken once more, at further places of a value. A schema that a body uses twice (`billing` and `shipping`, the items
 * of two lists) is checked by a service at each place, or is forgotten at one of them: only a violation at that place shows it.
 */

import type { Schema } from '../../../src/contract/schema/schema';
import type { FurtherUse } from '../results';
import type { Atom, SchemaPlan } from '../schemaPlan';
import type { Stand } from './places';

/** One clause at a further place. */
export interface Repeat {
  readonly stand: Stand;
  readonly plan: SchemaPlan;
  readonly atom: Atom;
  readonly keyword: string;
}

/** By default, at least so many clauses are broken a second time. Of many clauses it is at most this share of those that were broken before. */
const LEAST = 8;
const SHARE = 0.5;

/**
 * Returns how many clauses are broken at further places.
 * @param before how many violations there are without them.
 */
export function mostRepeated(before: number, thorough: boolean): number {
  return thorough ? Number.POSITIVE_INFINITY : Math.max(LEAST, Math.floor(before * SHARE));
}

/**
 * Puts the clauses in the order in which they are broken: first one of each place, then a second one of each, and so on. The outer places
 * come first. Of one place, a bound shows more than a missing member, and that more than another type: a service that maps a body to a class
 * refuses another type even at a place that it never checks.
 */
export function inTurns(repeats: readonly Repeat[]): Repeat[] {
  const byPlace = new Map<string, Repeat[]>();
  const seen = new Set<string>();
  const clauses = new Map<Schema, number>();
  for (const repeat of repeats) {
    const { path, depth } = repeat.stand.site;
    const schema = clauses.get(repeat.atom.schema) ?? clauses.size;
    clauses.set(repeat.atom.schema, schema);
    const key = `${path} ${schema} ${repeat.keyword}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const place = `${String(depth).padStart(3, '0')} ${path}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), repeat]);
  }
  const places = [...byPlace].sort(([one], [other]) => Number(one.slice(0, 3)) - Number(other.slice(0, 3)));
  const turns = places.flatMap(([, own]) =>
    own.toSorted((one, other) => rank(one.keyword) - rank(other.keyword)).map((repeat, turn) => ({ repeat, turn })),
  );
  return turns.sort((one, other) => one.turn - other.turn).map(({ repeat }) => repeat);
}

function rank(keyword: string): number {
  return keyword === 'type' ? 2 : keyword === 'required' ? 1 : 0;
}

export function toFurtherUse({ stand, atom: { schema }, keyword }: Repeat): FurtherUse {
  return { schema, keyword, path: stand.site.path };
}
