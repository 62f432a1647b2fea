/** Stores things below the things that they belong to. A thing is found by its id in constant time. */

import type { JsonValue } from '../../src/json/value';
import type { Thing } from '../../src/resources/things';
import type { Again } from '../engine/engine';

export interface StoredThing extends Again {
  /** The value. It is never changed, only replaced. */
  readonly value: JsonValue;
  /** The `Content-Type` of a file. The characters of its value are its bytes (Latin-1). */
  readonly file?: string;
  /** Whether the thing is as the contract, or a state file, had it. */
  readonly isStart: boolean;
  /** Whether the thing is new, so that its collections below start empty. */
  readonly isNew: boolean;
}

/** Stands for a single thing that was removed. */
export const SINGLE_GONE = { isGone: true } as const;
type Gone = typeof SINGLE_GONE;

/** The things of one collection, in the order in which they were added. */
export interface Shelf {
  readonly things: Map<string, StoredThing>;
  /** The places below things, also below things that exist without being stored. */
  readonly below: Map<string, StorePlace>;
  /** The ids of removed things, if they have to be remembered. */
  readonly gone: Set<string>;
  /** What things were made in, by their ids, where their own paths do not say that. */
  readonly within: Map<string, Thing>;
  /** The last number that was used for an id. */
  last: number;
  /** How often the shelf was changed. */
  changes: number;
  /** The id of the thing that stands at a path of its own, too, such as /me, once somebody has asked for it. */
  own: string | undefined;
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

/** Returns the things with which a shelf starts. */
type StartThings = () => Iterable<readonly [id: string, value: JsonValue]>;

/** Keeps things, and counts them, so that there is an end to what a mock keeps. */
export class ThingStore {
  readonly root = newPlace(false);
  /** The last number that was used for an id of things that lie in others, by the path of their items: no two of these have the same. */
  readonly numbers = new Map<string, number>();
  /** How many things and places there are. */
  private held = 0;
  /** How large all things are together, in characters of their JSON. */
  private size = 0;

  /** @param changed called when something is put or removed. */
  constructor(private readonly changed: () => void) {}

  count(): number {
    return this.held;
  }

  /** Tells whether there is no room for more things. */
  isFull(): boolean {
    return this.held >= MOST_HELD || this.size >= LARGEST;
  }

  /** Returns the place below an id. If there is no room for one more, the place is not stored. */
  placeBelow(shelf: Shelf, id: string): StorePlace {
    const existing = shelf.below.get(id);
    if (existing) return existing;
    const place = newPlace(shelf.things.get(id)?.isNew ?? false);
    if (this.isFull()) return place;
    shelf.below.set(id, place);
    this.held++;
    return place;
  }

  /** Returns the shelf for a path of items. When it is first asked for, it is filled with the things of `start`. */
  shelfAt(place: StorePlace, item: string, start: StartThings): Shelf {
    const existing = place.shelves.get(item);
    if (existing) return existing;
    const shelf: Shelf = {
      ...{ things: new Map(), below: new Map(), gone: new Set(), within: new Map() },
      ...{ last: 0, changes: 0, own: undefined },
    };
    if (!place.isNew) for (const [id, value] of start()) shelf.things.set(id, { value, isStart: true, isNew: false });
    if (this.isFull()) return shelf;
    for (const thing of shelf.things.values()) this.add(thing, 1);
    place.shelves.set(item, shelf);
    return shelf;
  }

  /** @returns whether there was room for the thing. */
  put(shelf: Shelf, id: string, thing: StoredThing): boolean {
    const before = shelf.things.get(id);
    if (!before && this.isFull()) return false;
    this.add(before, -1);
    this.add(thing, 1);
    shelf.things.set(id, thing);
    shelf.gone.delete(id);
    shelf.changes++;
    this.changed();
    return true;
  }

  putSingle(place: StorePlace, path: string, thing: StoredThing | Gone): boolean {
    const before = place.singles.get(path);
    if (!before && !isGone(thing) && this.isFull()) return false;
    this.add(before, -1);
    this.add(thing, 1);
    place.singles.set(path, thing);
    this.changed();
    return true;
  }

  /**
   * Removes a thing and everything below it.
   * @param remember whether to remember that it is gone.
   */
  remove(shelf: Shelf, id: string, remember: boolean): void {
    this.add(shelf.things.get(id), -1);
    shelf.things.delete(id);
    shelf.within.delete(id);
    shelf.changes++;
    const place = shelf.below.get(id);
    if (place) {
      this.forget(place);
      shelf.below.delete(id);
      this.held--;
    }
    this.changed();
    if (!remember) return;
    shelf.gone.add(id);
    if (shelf.gone.size > MOST_GONE) forgetOldestHalf(shelf.gone);
  }

  private add(thing: StoredThing | Gone | undefined, sign: 1 | -1): void {
    if (!thing || isGone(thing)) return;
    this.held += sign;
    this.size += sign * sizeOf(thing.value);
  }

  private forget({ shelves, singles }: StorePlace): void {
    for (const thing of singles.values()) this.add(thing, -1);
    for (const shelf of shelves.values()) {
      for (const thing of shelf.things.values()) this.add(thing, -1);
      for (const place of shelf.below.values()) this.forget(place);
      this.held -= shelf.below.size;
    }
  }
}

export function isGone(thing: StoredThing | Gone | undefined): thing is Gone {
  return thing !== undefined && 'isGone' in thing;
}

function newPlace(isNew: boolean): StorePlace {
  return { shelves: new Map(), singles: new Map(), isNew };
}

/** Forgets many at once, since a Set finds its oldest entry slowly if many older ones were deleted one by one. */
function forgetOldestHalf(gone: Set<string>): void {
  let left = gone.size / 2;
  for (const id of gone) {
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
