/** Finds bounds of a schema that no value can keep both: `minimum: 5` beside `maximum: 1`. */

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

const BOUNDS: ReadonlySet<string> = new Set(PAIRS.flat());

/** Returns the pairs of keywords of one schema that exclude each other. OpenAPI 3.0 may have booleans in place of exclusive bounds. */
export function crossedBounds(keywords: Schema['keywords']): readonly (readonly [least: string, most: string])[] {
  if (typeof keywords === 'boolean') return [];
  return PAIRS.filter(([least, most]) => {
    const [low, high] = [keywords[least], keywords[most]];
    return typeof low === 'number' && typeof high === 'number' && low > high;
  });
}

/** Tells whether no value can keep a clause because of another one. That is a mistake of the contract, and nobody fails by it. */
export function isCrossed(keywords: Schema['keywords'], keyword: string): boolean {
  return BOUNDS.has(keyword) && crossedBounds(keywords).some((pair) => pair.some((each) => each === keyword));
}
