/** The keywords by which a schema bounds a value, and which of them a value comes past. */

import { isObject } from '../../json/value';
import { lengthOf, satisfies } from './evaluate';
import { patternOf } from './patterns';
import { type Direction, endOf, hiddenMembers, isSchema, keywordsOf, type Schema } from './schema';

type Keywords = Readonly<Record<string, unknown>>;

/** By the type that they speak of. */
const OF_ANY = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'not'];
const OF_NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const OF_STRINGS = ['minLength', 'maxLength', 'pattern'];
const OF_ARRAYS = [
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  'unevaluatedItems',
];
const OF_OBJECTS = [
  ...['required', 'dependentRequired', 'minProperties', 'maxProperties', 'propertyNames'],
  ...['additionalProperties', 'unevaluatedProperties'],
];
const ALL = [...OF_ANY, 'format', ...OF_NUMBERS, ...OF_STRINGS, ...OF_ARRAYS, ...OF_OBJECTS];

/** Keywords that forbid something where they are `false`; a schema there bounds what it holds, not the whole. */
const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']);

const known = new WeakMap<Schema, readonly string[]>();

/** The keywords of a schema that bound a value, and do so themselves. */
export function boundsOf(schema: Schema): readonly string[] {
  const found = known.get(schema) ?? readBounds(keywordsOf(schema));
  known.set(schema, found);
  return found;
}

function readBounds(keywords: Keywords | boolean): readonly string[] {
  if (typeof keywords === 'boolean') return [];
  return ALL.filter((keyword) => {
    const value = keywords[keyword];
    if (value === undefined) return false;
    if (CLOSING.has(keyword)) return value === false || (isSchema(value) && keywordsOf(value) === false);
    if (keyword === 'uniqueItems') return value === true;
    return keyword !== 'required' || (value as readonly string[]).length > 0;
  });
}

/** How many keywords are looked at of one schema: a contract may lead from each of its schemas to all others. */
const MOST_BOUNDS = 500;

/** Called with each keyword of a schema. */
export type Visit = (schema: Schema, keyword: string) => void;

/** Every keyword that bounds a value of the schema or what it holds, the nearest first, each once. */
export function eachBound(whole: Schema, direction: Direction, visit: Visit): void {
  const seen = new Set([endOf(whole)]);
  let found = 0;
  // What is added is come to, too.
  for (const schema of seen) {
    for (const keyword of boundsOf(schema)) {
      if (++found > MOST_BOUNDS) return;
      visit(schema, keyword);
    }
    for (const inner of heldBy(schema, direction)) seen.add(endOf(inner));
  }
}

/** Schemas that a value is judged by along with this one, or what it holds; not those whose breach is one of a keyword here. */
function heldBy(schema: Schema, direction: Direction): Schema[] {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean') return [];
  const hidden = hiddenMembers(schema, direction);
  const members = Object.entries((keywords['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...inPlace(keywords),
    ...members.flatMap(([name, member]) => (hidden.has(name) ? [] : [member])),
    ...Object.values((keywords['patternProperties'] ?? {}) as Record<string, Schema>),
    ...((keywords['prefixItems'] ?? []) as Schema[]),
    ...['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'].map((key) => keywords[key]),
  ].filter(isSchema);
}

/** Schemas of the same value. */
function inPlace(keywords: Keywords): unknown[] {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas } = keywords;
  return [
    ...[$ref, $dynamicRef, then, otherwise],
    ...[allOf, anyOf, oneOf].flatMap((list) => (list ?? []) as Schema[]),
    ...Object.values((dependentSchemas ?? {}) as Record<string, Schema>),
  ];
}

/** Called with each keyword that a value comes past. @param atEdge whether the value is the last that the keyword lets pass. */
export type Pass = (schema: Schema, keyword: string, atEdge: boolean) => void;

/** How many items of a list are looked at, and how deep: what comes after them says the same again. */
const MOST_ITEMS = 20;
const DEEPEST = 60;

/**
 * Tells the keywords that a value which satisfies a schema comes past: of alternatives, those of the ones that it satisfies.
 * @throws RangeError where it is too much to be judged.
 */
export function passThrough(whole: Schema, value: unknown, direction: Direction, pass: Pass): void {
  /** The schemas that were applied to an object or a list: `allOf: [A, A]`, forty deep, leads to the same ones in 2^40 ways. */
  const applied = new Map<unknown, Set<Schema>>();
  walk(whole, value, seenOf(value), 0);

  function seenOf(each: unknown): Set<Schema> {
    const seen = applied.get(each) ?? new Set();
    if (typeof each === 'object' && each !== null) applied.set(each, seen);
    return seen;
  }

  function walk(reference: Schema, each: unknown, seen: Set<Schema>, depth: number): void {
    const schema = endOf(reference);
    const keywords = keywordsOf(schema);
    if (typeof keywords === 'boolean' || seen.has(schema) || depth > DEEPEST) return;
    seen.add(schema);
    for (const keyword of boundsOf(schema))
      if (speaksOf(keyword, each)) pass(schema, keyword, isEdge(keyword, keywords[keyword], each));
    const further = (inner: unknown) => isSchema(inner) && walk(inner, each, seen, depth + 1);
    const { $ref, $dynamicRef, allOf, anyOf, oneOf, if: condition, dependentSchemas } = keywords;
    for (const inner of [$ref, $dynamicRef, ...((allOf ?? []) as Schema[])]) further(inner);
    for (const inner of [...((anyOf ?? []) as Schema[]), ...((oneOf ?? []) as Schema[])])
      if (satisfies(inner, each, direction)) further(inner);
    if (isSchema(condition)) further(keywords[satisfies(condition, each, direction) ? 'then' : 'else']);
    if (Array.isArray(each)) items(keywords, each, depth);
    else if (isObject(each)) {
      members(keywords, each, depth);
      for (const [name, inner] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>))
        if (Object.hasOwn(each, name)) further(inner);
    }
  }

  function items({ prefixItems, items: rest, unevaluatedItems }: Keywords, list: readonly unknown[], depth: number) {
    const prefix = (prefixItems ?? []) as Schema[];
    for (const [at, item] of list.slice(0, MOST_ITEMS).entries()) {
      const own = prefix[at] ?? rest ?? unevaluatedItems;
      if (isSchema(own)) walk(own, item, seenOf(item), depth + 1);
    }
  }

  function members(keywords: Keywords, object: Readonly<Record<string, unknown>>, depth: number) {
    const properties = (keywords['properties'] ?? {}) as Record<string, Schema>;
    const patterns = Object.entries((keywords['patternProperties'] ?? {}) as Record<string, Schema>);
    const { additionalProperties, unevaluatedProperties } = keywords;
    for (const [name, member] of Object.entries(object)) {
      const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
      for (const [pattern, schema] of patterns) if (patternOf(pattern).test(name)) own.push(schema);
      for (const schema of own.length > 0 ? own : [additionalProperties ?? unevaluatedProperties])
        if (isSchema(schema)) walk(schema, member, seenOf(member), depth + 1);
    }
  }
}

function speaksOf(keyword: string, value: unknown): boolean {
  if (OF_ANY.includes(keyword)) return true;
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return keyword === 'format' || OF_NUMBERS.includes(keyword);
    case 'string':
      return keyword === 'format' || OF_STRINGS.includes(keyword);
    case 'object':
      return value !== null && (Array.isArray(value) ? OF_ARRAYS : OF_OBJECTS).includes(keyword);
    default:
      return false;
  }
}

/** The most characters, items or members that a value is made with to be the last one that fits. */
const LARGEST_EDGE = 2000;

/** Whether a bound has a last value that fits, and one that somebody would send. */
export function hasEdge(keyword: string, bound: unknown): boolean {
  if (typeof bound !== 'number') return false;
  if (keyword === 'minimum' || keyword === 'maximum') return true;
  return /^m(in|ax)(Length|Items|Properties)$/.test(keyword) && bound > 0 && bound <= LARGEST_EDGE;
}

function isEdge(keyword: string, bound: unknown, value: unknown): boolean {
  if (!hasEdge(keyword, bound)) return false;
  // Either may be a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: 1n == 1
  return sizeOf(value) == bound;
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : value;
}
