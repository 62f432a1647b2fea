/** Saves and restores the state as a value that a person can write: things by the path of their list, or by their own path. */

import { isObject, type JsonValue } from '../../src/json/value';
import { namesIn } from '../../src/routing/pathTemplate';
import { UsageError } from '../../src/support/errors';
import type { Collection, Single } from './collections';
import type { ContractKnowledge } from './knowledge';
import { isGone, SINGLE_GONE, type StorePlace, type ThingStore } from './store';
import type { Understanding } from './understand';
import { idIn, withId } from './values';

/**
 * `{ "/users": [{ "id": 7 }], "/users/7/plants": { "fern": {} }, "/settings": {}, "/logs/3": null }`. A collection is a list of things that
 * show their ids, or an object of things by their ids. A single thing stands at its path, and null stands for a removed thing.
 */
export type Saved = { readonly [path: string]: JsonValue };

type Learn = (of: Collection) => Promise<ContractKnowledge>;

/** Returns the state as a value. @param most how many things of each collection it has at most. */
export async function saved(
  { collections, singles }: Understanding,
  learn: Learn,
  store: ThingStore,
  most = Number.POSITIVE_INFINITY,
): Promise<Saved> {
  const byItem = new Map(collections.map((of) => [of.item, of]));
  const all: (readonly [path: string, value: JsonValue])[] = [];
  const visit = async (place: StorePlace, ids: readonly string[]): Promise<void> => {
    for (const { path } of singles) {
      const thing = place.singles.get(path);
      // A state file holds JSON, and so no files.
      const isFile = thing !== undefined && !isGone(thing) && thing.file !== undefined;
      if (thing !== undefined && !isFile) all.push([concrete(path, ids), isGone(thing) ? null : thing.value]);
    }
    for (const [item, shelf] of place.shelves) {
      const of = byItem.get(item);
      if (of) {
        const { filling } = await learn(of);
        const things = [...shelf.things].slice(0, most).map(([id, { value }]) => [id, value] as const);
        const isListed = filling && things.every(([id, value]) => idIn(filling.view, value) === id);
        const path = concrete(of.path, ids);
        all.push([path, isListed || !of.isNamed ? things.map(([, value]) => value) : Object.fromEntries(things)]);
        for (const id of of.isClosed ? [] : [...shelf.gone.keys()].slice(0, most))
          all.push([`${path}/${encodeURIComponent(id)}`, null]);
      }
      for (const [id, below] of shelf.below) await visit(below, [...ids, id]);
    }
  };
  await visit(store.root, []);
  return Object.fromEntries(all);
}

/** Puts ids into a path: /users/{}/plants, [7] → /users/7/plants. */
function concrete(path: string, ids: readonly string[]): string {
  let at = 0;
  return path.replace(/\{\}/g, () => encodeURIComponent(ids[at++] ?? ''));
}

/**
 * Replaces the things that the contract has by those that were saved. Below a restored thing, only things exist that were saved.
 * @param isLenient whether to ignore paths that the contract does not have.
 * @throws UsageError if the contract does not have a path, or its parameter does not take an id.
 */
export async function restore(
  what: Saved,
  { collections, singles }: Understanding,
  learn: Learn,
  store: ThingStore,
  isLenient: boolean,
): Promise<void> {
  // A thing is restored before the things below it.
  const entries = Object.entries(what).sort(([one], [other]) => one.split('/').length - other.split('/').length);
  for (const [path, value] of entries) {
    const collection = collections.flatMap((of) => matched(of.path, path, of) ?? [])[0];
    const single = singles.flatMap((of) => matched(of.path, path, of) ?? [])[0];
    const item = collections.flatMap((of) => (of.isNamed ? (matched(of.item, path, of) ?? []) : []))[0];
    const place = (ids: readonly string[], of: Collection | Single) => placeAt(of.path, ids, store);
    if (collection && typeof value === 'object' && value !== null)
      await fill(place(collection.ids, collection.of), collection.of, value, await learn(collection.of), store, path);
    else if (item && value === null) {
      const [id = ''] = item.ids.slice(-1);
      const shelf = store.shelfAt(place(item.ids.slice(0, -1), item.of), item.of.item, () => []);
      store.remove(shelf, id, true);
    } else if (single) {
      const thing = value === null ? SINGLE_GONE : { value, isStart: true, isNew: false };
      store.putSingle(place(single.ids, single.of), single.of.path, thing);
    } else if (!isLenient) throw new UsageError(noPlace(path, collections, singles));
  }
}

function noPlace(path: string, collections: readonly Collection[], singles: readonly Single[]): string {
  const paths = [...collections, ...singles].map(({ template }) => template);
  const shown = paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ', …' : '');
  return `The state has "${path}", where the contract keeps nothing. ${paths.length === 0 ? 'It keeps nothing anywhere.' : `It keeps things at ${shown}.`}`;
}

const MOST_NAMED = 20;

interface Matched<T> {
  readonly of: T;
  readonly ids: readonly string[];
}

function matched<T>(template: string, path: string, of: T): Matched<T> | undefined {
  const [wanted, own] = [template.split('/'), path.replace(/(.)\/$/, '$1').split('/')];
  if (wanted.length !== own.length || !wanted.every((part, at) => part === '{}' || part === own[at])) return undefined;
  try {
    return { of, ids: own.filter((_, at) => wanted[at] === '{}').map(decodeURIComponent) };
  } catch {
    return undefined;
  }
}

function placeAt(path: string, ids: readonly string[], store: ThingStore): StorePlace {
  let place = store.root;
  let item = '';
  let at = 0;
  for (const part of path.split('/').slice(1)) {
    item += `/${part}`;
    if (part !== '{}') continue;
    place = store.placeBelow(
      store.shelfAt(place, item, () => []),
      ids[at++] ?? '',
    );
  }
  return place;
}

async function fill(
  place: StorePlace,
  of: Collection,
  value: JsonValue,
  { filling, ids }: ContractKnowledge,
  store: ThingStore,
  path: string,
): Promise<void> {
  const shelf = store.shelfAt(place, of.item, () => []);
  shelf.things.clear();
  const things = Array.isArray(value)
    ? value.map((each: JsonValue) => [undefined, each] as const)
    : Object.entries(value as object);
  for (const [key, thing] of things as (readonly [string | undefined, JsonValue])[]) {
    if (filling?.view.isObject && !isObject(thing))
      throw new UsageError(
        `The state has ${JSON.stringify(thing)?.slice(0, 40)} at "${path}", where there are objects.`,
      );
    const id = key ?? (filling && idIn(filling.view, thing)) ?? ids.fresh(shelf);
    if (id === undefined || !of.parameter.accepts(id))
      throw new UsageError(
        `The state has the id ${id} at "${path}", which "${namesIn(of.template).at(-1) ?? of.parameter.name}" does not take.`,
      );
    store.put(shelf, id, { value: filling ? withId(filling.view, thing, id) : thing, isStart: true, isNew: true });
  }
}
