/** Which schemas apply to a value and to the values within it, where several schemas hold together. */

import type { Keywords } from '../../src/contract/dialects/dialect';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { patternOf } from '../../src/contract/schema/patterns';
import { type Direction, isSchema, keywordsOf, type Schema } from '../../src/contract/schema/schema';
import { escapePointer, pointerTokens } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';

/** A schema with its keywords. */
export interface Part {
  readonly schema: Schema;
  readonly keywords: Keywords;
}

/** At most this many schemas are looked at for one value. */
const MOST_PARTS = 200;

/**
 * Returns the schemas that every value of these schemas satisfies: they themselves, what they refer to, and their `allOf`.
 * @param more returns further schemas that apply to the same value.
 */
export function partsOfAll(
  schemas: readonly Schema[],
  more: (keywords: Keywords) => readonly unknown[] = () => [],
): Part[] {
  const parts: Part[] = [];
  const seen = new Set(schemas);
  // The loop also visits the schemas that it adds.
  for (const schema of seen) {
    const keywords = keywordsOf(schema);
    if (typeof keywords === 'boolean') continue;
    parts.push({ schema, keywords });
    const { $ref, $dynamicRef, allOf = [] } = keywords;
    for (const next of [$ref, $dynamicRef, ...(allOf as Schema[]), ...more(keywords)])
      if (isSchema(next) && seen.size < MOST_PARTS) seen.add(next);
  }
  return parts;
}

/** Returns the schemas that apply to one value: of alternatives, those that it satisfies. */
function partsFor(schemas: readonly Schema[], value: unknown, direction: Direction): Part[] {
  return partsOfAll(schemas, ({ anyOf = [], oneOf = [], then, else: otherwise, dependentSchemas = {} }) =>
    [
      ...(anyOf as Schema[]),
      ...(oneOf as Schema[]),
      then,
      otherwise,
      ...Object.values(dependentSchemas as Record<string, Schema>),
    ].filter((branch) => isSchema(branch) && surelySatisfies(branch, value, direction)),
  );
}

/** Returns the schemas that parts have for a member of an object. */
export function membersOfParts(parts: readonly Part[], name: string): Schema[] {
  return parts.flatMap(({ keywords }) => {
    const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = keywords;
    const own = Object.hasOwn(properties as object, name) ? [(properties as Record<string, Schema>)[name]] : [];
    const byPattern = Object.entries(patternProperties as Record<string, Schema>).flatMap(([pattern, schema]) =>
      patternOf(pattern).test(name) ? [schema] : [],
    );
    const rest = own.length + byPattern.length > 0 ? [] : [additionalProperties, unevaluatedProperties];
    return [...own, ...byPattern, ...rest.filter((each) => isSchema(each) && saysSomething(each))].filter(isSchema);
  });
}

/** `additionalProperties: {}` describes no member: it only allows it. */
function saysSomething(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  return keywords === false || (typeof keywords === 'object' && Object.keys(keywords).length > 0);
}

/** Returns the schemas that parts have for the items of a list. */
export function itemsOfParts(parts: readonly Part[], at = 0): Schema[] {
  return parts.flatMap(({ keywords: { items, prefixItems = [] } }) => {
    const own = (prefixItems as Schema[])[at] ?? items;
    return isSchema(own) ? [own] : [];
  });
}

/** Returns the schemas that apply at a place within a value. */
export function partsAt(schemas: readonly Schema[], value: unknown, path: string, direction: Direction): Part[] {
  let parts = partsFor(schemas, value, direction);
  let inner = value;
  for (const token of pointerTokens(path)) {
    inner = (inner as Readonly<Record<string, unknown>> | null | undefined)?.[token];
    parts = partsFor(
      Array.isArray(inner) || /^\d+$/.test(token)
        ? [...itemsOfParts(parts, Number(token)), ...membersOfParts(parts, token)]
        : membersOfParts(parts, token),
      inner,
      direction,
    );
  }
  return parts;
}

/** Returns a path within a value in which `*` stands for each item of a list, and for each member of a map that has no name in the schemas. */
export function pathOfAny(schemas: readonly Schema[], value: unknown, path: string, direction: Direction): string {
  const tokens = pointerTokens(path);
  return tokens
    .map((token, at) => {
      if (/^\d+$/.test(token)) return '/*';
      const above = tokens.slice(0, at).map((each) => `/${escapePointer(each)}`);
      const isNamed = partsAt(schemas, value, above.join(''), direction).some(({ keywords: { properties = {} } }) =>
        Object.hasOwn(properties as object, token),
      );
      return isNamed ? `/${escapePointer(token)}` : '/*';
    })
    .join('');
}

/**
 * Tells whether schemas describe every member that a value has. Most schemas allow members that they do not name, but nobody sends or expects
 * those: a contract that names one more member narrows nothing. An object of which no member is named may have any, and
 * what is required is named.
 */
export function isDescribed(schemas: readonly Schema[], value: unknown, direction: Direction): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const parts = partsFor(schemas, value, direction);
  if (Array.isArray(value)) return value.every((item, at) => isDescribed(itemsOfParts(parts, at), item, direction));
  if (!isObject(value)) return true;
  const namesAny = parts.some(({ keywords: { properties, patternProperties } }) =>
    [properties, patternProperties].some((named) => named !== undefined && Object.keys(named as object).length > 0),
  );
  return Object.entries(value).every(([name, member]) => {
    if (parts.some(({ schema }) => hiddenMembers(schema, direction).has(name))) return false;
    const own = membersOfParts(parts, name);
    if (own.length > 0) return isDescribed(own, member, direction);
    return !namesAny || parts.some(({ keywords: { required } }) => Array.isArray(required) && required.includes(name));
  });
}
