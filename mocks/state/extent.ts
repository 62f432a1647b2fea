/** Measures how large and how deep JSON is. The state keeps what clients send or patch only within limits. */

import type { JsonValue } from '../../src/json/value';

/** How many levels a stored value may nest, since functions read it by recursion. */
const DEEPEST_KEPT = 500;

/** How large a patch may make a document, in characters of its JSON. A request body has the same limit. */
const LARGEST_PATCHED = 10 * 1024 * 1024;

/** How many members and items one patch may copy, since each of its steps copies all lists and objects on the path that it changes. */
const MOST_COPIED = 5_000_000;

/** Says that a patch made a document too large to be kept. */
export class PatchTooLarge extends Error {}

interface Extent {
  /** The approximate size, in characters of JSON. */
  readonly size: number;
  /** The number of levels below the value; 0 for a value without members or items. */
  readonly depth: number;
}

/** Tells whether a value nests too deep to be kept. It uses no recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_KEPT) return true;
    const next: unknown[] = [];
    for (const node of level)
      if (typeof node === 'object' && node !== null) for (const inner of Object.values(node)) next.push(inner);
    level = next;
  }
  return false;
}

/**
 * Returns a function that measures a document after each step of a patch. It remembers the parts that a step did not touch. So it can
 * measure the result of many steps `copy /a /a/-`, each of which doubles the document, without writing it out.
 * @throws PatchTooLarge (the function) if the document is too large or too deep to be kept.
 */
export function createGrowthLimit(): (document: JsonValue) => void {
  const extents = new WeakMap<object, Extent>();
  let copied = 0;
  const extentOf = (value: JsonValue): Extent => {
    if (typeof value !== 'object' || value === null)
      return { size: typeof value === 'string' ? value.length + 2 : 8, depth: 0 };
    const before = extents.get(value);
    if (before) return before;
    let size = 2;
    let depth = 0;
    for (const [name, inner] of Object.entries(value)) {
      const extent = extentOf(inner as JsonValue);
      size += extent.size + (Array.isArray(value) ? 1 : name.length + 4);
      depth = Math.max(depth, extent.depth + 1);
      copied++;
    }
    extents.set(value, { size, depth });
    return { size, depth };
  };
  return (document) => {
    const { size, depth } = extentOf(document);
    if (size > LARGEST_PATCHED)
      throw new PatchTooLarge(`what the patch makes is larger than ${LARGEST_PATCHED >> 20} MB, and is not kept`);
    if (depth > DEEPEST_KEPT) throw new PatchTooLarge(`what the patch makes nests deeper than ${DEEPEST_KEPT} levels`);
    if (copied > MOST_COPIED) throw new PatchTooLarge('the patch has too many steps for a document of this size');
  };
}
