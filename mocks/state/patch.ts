/**
 * How each kind of patch is applied to a value: a merge patch (RFC 7396), and a JSON Patch (RFC 6902), as a whole or not at all. Which kind a body
 * is, and what null means in it, `patchedBy` in `collectionActs.ts` decides.
 */

import { isEqual } from '../../src/contract/schema/evaluate';
import { pointerTokens } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { createGrowthLimit } from './extent';

/** Applies a merge patch (RFC 7396 §2). */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** How many operations one patch may have. */
const MOST_OPERATIONS = 1000;

/**
 * Applies a JSON Patch (RFC 6902).
 * @returns undefined if it cannot be applied: a path does not exist, a test fails, or the value is no patch.
 * @throws PatchTooLarge if the document becomes too large after one of the operations.
 */
export function jsonPatch(target: JsonValue, patch: JsonValue): JsonValue | undefined {
  if (!Array.isArray(patch) || patch.length > MOST_OPERATIONS) return undefined;
  let value: JsonValue | undefined = target;
  const limit = createGrowthLimit();
  for (const step of patch as readonly JsonValue[]) {
    if (!isObject(step) || value === undefined) return undefined;
    value = applied(value, step);
    if (value !== undefined) limit(value);
  }
  return value;
}

function applied(
  target: JsonValue,
  { op, path, from, value }: { readonly [name: string]: JsonValue },
): JsonValue | undefined {
  if (typeof path !== 'string') return undefined;
  const to = pointerTokens(path);
  const source = typeof from === 'string' ? pointerTokens(from) : undefined;
  const there = at(target, to);
  switch (op) {
    case 'add':
      return value === undefined ? undefined : changed(target, to, 'add', value);
    case 'replace':
      return value === undefined || there === undefined ? undefined : changed(target, to, 'replace', value);
    case 'remove':
      return there === undefined ? undefined : changed(target, to, 'remove', null);
    case 'test':
      return there !== undefined && value !== undefined && isEqual(there, value) ? target : undefined;
    case 'copy':
    case 'move': {
      const moved = source && at(target, source);
      if (moved === undefined || !source) return undefined;
      const without = op === 'move' ? changed(target, source, 'remove', null) : target;
      return without === undefined ? undefined : changed(without, to, 'add', moved);
    }
    default:
      return undefined;
  }
}

function at(target: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = target;
  for (const token of tokens) {
    if (Array.isArray(current))
      current = /^(0|[1-9]\d*)$/.test(token) ? (current as readonly JsonValue[])[Number(token)] : undefined;
    else current = isObject(current) && Object.hasOwn(current, token) ? current[token] : undefined;
  }
  return current;
}

function changed(
  target: JsonValue,
  [token, ...more]: readonly string[],
  how: 'add' | 'replace' | 'remove',
  value: JsonValue,
): JsonValue | undefined {
  if (token === undefined) return how === 'remove' ? undefined : value;
  if (Array.isArray(target)) {
    const list = [...(target as readonly JsonValue[])];
    const index = token === '-' && how === 'add' ? list.length : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
    if (index < 0 || index > list.length || (index === list.length && (how !== 'add' || more.length > 0)))
      return undefined;
    if (more.length > 0) {
      const inner = changed(list[index] as JsonValue, more, how, value);
      if (inner === undefined) return undefined;
      list[index] = inner;
    } else list.splice(index, how === 'add' ? 0 : 1, ...(how === 'remove' ? [] : [value]));
    return list;
  }
  if (!isObject(target)) return undefined;
  const object = new Map(Object.entries(target));
  const own = object.get(token);
  const inner = more.length === 0 ? value : own === undefined ? undefined : changed(own, more, how, value);
  if (inner === undefined) return undefined;
  if (more.length === 0 && how === 'remove') object.delete(token);
  else object.set(token, inner);
  return Object.fromEntries(object);
}
