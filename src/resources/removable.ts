/** Says how the things of a kind go away: by an operation that removes them, or together with the thing in which they lie. */

import { type Items, type Kind, type Kinds, pathKey } from './kinds';
import { nestAt } from './nests';

/**
 * Returns the things in which those of a kind lie, and with which they go away, where no operation removes them alone: a claim of
 * `POST /claims/{}/documents`. Something shows them, so that it can be seen whether they are gone. That is also so of what has a path of its own, as
 * `/documents/{}`, though some services keep that.
 */
export function goesWith({ item, maker, remover, reader, lister, nests }: Kind, kinds: Kinds): Kind | undefined {
  if (remover || maker.method !== 'POST' || !(reader ?? lister)) return undefined;
  const nest = nestAt({ nests: nests ?? [] }, maker);
  if (nest) return kinds.at(nest.around);
  const [, collection, holder = ''] = /^((.+\/\{\})\/[^/{}]+)\/\{\}$/.exec(item) ?? [];
  return !nests && pathKey(maker.path) === collection ? kinds.at(holder) : undefined;
}

/** Tells whether the things of a kind can be removed, alone or with what they lie in. */
export function isRemovable(items: Items, kinds: Kinds): boolean {
  if (items.remover) return true;
  const kind = kinds.at(items.item);
  const holder = kind && goesWith(kind, kinds);
  return holder !== undefined && isRemovable(holder, kinds);
}
