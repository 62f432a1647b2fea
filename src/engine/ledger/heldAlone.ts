/**
 * Finds out from a list what one of the listed things has alone, so that it loses it to another thing that is given the same: a flag that is on for
 * one of them, a place in an order, a time. The contract does not say so, and the name of the member need not tell: `flagship`, `seat`.
 */

import { isObject } from '../../json/value';
import { type HeldSpans, spansHeld } from './heldSpans';

/** What listed things of others have alone, by the names of the members. */
export type HeldAlone = ReadonlyMap<string, HeldValue>;

/** What others have of one member. */
export type HeldValue =
  /** A flag that is on for one of them. */
  | { readonly is: 'flag' }
  /** Places in an order, of which others have the last one: what is put there, or before it, may move what stands there and behind. */
  | { readonly is: 'place'; readonly last: number; readonly next: number }
  /** Spans that do not overlap: what overlaps with one may take its place. */
  | ({ readonly is: 'span' } & HeldSpans);

/** Of fewer things nobody can tell that a flag is on for one of many, or that each has a number of its own. */
const FEWEST_FLAGS = 2;
const FEWEST_NUMBERS = 3;

/** If numbers that come by chance would all be different less often than this, each thing has its own. */
const SELDOM = 0.25;

/** Tells whether an item of a list, and which one of them, is of the run. */
type IsOwn = (item: unknown, at: number) => boolean;

/**
 * @param isOwn what the run made may lose what it has.
 * @param before what an earlier list has shown.
 */
export function heldAloneIn(items: readonly unknown[], isOwn: IsOwn, before?: HeldAlone): HeldAlone {
  const held = new Map<string, HeldValue>();
  const own = new Map<number, boolean>();
  const isOwnAt = ({ item, at }: Shown) => {
    const known = own.get(at) ?? isOwn(item, at);
    own.set(at, known);
    return known;
  };
  const members = byMember(items);
  for (const [name, all] of members) {
    const found = flagHeld(all, isOwnAt) ?? numbersHeld(all, isOwnAt, before?.get(name)?.is === 'place');
    if (found) held.set(name, found);
  }
  const others = [...members].map(([name, all]) => [name, all.filter((each) => !isOwnAt(each))] as const);
  const isSpan = (from: string, to: string) => {
    const known = before?.get(from);
    return known?.is === 'span' && known.from === from && known.to === to;
  };
  for (const spans of spansHeld(others, isSpan))
    for (const name of [spans.from, spans.to]) held.set(name, { is: 'span', ...spans });
  return held;
}

/** So many items of a list tell enough. */
const MOST_ITEMS = 1000;

interface Shown {
  readonly item: unknown;
  readonly at: number;
  readonly value: unknown;
}

function byMember(items: readonly unknown[]): ReadonlyMap<string, readonly Shown[]> {
  const members = new Map<string, Shown[]>();
  for (const [at, item] of items.slice(0, MOST_ITEMS).entries())
    for (const [name, value] of isObject(item) ? Object.entries(item) : []) {
      const all = members.get(name) ?? [];
      members.set(name, all);
      all.push({ item, at, value });
    }
  return members;
}

function flagHeld(all: readonly Shown[], isOwnAt: (shown: Shown) => boolean): HeldValue | undefined {
  if (all.length < FEWEST_FLAGS || all.some(({ value }) => typeof value !== 'boolean')) return undefined;
  const [only, ...more] = all.filter(({ value }) => value === true);
  if (!only || more.length > 0) return undefined;
  return isOwnAt(only) ? undefined : { is: 'flag' };
}

/**
 * By the things of others: the run may have put its own far behind them. `null` is the place of what has none.
 * @param isKnown whether an earlier list has shown that these are places.
 */
function numbersHeld(
  all: readonly Shown[],
  isOwnAt: (shown: Shown) => boolean,
  isKnown: boolean,
): HeldValue | undefined {
  const given = all.filter(({ value }) => value !== null);
  const numbers = given.map(({ value }) => value).filter((value) => isWhole(value));
  if (numbers.length === 0 || numbers.length < given.length) return undefined;
  const others = numbers.filter((_, at) => !isOwnAt(given[at] as Shown));
  if (others.length === 0) return undefined;
  const areOrdered =
    others.length >= FEWEST_NUMBERS && new Set(others).size === others.length && areSeldomDifferent(others);
  return isKnown || areOrdered ? { is: 'place', last: Math.max(...others), next: Math.max(...numbers) + 1 } : undefined;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Whether so many numbers would seldom be all different if each of them came by chance, out of all from the least to the greatest of them. */
function areSeldomDifferent(numbers: readonly number[]): boolean {
  const span = Math.max(...numbers) - Math.min(...numbers) + 1;
  let chance = 1;
  for (let at = 0; at < numbers.length && chance >= SELDOM; at++) chance *= (span - at) / span;
  return chance < SELDOM;
}
