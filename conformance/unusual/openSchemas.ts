/** Tells which texts and numbers may be anything: no list, pattern or format confines them, and no name says that they stand for something else. */

import { facets } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { isConfined } from '../../src/resources/vocabulary/setByService';

const OF_TEXTS = ['enum', 'const', 'pattern', 'format'];

/** Tells whether a text may be any that is of the right length. @param schemas all that hold for it. */
export function isOpen(name: string, schemas: readonly Schema[]): boolean {
  return isOpenTo('string', OF_TEXTS, name, schemas);
}

/** Tells whether a number may be any within its bounds. */
export function isOpenNumber(name: string, schemas: readonly Schema[]): boolean {
  return isOpenTo('integer', OF_LISTS, name, schemas) || isOpenTo('number', OF_LISTS, name, schemas);
}

/** Tells whether a large number is asked for anyway, since it is next to a bound or is one. */
export function isKnownEnd(value: number | bigint, schemas: readonly Schema[]): boolean {
  const all = schemas.flatMap((schema) => facets(schema, true));
  const hasEnd = all.some(
    ({ maximum, exclusiveMaximum, format }) =>
      maximum !== undefined || exclusiveMaximum !== undefined || format === 'int32' || format === 'int64',
  );
  return hasEnd && value >= LARGE;
}

const LARGE = 2 ** 31 - 1;

const OF_LISTS = ['enum', 'const', 'multipleOf'];

function isOpenTo(type: string, confining: readonly string[], name: string, schemas: readonly Schema[]): boolean {
  const all = schemas.flatMap((schema) => facets(schema, true));
  const isTyped = all.some(({ type: named }) => [named].flat().includes(type));
  return isTyped && !isConfined(name) && !all.some((keywords) => confining.some((keyword) => keyword in keywords));
}
