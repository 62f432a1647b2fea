/**
 * Lets things that are made up refer to things that are there: the `author_id` of a book is the id of an author that `GET /authors` shows, and its
 * `author` is that author. What the contract itself shows stays as it is.
 */

import type { Operation } from '../../src/contract/contract';
import { allItemSchemas, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { declaredMembers, requiredIn, type View, viewOfList } from '../../src/resources/answers/views';
import { namesFor, singular, singularOf } from '../../src/resources/names';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { isRoleOfPerson, rankOfUsers } from '../../src/resources/vocabulary/people';
import { plain, wordsIn } from '../../src/resources/vocabulary/words';
import { withoutNames } from '../../src/routing/pathTemplate';
import { lazy } from '../../src/support/caching';
import type { Collection, Shown } from './collections';
import { ANY_ID, successOf, viewIn } from './collections';
import { isOfShape, shapeOf, type ThingShape } from './sameThing';
import { idIn, isIdIn, takes, typedId } from './values';

/** The things that a collection starts with. */
export type FirstThings = readonly (readonly [id: string, value: JsonValue])[];

interface Start {
  readonly start: FirstThings;
  readonly isMadeUp: boolean;
}

/** A member that shows a thing, or several, and another one that holds the ids: `assignee` and `assignee_id`. */
export interface IdPair {
  readonly id: string;
  readonly shown: string;
  readonly isList: boolean;
  /** The path of the items that are referred to, and those that are there at the start; empty if that is not known. */
  readonly item: string;
  readonly start: ReadonlyMap<string, JsonValue>;
}

export interface References {
  /** Returns the things of a collection with references to what is there. */
  into(of: Collection, view: View, start: FirstThings): Promise<FirstThings>;
  pairsOf(view: View): Promise<readonly IdPair[]>;
}

/** The things of a list to which others may refer. */
interface Referred {
  readonly path: string;
  readonly item: string;
  readonly view: View;
  readonly shape: ThingShape;
  /** Names of members that hold the id of such a thing, and the name of one that holds the thing itself, as `plain` gives them. */
  readonly ids: readonly string[];
  readonly itself: string;
  readonly start: () => Promise<Start>;
}

/** Things that are shown within things within things are looked at to this depth. */
const DEEPEST = 3;

/**
 * @param lists the operations that show all things of a kind, and their collections, if there are any.
 * @param startOf returns the things of a collection, without references, since collections may refer to each other.
 * @param listed returns the things that a list shows.
 */
export function createReferences(
  lists: () => readonly (readonly [lister: Operation, of: Collection | undefined])[],
  startOf: (of: Collection) => Promise<Start>,
  listed: (shown: Shown) => Promise<readonly JsonValue[]>,
): References {
  const all = lazy((): Referred[] =>
    lists().flatMap(([lister, of]) => {
      // A collection is called by its path without a slash at the end: `/parts/` is that of `/parts/{}`.
      const path = withoutNames(lister.path).replace(/(.)\/$/, '$1');
      const named = of ?? { item: `${path}/{}`, parameter: ANY_ID };
      const shown = viewIn(lister, successOf(lister, false) ?? 200, (media) => viewOfList(named, media));
      if (!shown?.view.isObject) return [];
      const { view } = shown;
      const itself = singular(named.item);
      const start = async () =>
        of ? await startOf(of) : { start: withIds(view, await listed(shown)), isMadeUp: false };
      const names = { ids: namesFor(named), itself };
      return itself === '' ? [] : [{ path, item: named.item, view, shape: shapeOf(view.schemas), ...names, start }];
    }),
  );

  const referring = createReferring(all);
  return {
    into: ({ path }, { schemas }, start) =>
      Promise.all(start.map(async ([id, thing], at) => [id, await referring(thing, schemas, at, path, 0)] as const)),
    pairsOf: ({ members }) =>
      Promise.all(
        pairsIn(members).map(async ({ shown, isList, ...pair }) => {
          const own = members.get(shown) ?? [];
          const inner = isList ? own.flatMap(allItemSchemas) : own;
          const to = meantBy(shown, inner, {}, '', all());
          return { ...pair, shown, isList, item: to?.item ?? '', start: new Map((await to?.start())?.start) };
        }),
      ),
  };
}

/** Makes what returns a value with references to what is there. @param all returns what may be referred to. */
function createReferring(all: () => readonly Referred[]) {
  /** @param at the place of the value in its list. @param within the path of that. */
  const referring = async (
    value: JsonValue,
    schemas: readonly Schema[],
    at: number,
    within: string,
    depth: number,
  ): Promise<JsonValue> => {
    if (!isObject(value) || depth > DEEPEST) return value;
    const members = declaredMembers(schemas);
    const changed: Record<string, JsonValue> = { ...value };
    for (const [name, before] of Object.entries(value)) {
      const own = members.get(name) ?? [];
      const inner = Array.isArray(before) ? own.flatMap(allItemSchemas) : own;
      const to = meantBy(name, inner, before as JsonValue, within, all());
      const { start, isMadeUp } = (to && (await to.start())) ?? { start: [], isMadeUp: false };
      const made = async (old: JsonValue, further: number): Promise<JsonValue> => {
        if (!to || start.length === 0) return referring(old, inner, at, '', depth + 1);
        // Things that refer to their own kind, such as folders to the folder above, do so in no circle.
        const place = to.path === within ? at - 1 : (at + shiftOf(name, to) + further) % start.length;
        const [id, other] = start[place] ?? [];
        if (id === undefined || other === undefined) return own.every((each) => takes(each, null)) ? null : old;
        if (!isObject(old)) return namedBy(name, old, id, other, to.view, inner);
        const whole = isMadeUp ? await referring(other, to.view.schemas, place, to.path, depth + 1) : other;
        return shownIn(old, whole, inner);
      };
      const next = Array.isArray(before)
        ? await Promise.all((before.slice(0, to ? start.length || undefined : undefined) as JsonValue[]).map(made))
        : await made(before as JsonValue, 0);
      if (own.every((each) => takes(each, next))) changed[name] = next;
    }
    return withIdsShown(changed, members);
  };
  return referring;
}

/** Returns a thing whose ids are those of what it shows: `supplier: 3` beside `supplier_detail: { pk: 3 }`. */
function withIdsShown(thing: Record<string, JsonValue>, members: View['members']): JsonValue {
  const ids = pairsIn(members).flatMap(({ id, shown }): [string, JsonValue][] => {
    const value = Object.hasOwn(thing, id) ? idsShown(thing[shown]) : undefined;
    const isAllowed = value !== undefined && (members.get(id) ?? []).every((each) => takes(each, value));
    return isAllowed ? [[id, value]] : [];
  });
  return { ...thing, ...Object.fromEntries(ids) };
}

/** Returns what a member refers to; undefined if it refers to nothing that a list shows. */
function meantBy(
  name: string,
  schemas: readonly Schema[],
  before: JsonValue | undefined,
  within: string,
  all: readonly Referred[],
): Referred | undefined {
  const value = Array.isArray(before) ? before[0] : before;
  if (value === undefined || value === null || isBareId(name)) return undefined;
  const words = wordsIn(name);
  // The last words of a compound name decide: `best_book_id` is the id of a book.
  const ends = words.map((_, at) => singularOf(words.slice(at).join('')));
  const others = all.filter(({ path }) => path !== within);
  const isHuman = isRoleOfPerson(name);
  if (isObject(value)) {
    const same = all.filter(({ shape }) => isOfShape(schemas, shape));
    if (same.length > 0) return same.find(({ itself }) => ends.includes(itself)) ?? same[0];
    return others.find(({ itself }) => ends.includes(itself)) ?? (isHuman ? usersAmong(others) : undefined);
  }
  const named = others.find(({ ids }) => ends.some((end) => ids.includes(end)));
  if (named) return named;
  if (isIdIn(name, value as JsonValue) && /^parent(id|uuid)?$/.test(plain(name)))
    return all.find(({ path }) => path === within);
  // A number of several, such as `followers`, counts them.
  if (typeof value === 'number' && value === before && singularOf(words.at(-1) ?? '') !== words.at(-1))
    return undefined;
  return others.find(({ itself }) => itself === ends[0]) ?? (isHuman ? usersAmong(all) : undefined);
}

/**
 * Returns the text or the number by which one thing names another: its id, or where that is a number and a text is wanted, its name. What is called
 * a UUID is that of the other, also where paths ask for it by another id.
 */
function namedBy(
  name: string,
  before: JsonValue,
  id: string,
  other: JsonValue,
  { id: place }: View,
  schemas: readonly Schema[],
): JsonValue {
  const shown = isObject(other) ? other['name'] : undefined;
  const uuid = isObject(other) && /uuid$/i.test(name) ? other['uuid'] : undefined;
  if (typeof uuid === 'string' && schemas.every((each) => takes(each, uuid))) return uuid;
  const isTextId = place !== undefined && typeof valueAt(other, place) === 'string';
  const isName = typeof before === 'string' && !isIdIn(name, before) && (isRoleOfPerson(name) || !isTextId);
  return (isName ? (shown as JsonValue | undefined) : typedId(id, schemas)) ?? before;
}

function usersAmong(all: readonly Referred[]): Referred | undefined {
  const ranked = all.flatMap((each) => {
    const rank = rankOfUsers(each.itself);
    return rank === undefined ? [] : [{ each, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank)[0]?.each;
}

/**
 * Returns the name of what is referred to, without what says that it is an id, or that it shows the thing itself: `owner` for `owner_id`, `ownerIds`,
 * `owners` and `owner_detail`.
 */
function baseOf(name: string): string {
  const base = singularOf(name);
  return /^(.+?)(id|uuid|guid|slug|key|code|detail|object)$/.exec(base)?.[1] ?? base;
}

/** Things refer to others of different places by different names, so that not everybody who wrote something reviews it, too. */
function shiftOf(name: string, { itself }: Referred): number {
  const base = baseOf(name);
  return base === itself ? 0 : base.length;
}

/** Returns what one thing shows of another: the members that its schema declares. */
export function shownIn(before: JsonObject, other: JsonValue, schemas: readonly Schema[]): JsonValue {
  const declared = declaredMembers(schemas);
  if (!isObject(other)) return before;
  if (declared.size === 0) return other;
  return { ...before, ...Object.fromEntries(Object.entries(other).filter(([name]) => declared.has(name))) };
}

/** Finds the members that show what others name by ids. */
function pairsIn(members: View['members']): Pick<IdPair, 'id' | 'shown' | 'isList'>[] {
  const names = [...members].flatMap(([name, schemas]) => {
    const items = schemas.flatMap(allItemSchemas);
    const isList = items.length > 0;
    const isShown = declaredMembers(isList ? items : schemas).size > 0;
    return [
      { name, isList, isShown, base: baseOf(name), isObject: schemas.some((each) => typesOf(each)?.has('object')) },
    ];
  });
  return names.flatMap(({ name: shown, isList, isShown, base }) => {
    const id = names.find(
      (each) => !each.isShown && !each.isObject && each.isList === isList && each.base === base && each.name !== shown,
    );
    return isShown && id ? [{ id: id.name, shown, isList }] : [];
  });
}

/**
 * Returns a thing whose members show what its ids name.
 * @param sent the members that a request has set.
 * @param find returns a thing that is there now, or `undefined`.
 */
export function paired(
  pairs: readonly IdPair[],
  { members, schemas: whole }: View,
  thing: JsonValue,
  sent: JsonValue | undefined,
  find: (pair: IdPair, id: string) => JsonValue | undefined,
): JsonValue {
  if (!isObject(thing)) return thing;
  const changed: Record<string, JsonValue> = { ...thing };
  for (const pair of pairs) {
    const { id, shown, isList } = pair;
    const schemas = members.get(shown) ?? [];
    const inner = isList ? schemas.flatMap(allItemSchemas) : schemas;
    const wasSent = (name: string) => isObject(sent) && Object.hasOwn(sent, name);
    if (wasSent(shown) && !wasSent(id)) {
      const value = idsShown(thing[shown] as JsonValue | undefined);
      if (value !== undefined && (members.get(id) ?? []).every((each) => takes(each, value))) changed[id] = value;
      continue;
    }
    const named = thing[id] as JsonValue | undefined;
    const before = thing[shown];
    if (wasSent(shown) || (before === undefined && named === undefined)) continue;
    const [first] = Array.isArray(before) ? before : [before];
    const one = (each: JsonValue) => {
      const old = (isObject(first) ? first : {}) as JsonObject;
      const place = [...Object.keys(old), ...declaredMembers(inner).keys()].find(isBareId);
      const typed = { ...old, ...(place === undefined ? {} : { [place]: each }) };
      return shownIn(typed, find(pair, String(each)) ?? {}, inner);
    };
    const next =
      named === undefined || named === null ? (isList ? [] : null) : Array.isArray(named) ? named.map(one) : one(named);
    if (schemas.every((each) => takes(each, next))) changed[shown] = next;
    else if (next === null && !requiredIn({ schemas: whole }).has(shown)) delete changed[shown];
  }
  return changed;
}

function idsShown(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return (value as JsonValue[]).flatMap((each) => idsShown(each) ?? []);
  if (!isObject(value)) return value === null ? null : undefined;
  return Object.entries(value).find(([name]) => isBareId(name))?.[1] as JsonValue | undefined;
}

function withIds(view: View, things: readonly JsonValue[]): FirstThings {
  return things.flatMap((thing) => {
    const id = idIn(view, thing);
    return id === undefined ? [] : [[id, thing] as const];
  });
}
