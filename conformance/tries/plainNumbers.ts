/** Numbers where the contract says nothing but that one stands there. */

import type { Parameter } from '../../src/contract/contract';
import { facets, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Edit } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import type { JsonValue } from '../../src/json/value';

/** Whole numbers that something is often counted by. */
export const PLAIN_NUMBERS = [1, 0, 2];

export function isPlainNumber({ schema, types }: Parameter): boolean {
  return (types.includes('integer') || types.includes('number')) && (!schema || isUnbounded([schema]));
}

const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'const',
  'example',
  'examples',
  'default',
];

/** Tells whether schemas are those of a number that the contract says nothing else of. */
export function isUnbounded(schemas: readonly Schema[]): boolean {
  return schemas.some((schema) => {
    const types = typesOf(schema);
    if (!types?.has('integer') && !types?.has('number')) return false;
    return facets(schema, true).every((keywords) => BOUNDS.every((bound) => keywords[bound] === undefined));
  });
}

/**
 * Returns the changes of a body that give each list of one number a second one: places on a map, ranges and sizes have two. An example:
 * `{ "location": [89] }` → `{ "location": [89, 89] }`.
 */
export function pairsOfNumbers(value: JsonValue | undefined, pointer = '', depth = 0): Edit[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_LIST) return [];
  const [first, ...more] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (typeof first === 'number' && more.length === 0) return [{ place: 'body', name: pointer, value: [first, first] }];
  return Object.entries(value).flatMap(([name, inner]) =>
    pairsOfNumbers(inner as JsonValue, `${pointer}/${escapePointer(name)}`, depth + 1),
  );
}

const DEEPEST_LIST = 4;
