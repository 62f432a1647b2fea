/**
 * Tells whether a page of a list surely leaves out something new. That can be said where the page begins with the newest things, and where nothing
 * that it shows allows another order or a choice.
 */

import type { Exchange } from '../../src/engine/model/exchange';
import { valueAt } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { plain } from '../../src/resources/vocabulary/words';
import { listIn, wrappersOf } from '../../src/resources/wrappers';
import { isPlainValue, type Members } from './shownMembers';

/** Fewer items may be in the order of their ids by chance: of seven, that happens once in 5,040 times. */
const FEWEST = 7;

/** A made thing, as GET shows it. */
interface ShownThing {
  readonly id: string;
  readonly shown: unknown;
}

/**
 * Tells whether a page begins with the newest things by their ids, and should show a thing that it does not show.
 * For example: made 31; the page has 30, 29, 28, 27, 26, 25, 24 → true. Made 31; the page has 30, 12, 29, … → false, as the order is unknown.
 * @param isState whether a member says in which state a thing is, by its name as `plain` gives it.
 */
export function leavesOutNew(list: Exchange, { id, shown }: ShownThing, isState: (name: string) => boolean): boolean {
  const named = { item: `${list.case.request.operation.path}/{}` };
  const pointer = listIn(list.content?.shown, named);
  const items = pointer === undefined ? undefined : valueAt(list.content?.shown, pointer);
  const made = wrappersOf(named, shown).map((wrapper) => membersBelow(valueAt(shown, wrapper)));
  const [own, idName] = made.flatMap((each) => {
    const name = Object.keys(each).find((member) => String(each[member]) === id);
    return name === undefined ? [] : [[each, name] as const];
  })[0] ?? [undefined, ''];
  if (!own || !Array.isArray(items) || items.length < FEWEST) return false;
  const listed = items.map((item: unknown) =>
    wrappersOf(named, item)
      .map((wrapper) => membersBelow(valueAt(item, wrapper)))
      .find((each) => idName in each),
  );
  const whole = listed.filter((each) => each !== undefined);
  if (whole.length < listed.length || !fallsTo(whole, own, idName)) return false;
  const names = new Set([own, ...whole].flatMap((each) => Object.keys(each)));
  names.delete(idName);
  return [...names].every((name) => saysNothing(name, whole, own, isState));
}

/** Returns the scalar members of a thing and of the objects in it: `{ "id": 7, "total": { "cents": 5 } }` → `id`, `total.cents`. */
function membersBelow(value: unknown): Members {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).flatMap(([name, member]) =>
    isPlainValue(member)
      ? [[name, member] as const]
      : isObject(member)
        ? Object.entries(member).flatMap(([inner, each]) =>
            isPlainValue(each) ? [[`${name}.${inner}`, each] as const] : [],
          )
        : [],
  );
  return Object.fromEntries(entries);
}

type Value = Members[string];

/** Compares two values: below 0 if the first one is the lesser, NaN if nobody knows. */
type Compare = (one: Value, other: Value) => number;

/** Compares numbers, times, and texts of one length such as ids that grow: `01HZX3` and `01HZX4`. */
function bySize(one: Value, other: Value): number {
  const [a, b] = [toNumber(one) ?? one, toNumber(other) ?? other];
  if (typeof a === 'string' ? typeof b !== 'string' || a.length !== b.length : isNone(a) || isNone(b))
    return Number.NaN;
  return a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1;
}

function isNone(value: Value | bigint): boolean {
  return typeof value !== 'number' && typeof value !== 'bigint';
}

/** Compares texts as a dictionary does. */
function byLetters(one: Value, other: Value): number {
  return typeof one === 'string' && typeof other === 'string' ? one.localeCompare(other) : Number.NaN;
}

/** Returns a number, an integer of any length, or the milliseconds of a time. */
function toNumber(value: Value): number | bigint | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return BigInt(value);
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function reversed(compare: Compare): Compare {
  return (one, other) => compare(other, one);
}

/** Tells whether each value comes before the next one, or is equal to it. */
function isSorted(values: readonly Value[], compare: Compare): boolean {
  return values.every((each, at) => at === 0 || compare(values[at - 1] ?? null, each) <= 0);
}

/** Tells whether the ids fall from each item to the next, and the one of what was made lies before the last one. */
function fallsTo(items: readonly Members[], own: Members, idName: string): boolean {
  const ids = items.map((each) => each[idName] ?? null);
  const falling = reversed(bySize);
  return (
    new Set(ids).size === ids.length && isSorted(ids, falling) && falling(own[idName] ?? null, ids.at(-1) ?? null) < 0
  );
}

/**
 * Tells whether a member gives no reason to leave out what was made: things are neither chosen by it, nor sorted by it in a way that puts what was
 * made behind the page.
 */
function saysNothing(
  name: string,
  items: readonly Members[],
  own: Members,
  isState: (name: string) => boolean,
): boolean {
  const mine = own[name] ?? null;
  const values = items.map((each) => each[name] ?? null);
  const distinct = new Set(values);
  const isListed = distinct.has(mine);
  if (isState(plain(name.split('.').at(-1) ?? '')) || typeof mine === 'boolean') return isListed;
  // A list of summaries seldom goes by a text that it does not show.
  if (distinct.size === 1) return isListed || (distinct.has(null) && typeof mine === 'string' && !/^\d/.test(mine));
  const groups = values.filter((each, at) => at === 0 || each !== values[at - 1]).length;
  const [hasTies, isGrouped] = [distinct.size < values.length, groups === distinct.size];
  // Those of { priority: "high" } may come first, by a rank that nobody tells.
  if (hasTies && (!isGrouped || isListed)) return true;
  const last = values.at(-1) ?? null;
  const sorted = [bySize, byLetters].flatMap((each) => [each, reversed(each)]).filter((each) => isSorted(values, each));
  if (hasTies && toNumber(last) === undefined) return false;
  return sorted.every((each) => each(mine, last) < 0);
}
