/** How large and how deep JSON is: what a client sends or makes by patches is kept only within bounds. */

import type { JsonValue } from '../../src/json/value';

/** How deep a value may nest that is kept: whatever reads it does so by recursion. */
export const DEEPEST_KEPT = 500;

/** How large a document may become by a patch, in characters of its JSON: as large as a body that is taken. */
const LARGEST_PATCHED = 10 * 1024 * 1024;

/** How many members and items one patch may copy, since each step copies all lists and objects on its way. */
const MOST_COPIED = 5_000_000;

/** A document grew beyond what is kept while it was patched. */
export class PatchTooLarge extends Error {}

interface Extent {
  /** In characters of JSON, about. */
  readonly size: number;
  /** 0 for what holds nothing. */
  readonly depth: number;
}

/** Whether a value nests deeper than anything that is kept. It is told without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_KEPT) return true;
    const next: unknown[] = [];
    for (const each of level)
      if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) next.push(inner);
    level = next;
  }
  return false;
}

/**
 * Returns what looks at a document after each step of a patch. Parts that a step did not touch are known from before, so that
 * `copy /a /a/-`, which doubles what it copies, is measured without being written out.
 * @throws PatchTooLarge where the document is too large or too deep to be kept.
 */
export function createGrowthLimit(): (document: JsonValue) => void {
  const known = new WeakMap<object, Extent>();
  let copied = 0;
  const extentOf = (value: JsonValue): Extent => {
    if (typeof value !== 'object' || value === null)
      return { size: typeof value === 'string' ? value.length + 2 : 8, depth: 0 };
    const before = known.get(value);
    if (before) return before;
    let size = 2;
    let depth = 0;
    for (const [name, inner] of Object.entries(value)) {
      const extent = extentOf(inner as JsonValue);
      size += extent.size + (Array.isArray(value) ? 1 : name.length + 4);
      depth = Math.max(depth, extent.depth + 1);
      copied++;
    }
    known.set(value, { size, depth });
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
