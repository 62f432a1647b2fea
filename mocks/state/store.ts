/** What is held: things below the things that they belong to. Whatever is looked for by its id is found at once, however many there are. */

import type { JsonValue } from '../../src/json/value';
import type { Again } from '../engine/engine';

export interface StoredThing extends Again {
  /** Never changed, only replaced. */
  readonly value: JsonValue;
  /** Whether it is as the contract, or a file, had it. */
  readonly isStart: boolean;
  /** Whether nothing lies below it but what was put there. */
  readonly isNew: boolean;
}

/** What was removed, and what is shown in its place where nothing can say that it is gone. */
export interface Gone {
  readonly instead: JsonValue | undefined;
}

/** The things of one collection, in the order in which they came. */
export interface Shelf {
  readonly things: Map<string, StoredThing>;
  /** What lies below them, and below what is there without being held. */
  readonly below: Map<string, StorePlace>;
  /** What was removed where that has to be known, and what is shown in its place where nothing can say that it is gone. */
  readonly gone: Map<string, JsonValue | undefined>;
  /** The number that was last given out. */
  last: number;
  /** How often it was changed. */
  changes: number;
}

/** What lies below one thing, or below none. */
export interface StorePlace {
  /** By the path of their items. */
  readonly shelves: Map<string, Shelf>;
  /** By their paths. */
  readonly singles: Map<string, StoredThing | Gone>;
  /** Whether it was made here, so that nothing lies below it yet. */
  readonly isNew: boolean;
}

/** The most things that are held at once. */
export const MOST_HELD = 250_000;
/** The most that they may take together, in characters of their JSON. */
export const LARGEST = 256 * 1024 * 1024;

/** Of what was removed, the oldest is forgotten first. */
const MOST_GONE = 100_000;

export interface ThingStore {
  readonly root: StorePlace;
  readonly count: () => number;
  /** Whether nothing more is taken in. */
  readonly isFull: () => boolean;
  /** The place below an id; of its own, and nowhere, where there is no room for one more. */
  placeBelow(shelf: Shelf, id: string): StorePlace;
  /** The shelf for a path of items, filled with what it starts with when it is first asked for. */
  shelfAt(place: StorePlace, item: string, start: () => Iterable<readonly [id: string, value: JsonValue]>): Shelf;
  /** @returns whether there was room for it. */
  put(shelf: Shelf, id: string, thing: StoredThing): boolean;
  putSingle(place: StorePlace, path: string, thing: StoredThing | Gone): boolean;
  /**
   * Removes a thing with all that lies below it.
   * @param remember whether it is to be known that it is gone.
   * @param instead what is shown in its place.
   */
  remove(shelf: Shelf, id: string, remember: boolean, instead?: JsonValue): void;
}

/** @param changed told when something is put or removed. */
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
      const known = shelf.below.get(id);
      if (known) return known;
      const place = newPlace(shelf.things.get(id)?.isNew ?? false);
      if (isFull()) return place;
      shelf.below.set(id, place);
      count++;
      return place;
    },
    shelfAt(place, item, start) {
      const known = place.shelves.get(item);
      if (known) return known;
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

/** Many at once: to find the oldest, a map steps over every one that was forgotten since it was last put in order. */
function forgetOldestHalf(gone: Map<string, unknown>): void {
  let left = gone.size / 2;
  for (const id of gone.keys()) {
    if (left <= 0) return;
    gone.delete(id);
    left -= 1;
  }
}

/** About how long the JSON of a value is, in characters. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, each] of Object.entries(value)) size += name.length + 4 + sizeOf(each as JsonValue);
  return size;
}
