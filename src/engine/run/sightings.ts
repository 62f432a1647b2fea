/**
 * Which names answers have shown, and which requests to make something were answered with them, in the order of events. Names are told apart by
 * their place: the path of an item, and what it lies in.
 */

import type { Thing } from '../../resources/things';

/** Between the sending of a request and its answer, by a counter that goes on with every event. */
export interface Span {
  readonly sent: number;
  readonly answered: number;
}

export interface Sightings {
  /** The next event. */
  tick(): number;
  /** An answer that came in this span shows these. */
  show(things: Iterable<Thing>, span: Span): void;
  /** Whether an answer showed it that was there before an event. */
  hadShown(thing: Thing, before: number): boolean;
  /** The answer to a request to make something names it. @param number of the request. */
  name(thing: Thing, number: number, span: Span): void;
  /** Whether answers to several requests name it, with no removal of it in between. */
  isNamedTwice(thing: Thing): boolean;
  /** A request to remove it is sent. @returns to be called as it is answered. */
  removing(thing: Thing): (isDone: boolean) => void;
}

/** What is known of one name. */
interface Name {
  /** By the earliest answer that shows it. */
  shown?: Span;
  readonly named: { readonly number: number; readonly answered: number }[];
  readonly removals: { readonly sent: number; isDone: boolean | undefined; answered: number }[];
}

/** So many names are remembered at most; of a collection that large nothing is proven by its list. */
const MOST_NAMES = 200_000;

export function createSightings(): Sightings {
  const names = new Map<string, Name>();
  /** By the thing that was removed: what lay in it is gone as well. */
  const below = new Map<string, Set<string>>();
  let now = 0;
  const at = (thing: Thing): Name => {
    const key = thingKey(thing);
    const name = names.get(key) ?? { named: [], removals: [] };
    if (!names.has(key) && names.size < MOST_NAMES) {
      names.set(key, name);
      for (const above of thingsAbove(thing)) {
        const keys = below.get(thingKey(above)) ?? new Set<string>();
        below.set(thingKey(above), keys.add(key));
      }
    }
    return name;
  };
  return {
    tick: () => ++now,
    show(things, span) {
      for (const thing of things) {
        const name = at(thing);
        // A list that was asked for before a removal had been answered may still have what was removed.
        if (name.removals.some(({ isDone, answered }) => isDone !== false && span.sent < answered)) continue;
        if (!name.shown || span.answered < name.shown.answered) name.shown = span;
      }
    },
    hadShown: (thing, before) => (names.get(thingKey(thing))?.shown?.answered ?? Number.POSITIVE_INFINITY) < before,
    name(thing, number, { answered }) {
      const { named } = at(thing);
      if (!named.some((each) => each.number === number)) named.push({ number, answered });
    },
    isNamedTwice(thing) {
      const { named = [], removals = [] } = names.get(thingKey(thing)) ?? {};
      const gone = removals
        .filter(({ isDone }) => isDone !== false)
        .map(({ sent }) => ({ when: sent, isNamed: false }));
      const events = [...gone, ...named.map(({ answered }) => ({ when: answered, isNamed: true }))];
      events.sort((one, other) => one.when - other.when);
      let isThere = false;
      for (const { isNamed } of events) {
        if (isNamed && isThere) return true;
        isThere = isNamed;
      }
      return false;
    },
    removing(thing) {
      const name = at(thing);
      const removal: Name['removals'][number] = {
        sent: ++now,
        isDone: undefined,
        answered: Number.POSITIVE_INFINITY,
      };
      name.removals.push(removal);
      return (isDone) => {
        removal.isDone = isDone;
        removal.answered = ++now;
        if (!isDone) return;
        delete name.shown;
        for (const key of below.get(thingKey(thing)) ?? []) names.delete(key);
        below.delete(thingKey(thing));
      };
    },
  };
}

/** By which a thing is told from all others. */
export function thingKey({ item, ids }: Thing): string {
  return JSON.stringify([item, ids]);
}

/** What a thing lies in: `/beds/7` for `/beds/7/seedlings/3`. */
function thingsAbove({ item, ids }: Thing): Thing[] {
  const parts = item.split('{}');
  return ids
    .slice(0, -1)
    .map((_, at) => ({ item: `${parts.slice(0, at + 1).join('{}')}{}`, ids: ids.slice(0, at + 1) }));
}
