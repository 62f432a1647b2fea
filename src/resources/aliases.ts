/**
 * Finds paths that name the things of a kind in another way. `/variables/name/{name}` and `/variables/by-name/{name}` ask for an item of
 * `/variables` by its name. An inference only chooses inputs; no verdict depends on it.
 */

import { declaredSuccesses, type Operation } from '../contract/contract';
import { itemPath, namesIn } from '../routing/pathTemplate';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { viewOfThing } from './answers/views';
import type { Kind, Kinds } from './kinds';
import { namingMembers, singular } from './names';
import { plain } from './vocabulary/words';

/** The things that a path names, and the member by which it does. */
interface Alias {
  readonly kind: Kind;
  /** The name of the member, as `plain` gives it; undefined if the things have their usual name there. */
  readonly member: string | undefined;
}

/**
 * Returns what a parameter of a path names, if it is not the item of the collection right before it.
 * @param index the place of the parameter among those of the path.
 */
export function aliasAt({ path, safe }: Operation, index: number, kinds: Kinds): Alias | undefined {
  const item = itemPath(path, index);
  const parameter = namesIn(path)[index];
  if (item === undefined || parameter === undefined) return undefined;
  const same = kinds.at(item);
  if (same) return safe ? otherMember(same, plain(parameter)) : undefined;
  return byMember(item, plain(parameter), kinds) ?? (safe ? elsewhere(item, kinds) : undefined);
}

/** `/artifacts/{key}/latest` beside `/artifacts/{id}`, where artifacts have a key. */
function otherMember(kind: Kind, parameter: string): Alias | undefined {
  const members = membersOf(kind);
  const [usual = ''] = namingMembers(kind);
  const isOther = parameter !== usual && members.has(parameter) && members.has(usual);
  return isOther ? { kind, member: parameter } : undefined;
}

/** `/variables/name/{name}` and `/collections/by-id/{collection_id}`. */
function byMember(item: string, parameter: string, kinds: Kinds): Alias | undefined {
  const [, above = '', segment = ''] = /^(.+)\/([^/{}]+)\/\{\}$/.exec(item) ?? [];
  const kind = kinds.at(`${above}/{}`);
  if (!kind || kinds.items.some((each) => each.item === item && each.lister !== undefined)) return undefined;
  const member = plain(segment.replace(/^by[-_]?/i, ''));
  const [usual = ''] = namingMembers(kind);
  if (member === usual || (/^by/i.test(segment) && parameter === usual)) return { kind, member: undefined };
  const speaks = parameter === member || parameter === singular(kind.item) + member;
  return speaks && membersOf(kind).has(member) ? { kind, member } : undefined;
}

/** `/ui/orders/{id}` beside `/orders/{id}`, and `/v2/orders/{id}` beside `/v1/orders/{id}`, where nothing else is made or listed there. */
function elsewhere(item: string, kinds: Kinds): Alias | undefined {
  const segments = item.split('/');
  const own = kinds.items.find((each) => each.item === item);
  if (own?.lister) return undefined;
  const alike = byLastNames(kinds).get(segments.slice(-2).join('/')) ?? [];
  const same = alike.filter(
    (each) =>
      each.item.split('{}').length === item.split('{}').length &&
      (item.endsWith(each.item) || withoutVersion(item) === withoutVersion(each.item)),
  );
  const [kind, ...more] = same.length > 0 ? same : alike.filter((each) => isDeeper(each.item, item));
  return kind && more.length === 0 ? { kind, member: undefined } : undefined;
}

/** Tells whether an item lies in things of which another path says nothing: `/api/beds/{}/seedlings/{}` for `/api/seedlings/{}`. */
function isDeeper(deep: string, item: string): boolean {
  const [, before = '', collection = ''] = /^(.*)(\/[^/{}]+\/\{\})$/.exec(item) ?? [];
  return (
    !before.includes('{}') && deep.startsWith(`${before}/`) && deep.endsWith(collection) && /\{\}.*\{\}/.test(deep)
  );
}

/** `/api/v2/orders/{}` → `/api/orders/{}`. */
function withoutVersion(item: string): string {
  return item
    .split('/')
    .filter((segment) => !VERSION.test(segment))
    .join('/');
}

const VERSION = /^(v\d+([._]\d+)*((alpha|beta)\d*)?|\d+\.\d+)$/i;

const byLastNames = remembered(({ all }: Kinds) => groupBy(all, ({ item }) => item.split('/').slice(-2).join('/')));

/** Returns the declared members of the things of a kind, as `plain` gives them. */
const membersOf = remembered((kind: Kind): ReadonlySet<string> => {
  const shown = [kind.maker, kind.reader].flatMap((operation) => (operation ? declaredSuccesses(operation) : []));
  const media = shown.flatMap((each) => each.media);
  const names = media.flatMap((each) => [...(viewOfThing(kind, each)?.members.keys() ?? [])]);
  return new Set(names.map(plain));
});
