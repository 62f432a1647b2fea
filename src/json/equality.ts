/** Values compared as JSON Schema does: by what they are, objects whatever the order of their members. */

import { toDecimal, type WrittenNumbers } from './exactJson';
import { escapePointer } from './pointer';

type Members = Readonly<Record<string, unknown>>;

/** Integers that no double holds are bigints; a contract's own numbers are doubles, so that one and the other are compared as those. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'bigint' || typeof other === 'bigint')
    return typeof one !== typeof other && isNumeric(one) && isNumeric(other) && Number(one) === Number(other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => isEqual(each, other[at]))
    );
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual((one as Members)[name], (other as Members)[name]))
  );
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/**
 * The same text for values that are equal.
 * @param path where the value stands among those whose numbers were `written` in more digits than a double has.
 */
export function canonical(value: unknown, path = '', written?: WrittenNumbers): string {
  if (typeof value === 'number' && written) {
    const exact = toDecimal(written.get(path) ?? '');
    // As no other number is written here.
    if (exact) return `${exact.negative ? '-' : ''}${exact.digits}e${exact.scale}`;
  }
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(BigInt(value as number | bigint));
  if (Array.isArray(value)) return `[${value.map((item, at) => canonical(item, `${path}/${at}`, written)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, `${path}/${escapePointer(key)}`, written)}`).join()}}`;
}

/** @returns two items of a list that are equal; undefined where there are none. @param path as of {@link canonical}. */
export function sameItems(
  list: readonly unknown[],
  path = '',
  written?: WrittenNumbers,
): readonly [one: number, other: number] | undefined {
  const texts = new Map<string, number>();
  const scalars = new Map<unknown, number>();
  for (const [at, item] of list.entries()) {
    const isScalar = isPlain(item, written);
    const seen: Map<unknown, number> = isScalar ? scalars : texts;
    const key = isScalar ? item : canonical(item, `${path}/${at}`, written);
    const before = seen.get(key);
    if (before !== undefined) return [before, at];
    seen.set(key, at);
  }
  return undefined;
}

/** Whether it is equal to what JavaScript takes for the same alone; numbers may have been written in another way. */
function isPlain(value: unknown, written: WrittenNumbers | undefined): boolean {
  return typeof value === 'number' ? !written : typeof value !== 'object' && typeof value !== 'bigint';
}

/** Lists that are longer are looked up rather than looked through. */
const SHORT = 20;

interface Listed {
  readonly scalars: ReadonlySet<unknown>;
  readonly objects: readonly unknown[];
  readonly texts: ReadonlySet<string>;
}

const known = new WeakMap<readonly unknown[], Listed>();

/** Whether a value is one of a list, however long that is. */
export function isListed(list: readonly unknown[], value: unknown): boolean {
  if (list.length <= SHORT) return list.some((each) => isEqual(each, value));
  const { scalars, objects, texts } = known.get(list) ?? lookUp(list);
  if (typeof value === 'bigint') return scalars.has(Number(value));
  if (typeof value !== 'object' || value === null) return scalars.has(value);
  return texts.has(canonical(value)) || (objects.length <= SHORT && objects.some((each) => isEqual(each, value)));
}

function lookUp(list: readonly unknown[]): Listed {
  const objects = list.filter((each) => typeof each === 'object' && each !== null);
  const made = { scalars: new Set(list), objects, texts: new Set(objects.map((each) => canonical(each))) };
  known.set(list, made);
  return made;
}
