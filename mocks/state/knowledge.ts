/**
 * Finds out about each collection and each answer what is needed to keep state: how they show things, and with which and
 * how many things they start: the examples of the contract, or some that are made up. This is done when it is first needed.
 */

import { declaredResponse, type Media, type Operation, type Parameter } from '../../src/contract/contract';
import { facets, typesOf } from '../../src/contract/schema/facets';
import { endOf, keywordsOf } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';
import { valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { requiredIn, type View, viewOfList, viewOfThing, viewOfWhole } from '../../src/resources/answers/views';
import { remembered } from '../../src/support/caching';
import type { Sample } from '../engine/engine';
import { leastListed } from '../engine/lists/pageOfList';
import { createIds, type Ids } from './newIds';
import { createReferences, type FirstThings } from './references';
import type { Act, Understanding } from './understand';
import {
  type Collection,
  canonicalOf,
  canonicalOfSingle,
  type Shown,
  type Single,
  successOf,
  viewIn,
} from './understand';
import { type Filling, idIn, isAbout, settableBy, withId, withParents } from './values';

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
  /** The things that the collection starts with. */
  readonly start: FirstThings;
  /** Whether these are made up; else the contract shows them. */
  readonly isMadeUp: boolean;
}

/** Says how one declared content of an answer shows things. */
export interface Answering {
  readonly view: View;
  /** The whole content as the contract has it. It gives the members beside the things, such as `meta`. */
  readonly base: JsonValue | undefined;
}

/** Finds out about a collection. @param seed makes values that are made up repeatable. */
export async function learn(collection: Collection, samples: Samples, seed: number): Promise<ContractKnowledge> {
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
  if (!shown) return { filling: undefined, ids, start: [], isMadeUp: false };

  const { view } = shown;
  const own = await thingsIn(shown, samples);
  const sample = own[0]?.thing;
  const others =
    listed && listed.media !== shown.media ? await thingsIn(listed, samples, leastListed(listed.operation)) : [];
  const start = new Map<string, JsonValue>();
  const unnamed: JsonValue[] = [];
  const isShown = [...others, ...own].some(({ isExample }) => isExample);
  // What is made up is what the list shows without state, too.
  const all = others.length > 0 && !isShown ? others : [...others, ...own];
  // Where the contract shows things itself, none is made up beside them.
  const isNamed = !isCounted(collection, views) && !isShown;
  for (const { thing, view: from, isExample } of all) {
    const id = isExample || isNamed ? idIn(from, thing) : undefined;
    if (id === undefined || !parameter.accepts(id)) unnamed.push(thing);
    else start.set(id, withId(view, joined(start.get(id) ?? whole(view, sample), thing), id));
  }
  // If some examples have ids, an example without an id only shows what a thing looks like, and is no thing of the collection.
  for (const thing of start.size > 0 ? [] : unnamed.slice(0, Math.max(MOST_MADE_UP, others.length))) {
    const id = ids.fresh({ last: start.size, things: start });
    if (id !== undefined) start.set(id, withId(view, joined(whole(view, sample), thing), id));
  }
  // A thing whose id is an example of the path parameter exists, too: id: { example: 7 } → /orders/7.
  for (const id of textsOf(parameter))
    if (sample !== undefined && !start.has(id) && parameter.accepts(id)) start.set(id, withId(view, sample, id));
  const settable = remembered((each: Operation) => settableBy(each, (media) => viewOfThing(collection, media)));
  return { filling: { view, sample, settable }, ids, start: [...start], isMadeUp: !isShown };
}

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
): Promise<ReadonlyMap<Media, Answering>> {
  const answerings = new Map<Media, Answering>();
  for (const media of declaredResponse(operation, status)?.media ?? []) {
    const view = viewOf(media);
    if (!view || !isAbout(view, canonical)) continue;
    const isWrapped = view.prefix !== '' || (view.list ?? '') !== '';
    const [first] = isWrapped && mediaKind(media.type) === 'json' ? await samples(operation, status, media) : [];
    answerings.set(media, { view, base: first?.value });
  }
  return answerings;
}

/** Returns the ids of the things above an item, by the parameters of its path: /users/{user}/plants/{id} → user. */
export function parentsIn(names: readonly string[], ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.map((id, at) => [names[at] ?? '', id]));
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
  start(
    of: Collection | undefined,
    parents: ReadonlyMap<string, string>,
  ): Iterable<readonly [id: string, value: JsonValue]>;
}

export function createLearned(understanding: () => Understanding, samples: Samples, seed: number): Learned {
  const collections = new Map<Collection, ContractKnowledge>();
  const singles = new Map<Single, Filling | undefined>();
  const answers = new Map<Operation, Map<number, ReadonlyMap<Media, Answering>>>();
  const done = new Set<Operation>();

  const learnAlone = remembered((of: Collection) => learn(of, samples, seed));
  const references = createReferences(
    () => understanding().lists,
    async (of) => (await learnAlone(of)).start,
    async (shown) => (await thingsIn(shown, samples)).map(({ thing }) => thing),
  );
  const learnCollection = remembered(async (of: Collection) => {
    const alone = await learnAlone(of);
    const { filling, start, isMadeUp } = alone;
    const knowledge = filling && isMadeUp ? { ...alone, start: await references.into(of, filling.view, start) } : alone;
    collections.set(of, knowledge);
    return knowledge;
  });
  const learnAnswers = async (operation: Operation, of: Collection, act: Act) => {
    const { filling } = await learnCollection(of);
    const viewOf = (media: Media) => {
      const oneThing = act === 'list' ? undefined : viewOfThing(of, media);
      // If a request makes several things, the answer shows them as a list.
      return oneThing ?? (act === 'list' || act === 'make' ? viewOfList(of, media) : undefined);
    };
    const own = new Map<number, ReadonlyMap<Media, Answering>>();
    for (const status of new Set([successOf(operation, true), successOf(operation, false)]))
      if (status !== undefined && filling)
        own.set(status, await learnAnswer(operation, status, viewOf, filling.view, samples));
    answers.set(operation, own);
  };
  const learnOperation = remembered(async (operation: Operation) => {
    const { roleOf, wayOf, at, within } = understanding();
    const role = roleOf(operation);
    const way = wayOf(operation).way.flatMap((item) => at(item) ?? []);
    const own = role && 'of' in role && role.of.isNamed ? [...way, role.of] : way;
    await Promise.all(allWithin(own, within).map(learnCollection));
    if (role && 'of' in role) await learnAnswers(operation, role.of, role.act);
    if (role && 'single' in role) singles.set(role.single, await learnSingle(role.single, samples));
    done.add(operation);
  });
  return {
    missing: (operation) => (done.has(operation) ? undefined : learnOperation(operation)),
    collection: learnCollection,
    known: (of) => collections.get(of),
    single: (of) => singles.get(of),
    answer: (operation, status) => answers.get(operation)?.get(status),
    start(of, parents) {
      const { start = [], filling } = (of && collections.get(of)) ?? {};
      return start.map(([id, value]) => [id, filling ? withParents(filling.view, value, parents) : value]);
    },
  };
}
