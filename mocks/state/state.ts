/** The state of a mock: what was made, changed and removed, as far as the contract tells it apart. */

import { namesIn } from '../../src/chains';
import type { Media, Operation } from '../../src/contract/contract';
import { lazy } from '../../src/contract/lazy';
import type { MockedRequest } from '../engine';
import { ACTS, isThere, missing, NOTHING } from './acts';
import { describeState, describeUnderstood, MOST_SHOWN, type StateShown } from './describe';
import {
  type Answering,
  type Known,
  learn,
  learnAnswer,
  learnSingle,
  parentsIn,
  remembered,
  type Samples,
} from './knowledge';
import { restore, type Saved, saved } from './saved';
import { type Json, viewOfList, viewOfThing } from './shapes';
import { onSingle } from './single';
import { createStore, type Place, type Shelf, type Store } from './store';
import { type Collection, type Role, type Single, type Understanding, understand } from './understand';
import { withParents } from './values';

/** What is held in place of what the contract has as its example. */
export interface Held {
  /** Undefined where nothing is known of it: then the answer is as it always was. */
  readonly value: Json | undefined;
  /** Of header fields, by their names in lower case: what each may be, the best first; undefined for one that has nothing to say. */
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly reasons: readonly string[];
}

/** What one request finds. */
export interface Turn {
  /** The status to answer it with, where it is valid. */
  readonly status: number;
  /** Why it is refused; absent where it is not. */
  readonly why?: string;
  /** Does what a request that is answered with that status does, and gives what the answer holds. */
  readonly take: (media: Media | undefined) => Held;
}

export interface Asked extends Omit<MockedRequest, 'status' | 'turn'> {
  readonly operation: Operation;
  /** The path as it was sent, without its query. */
  readonly sentPath: string;
}

export interface State {
  /** Undefined where a request is answered as it would be without any state. */
  turn(asked: Asked): Promise<Turn | undefined>;
  /**
   * Begins with what was saved.
   * @param isLenient to leave out what the contract has no place for.
   * @throws UsageError for that.
   */
  begin(what: Saved, isLenient: boolean): Promise<void>;
  /** Back to what it began with. */
  reset(): void;
  save(): Promise<Saved>;
  describe(stateful: boolean): Promise<StateShown>;
}

export interface StateOptions {
  readonly operations: readonly Operation[];
  readonly samples: Samples;
  readonly seed: number | undefined;
  /** Told when something is made, changed or removed. */
  readonly changed: () => void;
  /** What a reset goes back to, where that is not what the contract has. */
  readonly start: Saved | undefined;
}

export function createState({ operations, samples, seed = 1, changed, start }: StateOptions): State {
  const understanding = lazy(() => understand(operations));
  const understood = lazy(() => describeUnderstood(understanding()));
  const learned = createLearned(samples, seed);
  let store = createStore(changed);
  /** Until that has come to its end, nobody has a turn. */
  let begun: Promise<void> = Promise.resolve();

  const begin = (what: Saved | undefined, isLenient: boolean) => {
    const next = createStore(changed);
    store = next;
    begun = what ? restore(what, understanding(), learned.collection, next, isLenient) : Promise.resolve();
    return begun;
  };
  return {
    begin,
    async turn(asked) {
      await begun;
      const turn = await turnOf(asked, { understanding: understanding(), learned, store }).catch(() => undefined);
      return turn && { ...turn, take: (media) => unlessFailed(() => turn.take(media)) };
    },
    reset() {
      begin(start, true).catch(() => {});
      changed();
    },
    async save() {
      await begun;
      return saved(understanding(), learned.collection, store);
    },
    async describe(stateful) {
      await begun;
      const things = await saved(understanding(), learned.collection, store, MOST_SHOWN);
      return describeState(understood(), stateful, store.count(), things);
    },
  };
}

/** What no schema lets anybody say is said as it always was. */
function unlessFailed(take: () => Held): Held {
  try {
    return take();
  } catch (error) {
    return { ...NOTHING, reasons: [`what is held is not shown: ${(error as Error).message}`] };
  }
}

interface Everything {
  readonly understanding: Understanding;
  readonly learned: Learned;
  readonly store: Store;
}

async function turnOf(asked: Asked, all: Everything): Promise<Turn | undefined> {
  const { understanding, learned, store } = all;
  const { operation, values } = asked;
  const role = understanding.roleOf(operation);
  if (!role) return undefined;
  const ids = namesIn(operation.path).flatMap((name) => values.get(name) ?? []);
  const way = understanding.itemsIn(operation);
  if (ids.length !== way.length) return undefined;
  const isItem = 'of' in role && role.act !== 'list' && role.act !== 'make';
  const found = await placeOf(operation, isItem ? ids.slice(0, -1) : ids, all);
  if ('refused' in found) return found.refused && { ...found.refused, take: () => NOTHING };
  if (role.act === 'below') return undefined;
  if ('single' in role)
    return onSingle(role.act, role.single, await learned.single(role.single), asked, found.place, store);
  return onCollection(role, asked, ids, found.place, all);
}

/** What lies below the things that a path names, each of which must be there. */
async function placeOf(operation: Operation, ids: readonly string[], all: Everything) {
  const { understanding, store } = all;
  const way = understanding.itemsIn(operation);
  let place = store.root;
  for (const [at, id] of ids.entries()) {
    const item = way[at] ?? '';
    const collection = understanding.at(item);
    const shelf = await shelfOf(place, item, collection, parentsIn(operation, ids.slice(0, at)), all);
    if (!isThere(shelf, collection, id)) {
      const why = `${collection?.template ?? item} has nothing with the id ${id}`;
      return { refused: missing(operation, why) };
    }
    place = store.placeBelow(shelf, id);
  }
  return { place };
}

async function shelfOf(
  place: Place,
  item: string,
  collection: Collection | undefined,
  parents: ReadonlyMap<string, string>,
  { learned, store }: Everything,
): Promise<Shelf> {
  const before = place.shelves.get(item);
  if (before) return before;
  const { start = [], filling } = collection ? await learned.collection(collection) : {};
  return store.shelfAt(place, item, () =>
    start.map(([id, value]) => [id, filling ? withParents(filling.view, value, parents) : value]),
  );
}

async function onCollection(
  { act, of }: Extract<Role, { of: Collection }>,
  asked: Asked,
  ids: readonly string[],
  place: Place,
  all: Everything,
): Promise<Turn | undefined> {
  const { learned, store } = all;
  const { operation } = asked;
  const know = await learned.collection(of);
  const parents = parentsIn(operation, act === 'list' || act === 'make' ? ids : ids.slice(0, -1));
  const shelf = await shelfOf(place, of.item, of, parents, all);
  const plan = ACTS[act]({ asked, of, know, store, shelf, id: ids.at(-1) ?? '', parents });
  if (!plan) return undefined;
  if (plan.why !== undefined) return { ...plan, take: () => NOTHING };
  const shows = await learned.answer(operation, plan.status, of, know);
  return { status: plan.status, take: (media) => plan.take(media && shows.get(media)) };
}

/** What is found out when it is first needed. */
interface Learned {
  collection(of: Collection): Promise<Known>;
  single(of: Single): ReturnType<typeof learnSingle>;
  answer(operation: Operation, status: number, of: Collection, known: Known): Promise<ReadonlyMap<Media, Answering>>;
}

function createLearned(samples: Samples, seed: number): Learned {
  const collections = remembered((of: Collection) => learn(of, samples, seed));
  const answers = new Map<string, Promise<ReadonlyMap<Media, Answering>>>();
  return {
    collection: collections,
    single: remembered((of: Single) => learnSingle(of, samples)),
    answer(operation, status, of, { filling }) {
      const key = `${status} ${operation.name}`;
      const before = answers.get(key);
      if (before) return before;
      const viewOf = (media: Media) => (operation === of.lister ? viewOfList(of, media) : viewOfThing(of, media));
      const found = filling
        ? learnAnswer(operation, status, viewOf, filling.view, samples)
        : Promise.resolve(new Map<Media, Answering>());
      answers.set(key, found);
      return found;
    },
  };
}
