/** Walks two schemas side by side. */

import type { Applicator } from '../../contract/schema/applicators';
import { isObject } from '../../json/value';

/** What two values of one keyword hold at the same places. */
interface HeldPairs {
  readonly pairs: readonly (readonly [unknown, unknown])[];
  /** Whether neither has a place that the other one lacks. */
  readonly isWhole: boolean;
}

/** Returns what two values of an applicator hold, in pairs: items of lists by their order, entries of maps by their names. Undefined of another keyword. */
export function heldPairs(holds: Applicator['holds'] | undefined, one: unknown, other: unknown): HeldPairs | undefined {
  if (one === undefined || other === undefined || holds === undefined) return undefined;
  if (holds === 'one') return { pairs: [[one, other]], isWhole: true };
  if (Array.isArray(one) && Array.isArray(other)) {
    const pairs = one.slice(0, other.length).map((each: unknown, at) => [each, other[at]] as const);
    return { pairs, isWhole: one.length === other.length };
  }
  if (!isObject(one) || !isObject(other)) return undefined;
  const names = Object.keys(one).filter((name) => Object.hasOwn(other, name));
  const isWhole = names.length === Object.keys(one).length && names.length === Object.keys(other).length;
  return { pairs: names.map((name) => [one[name], other[name]] as const), isWhole };
}
