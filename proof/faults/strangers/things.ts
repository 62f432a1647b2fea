/** The things in a store, with the owner of each, and what became of those of strangers. */

export type StrangerThing = Readonly<Record<string, unknown>>;

/** The owner of the strangers' things. KeptThings of a run belong to the name that it sends in `X-Run`. */
export const STRANGERS = 'strangers';

interface StrangerThings {
  readonly thing: StrangerThing;
  readonly owner: string;
}

/** The things of strangers before a run, by the path of a collection, and then by id. */
export type Before = Readonly<Record<string, Readonly<Record<string, StrangerThing>>>>;

export interface Store {
  /** Returns the things of a collection by their ids, in the order in which they were added. */
  in(collection: string): ReadonlyMap<string, StrangerThings>;
  at(item: string): StrangerThings | undefined;
  /** Keeps a thing. One that exists is changed, and keeps its owner. */
  set(item: string, thing: StrangerThing, owner: string): void;
  /** Changes a thing that exists, and makes it that of strangers. */
  give(item: string, thing: StrangerThing): void;
  /** Removes a thing and everything below it. */
  remove(item: string): void;
  /** Makes everything as it was at first, also the number of the next thing. */
  reset(): void;
  /** Returns the paths of all things of an owner. */
  of(owner: string): readonly string[];
  /** Returns the number of the next thing. */
  nextId(): string;
}

/** A request, as far as it says which one did something. */
export interface Doing {
  readonly method: string;
  /** The path and the query, as they were sent. */
  readonly asked: string;
}

/** What is known of a store from outside. */
export interface KeptThings {
  readonly store: Store;
  /** Says that the requests up to the next call do what happens from now on. */
  begin(doing: Doing): void;
  /** Returns the things of strangers that are no longer as they left them, and what runs did to one another, each with the request that did it. */
  harmed(): readonly string[];
  /** Returns the request in which a thing was made. */
  madeBy(item: string): Doing | undefined;
}

export function ofStrangers(store: Store, item: string, thing: StrangerThing): void {
  store.set(item, thing, STRANGERS);
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

const told = ({ method, asked }: Doing) => `${method} ${asked}`.trim();

const NUMBER_OF_FIRST = 1_000_001;

export function createThings(before: Before): KeptThings {
  const collections = new Map<string, Map<string, StrangerThings>>();
  /** The things of strangers as they were at the start. */
  const originals = new Map<string, string>();
  const makers = new Map<string, Doing>();
  /** Who changed or removed a thing last. */
  const changers = new Map<string, Doing>();
  /** What one run did to the things of another one. */
  const crossed: string[] = [];
  let doing: Doing = { method: '', asked: 'the start' };
  let next = NUMBER_OF_FIRST;
  const at = (item: string) => collections.get(parentOf(item))?.get(item.slice(item.lastIndexOf('/') + 1));
  const paths = () => [...collections].flatMap(([path, things]) => [...things.keys()].map((id) => `${path}/${id}`));
  const keep = (item: string, kept: StrangerThings) => {
    const collection = parentOf(item);
    const things = collections.get(collection) ?? new Map<string, StrangerThings>();
    things.set(item.slice(collection.length + 1), kept);
    collections.set(collection, things);
    changers.set(item, doing);
  };
  const store: Store = {
    in: (collection) => collections.get(collection) ?? new Map(),
    at,
    set(item, thing, owner) {
      const earlier = at(item);
      if (earlier && ![owner, STRANGERS].includes(earlier.owner))
        crossed.push(`${item} of ${earlier.owner} is changed by ${told(doing)} of ${owner}`);
      keep(item, { thing, owner: earlier?.owner ?? owner });
      if (earlier) return;
      makers.set(item, doing);
      if (owner === STRANGERS) originals.set(item, JSON.stringify(thing));
    },
    give(item, thing) {
      keep(item, { thing, owner: STRANGERS });
      originals.set(item, JSON.stringify(thing));
    },
    remove(item) {
      for (const path of paths()) {
        if (path !== item && !path.startsWith(`${item}/`)) continue;
        collections.get(parentOf(path))?.delete(path.slice(path.lastIndexOf('/') + 1));
        changers.set(path, doing);
      }
    },
    reset() {
      collections.clear();
      originals.clear();
      next = NUMBER_OF_FIRST;
      for (const [collection, things] of Object.entries(before)) {
        for (const [id, thing] of Object.entries(things)) store.set(`${collection}/${id}`, thing, STRANGERS);
      }
    },
    of: (owner) => paths().filter((path) => at(path)?.owner === owner),
    nextId: () => String(next++),
  };
  store.reset();
  const changer = (item: string) => told(changers.get(item) ?? doing);
  return {
    store,
    begin(request) {
      doing = request;
    },
    harmed() {
      const changed = [...originals].flatMap(([item, text]) => {
        const now = at(item)?.thing;
        if (now === undefined) return [`${item} is gone by ${changer(item)}`];
        if (JSON.stringify(now) === text) return [];
        return [`${item} is ${JSON.stringify(now)} by ${changer(item)}, and was ${text}`];
      });
      return [...changed, ...crossed];
    },
    madeBy: (item) => makers.get(item),
  };
}
