/**
 * Finds what is made below something else and stands by itself: `POST /vehicles/{}/trips` makes what `GET /trips/{}` shows. The contract decides: the
 * last names of both paths mean the same, and the answer to the request is of such an item; or it says nothing, and the list beside it shows them.
 */

import { type DeclaredResponse, declaredSuccesses, type Operation } from '../contract/contract';
import { allItemSchemas, memberSchemas } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { belowItem } from '../routing/pathTemplate';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { leadsTo } from './linkExpressions';
import { maySucceed } from './makers';
import { type Named, namingMembers, singularOf } from './names';
import { leadsToItself } from './vocabulary/naming';
import { plain } from './vocabulary/words';

/** Where things are made that stand elsewhere. */
export interface Nest {
  /** The path of what they are made in: `/vehicles/{}`. */
  readonly around: string;
  /** The path of the collection there: `/vehicles/{}/trips`. */
  readonly path: string;
  readonly maker: Operation;
  /** The `GET` at the same path. */
  readonly lister: Operation | undefined;
}

/** Operations by path and method. Paths have no parameter names. */
type ByPath = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** The collections that lie in an item, have no items with paths of their own there, and take something new; by their names in the singular. */
const makingPlaces = remembered((byPath: ByPath): ReadonlyMap<string, readonly string[]> => {
  const paths = [...byPath.keys()].filter((path) => {
    const maker = byPath.get(path)?.get('POST');
    return belowItem(path) && maker && maySucceed(maker) && !byPath.has(`${path}/{}`);
  });
  return groupBy(paths, (path) => singularOf(belowItem(path)?.name ?? ''));
});

/**
 * Returns where the items of a collection are made beside it, the likeliest to succeed first: below what can be made itself, and with few names in
 * the path. For example: `/vehicles/{}/trips` for the items `/trips/{}`.
 * @param items the operations on an item.
 * @param collection the path of the collection, whether or not the contract has it.
 */
export function nestsOf(named: Named, collection: string, items: readonly Operation[], byPath: ByPath): Nest[] {
  const [, before = '', name = ''] = /^(.*)\/([^/{}]+)$/.exec(collection) ?? [];
  if (name === '') return [];
  const nests = (makingPlaces(byPath).get(singularOf(name)) ?? []).flatMap((path): Nest[] => {
    const methods = byPath.get(path);
    const maker = methods?.get('POST');
    const { item: around = '' } = belowItem(path) ?? {};
    if (!maker || path === collection || !path.startsWith(`${before}/`) || around === named.item) return [];
    const lister = methods?.get('GET');
    if (!answersItem(maker, named, items) && !isToldByList(maker, lister, named, items)) return [];
    return [{ around, path, maker, lister: lister?.safe ? lister : undefined }];
  });
  const effort = ({ path, around }: Nest) =>
    path.split('{}').length + (byPath.get(around.replace(/\/\{\}$/, ''))?.has('POST') ? 0 : MOST_NAMES);
  return nests.sort((one, other) => effort(one) - effort(other));
}

/** No path has as many names. */
const MOST_NAMES = 1000;

/**
 * Tells whether the answer to a request is an item, as far as the contract says it: by a link, by its members, or without content by a `Location`.
 * What a 202 shows is a receipt or a job, and does not say what comes of it (RFC 9110 §15.3.3): `{ "id": 7, "state": "accepted" }`.
 */
function answersItem(maker: Operation, named: Named, items: readonly Operation[]): boolean {
  const answers = declaredSuccesses(maker);
  if (answers.length > 0 && answers.every(({ status }) => status === '202')) return true;
  if (answers.some(({ links }) => links.some((link) => items.some((item) => leadsTo(link, item))))) return true;
  const answered = answers.map((answer) => membersOfThing(answer, named)).find((members) => members !== undefined);
  if (!answered) {
    if (showsSame(answers, items)) return true;
    return (
      answersNothing(maker) &&
      answers.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'location'))
    );
  }
  const shown = membersShown(named, items);
  const [first] = shown;
  return !first || shown.some((members) => isWithin(members, answered) || isWithin(answered, members));
}

/** Tells whether a 201 to a request has no content, and the list beside it has the items, as far as both say what is in them. */
function isToldByList(
  maker: Operation,
  lister: Operation | undefined,
  named: Named,
  items: readonly Operation[],
): boolean {
  const isCreated = declaredSuccesses(maker).some(({ status }) => status === '201');
  if (!lister || !isCreated || !answersNothing(maker)) return false;
  const shown = membersShown(named, items);
  const schemas = declaredSuccesses(lister).flatMap(({ media }) => media.flatMap(({ schema }) => schema ?? []));
  const listed = schemas.flatMap((schema) => [schema, ...[...memberSchemas(schema).values()].flat()]);
  return listed
    .flatMap(allItemSchemas)
    .map(membersOf)
    .filter((members) => isNamed(members, named))
    .some((members) => shown.some((all) => isWithin(members, all) || isWithin(all, members)));
}

/** Whether no success of a request has content, as far as the contract says it. */
export function answersNothing(maker: Operation): boolean {
  return declaredSuccesses(maker).every(({ media }) => media.length === 0);
}

/** Whether an answer has the members which a GET of the item has, however that is named: `{ "name": "trips/7", "goal": "Basel" }`. */
function showsSame(answers: readonly DeclaredResponse[], items: readonly Operation[]): boolean {
  const membersIn = (all: readonly DeclaredResponse[]) =>
    all.flatMap(({ media }) => media.flatMap(({ schema }) => (schema ? [new Set(memberSchemas(schema).keys())] : [])));
  const shown = membersIn(items.filter(({ method }) => method === 'GET').flatMap(declaredSuccesses));
  const isShown = (names: ReadonlySet<string>) => shown.some((all) => all.size === names.size && isWithin(names, all));
  return membersIn(answers).some((names) => names.size > 1 && isShown(names));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

/** Returns the members of the thing that an answer represents, as `plain` gives them; undefined where it has none that could name it or lead to it. */
function membersOfThing({ media }: DeclaredResponse, named: Named): ReadonlySet<string> | undefined {
  const schemas = media.flatMap(({ schema }) => schema ?? []).filter((schema) => allItemSchemas(schema).length === 0);
  const all = schemas.flatMap((schema): Schema[] => [schema, ...[...memberSchemas(schema).values()].flat()]);
  return all.map(membersOf).find((members) => isNamed(members, named));
}

/** Returns the members of the things that operations on an item show. */
function membersShown(named: Named, items: readonly Operation[]): ReadonlySet<string>[] {
  return items.flatMap(declaredSuccesses).flatMap((answer) => membersOfThing(answer, named) ?? []);
}

function membersOf(schema: Schema): ReadonlySet<string> {
  return new Set([...memberSchemas(schema).keys()].map(plain));
}

function isNamed(members: ReadonlySet<string>, named: Named): boolean {
  const naming = namingMembers(named);
  return [...members].some((name) => naming.includes(name) || leadsToItself(name));
}

/** Items that may be made below others. */
interface Nested {
  readonly item: string;
  readonly nests?: readonly Nest[];
}

/**
 * Returns how deep things lie in others, so that what lies in something comes after that. For example: `/trips/{}` that are made in
 * `/vehicles/{}/trips` lie deeper than `/vehicles/{}`.
 */
export function depthsOf(all: readonly Nested[]): (one: Nested) => number {
  const byItem = new Map(all.map((each) => [each.item, each]));
  const depths = new Map<string, number>();
  const depthOf = (item: string, within: readonly string[]): number => {
    const known = depths.get(item);
    if (known !== undefined) return known;
    const outer = (byItem.get(item)?.nests ?? []).filter(({ around }) => !within.includes(around));
    const deepest = outer.map(({ around }) => depthOf(around, [...within, item]) + 2);
    const depth = Math.max(item.split('/').length, ...deepest);
    if (within.length === 0) depths.set(item, depth);
    return depth;
  };
  return ({ item }) => depthOf(item, []);
}

/** Returns the collection in which a request makes or lists things that stand elsewhere; undefined where it does so in that of their items. */
export function nestAt({ nests = [] }: Partial<Nested>, operation: Operation): Nest | undefined {
  return nests.find(({ maker, lister }) => operation === maker || operation === lister);
}
