/**
 * Which names answers have shown, and which requests to make something were answered with them, in the order of events. Names are told apart by
 * their place: the path of an item, and what it lies in.
 */

import { type Thing, thingsAbove } from '../../resources/things';

/** Between the sending of a request and its answer, by a counter that goes on with every event. */
export interface Span {
  readonly sent: number;
  readonly answered: number;
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

export class Sightings {
  private readonly names = new Map<string, Name>();
  /** By the thing that was removed: what lay in it is gone as well. */
  private readonly below = new Map<string, Set<string>>();
  private now = 0;

  /** The next event. */
  tick(): number {
    return ++this.now;
  }

  /** An answer that came in this span shows these. */
  show(things: Iterable<Thing>, span: Span): void {
    for (const thing of things) {
      const name = this.at(thing);
      // A list that was asked for before a removal had been answered may still have what was removed.
      if (name.removals.some(({ isDone, answered }) => isDone !== false && span.sent < answered)) continue;
      if (!name.shown || span.answered < name.shown.answered) name.shown = span;
    }
  }

  /** Whether an answer showed it that was there before an event. */
  hadShown(thing: Thing, before: number): boolean {
    return (this.names.get(thingKey(thing))?.shown?.answered ?? Number.POSITIVE_INFINITY) < before;
  }

  /** Whether an answer has shown it, and nothing removed it since. */
  isShown(thing: Thing): boolean {
    return this.names.get(thingKey(thing))?.shown !== undefined;
  }

  /** The answer to a request to make something names it. @param number of the request. */
  name(thing: Thing, number: number, { answered }: Span): void {
    const { named } = this.at(thing);
    if (!named.some((each) => each.number === number)) named.push({ number, answered });
  }

  /** Whether answers to several requests name it, with no removal of it in between. */
  isNamedTwice(thing: Thing): boolean {
    const name = this.names.get(thingKey(thing));
    return name !== undefined && isNamedWhileThere(name);
  }

  /** A request to remove it is sent. @returns to be called as it is answered. */
  removing(thing: Thing): (isDone: boolean) => void {
    const name = this.at(thing);
    const removal: Name['removals'][number] = {
      sent: this.tick(),
      isDone: undefined,
      answered: Number.POSITIVE_INFINITY,
    };
    name.removals.push(removal);
    return (isDone) => {
      removal.isDone = isDone;
      removal.answered = this.tick();
      if (!isDone) return;
      delete name.shown;
      for (const key of this.below.get(thingKey(thing)) ?? []) this.names.delete(key);
      this.below.delete(thingKey(thing));
    };
  }

  /** What is known of a name; it is remembered as long as there are not too many. */
  private at(thing: Thing): Name {
    const key = thingKey(thing);
    const name = this.names.get(key) ?? { named: [], removals: [] };
    if (!this.names.has(key) && this.names.size < MOST_NAMES) {
      this.names.set(key, name);
      for (const above of thingsAbove(thing)) {
        const keys = this.below.get(thingKey(above)) ?? new Set<string>();
        this.below.set(thingKey(above), keys.add(key));
      }
    }
    return name;
  }
}

/** Whether it was named again before a removal was sent that may have come about. */
function isNamedWhileThere({ named, removals }: Name): boolean {
  const gone = removals.filter(({ isDone }) => isDone !== false).map(({ sent }) => ({ when: sent, isNamed: false }));
  const events = [...gone, ...named.map(({ answered }) => ({ when: answered, isNamed: true }))];
  events.sort((one, other) => one.when - other.when);
  let isThere = false;
  for (const { isNamed } of events) {
    if (isNamed && isThere) return true;
    isThere = isNamed;
  }
  return false;
}

/** The members by which a thing is told from all others. */
export function thingKey({ item, ids }: Thing): string {
  return JSON.stringify([item, ids]);
}

/** By what a collection is told from all others; the id of the thing that stands for it does not matter. */
export function collectionKey({ item, ids, around }: Thing): string {
  const key = thingKey({ item, ids: ids.slice(0, -1) });
  return around ? `${thingKey(around)} ${key}` : key;
}
