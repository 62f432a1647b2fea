/** Path items, which may be in several pieces. */

import type { Files } from './files';
import { type DocumentPlace, found, referenceIn } from './reference';

/**
 * A path item and those that it refers to. What stands beside its `$ref` holds, too; where both say something, the standard leaves it
 * open, and the nearest is taken. A reference that is broken is told by whoever checks the contract.
 */
export function pathItems(item: DocumentPlace, files: Files): DocumentPlace[] {
  const items = [item];
  const seen = new Set([item.value]);
  for (let ref = referenceIn(item.value); ref !== undefined; ref = referenceIn(items.at(-1)?.value)) {
    const next = found(ref, items.at(-1) ?? item, files);
    if (!next || seen.has(next.value)) break;
    items.push(next);
    seen.add(next.value);
  }
  return items;
}
