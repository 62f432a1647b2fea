/** Says which members of a body wrap a thing or a list: `{ "data": { "id": 7 } }`, `{ "_embedded": { "orders": [] } }`. */

import { escapePointer, valueAt } from '../json/pointer';
import { isObject } from '../json/value';
import { type Called, callsThing, type Named, singularOf } from './names';
import { plain } from './vocabulary/words';
import { wrapsList, wrapsThing } from './vocabulary/wrapping';

/** A list is searched to this depth. */
const DEEPEST = 2;

/**
 * Returns the pointers of the objects that may represent the thing: the body itself, and members of it with a usual
 * name or the name of the thing.
 * @param isLoose whether an only member with any name counts, too. That is safe only where nothing is written:
 * `{"customer":{"id":3}}` does not name an order.
 */
export function wrappersOf(named: Called, value: unknown, isLoose = false): string[] {
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const inner = entries.filter(([written, member]) => {
    if (!isObject(member)) return false;
    const name = plain(written);
    return (isLoose && entries.length === 1) || wrapsThing(name) || callsThing(named, name);
  });
  return ['', ...inner.map(([name]) => `/${escapePointer(name)}`)];
}

/** Returns the same as {@link wrappersOf}, and what is called like the thing within what is wrapped: `{ "data": { "ship": { "symbol": "A-1" }, "agent": {} } }`. */
export function wrappersOfMade(named: Called, value: unknown): string[] {
  const outer = wrappersOf(named, value);
  const inner = outer.slice(1).flatMap((wrapper) => {
    const wrapped = valueAt(value, wrapper);
    const names = isObject(wrapped) ? Object.keys(wrapped) : [];
    return names.flatMap((name) =>
      callsThing(named, plain(name)) && isObject(valueAt(wrapped, `/${escapePointer(name)}`))
        ? [`${wrapper}/${escapePointer(name)}`]
        : [],
    );
  });
  return [...outer, ...inner];
}

/** Returns the same as {@link wrappersOf}, and looks into what is wrapped, too: in JSON:API, `{ "data": { "id": 7, "attributes": {} } }`, the members are in two objects. */
export function wrappersWithin(named: Called, value: unknown): string[] {
  const outer = wrappersOf(named, value);
  const inner = outer.flatMap((wrapper) =>
    wrappersOf(named, valueAt(value, wrapper)).map((further) => wrapper + further),
  );
  return [...new Set([...outer, ...inner])];
}

/**
 * Returns the JSON Pointer of the list in a body: the body itself, or a member of it. That member has the name of the
 * collection, a usual name, or is the only list.
 */
export function listIn(value: unknown, named: Pick<Named, 'item'>, depth = 0): string | undefined {
  if (Array.isArray(value)) return '';
  if (!isObject(value) || depth === DEEPEST) return undefined;
  const entries = Object.entries(value);
  const collection = plain(named.item.split('/').at(-2) ?? '');
  const lists = entries.filter(([, member]) => Array.isArray(member));
  const candidates = [
    ...entries.filter(([name]) => plain(name) === collection),
    // `/message/{id}` is an item of what `GET /messages` answers: `{ "messages": […] }`.
    ...lists.filter(([name]) => singularOf(plain(name)) === singularOf(collection)),
    ...entries.filter(([name]) => wrapsList(name)),
    ...(lists.length === 1 ? lists : []),
  ];
  for (const [name, member] of candidates) {
    const inner = listIn(member, named, depth + 1);
    if (inner !== undefined) return `/${escapePointer(name)}${inner}`;
  }
  return undefined;
}
