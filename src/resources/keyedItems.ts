/** Finds the items of a collection that are named by several parameters: `/rules/{ip}/{host}`, which `POST /rules` makes. */

import type { Operation } from '../contract/contract';
import { namesIn } from '../routing/pathTemplate';
import { type Items, type Kinds, pathKey } from './kinds';
import { placesIn } from './things';
import { plain } from './vocabulary/words';

/** Items with several names, and the names, as `plain` gives them. */
interface KeyedItems {
  readonly kind: Items;
  readonly keys: readonly string[];
}

/** Returns those that the POST on a collection may make, if they can be removed. */
export function keyedItemsOf(
  kinds: Kinds,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): KeyedItems | undefined {
  if (method !== 'POST') return undefined;
  const collection = pathKey(path);
  const kind = kinds.items.find(
    ({ item, remover }) =>
      remover && item.startsWith(`${collection}/`) && /^(\/\{\}){2,}$/.test(item.slice(collection.length)),
  );
  if (!kind?.remover) return undefined;
  return { kind, keys: namesIn(kind.remover.path).slice(placesIn(collection)).map(plain) };
}
