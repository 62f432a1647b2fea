/** Schemas that no contract holds, by which values are asked for: a bound more, or the contrary of a clause. */

import type { Schema } from '../../src/contract/schema/schema';

type Keywords = Readonly<Record<string, unknown>>;

const made = new WeakSet<Schema>();

/** @param at the schema in whose place it speaks. */
export function madeUp(at: Schema, keywords: Keywords | boolean): Schema {
  const schema = { place: at.place, keywords };
  made.add(schema);
  return schema;
}

export function isMadeUp(schema: Schema): boolean {
  return made.has(schema);
}

/** Beside bounds of a number: what is nearest to them is asked for. */
export const NEAR = 'x-espalier-near';

/** Of an array: two of its items are to be the same. */
export const TWICE = 'x-espalier-twice';
