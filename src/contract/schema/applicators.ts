/** The keywords whose values are schemas ("applicators", JSON Schema Core §10 and §11): how each holds them, and what each of them speaks of. */

import { isObject } from '../../json/value';
import type { Keywords } from '../dialects/dialect';
import { patternOf } from './patterns';
import { forbidsAll, isSchema, keptOnSchema, keywordsOf, type Schema } from './schema';

export interface Applicator {
  /** Its value is one schema, a list of them, or a map of them. */
  readonly holds: 'one' | 'list' | 'map';
  /** What its schemas speak of: the same value, the members of an object, their names, or the items of a list. */
  readonly of: 'value' | 'member' | 'name' | 'item';
  /**
   * `always`: what satisfies the whole satisfies them; `branch`: it satisfies at least one of them; `condition`: only where another schema, or a
   * member, says so; `test`: it need not satisfy them.
   */
  readonly applies: 'always' | 'branch' | 'condition' | 'test';
}

/**
 * Every applicator of every dialect, those of the same value in the order in which they are looked at. What a dialect does not know never
 * reaches a schema that is read. `nullable` is read as `anyOf`, and `discriminator` says which branch of `anyOf` and `oneOf` is meant.
 */
export const APPLICATORS: ReadonlyMap<string, Applicator> = new Map<string, Applicator>([
  ['$ref', { holds: 'one', of: 'value', applies: 'always' }],
  ['$dynamicRef', { holds: 'one', of: 'value', applies: 'always' }],
  ['allOf', { holds: 'list', of: 'value', applies: 'always' }],
  ['anyOf', { holds: 'list', of: 'value', applies: 'branch' }],
  ['oneOf', { holds: 'list', of: 'value', applies: 'branch' }],
  ['then', { holds: 'one', of: 'value', applies: 'condition' }],
  ['else', { holds: 'one', of: 'value', applies: 'condition' }],
  ['dependentSchemas', { holds: 'map', of: 'value', applies: 'condition' }],
  ['if', { holds: 'one', of: 'value', applies: 'test' }],
  ['not', { holds: 'one', of: 'value', applies: 'test' }],
  ['properties', { holds: 'map', of: 'member', applies: 'always' }],
  ['patternProperties', { holds: 'map', of: 'member', applies: 'always' }],
  ['additionalProperties', { holds: 'one', of: 'member', applies: 'always' }],
  ['unevaluatedProperties', { holds: 'one', of: 'member', applies: 'always' }],
  ['propertyNames', { holds: 'one', of: 'name', applies: 'always' }],
  ['prefixItems', { holds: 'list', of: 'item', applies: 'always' }],
  ['items', { holds: 'one', of: 'item', applies: 'always' }],
  ['unevaluatedItems', { holds: 'one', of: 'item', applies: 'always' }],
  ['contains', { holds: 'one', of: 'item', applies: 'test' }],
]);

/** A schema within another one. */
export interface Subschema {
  readonly keyword: string;
  readonly applicator: Applicator;
  /** Its name or pattern in a map, or its position in a list; empty for one that is alone. */
  readonly key: string;
  readonly schema: Schema;
}

const ALL = [...APPLICATORS];
const OF_SAME_VALUE = ALL.filter(([, { of, applies }]) => of === 'value' && applies !== 'test');
const OF_BRANCHES = ALL.filter(([, { applies }]) => applies === 'branch');
const OF_INSIDE = ALL.filter(([, { of }]) => of === 'member' || of === 'item');
const OF_ALL_INSIDE = OF_INSIDE.filter(([, { applies }]) => applies !== 'test');

/** Returns every schema that a schema holds or refers to. A broken schema holds none. */
export function subschemasOf(schema: Schema): Subschema[] {
  return heldBy(keywordsOf(schema), ALL);
}

/** Returns the schemas that a schema has for the same value, in whichever branch or condition. It is asked for each part of each value. */
export const partsOfValue = keptOnSchema((schema) => partsIn(keywordsOf(schema)));

/** Returns the same of keywords. */
export function partsIn(keywords: Keywords | boolean): readonly Subschema[] {
  if (typeof keywords === 'boolean' || !IN_PLACE.some((keyword) => keywords[keyword] !== undefined)) return NONE;
  const parts = heldBy(keywords, OF_SAME_VALUE);
  // "When "if" is not present, … "then" … MUST be ignored" (JSON Schema Core §10.2.2.2).
  return keywords['if'] === undefined ? parts.filter(({ keyword }) => !CONDITIONAL.has(keyword)) : parts;
}

const IN_PLACE = OF_SAME_VALUE.map(([keyword]) => keyword);
const CONDITIONAL: ReadonlySet<string> = new Set(['then', 'else']);
const NONE: readonly Subschema[] = [];

/** Returns the lists of branches of a schema: each value satisfies at least one of each list. */
export function branchesIn(keywords: Keywords): (readonly Schema[])[] {
  return OF_BRANCHES.flatMap(([keyword]) => {
    const listed = keywords[keyword];
    return Array.isArray(listed) ? [listed.filter(isSchema)] : [];
  });
}

/**
 * Tells whether what a schema has for the same value under a condition applies to a value: `then`, `else` or `dependentSchemas`.
 * @param satisfies judges the value by a schema.
 */
export function isConditionMet(
  { keyword, key }: Subschema,
  { if: condition }: Keywords,
  value: unknown,
  satisfies: (schema: Schema) => boolean,
): boolean {
  if (keyword === 'dependentSchemas') return isObject(value) && Object.hasOwn(value, key);
  return isSchema(condition) && satisfies(condition) === (keyword === 'then');
}

/** Returns the schemas that a schema has for what its values hold: for all members and items of a kind. */
export function partsWithin(keywords: Keywords): Subschema[] {
  return heldBy(keywords, OF_ALL_INSIDE);
}

/** Returns the same, and the schemas of what only some of the members or items are (`contains`). */
export function partsHeld(keywords: Keywords): Subschema[] {
  return heldBy(keywords, OF_INSIDE);
}

/** Tells whether members have schemas that are found by patterns of names, or for want of another one. */
export function describesUnnamed(keywords: Keywords): boolean {
  return keywords['patternProperties'] !== undefined || OF_REST.some((keyword) => isDescribing(keywords[keyword]));
}

/** Tells whether a schema says of members that it does not name that they may be there. */
export function allowsUnnamed(keywords: Keywords): boolean {
  const { patternProperties } = keywords;
  if (OF_REST.some((keyword) => keywords[keyword] !== undefined && !forbidsAll(keywords[keyword]))) return true;
  return patternProperties !== undefined && !Object.values(patternProperties as object).every(forbidsAll);
}

const OF_REST = ['additionalProperties', 'unevaluatedProperties'];

/** Tells whether a schema says anything but that all is allowed, or that nothing is. */
export function isDescribing(schema: unknown): schema is Schema {
  return isSchema(schema) && typeof keywordsOf(schema) !== 'boolean';
}

function heldBy(keywords: Keywords | boolean, applicators: readonly (readonly [string, Applicator])[]): Subschema[] {
  const found: Subschema[] = [];
  if (typeof keywords === 'boolean') return found;
  for (const [keyword, applicator] of applicators) {
    const value = keywords[keyword];
    if (value === undefined) continue;
    if (applicator.holds === 'one') {
      if (isSchema(value)) found.push({ keyword, applicator, key: '', schema: value });
    } else if (applicator.holds === 'list') {
      for (const [at, schema] of (Array.isArray(value) ? value : []).entries())
        if (isSchema(schema)) found.push({ keyword, applicator, key: String(at), schema });
    } else if (isObject(value))
      for (const [key, schema] of Object.entries(value))
        if (isSchema(schema)) found.push({ keyword, applicator, key, schema });
  }
  return found;
}

/** A schema of a member or an item. It is unsure where a pattern cannot be tried on the name in a bounded number of steps. */
export interface Inner {
  readonly keyword: string;
  readonly schema: Schema;
  readonly isUnsure?: true;
}

/**
 * Returns the schemas that the keywords of one schema have for a member of an object: by its name, by patterns of names, or else those of all
 * other members. Of `unevaluatedProperties` it is not known here whether another schema speaks of the member.
 */
export function schemasOfMember(keywords: Keywords, name: string): readonly Inner[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = keywords;
  const own = properties !== undefined && Object.hasOwn(properties as object, name);
  const found: Inner[] = own ? inner('properties', (properties as Readonly<Record<string, unknown>>)[name]) : [];
  if (patternProperties !== undefined)
    for (const [pattern, schema] of Object.entries(patternProperties as object)) {
      const fits = patternOf(pattern).test(name);
      if (fits === false) continue;
      const [each] = inner('patternProperties', schema);
      if (each) found.push(fits ? each : { ...each, isUnsure: true });
    }
  if (found.length > 0) return found;
  return additionalProperties === undefined
    ? inner('unevaluatedProperties', unevaluatedProperties)
    : inner('additionalProperties', additionalProperties);
}

/** Returns the schemas that the keywords of one schema have for an item of a list. */
export function schemasOfItem(keywords: Keywords, at: number): readonly Inner[] {
  const { prefixItems, items, unevaluatedItems } = keywords;
  const own = prefixItems === undefined ? undefined : (prefixItems as readonly unknown[])[at];
  if (own !== undefined) return inner('prefixItems', own);
  return items === undefined ? inner('unevaluatedItems', unevaluatedItems) : inner('items', items);
}

function inner(keyword: string, schema: unknown): Inner[] {
  return isSchema(schema) ? [{ keyword, schema }] : [];
}
