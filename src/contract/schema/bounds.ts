/** The keywords with which a schema limits a value, and which of them a given value is checked by. */

import { isObject } from '../../json/value';
import { remembered } from '../../support/caching';
import {
  isConditionMet,
  partsOfValue,
  partsWithin,
  type Subschema,
  schemasOfItem,
  schemasOfMember,
} from './applicators';
import { lengthOf, satisfies } from './evaluate';
import { hiddenMembers } from './hiddenMembers';
import { type Direction, endOf, forbidsAll, keywordsOf, type Schema } from './schema';

type Keywords = Readonly<Record<string, unknown>>;

/** Keywords by the type of value that they apply to. */
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

/**
 * Keywords that forbid something if they are `false`. If they hold another schema, that limits what the value holds,
 * not the value itself.
 */
const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']);

/** Returns the keywords of a schema that themselves limit a value. */
export const boundsOf = remembered((schema: Schema): readonly string[] => {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean') return [];
  return ALL.filter((keyword) => {
    const value = keywords[keyword];
    if (value === undefined) return false;
    if (CLOSING.has(keyword)) return forbidsAll(value);
    if (keyword === 'uniqueItems') return value === true;
    return keyword !== 'required' || (value as readonly string[]).length > 0;
  });
});

/** At most this many keywords are visited for one schema, because each schema of a contract may lead to all others. */
const MOST_BOUNDS = 500;

/** Is called with each keyword of a schema. */
type Visit = (schema: Schema, keyword: string) => void;

/**
 * Visits every keyword that limits a value of the schema or anything that the value holds. The nearest come first; each
 * comes once.
 */
export function eachBound(whole: Schema, direction: Direction, visit: Visit): void {
  const seen = new Set([endOf(whole)]);
  let visited = 0;
  // The loop also visits the schemas that it adds.
  for (const schema of seen) {
    for (const keyword of boundsOf(schema)) {
      if (++visited > MOST_BOUNDS) return;
      visit(schema, keyword);
    }
    for (const inner of heldBy(schema, direction)) seen.add(endOf(inner));
  }
}

/**
 * Returns the schemas that also apply to the value or to what it holds. A schema whose breach is reported as a breach
 * of a keyword here, such as `not`, is left out.
 */
function heldBy(schema: Schema, direction: Direction): Schema[] {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean') return [];
  const hidden = hiddenMembers(schema, direction);
  return [...partsOfValue(schema), ...partsWithin(keywords)].flatMap(({ keyword, key, schema: inner }) =>
    keyword === 'properties' && hidden.has(key) ? [] : [inner],
  );
}

/**
 * Is called with each keyword that a value is checked by.
 * @param atEdge whether the value is the last one that the keyword allows.
 */
type Pass = (schema: Schema, keyword: string, atEdge: boolean) => void;

/**
 * At most this many items of a list are looked at, down to this depth. Further items and levels would repeat the same
 * keywords.
 */
const MOST_ITEMS = 20;
const DEEPEST = 60;

/**
 * Reports the keywords that check a value which satisfies the schema. Of alternatives, only those that the value
 * satisfies count.
 * @throws RangeError if the value is too much to be judged.
 */
export function passThrough(whole: Schema, value: unknown, direction: Direction, pass: Pass): void {
  /**
   * The schemas that were applied to each object or list. Without it, `allOf: [A, A]` nested forty levels deep would be
   * walked in 2^40 ways.
   */
  const applied = new Map<unknown, Set<Schema>>();
  walk(whole, value, seenOf(value), 0);

  function seenOf(container: unknown): Set<Schema> {
    const seen = applied.get(container) ?? new Set();
    if (typeof container === 'object' && container !== null) applied.set(container, seen);
    return seen;
  }

  function walk(reference: Schema, part: unknown, seen: Set<Schema>, depth: number): void {
    const schema = endOf(reference);
    const keywords = keywordsOf(schema);
    if (typeof keywords === 'boolean' || seen.has(schema) || depth > DEEPEST) return;
    seen.add(schema);
    for (const keyword of boundsOf(schema))
      if (speaksOf(keyword, part)) pass(schema, keyword, isEdge(keyword, keywords[keyword], part));
    for (const inner of partsOfValue(schema))
      if (applies(inner, keywords, part)) walk(inner.schema, part, seen, depth + 1);
    const isList = Array.isArray(part);
    if (!isList && !isObject(part)) return;
    for (const [key, held] of isList ? part.slice(0, MOST_ITEMS).entries() : Object.entries(part))
      for (const { schema: inner, isUnsure } of isList
        ? schemasOfItem(keywords, Number(key))
        : schemasOfMember(keywords, String(key)))
        if (!isUnsure) walk(inner, held, seenOf(held), depth + 1);
  }

  function applies(held: Subschema, keywords: Keywords, part: unknown): boolean {
    const { applicator, schema } = held;
    if (applicator.applies === 'always') return true;
    if (applicator.applies === 'branch') return satisfies(schema, part, direction);
    return isConditionMet(held, keywords, part, (inner) => satisfies(inner, part, direction));
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

/** The most characters, items or members of a value that is made to lie on an edge. */
const LARGEST_EDGE = 2000;

/** Returns whether a bound has a last allowed value, and one that a client could reasonably send. */
export function hasEdge(keyword: string, bound: unknown): boolean {
  if (typeof bound !== 'number') return false;
  if (keyword === 'minimum' || keyword === 'maximum') return true;
  return /^m(in|ax)(Length|Items|Properties)$/.test(keyword) && bound > 0 && bound <= LARGEST_EDGE;
}

function isEdge(keyword: string, bound: unknown, value: unknown): boolean {
  if (!hasEdge(keyword, bound)) return false;
  // Either side may be a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: 1n == 1
  return sizeOf(value) == bound;
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : value;
}
