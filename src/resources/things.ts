/** Things of an API, by their paths and ids: which thing a request is about. */

import type { Operation } from '../contract/contract';
import type { Values } from '../routing/pathTemplate';
import { itemPath, namesIn, withoutNames } from '../routing/pathTemplate';
import type { AskedRequest } from './answered';
import type { Items, Kinds } from './kinds';
import { nestAt } from './nests';

/**
 * One thing: the path of an item without parameter names, and the value of each parameter. `/beds/{}` with `7` is
 * `/beds/7`.
 */
export interface Thing {
  readonly item: string;
  readonly ids: readonly string[];
  /** What it was made in, where its own path does not say that: `/vehicles/7` for `/trips/3`, which `POST /vehicles/7/trips` made. */
  readonly around?: Thing;
}

/** Returns the values of the parameters of a path, in the order of the path. */
export function idsIn(path: string, values: Values): string[] {
  return namesIn(path).map((name) => values[name] ?? '');
}

/**
 * Returns the ids of the things that contain an item of a kind, as a request names them: `GET /beds/3/seedlings` → `3`.
 */
export function idsAbove(
  { item }: Pick<Items, 'item'>,
  { operation, values }: Pick<AskedRequest, 'operation' | 'values'>,
): string[] {
  return idsIn(operation.path, values).slice(0, placesIn(item) - 1);
}

/** Returns the path of the items of which a request names one last: `/beds/{}` for `POST /beds/{bedId}/water`. */
export function lastItem(operation: Operation, kinds: Pick<Kinds, 'ofItem'>): string | undefined {
  return kinds.ofItem(operation)?.item ?? itemPath(operation.path, namesIn(operation.path).length - 1);
}

/** Returns how many parameters a path has: 2 for `/beds/{}/seedlings/{}`. */
export function placesIn(item: string): number {
  return item.split('{}').length - 1;
}

/**
 * Returns the thing that the answer to a request names: `7` in the answer to `POST /beds/3/seedlings` →
 * `/beds/3/seedlings/7`.
 */
export function thingNamed(
  kind: Pick<Items, 'item' | 'nests'>,
  asked: Pick<AskedRequest, 'operation' | 'values'>,
  text: string,
): Thing {
  const { operation, values } = asked;
  const nest = nestAt(kind, operation);
  const around = nest && { item: nest.around, ids: idsIn(operation.path, values) };
  return { item: kind.item, ids: [...idsAbove(kind, asked), text], ...(around ? { around } : {}) };
}

/** Returns what stands for the collection in which a request makes or lists things of a kind: one of them without a name. */
export function anyNamed(
  kind: Pick<Items, 'item' | 'nests'>,
  asked: Pick<AskedRequest, 'operation' | 'values'>,
): Thing {
  return thingNamed(kind, asked, '');
}

/** Returns another thing of the same collection. */
export function calledOtherwise(thing: Thing, text: string): Thing {
  return { ...thing, ids: [...thing.ids.slice(0, -1), text] };
}

/** Returns the path values of an operation on a thing, or in what it was made in, by the parameter names in the operation's own path. */
export function valuesFor({ path }: Operation, { ids, around }: Thing): Values {
  const isAround = around !== undefined && withoutNames(path).startsWith(`${around.item}/`);
  const named = isAround ? around.ids : ids;
  return Object.fromEntries(namesIn(path).map((name, at) => [name, named[at] ?? '']));
}

/**
 * Returns what a thing lies in, the outermost first: `/beds/7` for `/beds/7/seedlings/3`. What it was made in comes last, where its own path does not
 * say that.
 */
export function thingsAbove({ item, ids, around }: Thing): Thing[] {
  const parts = item.split('{}');
  const inPath = ids
    .slice(0, -1)
    .map((_, at) => ({ item: `${parts.slice(0, at + 1).join('{}')}{}`, ids: ids.slice(0, at + 1) }));
  return around ? [...inPath, around] : inPath;
}

/** Tells whether a thing lies in another one. */
export function liesIn(thing: Thing, outer: Thing): boolean {
  if (thing.item !== outer.item && isAtOrBelow(thing, outer)) return true;
  const { around } = thing;
  return around !== undefined && (isAtOrBelow(around, outer) || liesIn(around, outer));
}

/** Tells whether a thing is another one, or has its path below that of it: `/beds/7/seedlings/3` below `/beds/7`. */
export function isAtOrBelow({ item, ids }: Thing, outer: Thing): boolean {
  const isBelow = item === outer.item || item.startsWith(`${outer.item}/`);
  return isBelow && outer.ids.every((id, at) => ids[at] === id);
}

/** Returns the list in which a thing stands: that of what it was made in, or else that of all. */
export function listerFor(kind: Pick<Items, 'nests' | 'lister'>, thing: Thing): Operation | undefined {
  return nestFor(kind, thing)?.lister ?? kind.lister;
}

/** Returns the request that makes things where a thing was made. */
export function makerFor(kind: Pick<Items, 'nests' | 'maker'>, thing: Thing): Operation | undefined {
  return nestFor(kind, thing)?.maker ?? kind.maker;
}

function nestFor({ nests = [] }: Pick<Items, 'nests'>, { around }: Thing) {
  return nests.find((nest) => nest.around === around?.item);
}

/** An id that is not larger may be a position in a list. */
const LARGEST_POSITION = 1000;

/** Whether the id of a thing may be its position, so that it moves as something else is removed. */
export function mayBePosition({ ids }: Thing): boolean {
  const id = ids.at(-1) ?? '';
  return /^\d+$/.test(id) && Number(id) <= LARGEST_POSITION;
}

/**
 * Whether the id of a thing may be one within what it was made in alone, and no GET can tell: `POST /vehicles/7/trips` → `{ "id": 1 }` may be the
 * first trip of that vehicle, and `DELETE /trips/1` removes another one.
 */
export function mayCountWithin({ reader }: Pick<Items, 'reader'>, thing: Thing): boolean {
  return reader === undefined && thing.around !== undefined && mayBePosition(thing);
}
