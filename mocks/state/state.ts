/** The state of a mock: what was made, changed and removed, as far as the contract makes clear which operations belong together. */

import { type Operation, operationsAt } from '../../src/contract/contract';
import { nestAt } from '../../src/resources/nests';
import { placesIn, type Thing } from '../../src/resources/things';
import { lazy } from '../../src/support/caching';
import type { EngineRequest, Turn } from '../engine/engine';
import { ACTS, currentOf, refuseTooLarge } from './collectionActs';
import { type Collection, isOfAll } from './collections';
import { describeState, describeUnderstood, MOST_SHOWN, type StateShown } from './describe';
import { PatchTooLarge } from './extent';
import type { Learned } from './knowledge';
import { createLearned, type Samples } from './knowledge';
import { liesWithin, nestsIn } from './nested';
import { createOnceOnly } from './onceOnly';
import type { Parent } from './parents';
import type { IdPair } from './references';
import { isThere, NOTHING_HELD, refuseMissing } from './requestPlan';
import { restore, type Saved, saved } from './saved';
import { onSingle } from './singleActs';
import { type Shelf, type StorePlace, ThingStore } from './store';
import { type Conditions, createConditions } from './tags';
import { type Others, type Understanding, understand } from './understand';

export interface MockState {
  /** Decides how a request is answered; undefined if the answer is the same as without state. */
  turn(asked: EngineRequest): Turn | undefined | Promise<Turn | undefined>;
  /**
   * Starts from a saved state.
   * @param isLenient whether to ignore paths that the contract does not have.
   * @throws UsageError if the contract does not have a path.
   */
  begin(what: Saved, isLenient: boolean): Promise<void>;
  /** Returns to the state at the start. */
  reset(): void;
  save(): Promise<Saved>;
  describe(stateful: boolean): Promise<StateShown>;
}

interface StateOptions {
  readonly operations: readonly Operation[];
  readonly samples: Samples;
  readonly seed: number | undefined;
  /** Called when something is made, changed or removed. */
  readonly changed: () => void;
  /** Which things exist beside those that are held. Default: those that the contract has no way to make. */
  readonly others?: Others;
  /** The state that a reset returns to; undefined for the things that the contract has. */
  readonly start: Saved | undefined;
}

export function createState({ operations, samples, seed = 1, changed, start, others }: StateOptions): MockState {
  const understanding = lazy(() => understand(operations, others));
  const understood = lazy(() => describeUnderstood(understanding()));
  const learned = createLearned(understanding, samples, seed);
  const conditions = createConditions((operation) => operationsAt(operations, operation.path));
  const onceOnly = createOnceOnly();
  let store = new ThingStore(changed);
  /** While this is pending, requests wait. */
  let beginning: Promise<void> | undefined;

  const begin = (what: Saved | undefined, isLenient: boolean): Promise<void> => {
    const next = new ThingStore(changed);
    onceOnly.reset();
    store = next;
    beginning = what && restore(what, understanding(), learned.collection, next, isLenient);
    const own = beginning;
    own
      ?.finally(() => {
        if (beginning === own) beginning = undefined;
      })
      .catch(() => {});
    return own ?? Promise.resolve();
  };
  const turn: MockState['turn'] = (asked) => {
    const late = beginning ?? learned.missing(asked.operation);
    if (late)
      return late.then(
        () => turn(asked),
        () => undefined,
      );
    const result = onceOnly.once(asked, () =>
      unlessTooMuch(asked, () => turnOf(asked, understanding(), learned, store, conditions)),
    );
    return result && unlessFailed(result);
  };
  return {
    begin,
    turn,
    reset() {
      begin(start, true).catch(() => {});
      changed();
    },
    async save() {
      await beginning;
      return saved(understanding(), learned.collection, store);
    },
    async describe(stateful) {
      await beginning;
      const things = await saved(understanding(), learned.collection, store, MOST_SHOWN);
      return describeState(understood(), stateful, store.count(), things);
    },
  };
}

/** Answers a request that nests too deep as without state, and refuses a patch that makes a document too large. */
function unlessTooMuch(asked: EngineRequest, find: () => Turn | undefined): Turn | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof PatchTooLarge) {
      const refused = refuseTooLarge(asked.operation, error.message);
      return refused && { ...refused, take: () => NOTHING_HELD };
    }
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Answers as without state if the value of the state cannot be shown. */
function unlessFailed(turn: Turn): Turn {
  const { status, why, take, again } = turn;
  if (why !== undefined) return turn;
  const safely: Turn['take'] = (media) => {
    try {
      return take(media);
    } catch (error) {
      return { ...NOTHING_HELD, reasons: [`what is held is not shown: ${(error as Error).message}`] };
    }
  };
  return { status, take: safely, again };
}

/** What a request comes to on its way through the things that its path names. */
interface Way {
  /** The values of the path, in order. */
  readonly ids: readonly string[];
  /** What is stored in each of the things, from the outermost on; the first one is the root. */
  readonly places: readonly StorePlace[];
  /** The things themselves. */
  readonly parents: readonly Parent[];
  readonly shelfIn: (place: StorePlace, at: number, collection: Collection | undefined, item: string) => Shelf;
  /** The answer to a request below what is not there. */
  readonly refused?: Turn | undefined;
}

/** Goes to what an operation is about. @returns undefined if its path lacks a value. */
function wayTo(
  { operation, values }: EngineRequest,
  depthOf: (ids: readonly string[]) => number,
  understanding: Understanding,
  learned: Learned,
  store: ThingStore,
): Way | undefined {
  const { way, names } = understanding.wayOf(operation);
  const ids: string[] = [];
  for (const name of names) {
    const id = values.get(name);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  const shelfIn: Way['shelfIn'] = (place, at, collection, item) =>
    place.shelves.get(item) ?? store.shelfAt(place, item, () => learned.start(collection, parents.slice(0, at)));
  const parents: Parent[] = [];
  let place = store.root;
  const places = [place];
  for (let at = 0; at < depthOf(ids); at++) {
    const [item = '', id = ''] = [way[at], ids[at]];
    const collection = understanding.at(item);
    const shelf = shelfIn(place, at, collection, item);
    if (!isThere(shelf, collection, id)) {
      const refused = refuseMissing(operation, `${collection?.template ?? item} has nothing with the id ${id}`);
      return { ids, places, parents, shelfIn, refused: refused && { ...refused, take: () => NOTHING_HELD } };
    }
    parents.push({
      ...{ parameter: names[at] ?? '', id, item, thing: shelf.things.get(id)?.value },
      get at() {
        return [...shelf.things.keys()].indexOf(id);
      },
    });
    place = store.placeBelow(shelf, id);
    places.push(place);
  }
  return { ids, places, parents, shelfIn };
}

function turnOf(
  asked: EngineRequest,
  understanding: Understanding,
  learned: Learned,
  store: ThingStore,
  conditions: Conditions,
): Turn | undefined {
  const { operation } = asked;
  const role = understanding.roleOf(operation);
  if (!role) return undefined;
  const isItem = role.of !== undefined && !isOfAll(role.act);
  const depthOf = ({ length }: readonly string[]) => (isItem && !(role.of && role.isFirst) ? length - 1 : length);
  const way = wayTo(asked, depthOf, understanding, learned, store);
  if (!way || way.refused) return way?.refused;
  if (role.act === 'below') return undefined;
  const { ids, places, shelfIn, parents } = way;
  const place = places.at(-1) ?? store.root;
  if (!role.of || (role.single && place.singles.has(role.single.path)))
    return (
      role.single &&
      onSingle(role.act as 'read', role.single, learned.single(role.single), asked, place, store, conditions)
    );

  const { act, of } = role;
  const know = learned.known(of);
  if (!know) return undefined;
  const nest = isItem ? undefined : nestAt({ nests: nestsIn(of) }, operation);
  // What is made below something else stands elsewhere.
  const home = nest ? placesIn(of.item) - 1 : depthOf(ids);
  const shelf = shelfIn(places[home] ?? place, home, of, of.item);
  const id = role.isFirst ? ownIn(shelf) : (ids.at(-1) ?? '');
  if (id === undefined) return undefined;
  const around = nest && { item: nest.around, ids };
  const takeAlong = (id: string) =>
    removeWithin({ item: of.item, ids: [...ids.slice(0, depthOf(ids)), id] }, way, understanding, learned, store);
  const referred = ({ item, start }: IdPair, wanted: string) => {
    const now = store.root.shelves.get(item);
    return now ? now.things.get(wanted)?.value : start.get(wanted);
  };
  const about = { asked, of, know, store, shelf, id, around, takeAlong, parents, referred, homes: understanding.homes };
  const plan = ACTS[act](about);
  if (!plan) return undefined;
  if (plan.why !== undefined) return { ...plan, take: () => NOTHING_HELD };
  // What would be refused anyway is refused for that (RFC 9110 §13.2.1).
  const unmet = isItem ? conditions(asked, () => currentOf(about)) : undefined;
  if (unmet) return { ...unmet, take: () => unmet.take(undefined) };
  const { status, take, again } = plan;
  const shows = learned.answer(operation, status);
  return { status, again, take: (media) => take(media && shows?.get(media)) };
}

/** Returns the id of the thing that has a path of its own, too: the first one, whatever becomes of it. */
function ownIn(shelf: Shelf): string | undefined {
  shelf.own ??= shelf.things.keys().next().value;
  return shelf.own;
}

/** Removes what was made in a thing and stands elsewhere, and what was made in that. */
function removeWithin(outer: Thing, way: Way, understanding: Understanding, learned: Learned, store: ThingStore): void {
  const of = understanding.at(outer.item);
  for (const inner of of ? understanding.within(of) : []) {
    const above = placesIn(inner.item) - 1;
    const place = way.places[above];
    const shelf = place && way.shelfIn(place, above, inner, inner.item);
    const { view } = learned.known(inner)?.filling ?? {};
    for (const id of [...(shelf?.things.keys() ?? [])]) {
      if (!shelf || !liesWithin(shelf, id, inner, view, outer)) continue;
      store.remove(shelf, id, !inner.isClosed);
      removeWithin({ item: inner.item, ids: [...outer.ids.slice(0, above), id] }, way, understanding, learned, store);
    }
  }
}
