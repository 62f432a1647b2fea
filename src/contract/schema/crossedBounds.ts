/** Finds clauses of a schema that no value can keep both: `minimum: 5` beside `maximum: 1`, or a list of numbers beside `type: string`. */

import { isOfType } from './scalarKeywords';
import type { Schema } from './schema';

const PAIRS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** The keywords of such pairs. */
export const BOUNDS: ReadonlySet<string> = new Set(PAIRS.flat());

/** Returns the pairs of keywords of one schema that exclude each other. OpenAPI 3.0 may have booleans in place of exclusive bounds. */
export function crossedBounds(keywords: Schema['keywords']): readonly (readonly [least: string, most: string])[] {
  if (typeof keywords === 'boolean') return [];
  return PAIRS.filter(([least, most]) => {
    const [low, high] = [keywords[least], keywords[most]];
    return typeof low === 'number' && typeof high === 'number' && low > high;
  });
}

/** Tells whether a schema lists values, and none of them is of its type. Null is no such value, since OpenAPI 3.0 allows it by `nullable`. */
export function isListOfOtherType(keywords: Schema['keywords']): boolean {
  if (typeof keywords === 'boolean') return false;
  const { type, enum: listed } = keywords;
  if (type === undefined || !Array.isArray(listed) || listed.length === 0) return false;
  return listed.every((value) => value !== null && !isOfType(type, value));
}

/** Tells whether no value can keep a clause because of another one. That is a mistake of the contract, and nobody fails by it. */
export function isCrossed(keywords: Schema['keywords'], keyword: string): boolean {
  if (keyword === 'type' || keyword === 'enum') return isListOfOtherType(keywords);
  return BOUNDS.has(keyword) && crossedBounds(keywords).some((pair) => pair.some((each) => each === keyword));
}
