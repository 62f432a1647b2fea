/** Path items, which may consist of several pieces. */

import type { Files } from './files';
import { type DocumentPlace, found, referenceIn } from './reference';

/**
 * Returns a path item and those that it refers to. What stands beside its `$ref` applies as well. If both define the
 * same thing, the standard does not say which applies, and callers take the nearest. The check of the contract reports
 * broken references.
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
