/** What schemas that hold together say of the members of a value: those that they describe, and those that they only allow. */

import type { MutableJson } from '../../../conformance/values/generator';
import {
  type Applied,
  given,
  itemsPlacedAt,
  membersNamed,
  type Part,
  possibleParts,
} from '../../contract/schema/applied';
import { partsAtPlace, partsOfThis } from '../../contract/schema/appliedToValue';
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import { type Direction, keywordsOf, type Schema } from '../../contract/schema/schema';
import { escapePointer, pointerTokens } from '../../json/pointer';

/** Returns the schemas that describe a member of an object. */
export function describedMembers(parts: readonly Part[], name: string): Schema[] {
  return schemasIn(
    membersNamed(parts, name).filter(({ keyword, schema }) => !OF_OTHERS.has(keyword) || saysSomething(schema)),
  );
}

const OF_OTHERS: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

export function schemasIn(applied: readonly Applied[]): Schema[] {
  return applied.map(({ schema }) => schema);
}

/** `additionalProperties: {}` describes no member: it only allows it. */
function saysSomething(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  return keywords === false || (typeof keywords === 'object' && Object.keys(keywords).length > 0);
}

/** Returns a path within a value in which `*` stands for each item of a list, and for each member of a map that has no name in the schemas. */
export function pathOfAny(schemas: readonly Schema[], value: unknown, path: string, direction: Direction): string {
  const tokens = pointerTokens(path);
  return tokens
    .map((token, at) => {
      if (/^\d+$/.test(token)) return '/*';
      const isNamed = partsAtPlace(given(...schemas), value, tokens.slice(0, at), direction).some(
        ({ keywords: { properties = {} } }) => Object.hasOwn(properties as object, token),
      );
      return isNamed ? `/${escapePointer(token)}` : '/*';
    })
    .join('');
}

/**
 * Returns what of a value schemas describe: the value itself where that is all of it. Most schemas allow members that they do not name, but nobody
 * sends or expects those under a name that another contract gives them: a contract that names one more member narrows nothing. An object of which
 * no member is named may have any, what is required is named, and a member that no side names stands for any that somebody adds.
 * @param others the schemas of the other contract.
 */
export function describedPart(
  schemas: readonly Schema[],
  value: MutableJson,
  direction: Direction,
  others: readonly Schema[],
): MutableJson {
  if (typeof value !== 'object' || value === null) return value;
  const parts = partsOfThis(given(...schemas), value, direction);
  const theirs = possibleParts(given(...others));
  if (Array.isArray(value)) {
    const items = value.map((item, at) =>
      describedPart(schemasIn(itemsPlacedAt(parts, at)), item, direction, schemasIn(itemsPlacedAt(theirs, at))),
    );
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const namesAny = parts.some(({ keywords: { properties, patternProperties } }) =>
    [properties, patternProperties].some((named) => named !== undefined && Object.keys(named as object).length > 0),
  );
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (parts.some(({ schema }) => hiddenMembers(schema, direction).has(name))) return [];
    const own = describedMembers(parts, name);
    if (own.length > 0) {
      return [[name, describedPart(own, member, direction, schemasIn(membersNamed(theirs, name)))] as const];
    }
    const isNamed = theirs.some(({ keywords: { properties = {} } }) => Object.hasOwn(properties as object, name));
    const isMeant =
      !namesAny ||
      !isNamed ||
      parts.some(({ keywords: { required } }) => Array.isArray(required) && required.includes(name));
    return isMeant ? [[name, member] as const] : [];
  });
  const isWhole = members.length === Object.keys(value).length && members.every(([name, each]) => each === value[name]);
  return isWhole ? value : Object.fromEntries(members);
}
