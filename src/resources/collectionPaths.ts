/** Finds the paths at which the things of a kind are made and listed: the collection of an item, and its plural. */

import type { Operation } from '../contract/contract';
import { remembered } from '../support/caching';
import { singularOf } from './names';
import { plain } from './vocabulary/words';

/** The operations of a contract by their paths without names, and by their methods. */
type ByPath = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** A GET that removes something shows nothing. */
export function reading(operation: Operation | undefined): Operation | undefined {
  return operation?.safe ? operation : undefined;
}

/**
 * Returns the path of the collection of an item; where there is none, that of the same name in the plural: `/silence/{}` → `/silences`.
 */
export function collectionAt(item: string, byPath: ByPath): string | undefined {
  const collection = collectionOf(item);
  if (collection === undefined || byPath.has(collection)) return collection;
  const [, around = '', name = ''] = LAST_NAME.exec(collection) ?? [];
  return (name === '' ? undefined : inSingular(byPath).get(around + plain(name))) ?? collection;
}

/**
 * Returns the GET on a collection; where there is none, that on the same name in the plural, at which nothing else is made or found: `GET /tags`
 * beside `POST /tag` and `/tag/{id}`.
 */
export function listerAt(collection: string, byPath: ByPath): Operation | undefined {
  const own = byPath.get(collection);
  if (!own || own.has('GET')) return reading(own?.get('GET'));
  const [, around = '', name = ''] = LAST_NAME.exec(collection) ?? [];
  const plural = inSingular(byPath).get(around + plain(name)) ?? collection;
  const isListAlone = byPath.get(plural)?.size === 1 && !byPath.has(`${plural}/{}`);
  return isListAlone ? reading(byPath.get(plural)?.get('GET')) : undefined;
}

/** What precedes the last name of a path, and that name. */
export const LAST_NAME = /^(.*\/)([^/{}]+)$/;

/** The paths that end in a name, by the same with that name in the singular; of those that are the same then, the first in the plural. */
const inSingular = remembered((byPath: ByPath): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>();
  for (const path of byPath.keys()) {
    const [, around = '', name] = LAST_NAME.exec(path) ?? [];
    const key = name === undefined ? undefined : around + singularOf(name);
    const before = key === undefined ? undefined : paths.get(key);
    const isFirst =
      before === undefined ||
      (around + plain(before.slice(around.length)) === key && around + plain(name ?? '') !== key);
    if (key !== undefined && isFirst) paths.set(key, path);
  }
  return paths;
});

/** Returns the path of the collection: `/users/{}/plants/{}` → `/users/{}/plants`. */
function collectionOf(item: string): string | undefined {
  return /^(.+)\/\{\}$/.exec(item)?.[1];
}
