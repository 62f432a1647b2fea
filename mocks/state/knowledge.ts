/**
 * Finds out about each collection and each answer what is needed to keep state: how they show things, and with which and
 * how many things they start: the examples of the contract, or some that are made up. This is done when it is first needed.
 */

import { declaredResponse, type Media, type Operation, type Parameter } from '../../src/contract/contract';
import { facets, typesOf } from '../../src/contract/schema/facets';
import { endOf, keywordsOf } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';
import { escapePointer, valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { requiredIn, type View, viewOfList, viewOfThing, viewOfWhole } from '../../src/resources/answers/views';
import { remembered } from '../../src/support/caching';
import type { Sample } from '../engine/engine';
import { leastListed } from '../engine/lists/pageOfList';
import type { Act } from './collections';
import {
  type Collection,
  canonicalOf,
  canonicalOfSingle,
  type Shown,
  type Single,
  successOf,
  viewIn,
} from './collections';
import { createIds, type Ids } from './newIds';
import { type Parent, placeAmong, withParents } from './parents';
import { createReferences, type FirstThings, type IdPair, type References } from './references';
import type { Understanding } from './understand';
import { type Filling, idIn, isAbout, settableBy, withId } from './values';

/** Returns the values that the contract has for an answer: its examples, or values that are made up, of a list so many at least. */
export type Samples = (
  operation: Operation,
  status: number,
  media: Media,
  least?: number,
) => Promise<readonly Sample[]>;

export interface ContractKnowledge {
  /** Undefined if no answer shows a thing of the collection. */
  readonly filling: Filling | undefined;
  readonly ids: Ids;
  /** The things that the collection starts with, in all that it may lie in. */
  readonly start: FirstThings;
  /** Returns the things with which it starts in one of those: what lies in one project lies in no other. @param place as `placeAmong` gives it. */
  readonly shareOf: (place: number) => FirstThings;
  /** How many of them these are at most, and the number up to which ids of these may be numbers. */
  readonly each: number;
  readonly above: number;
  /** The members of a thing that show what others name. */
  readonly pairs: readonly IdPair[];
  /** Whether these are made up; else the contract shows them. */
  readonly isMadeUp: boolean;
}

/** Says how one declared content of an answer shows things. */
export interface Answering {
  readonly view: View;
  /** The whole content as the contract has it. It gives the members beside the things, such as `meta`. */
  readonly base: JsonValue | undefined;
  /** What the thing has at this path alone: `/me` shows more of somebody than `/users`. */
  readonly beside?: JsonObject | undefined;
}

const NOTHING_SHOWN = {
  filling: undefined,
  start: [],
  shareOf: () => [],
  pairs: [],
  isMadeUp: false,
  each: 0,
  above: 0,
};

/**
 * Finds out about a collection.
 * @param seed makes values that are made up repeatable.
 * @param own the GET at a path of its own that shows the first thing.
 */
async function learn(
  collection: Collection,
  samples: Samples,
  seed: number,
  own?: Operation,
): Promise<ContractKnowledge> {
  const { parameter, item, lister, maker } = collection;
  const shown = canonicalOf(collection);
  const listed = shownBy(lister, (media) => viewOfList(collection, media));
  const making = shownBy(maker, (media) => viewOfThing(collection, media), true);
  const views = [shown, listed, making].flatMap((each) => (each ? [each.view] : []));
  const ids = createIds(
    parameter,
    views.flatMap(({ id, idSchemas }) => (id === undefined ? [] : [idSchemas])),
    seed,
    item,
  );
  if (!shown) return { ...NOTHING_SHOWN, ids };

  const { view } = shown;
  const each = (listed && leastListed(listed.operation)) || MOST_MADE_UP;
  const least =
    listed && (isWithin(collection) ? Math.min(each * MOST_SHARES, MOST_SHARED) : leastListed(listed.operation));
  const isListed = listed?.media === shown.media;
  const alone = await thingsIn(shown, samples, isListed ? least : 0);
  const sample = alone[0]?.thing;
  const others = listed && !isListed ? await thingsIn(listed, samples, least) : [];
  const start = new Map<string, JsonValue>();
  const unnamed: JsonValue[] = [];
  const isShown = [...others, ...alone].some(({ isExample }) => isExample);
  // What is made up is what the list shows without state, too.
  const all = others.length > 0 && !isShown ? others : [...others, ...alone];
  // Where the contract shows things itself, none is made up beside them.
  const isNamed = !isCounted(collection, views) && !isShown;
  for (const { thing, view: from, isExample } of all) {
    const id = isExample || isNamed ? idIn(from, thing) : undefined;
    if (id === undefined || !parameter.accepts(id)) unnamed.push(thing);
    else start.set(id, withId(view, joined(start.get(id) ?? whole(view, sample), thing), id));
  }
  // If some examples have ids, an example without an id only shows what a thing looks like, and is no thing of the collection.
  for (const thing of start.size > 0 ? [] : unnamed.slice(0, Math.max(MOST_MADE_UP, others.length, least ?? 0))) {
    const id = ids.fresh({ last: start.size, things: start });
    if (id !== undefined) start.set(id, withId(view, joined(whole(view, sample), thing), id));
  }
  // A thing whose id is an example of the path parameter exists, too: id: { example: 7 } → /orders/7.
  for (const id of textsOf(parameter))
    if (sample !== undefined && !start.has(id) && parameter.accepts(id)) start.set(id, withId(view, sample, id));
  const settable = remembered((by: Operation) => settableBy(by, (media) => viewOfThing(collection, media)));
  const first = isShown ? undefined : shownBy(own, (media) => viewOfThing(collection, media));
  const [as] = first ? await thingsIn(first, samples) : [];
  if (as) likenFirst(start, view, as.thing);
  const knowledge = { filling: { view, sample, settable }, ids, pairs: [], isMadeUp: !isShown };
  return withStart(collection, knowledge, [...start], each);
}

/** Gives the first thing the members that it has at a path of its own, so that what only that path shows, such as an e-mail address, goes with them. */
function likenFirst(start: Map<string, JsonValue>, { members, id }: View, shown: JsonValue): void {
  const [first] = start;
  if (!first || !isObject(first[1]) || !isObject(shown)) return;
  if (Object.keys(shown).every((name) => members.has(name))) return;
  const same = Object.entries(shown).filter(([name]) => members.has(name) && id !== `/${escapePointer(name)}`);
  start.set(first[0], { ...first[1], ...Object.fromEntries(same) });
}

/** Returns what is known of a collection, with the things that it starts with. @param each how many of them one of those has in which it may lie. */
function withStart(
  collection: Collection,
  knowledge: Omit<ContractKnowledge, 'start' | 'shareOf' | 'each' | 'above'>,
  start: FirstThings,
  each: number,
): ContractKnowledge {
  const { ids, filling, isMadeUp } = knowledge;
  const named = textsOf(collection.parameter);
  const [shown, own] = [start.filter(([id]) => named.includes(id)), start.filter(([id]) => !named.includes(id))];
  const shareOf = (place: number): FirstThings => {
    if (!isMadeUp || !isWithin(collection) || !filling) return start;
    const share = own.slice(place * each, (place + 1) * each);
    const more: [string, JsonValue][] = [];
    const taken = { last: place * each, things: new Map(start) };
    const first = (place * each) % Math.max(1, own.length - (own.length % each));
    for (const [, thing] of share.length > 0 ? [] : own.slice(first, first + each)) {
      const id = ids.fresh(taken);
      if (id === undefined) continue;
      taken.things.set(id, thing);
      more.push([id, withId(filling.view, thing, id)]);
    }
    return [...shown, ...share, ...more];
  };
  const above = isMadeUp && isWithin(collection) ? each * MOST_SHARES : 0;
  return { ...knowledge, start, each, above, shareOf };
}

/** Tells whether the things of a collection lie in others: `/projects/{}/tasks`. */
function isWithin({ path }: Collection): boolean {
  return path.includes('{}');
}

/** Of what lies in others, things for so many of these are made up at once, and so many together at most. */
const MOST_SHARES = 4;
const MOST_SHARED = 60;

/** Returns the texts that the contract gives for a parameter, as examples and as the default. */
function textsOf({ examples, schema }: Parameter): string[] {
  const keywords = schema ? keywordsOf(endOf(schema)) : true;
  const usual = typeof keywords === 'boolean' ? undefined : keywords['default'];
  const values = [...examples.map(({ value }) => value), usual];
  return values.filter((each) => each !== undefined && typeof each !== 'object').map(String);
}

function shownBy(
  operation: Operation | undefined,
  viewOf: (media: Media) => View | undefined,
  made = false,
): Shown | undefined {
  const status = operation && successOf(operation, made);
  return status === undefined ? undefined : viewIn(operation, status, viewOf);
}

/** How many things a collection starts with, if the contract has no examples with ids. */
const MOST_MADE_UP = 3;

/** Tells whether ids are numbers and the contract names no id itself. Then ids are counted from 1. */
function isCounted({ parameter }: Collection, views: readonly View[]): boolean {
  const schemas = [...(parameter.schema ? [parameter.schema] : []), ...views.flatMap(({ idSchemas }) => idSchemas)];
  const isNumber = schemas.some((schema) => /^(integer|number)$/.test([...(typesOf(schema) ?? [])].join()));
  return isNumber && !schemas.some((schema) => facets(schema, true).some((each) => SHOWN.some((name) => name in each)));
}

const SHOWN = ['example', 'examples', 'default', 'enum', 'const'];

interface Found {
  readonly thing: JsonValue;
  readonly view: View;
  readonly isExample: boolean;
}

/** Returns the things that the contract itself shows in an answer. */
async function thingsIn({ operation, status, media, view }: Shown, samples: Samples, least = 0): Promise<Found[]> {
  const { list, prefix, schemas } = view;
  const isShown = schemas.some((schema) => facets(schema, false).some(({ example, examples }) => example ?? examples));
  const all = await samples(operation, status, media, least);
  return all.flatMap(({ value, isExample }) => {
    const listed = list === undefined ? [value] : valueAt(value, list);
    const things = (Array.isArray(listed) ? (listed as JsonValue[]) : []).map(
      (item) => valueAt(item, prefix) as JsonValue | undefined,
    );
    const fitting = things.filter((thing) => thing !== undefined && (isObject(thing) || !view.isObject));
    return fitting.map((thing) => ({ thing: thing as JsonValue, view, isExample: isExample || isShown }));
  });
}

/** Returns the required members of the sample, which complete a thing that a list shows only in part. */
function whole(view: View, sample: JsonValue | undefined): JsonValue {
  if (!isObject(sample)) return {};
  const required = requiredIn(view);
  return Object.fromEntries(Object.entries(sample).filter(([name]) => required.has(name)));
}

function joined(base: JsonValue, extra: JsonValue): JsonValue {
  return isObject(base) && isObject(extra) ? { ...base, ...extra } : extra;
}

/** @returns undefined if the GET shows another thing than the PUT or PATCH sends. */
async function learnSingle(single: Single, samples: Samples): Promise<Filling | undefined> {
  const shown = canonicalOfSingle(single);
  if (!shown || !isAlike(single)) return undefined;
  const { operation, status, media, view } = shown;
  const [first] = await samples(operation, status, media);
  return { view, sample: first?.value, settable: remembered(settableOf) };
}

const settableOf = (operation: Operation) => settableBy(operation, viewOfWhole);

/** Tells whether the PUT and the PATCH of a path send the thing that its GET shows. */
export function isAlike(single: Single): boolean {
  const view = canonicalOfSingle(single)?.view;
  const writers = [single.replacer, single.patcher].filter((each) => each?.requestBody);
  return view !== undefined && writers.every((each) => !each || isPutOf(each, view, settableOf(each)));
}

/** Tells whether the requests of an operation send the thing that a view shows. */
function isPutOf({ requestBody }: Operation, view: View, settable: ReadonlySet<string> | undefined): boolean {
  const views = requestBody?.media.map(viewOfWhole) ?? [];
  if (views.some((own) => !own || own.isObject !== view.isObject)) return false;
  if (!view.isObject || view.members.size === 0 || settable === undefined) return true;
  return [...settable].some((name) => view.members.has(name));
}

/** Returns how each content of an answer shows things, without the contents that are about something else. */
async function learnAnswer(
  operation: Operation,
  status: number,
  viewOf: (media: Media) => View | undefined,
  canonical: View,
  samples: Samples,
  beside: JsonObject | undefined,
): Promise<ReadonlyMap<Media, Answering>> {
  const answerings = new Map<Media, Answering>();
  for (const media of declaredResponse(operation, status)?.media ?? []) {
    const view = viewOf(media);
    if (!view || !isAbout(view, canonical)) continue;
    const isWrapped = view.prefix !== '' || (view.list ?? '') !== '';
    const [first] = isWrapped && mediaKind(media.type) === 'json' ? await samples(operation, status, media) : [];
    answerings.set(media, { view, base: first?.value, beside });
  }
  return answerings;
}

/** Returns collections, and all those whose things are made in theirs. */
function allWithin(some: readonly Collection[], within: Understanding['within']): readonly Collection[] {
  const all = new Set(some);
  // What is added meanwhile is looked at, too.
  for (const each of all) for (const inner of within(each)) all.add(inner);
  return [...all];
}

export interface Learned {
  /** Finds out what an operation needs. @returns undefined if everything is known already. */
  missing(operation: Operation): Promise<unknown> | undefined;
  /** Finds out about a collection. */
  collection(of: Collection): Promise<ContractKnowledge>;
  known(of: Collection): ContractKnowledge | undefined;
  single(of: Single): Filling | undefined;
  /** Returns how an answer shows things. */
  answer(operation: Operation, status: number): ReadonlyMap<Media, Answering> | undefined;
  /** Returns the things that a collection starts with. */
  start(of: Collection | undefined, parents: readonly Parent[]): Iterable<readonly [id: string, value: JsonValue]>;
}

/** Returns what is known of a collection, with things that refer to what is there. */
async function referring(references: References, of: Collection, alone: ContractKnowledge): Promise<ContractKnowledge> {
  const { filling, start, isMadeUp, each } = alone;
  if (!filling) return alone;
  const { view, sample } = filling;
  const pairs = await references.pairsOf(view);
  if (!isMadeUp) return { ...alone, pairs };
  const [[, shown] = []] = sample === undefined ? [] : await references.into(of, view, [['', sample]]);
  const knowledge = { ...alone, filling: { ...filling, sample: shown }, pairs };
  return withStart(of, knowledge, await references.into(of, view, start), each);
}

export function createLearned(understanding: () => Understanding, samples: Samples, seed: number): Learned {
  const collections = new Map<Collection, ContractKnowledge>();
  const singles = new Map<Single, Filling | undefined>();
  const answers = new Map<Operation, Map<number, ReadonlyMap<Media, Answering>>>();
  const done = new Set<Operation>();

  const learnAlone = remembered((of: Collection) => learn(of, samples, seed, understanding().ownOf(of)));
  const references = createReferences(
    () => understanding().lists,
    learnAlone,
    async (shown) => (await thingsIn(shown, samples)).map(({ thing }) => thing),
  );
  const learnCollection = remembered(async (of: Collection) => {
    const alone = await learnAlone(of);
    const knowledge = await referring(references, of, alone);
    collections.set(of, knowledge);
    return knowledge;
  });
  const learnAnswers = async (operation: Operation, of: Collection, act: Act, isFirst = false) => {
    const { filling } = await learnCollection(of);
    const viewOf = (media: Media) => {
      const oneThing = act === 'list' ? undefined : viewOfThing(of, media);
      // If a request makes several things, the answer shows them as a list.
      return oneThing ?? (act === 'list' || act === 'make' ? viewOfList(of, media) : undefined);
    };
    const first = isFirst ? shownBy(understanding().ownOf(of), (media) => viewOfThing(of, media)) : undefined;
    const [{ thing } = { thing: undefined }] = first ? await thingsIn(first, samples) : [];
    const others = Object.entries(isObject(thing) ? thing : {}).filter(([name]) => !filling?.view.members.has(name));
    const beside = first && Object.fromEntries(others);
    const own = new Map<number, ReadonlyMap<Media, Answering>>();
    for (const status of new Set([successOf(operation, true), successOf(operation, false)]))
      if (status !== undefined && filling)
        own.set(status, await learnAnswer(operation, status, viewOf, filling.view, samples, beside));
    answers.set(operation, own);
  };
  const learnOperation = remembered(async (operation: Operation) => {
    const { roleOf, wayOf, at, within } = understanding();
    const role = roleOf(operation);
    const way = wayOf(operation).way.flatMap((item) => at(item) ?? []);
    const own = role?.of ? [...way, role.of] : way;
    await Promise.all(allWithin(own, within).map(learnCollection));
    if (role?.of) await learnAnswers(operation, role.of, role.act, role.isFirst);
    if (role?.single) singles.set(role.single, await learnSingle(role.single, samples));
    done.add(operation);
  });
  return {
    missing: (operation) => (done.has(operation) ? undefined : learnOperation(operation)),
    collection: learnCollection,
    known: (of) => collections.get(of),
    single: (of) => singles.get(of),
    answer: (operation, status) => answers.get(operation)?.get(status),
    start(of, parents) {
      const { shareOf, filling } = (of && collections.get(of)) ?? {};
      return (shareOf?.(placeAmong(parents)) ?? []).map(([id, value]) => [
        id,
        filling ? withParents(filling.view, value, parents) : value,
      ]);
    },
  };
}
