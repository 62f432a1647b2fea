/** Numbers where the contract says nothing but that one stands there. */

import type { Parameter } from '../../src/contract/contract';
import { facets, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';

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
