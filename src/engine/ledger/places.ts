/** What the run has seen of places before it made something there: what was there is somebody else's. */

import { canonical } from '../../json/equality';
import type { Items } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import type { HeldAlone } from './heldAlone';
import { HeldKeys } from './heldKeys';
import { collectionKey, thingKey } from './sightings';

/** What a GET of one thing showed before a request was to make it. */
interface ThingPlace {
  readonly before: 'absent' | 'showed';
  /** The names that it showed. */
  readonly names: readonly string[];
}

/** What is known of a collection: of the things of one kind that lie in one thing. */
interface CollectionPlace {
  /** What stands for it. */
  readonly stands: Thing;
  /** The looks at its list, by what they came before. */
  readonly looks: { making?: Promise<void>; action?: Promise<void> };
  /** When a list of it was answered for the first time. */
  lookedAt: number | undefined;
  /** Whether that surely showed all. */
  isWhole: boolean;
  /** The names of each item that it showed. */
  named: readonly (readonly string[])[];
  /** What it showed that no name of its own leads to, as canonical texts. */
  unnamed: ReadonlySet<string>;
  /** What one of the things has alone, as the last list showed. */
  heldAlone: HeldAlone;
  /** By what the things of others are told apart, as the last list showed. */
  heldKeys: HeldKeys;
  /** Numbers that are proven to be those of things that were made, with when that was; the last ones. */
  counted: readonly { readonly id: bigint; readonly at: number }[];
}

/** So many items of one list are remembered; of a longer list nothing is told. */
const MOST_REMEMBERED = 10_000;

/** So many numbers are remembered of what was made in one place. */
const MOST_COUNTED = 20;

/** How far apart two numbers may be that a service gave one after another. */
const MOST_BETWEEN = 1000n;

/** A thing stands for its collection, too: its own id does not matter then. Moments are as {@link Sightings} counts them. */
export class Places {
  private readonly things = new Map<string, ThingPlace>();
  private readonly collections = new Map<string, CollectionPlace>();

  noteBefore(thing: Thing, before: ThingPlace['before'], names: readonly string[] = []): void {
    this.things.set(thingKey(thing), { before, names });
  }

  /** What a GET showed before; undefined where there was none, or it was answered something else. */
  before(thing: Thing): ThingPlace['before'] | undefined {
    return this.things.get(thingKey(thing))?.before;
  }

  /** The names that a GET of it showed before. */
  namesBefore(thing: Thing): readonly string[] {
    return this.things.get(thingKey(thing))?.names ?? [];
  }

  /** Looks at a list once before requests of one sort; whoever comes meanwhile waits for the same look. */
  lookOnce(thing: Thing, before: 'making' | 'action', look: () => Promise<void>): Promise<void> {
    const { looks } = this.at(thing);
    looks[before] ??= look();
    return looks[before];
  }

  /**
   * Takes note of the first list of a collection.
   * @param isWhole whether it surely shows all.
   * @param unnamed the items that no name of their own leads to.
   * @param named the names of each item.
   */
  noteList(
    thing: Thing,
    answered: number,
    isWhole: () => boolean,
    unnamed: () => readonly unknown[] = () => [],
    named: readonly (readonly string[])[] = [],
  ): void {
    const place = this.at(thing);
    if (place.lookedAt !== undefined) return;
    place.lookedAt = answered;
    place.isWhole = isWhole();
    place.named = named.slice(0, MOST_REMEMBERED);
    place.unnamed = new Set(
      unnamed()
        .slice(0, MOST_REMEMBERED)
        .map((each) => canonical(each)),
    );
  }

  /** Takes note of what the last list shows that one of its things has alone. */
  noteHeldAlone(thing: Thing, heldAlone: HeldAlone, heldKeys: HeldKeys): void {
    Object.assign(this.at(thing), { heldAlone, heldKeys });
  }

  heldAlone(thing: Thing): HeldAlone | undefined {
    return this.collections.get(collectionKey(thing))?.heldAlone;
  }

  heldKeys(thing: Thing): HeldKeys | undefined {
    return this.collections.get(collectionKey(thing))?.heldKeys;
  }

  /** Whether an item that no name of its own leads to was not in its list when that was looked at for the first time. */
  isNewItem(thing: Thing, item: unknown): boolean {
    const { lookedAt, unnamed } = this.collections.get(collectionKey(thing)) ?? {};
    return (
      lookedAt !== undefined && unnamed !== undefined && unnamed.size < MOST_REMEMBERED && !unnamed.has(canonical(item))
    );
  }

  /** When the list was answered for the first time. */
  lookedAt(thing: Thing): number | undefined {
    return this.collections.get(collectionKey(thing))?.lookedAt;
  }

  wasLookedAt(thing: Thing, before: number = Number.POSITIVE_INFINITY): boolean {
    return (this.lookedAt(thing) ?? Number.POSITIVE_INFINITY) < before;
  }

  wasShownWhole(thing: Thing): boolean {
    return this.collections.get(collectionKey(thing))?.isWhole === true;
  }

  /** Whether all things of a kind were listed before, whatever they are made in: what was not shown was not there. */
  wasShownAmongAll({ item, ids }: Thing, before: number): boolean {
    return this.wasLookedAt({ item, ids }, before) && this.wasShownWhole({ item, ids });
  }

  /** The names of each item that the first list showed. */
  shownFirst(thing: Thing): readonly (readonly string[])[] {
    return this.collections.get(collectionKey(thing))?.named ?? [];
  }

  /** What stands for the collections of which a list was answered, in the order of the answers. */
  looked(): readonly Thing[] {
    const looked = [...this.collections.values()].filter(({ lookedAt }) => lookedAt !== undefined);
    return looked.sort((one, other) => (one.lookedAt ?? 0) - (other.lookedAt ?? 0)).map(({ stands }) => stands);
  }

  /** Takes note of a thing that is proven to be made by the run, where its name is a number. */
  count(thing: Thing, at: number): void {
    const id = numberIn(thing);
    if (id === undefined) return;
    const place = this.at(thing);
    place.counted = [...place.counted, { id, at }].slice(-MOST_COUNTED);
  }

  /** Whether its name is a number that comes soon after one that was proven before: 1000008 after 1000005. */
  isCountedOn(thing: Thing, before: number): boolean {
    const id = numberIn(thing);
    const { counted = [] } = this.collections.get(collectionKey(thing)) ?? {};
    return id !== undefined && counted.some((one) => one.at < before && id > one.id && id - one.id <= MOST_BETWEEN);
  }

  private at(thing: Thing): CollectionPlace {
    const key = collectionKey(thing);
    const place = this.collections.get(key) ?? {
      stands: thing,
      looks: {},
      lookedAt: undefined,
      isWhole: false,
      named: [],
      unnamed: new Set(),
      heldAlone: new Map(),
      heldKeys: new HeldKeys(),
      counted: [],
    };
    this.collections.set(key, place);
    return place;
  }
}

/** What stands for a collection in {@link Places}. @param above the ids of what it lies in. */
export function anyIn({ item }: Items, above: readonly string[]): Thing {
  return { item, ids: [...above, ''] };
}

/** The number that a thing is named by. */
export function numberIn({ ids }: Thing): bigint | undefined {
  const id = ids.at(-1) ?? '';
  return /^\d{1,30}$/.test(id) ? BigInt(id) : undefined;
}
