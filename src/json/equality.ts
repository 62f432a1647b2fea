/** Compares values as JSON Schema does: objects are equal whatever the order of their members. */

import { remembered } from '../support/caching';
import { toDecimal, type WrittenNumbers } from './exactJson';
import { escapePointer } from './pointer';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns whether two values are equal. Integers that do not fit a double are bigints, but numbers of a contract are
 * doubles, so a bigint and a double are compared as doubles.
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === 'bigint' || typeof right === 'bigint')
    return typeof left !== typeof right && isNumeric(left) && isNumeric(right) && Number(left) === Number(right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => isEqual(item, right[at]))
    );
  }
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual((left as Members)[name], (right as Members)[name]))
  );
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/**
 * Returns a text that is the same for equal values.
 * @param path where the value stands in the document that `written` belongs to.
 * @param written the texts of the numbers that have more digits than a double.
 */
export function canonical(value: unknown, path = '', written?: WrittenNumbers): string {
  if (typeof value === 'number' && written) {
    const exact = toDecimal(written.get(path) ?? '');
    // This cannot be confused with another number, because no other number is written in this form.
    if (exact) return `${exact.negative ? '-' : ''}${exact.digits}e${exact.scale}`;
  }
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(BigInt(value as number | bigint));
  if (Array.isArray(value)) return `[${value.map((item, at) => canonical(item, `${path}/${at}`, written)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, `${path}/${escapePointer(key)}`, written)}`).join()}}`;
}

/**
 * Finds two equal items of a list.
 * @param path as for {@link canonical}.
 * @returns their indices; undefined if all items differ.
 */
export function sameItems(
  list: readonly unknown[],
  path = '',
  written?: WrittenNumbers,
): readonly [first: number, second: number] | undefined {
  const texts = new Map<string, number>();
  const scalars = new Map<unknown, number>();
  for (const [at, item] of list.entries()) {
    const isScalar = isPlain(item, written);
    const seen: Map<unknown, number> = isScalar ? scalars : texts;
    const key = isScalar ? item : canonical(item, `${path}/${at}`, written);
    const earlier = seen.get(key);
    if (earlier !== undefined) return [earlier, at];
    seen.set(key, at);
  }
  return undefined;
}

/**
 * Returns whether the value can be a key of a Map: then only equal values are the same key. Numbers with their own
 * texts are not, as one number may be written in several ways.
 */
function isPlain(value: unknown, written: WrittenNumbers | undefined): boolean {
  return typeof value === 'number' ? !written : typeof value !== 'object' && typeof value !== 'bigint';
}

/** Longer lists are searched through an index. */
const SHORT = 20;

interface Listed {
  readonly scalars: ReadonlySet<unknown>;
  readonly objects: readonly unknown[];
  readonly texts: ReadonlySet<string>;
}

/** Returns whether a list contains a value, also quickly for long lists. */
export function isListed(list: readonly unknown[], value: unknown): boolean {
  if (list.length <= SHORT)
    return typeof value === 'string' ? list.includes(value) : list.some((item) => isEqual(item, value));
  const { scalars, objects, texts } = listed(list);
  if (typeof value === 'bigint') return scalars.has(Number(value));
  if (typeof value !== 'object' || value === null) return scalars.has(value);
  return texts.has(canonical(value)) || (objects.length <= SHORT && objects.some((item) => isEqual(item, value)));
}

const listed = remembered((list: readonly unknown[]): Listed => {
  const objects = list.filter((item) => typeof item === 'object' && item !== null);
  return { scalars: new Set(list), objects, texts: new Set(objects.map((object) => canonical(object))) };
});
