/** Says how the things of a kind go away: by an operation that removes them, or together with the thing in which they lie. */

import { type Items, type Kind, type Kinds, pathKey } from './kinds';

/**
 * Returns the things in which those of a kind lie, and with which they go away, where no operation removes them alone: a claim of
 * `POST /claims/{}/documents`. Something shows them there, so that it can be seen whether they are gone. What has a path of its own, as
 * `/documents/{}`, may stand by itself.
 */
export function goesWith({ item, maker, remover, reader, lister, nests }: Kind, kinds: Kinds): Kind | undefined {
  const [, collection, holder] = /^((.+\/\{\})\/[^/{}]+)\/\{\}$/.exec(item) ?? [];
  if (holder === undefined || remover || nests || !(reader ?? lister)) return undefined;
  return maker.method === 'POST' && pathKey(maker.path) === collection ? kinds.at(holder) : undefined;
}

/** Tells whether the things of a kind can be removed, alone or with what they lie in. */
export function isRemovable(items: Items, kinds: Kinds): boolean {
  if (items.remover) return true;
  const kind = kinds.at(items.item);
  const holder = kind && goesWith(kind, kinds);
  return holder !== undefined && isRemovable(holder, kinds);
}
