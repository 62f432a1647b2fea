/** Stores things below the things that they belong to. A thing is found by its id in constant time. */

import type { JsonValue } from '../../src/json/value';
import type { Again } from '../engine/engine';

export interface StoredThing extends Again {
  /** The value. It is never changed, only replaced. */
  readonly value: JsonValue;
  /** Whether the thing is as the contract, or a state file, had it. */
  readonly isStart: boolean;
  /** Whether the thing is new, so that its collections below start empty. */
  readonly isNew: boolean;
}

/** A removed single thing. `instead` is shown in its place if no declared status says that it is gone. */
export interface Gone {
  readonly instead: JsonValue | undefined;
}

/** The things of one collection, in the order in which they were added. */
export interface Shelf {
  readonly things: Map<string, StoredThing>;
  /** The places below things, also below things that exist without being stored. */
  readonly below: Map<string, StorePlace>;
  /** The ids of removed things, if they have to be remembered, with the value that is shown if no status says that they are gone. */
  readonly gone: Map<string, JsonValue | undefined>;
  /** The last number that was used for an id. */
  last: number;
  /** How often the shelf was changed. */
  changes: number;
}

/** What is stored below one thing, or at the root. */
export interface StorePlace {
  /** The shelves by the path of their items. */
  readonly shelves: Map<string, Shelf>;
  /** The single things by their paths. */
  readonly singles: Map<string, StoredThing | Gone>;
  /** Whether the thing above is new, so that its shelves start empty. */
  readonly isNew: boolean;
}

/** How many things are stored at most. */
export const MOST_HELD = 250_000;
/** How large all things may be together, in characters of their JSON. */
export const LARGEST = 256 * 1024 * 1024;

/** How many removed things of a shelf are remembered. The oldest are forgotten first. */
const MOST_GONE = 100_000;

export interface ThingStore {
  readonly root: StorePlace;
  readonly count: () => number;
  /** Tells whether there is no room for more things. */
  readonly isFull: () => boolean;
  /** Returns the place below an id. If there is no room for one more, the place is not stored. */
  placeBelow(shelf: Shelf, id: string): StorePlace;
  /** Returns the shelf for a path of items. When it is first asked for, it is filled with the things of `start`. */
  shelfAt(place: StorePlace, item: string, start: () => Iterable<readonly [id: string, value: JsonValue]>): Shelf;
  /** @returns whether there was room for the thing. */
  put(shelf: Shelf, id: string, thing: StoredThing): boolean;
  putSingle(place: StorePlace, path: string, thing: StoredThing | Gone): boolean;
  /**
   * Removes a thing and everything below it.
   * @param remember whether to remember that it is gone.
   * @param instead the value that is shown in its place.
   */
  remove(shelf: Shelf, id: string, remember: boolean, instead?: JsonValue): void;
}

/** @param changed called when something is put or removed. */
export function createStore(changed: () => void): ThingStore {
  const root = newPlace(false);
  let count = 0;
  let size = 0;
  const isFull = () => count >= MOST_HELD || size >= LARGEST;
  const add = (thing: StoredThing | Gone | undefined, sign: 1 | -1) => {
    if (!thing || isGone(thing)) return;
    count += sign;
    size += sign * sizeOf(thing.value);
  };
  const forget = ({ shelves, singles }: StorePlace) => {
    for (const thing of singles.values()) add(thing, -1);
    for (const shelf of shelves.values()) {
      for (const thing of shelf.things.values()) add(thing, -1);
      for (const place of shelf.below.values()) forget(place);
      count -= shelf.below.size;
    }
  };
  return {
    root,
    count: () => count,
    isFull,
    placeBelow(shelf, id) {
      const existing = shelf.below.get(id);
      if (existing) return existing;
      const place = newPlace(shelf.things.get(id)?.isNew ?? false);
      if (isFull()) return place;
      shelf.below.set(id, place);
      count++;
      return place;
    },
    shelfAt(place, item, start) {
      const existing = place.shelves.get(item);
      if (existing) return existing;
      const shelf: Shelf = { things: new Map(), below: new Map(), gone: new Map(), last: 0, changes: 0 };
      if (!place.isNew) for (const [id, value] of start()) shelf.things.set(id, { value, isStart: true, isNew: false });
      if (isFull()) return shelf;
      for (const thing of shelf.things.values()) add(thing, 1);
      place.shelves.set(item, shelf);
      return shelf;
    },
    put(shelf, id, thing) {
      const before = shelf.things.get(id);
      if (!before && isFull()) return false;
      add(before, -1);
      add(thing, 1);
      shelf.things.set(id, thing);
      shelf.gone.delete(id);
      shelf.changes++;
      changed();
      return true;
    },
    putSingle(place, path, thing) {
      const before = place.singles.get(path);
      if (!before && !isGone(thing) && isFull()) return false;
      add(before, -1);
      add(thing, 1);
      place.singles.set(path, thing);
      changed();
      return true;
    },
    remove(shelf, id, remember, instead) {
      add(shelf.things.get(id), -1);
      shelf.things.delete(id);
      shelf.changes++;
      const place = shelf.below.get(id);
      if (place) {
        forget(place);
        shelf.below.delete(id);
        count--;
      }
      changed();
      if (!remember) return;
      shelf.gone.set(id, instead);
      if (shelf.gone.size > MOST_GONE) forgetOldestHalf(shelf.gone);
    },
  };
}

export function isGone(thing: StoredThing | Gone | undefined): thing is Gone {
  return thing !== undefined && 'instead' in thing;
}

function newPlace(isNew: boolean): StorePlace {
  return { shelves: new Map(), singles: new Map(), isNew };
}

/** Forgets many at once, since a Map finds its oldest entry slowly if many older ones were deleted one by one. */
function forgetOldestHalf(gone: Map<string, unknown>): void {
  let left = gone.size / 2;
  for (const id of gone.keys()) {
    if (left <= 0) return;
    gone.delete(id);
    left -= 1;
  }
}

/** Returns the approximate length of the JSON of a value, in characters. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, member] of Object.entries(value)) size += name.length + 4 + sizeOf(member as JsonValue);
  return size;
}
