/** Finds the members of a value that are only written, and leaves them out (JSON Schema Validation §9.4). */

import { groupBy } from '../../support/collections';
import type { Subschema } from './applicators';
import { type Applied, given, heldWithin, itemsPlacedAt, membersNamed } from './applied';
import { partsOfThis } from './appliedToValue';
import { isFlagged, isHiddenMember } from './hiddenMembers';
import { endOf, type Schema } from './schema';

/** Returns the value without its members that are `writeOnly`; the value itself if it has none. */
export function withoutWriteOnly(value: unknown, schema: Schema): unknown {
  return without(
    value,
    writeOnlyPlaces(value, schema).map(({ tokens }) => tokens),
  );
}

function without(value: unknown, places: readonly (readonly string[])[]): unknown {
  if (places.length === 0) return value;
  const left = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  for (const [name, own] of groupBy(places, ([first = '']) => first)) {
    if (own.some(({ length }) => length === 1)) delete left[name];
    else
      left[name] = without(
        left[name],
        own.map(([, ...inner]) => inner),
      );
  }
  return left;
}

/** Bodies are searched to this depth. */
export const DEEPEST_BODY = 8;

/** A place in a value. */
interface Place {
  /** The reference tokens of its JSON Pointer. */
  readonly tokens: readonly string[];
  /** Those that the contract has, with `…` for the position of an item, and for a name that it does not have. */
  readonly named: readonly string[];
}

/**
 * Returns the places of the members of a value that are `writeOnly`. Of several branches, those count that the value satisfies; a member that one of
 * these shows is not write-only.
 * @param mostItems so many items of each list are looked at.
 */
export function writeOnlyPlaces(value: unknown, schema: Schema, mostItems = Number.POSITIVE_INFINITY): Place[] {
  const found: Place[] = [];
  const walk = (applied: readonly Applied[], part: unknown, { tokens, named }: Place): void => {
    if (typeof part !== 'object' || part === null || tokens.length > DEEPEST_BODY) return;
    if (!applied.some((each) => hasWriteOnly(each.schema))) return;
    const parts = partsOfThis(applied, part, 'response');
    for (const [name, inner] of Object.entries(part).slice(0, Array.isArray(part) ? mostItems : undefined)) {
      const own = Array.isArray(part) ? itemsPlacedAt(parts, Number(name)) : membersNamed(parts, name);
      const hasName = own.some(({ keyword }) => keyword === 'properties');
      const place = { tokens: [...tokens, name], named: [...named, hasName ? name : '…'] };
      if (!Array.isArray(part) && isHidden(own, applied, name)) found.push(place);
      else walk(own, inner, place);
    }
  };
  walk(given(schema), value, { tokens: [], named: [] });
  return found;
}

/** @param own the schemas of a member; @param around those of the object. */
function isHidden(own: readonly Applied[], around: readonly Applied[], name: string): boolean {
  const sure = own.filter(({ certainty }) => certainty === 'surely');
  if (sure.length > 0) return sure.some(({ schema }) => isFlagged(schema, 'writeOnly'));
  const isFlaggedAnywhere = own.some(({ schema }) => isFlagged(schema, 'writeOnly'));
  return (
    isFlaggedAnywhere &&
    isHiddenMember(
      around.map(({ schema }) => schema),
      name,
      'response',
    )
  );
}

/** At most this many schemas are searched. A larger search would take too long. */
const MOST_VISITED = 5000;

/**
 * Returns whether a schema has write-only members at any depth. It returns true, too, if there are too many schemas to
 * search.
 */
export function hasWriteOnly(schema: Schema): boolean {
  const start = endOf(schema);
  const known = answers.get(start);
  if (known !== undefined) return known;
  const seen = new Set([start]);
  // The loop also visits the schemas that it adds.
  for (const next of seen) {
    const inner = heldWithin(next);
    if (seen.size > MOST_VISITED || inner.some(isWriteOnlyOrHolds)) {
      answers.set(start, true);
      return true;
    }
    for (const { schema: each } of inner) {
      const end = endOf(each);
      if (!answers.has(end)) seen.add(end);
    }
  }
  for (const visited of seen) answers.set(visited, false);
  return false;
}

/** What is known of schemas: each is searched once for all operations. */
const answers = new WeakMap<Schema, boolean>();

function isWriteOnlyOrHolds({ applicator, schema }: Subschema): boolean {
  return (applicator.of === 'member' && isFlagged(schema, 'writeOnly')) || answers.get(endOf(schema)) === true;
}
