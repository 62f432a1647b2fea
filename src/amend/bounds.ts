/** Where a bound of a schema goes, so that it takes the values that came: to what requests may carry, to the value that came, or away. */

import { isObject } from '../json/value';

/** What each keyword measures, and whether it is an upper bound. */
const MEASURES: Readonly<Record<string, readonly [(value: unknown) => unknown, 'most' | 'least']>> = {
  maximum: [(value) => value, 'most'],
  minimum: [(value) => value, 'least'],
  maxLength: [(value) => (typeof value === 'string' ? [...value].length : undefined), 'most'],
  minLength: [(value) => (typeof value === 'string' ? [...value].length : undefined), 'least'],
  maxItems: [(value) => (Array.isArray(value) ? value.length : undefined), 'most'],
  minItems: [(value) => (Array.isArray(value) ? value.length : undefined), 'least'],
  maxProperties: [(value) => (isObject(value) ? Object.keys(value).length : undefined), 'most'],
  minProperties: [(value) => (isObject(value) ? Object.keys(value).length : undefined), 'least'],
};

type WiderBound = { readonly set: number } | { readonly remove: true } | 'unknown keyword' | 'not whole';

/**
 * Returns what becomes of a bound that values break.
 *
 * One value may be the limit itself. Several tell that it lies elsewhere, and not where: what is made counts on, and a text grows. Then the bound
 * is that of requests for the same member, or none; what is never below 0 has that for its least. Examples: `maximum: 5` of an id of 9 becomes 9,
 * that of ids of 6, 7 and 9 goes; `maxLength: 10` of a title becomes 80 where a request may carry 80.
 * @param ofRequests the bounds that requests have for the member, by the same keyword.
 * @param isOfRequests whether it bounds requests, too: those are asked for as little more as can be.
 */
export function widerBound(
  keyword: string,
  values: readonly unknown[],
  ofRequests: readonly unknown[],
  isOfRequests: boolean,
): WiderBound {
  const [measure, end] = MEASURES[keyword] ?? [];
  if (!measure) return 'unknown keyword';
  const sizes = values.map(measure).filter((size) => typeof size === 'number');
  if (sizes.length === 0 || sizes.length < values.length) return 'not whole';
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const wide = ofRequests.find(
    (bound) => typeof bound === 'number' && (end === 'most' ? bound >= most : bound <= least),
  );
  if (typeof wide === 'number') return { set: wide };
  if (least === most || isOfRequests) return { set: end === 'most' ? most : least };
  return keyword === 'minimum' && least >= 0 ? { set: 0 } : { remove: true };
}
