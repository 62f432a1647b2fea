/** The items that an answer lists, and what tells one from another. */

import type { Exchange } from '../../src/engine/model/exchange';
import { valueAt } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { listIn } from '../../src/resources/wrappers';

/** Returns what an answer lists; undefined if it is no list, or was not read. */
export function itemsIn({ content, case: each }: Exchange): readonly unknown[] | undefined {
  const shown = content?.shown;
  const pointer = listIn(shown, { item: `${each.request.operation.path}/{}` });
  const items = pointer === undefined ? undefined : valueAt(shown, pointer);
  return Array.isArray(items) ? (items as readonly unknown[]) : undefined;
}

/**
 * Returns what tells the items of a list from each other: an id, or all that they show. For example, [{ id: 7, name: "a" }, { id: 8, name: "a" }]
 * → the id.
 * @returns undefined where items may be alike.
 */
export function tellerOf(list: Exchange): ((item: unknown) => string) | undefined {
  const items = itemsIn(list);
  if (!items) return undefined;
  const [first] = items;
  // Another id may be that of something else: `ownerId`.
  const names = isObject(first) ? Object.keys(first).filter(isBareId) : [];
  const byId = names.map((name) => (item: unknown) => JSON.stringify(isObject(item) ? item[name] : item) ?? '');
  const isTold = (keyOf: (item: unknown) => string) => {
    const keys = items.map(keyOf);
    return new Set(keys).size === keys.length && keys.every((key) => key !== '' && key !== 'null' && isExact(key));
  };
  return [...byId, (item: unknown) => JSON.stringify(item) ?? ''].find(isTold);
}

/** A whole number with more digits than a double has may stand for several. */
function isExact(key: string): boolean {
  return !/^-?\d+$/.test(key) || Number.isSafeInteger(Number(key));
}
