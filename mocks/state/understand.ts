/** Finds out which operations of a contract belong together: collections with their items, single things, and the others. */

import { declaredResponse, type Media, type Operation, type Parameter } from '../../src/contract/contract';
import { endOf } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';
import { isSuccess } from '../../src/http/statuses';
import { type View, viewOfList, viewOfThing, viewOfWhole } from '../../src/resources/answers/views';
import { type Items, kindsOf } from '../../src/resources/kinds';
import { plain } from '../../src/resources/vocabulary/words';
import { itemPath, namesIn, withoutNames } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import { usualStatus } from '../engine/negotiate';
import { collectionsWithin } from './nested';

/** A collection of things, such as /users. */
export interface Collection extends Items {
  /** The path without the names of its parameters: `/users/{}/plants`. */
  readonly path: string;
  /** The path as the contract has it, with the names. */
  readonly template: string;
  /** Whether an item has a path with its id. */
  readonly isNamed: boolean;
  /** Whether only items exist that were made. Otherwise any item exists until it is removed. */
  readonly isClosed: boolean;
  /** The operation that removes all items. */
  readonly clearer: Operation | undefined;
}

/** A thing that is the only one at its path, such as /settings. */
export interface Single {
  readonly path: string;
  readonly template: string;
  readonly reader: Operation;
  readonly replacer: Operation | undefined;
  readonly patcher: Operation | undefined;
  readonly remover: Operation | undefined;
}

/** What an operation does to a collection as a whole. */
type ActOnAll = 'list' | 'make' | 'update' | 'clear';

export type Act = ActOnAll | 'read' | 'replace' | 'patch' | 'remove';

export function isOfAll(act: Act): act is ActOnAll {
  return act === 'list' || act === 'make' || act === 'update' || act === 'clear';
}

/** What an operation does. `below` stands for something unknown about the thing that its path names. */
export type Role =
  | { readonly act: Act; readonly of: Collection }
  | { readonly act: Exclude<Act, ActOnAll>; readonly single: Single }
  | { readonly act: 'below' };

/** The things that the path of an operation names, from the first to the last. */
interface PathThings {
  /** The paths of the items: `/users/{}`, `/users/{}/plants/{}`. */
  readonly way: readonly string[];
  /** The parameters that name the items. */
  readonly names: readonly string[];
}

interface Untold {
  readonly operation: string;
  readonly why: string;
}

export interface Understanding {
  readonly collections: readonly Collection[];
  readonly singles: readonly Single[];
  /** The operations that may list all things of a kind, each with its collection, if the mock keeps one. */
  readonly lists: readonly (readonly [lister: Operation, of: Collection | undefined])[];
  /** Returns the collection by the path of its items. */
  readonly at: (item: string) => Collection | undefined;
  /** Returns the collections whose things are made in those of another one, and stand elsewhere. */
  readonly within: (of: Collection) => readonly Collection[];
  /** Returns what an operation does; undefined if it is answered as without state. */
  readonly roleOf: (operation: Operation) => Role | undefined;
  readonly wayOf: (operation: Operation) => PathThings;
  readonly untold: readonly Untold[];
}

/**
 * Which things exist beside those that the mock holds: none where the contract has a way to make some; none either where it only has a list
 * that shows them; or any, since a service behind the mock may have them.
 */
export type Others = 'if-not-made' | 'if-not-listed' | 'any';

/** Finds out which operations of a contract belong together. */
export function understand(operations: readonly Operation[], others: Others = 'if-not-made'): Understanding {
  const named = kindsOf(operations).items.map((items) => toCollection(items, others));
  const byPath = besidesItems(operations, named);
  const unnamed = [...byPath].flatMap(([path, methods]) => unnamedAt(path, methods) ?? []);
  const collections = [...named, ...unnamed];
  const listed = new Set(unnamed.map(({ path }) => path));
  const singles = [...byPath].flatMap(([path, methods]) => (listed.has(path) ? [] : (singleAt(path, methods) ?? [])));
  const ways = new Map(operations.map((operation) => [operation, wayOf(operation)]));
  const roles = rolesOf(ways, named, collections, singles);
  const untold: Untold[] = [];
  for (const [operation, way] of ways) {
    if (roles.has(operation)) continue;
    untold.push({ operation: operation.name, why: whyUntold(operation, way) });
    if (way && way.length > 0) roles.set(operation, { act: 'below' });
  }
  const byItem = new Map(named.map((collection) => [collection.item, collection]));
  return {
    collections: collections.filter(({ lister, reader, remover, maker }) =>
      [lister, reader, remover, maker].some((each) => each && roles.has(each)),
    ),
    singles,
    lists: operations
      .filter(({ method, path }) => method === 'GET' && namesIn(path).length === 0)
      .map((lister) => [lister, collections.find((each) => each.lister === lister)]),
    at: (item) => byItem.get(item),
    within: remembered((of) => collectionsWithin(of, named)),
    roleOf: (operation) => roles.get(operation),
    wayOf: remembered((operation) => ({ way: ways.get(operation) ?? [], names: namesIn(operation.path) })),
    untold,
  };
}

/** Returns the operations that are neither at the path of a collection nor at that of an item, by their paths and methods. */
function besidesItems(operations: readonly Operation[], named: readonly Collection[]) {
  const taken = new Set(named.flatMap(({ path, item, nests = [] }) => [path, item, ...nests.map((nest) => nest.path)]));
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const key = withoutNames(operation.path).replace(/(.)\/$/, '$1');
    if (/[?#]/.test(key) || taken.has(key)) continue;
    const methods = byPath.get(key) ?? new Map<string, Operation>();
    byPath.set(key, methods.set(operation.method, operation));
  }
  return byPath;
}

/** Returns what each operation does. @param ways the items on the way of each operation; undefined if nothing can be told of it. */
function rolesOf(
  ways: ReadonlyMap<Operation, readonly string[] | undefined>,
  named: readonly Collection[],
  collections: readonly Collection[],
  singles: readonly Single[],
): Map<Operation, Role> {
  const roles = new Map<Operation, Role>();
  for (const of of collections) {
    const { lister, maker, reader, replacer, patcher, remover, clearer } = of;
    const onItems = { read: reader, replace: replacer, patch: patcher, remove: remover };
    const acts = { make: maker, list: lister, clear: clearer, ...onItems };
    for (const [act, operation] of Object.entries(acts) as [Act, Operation | undefined][])
      if (operation && ways.get(operation)) roles.set(operation, { act, of });
    for (const { maker: makes, lister: lists } of of.nests ?? []) {
      if (ways.get(makes)) roles.set(makes, { act: 'make', of });
      if (lists && ways.get(lists)) roles.set(lists, { act: 'list', of });
    }
  }
  const byCollection = new Map(named.map((of) => [of.path, of]));
  for (const [operation, way] of ways) {
    const role = way && !roles.has(operation) ? besideItems(operation, byCollection) : undefined;
    if (role) roles.set(operation, role);
  }
  for (const single of singles) {
    const { reader: read, replacer: replace, patcher: patch, remover: remove } = single;
    for (const [act, operation] of Object.entries({ read, replace, patch, remove }))
      if (operation && ways.get(operation)) roles.set(operation, { act: act as 'read', single });
  }
  return roles;
}

/**
 * Finds out what an operation does that is not at the path of an item. PUT /pets with the id in its body updates an item. GET
 * /pets/findByStatus?status=sold lists items, if `status` is a member of them.
 */
function besideItems(operation: Operation, collections: ReadonlyMap<string, Collection>): Role | undefined {
  const path = withoutNames(operation.path);
  const own = operation.method === 'PUT' ? collections.get(path) : undefined;
  if (own?.reader) return { act: 'update', of: own };
  const above = operation.method === 'GET' ? collections.get(path.replace(/\/[^/{}]+$/, '')) : undefined;
  const status = above && successOf(operation, false);
  if (!above?.reader || status === undefined) return undefined;
  const listed = viewIn(operation, status, (media) => viewOfList(above, media))?.view;
  const thing = canonicalOf(above)?.view;
  const isAlike = listed?.schemas.some((schema) => thing?.schemas.map(endOf).includes(endOf(schema)));
  const names = new Set([...(thing?.members.keys() ?? [])].map(plain));
  const asks = operation.parameters.some(({ name, in: where }) => where === 'query' && names.has(plain(name)));
  return isAlike && asks ? { act: 'list', of: above } : undefined;
}

function whyUntold({ method, path }: Operation, way: readonly string[] | undefined): string {
  if (!way) return 'its path has more than a parameter between two slashes';
  if (/[?#]/.test(path)) return 'its path is told apart by a query or a fragment';
  if (method === 'GET') return 'nothing of the contract changes what it shows';
  if (method === 'POST') return 'what it makes is neither listed nor at a path of its own';
  return 'what it changes is not shown by a GET at its path';
}

/** Returns the paths of the items on the way; undefined if a segment holds more than one parameter. */
function wayOf({ path }: Operation): readonly string[] | undefined {
  if (/[?#]/.test(path)) return undefined;
  const items = namesIn(path).map((_, index) => itemPath(path, index));
  return items.every((each) => each !== undefined) ? items : undefined;
}

function toCollection(items: Items, others: Others): Collection {
  const [first] = [items.reader, items.replacer, items.patcher, items.remover].filter((each) => each !== undefined);
  const collection = items.item.replace(/\/\{\}$/, '');
  const template = items.lister?.path ?? first?.path.replace(/\/[^/]*\/?$/, '') ?? collection;
  // A path that ends with a parameter is an item itself, and no list of other items.
  const isItem = collection.endsWith('{}');
  const maker = isItem && items.maker !== items.replacer ? undefined : items.maker;
  const lister = isItem ? undefined : (items.lister ?? items.nests?.[0]?.lister);
  return {
    ...items,
    lister,
    maker,
    path: collection,
    template,
    isNamed: true,
    isClosed: others !== 'any' && (maker !== undefined || (others === 'if-not-listed' && lister !== undefined)),
    clearer: undefined,
  };
}

/** Finds a list whose items can be added, but have no paths of their own. */
function unnamedAt(path: string, methods: ReadonlyMap<string, Operation>): Collection | undefined {
  const [lister, maker, clearer] = [methods.get('GET'), methods.get('POST'), methods.get('DELETE')];
  if (!lister || !maker || methods.has('PUT') || methods.has('PATCH')) return undefined;
  // If the DELETE takes a body or a query, nothing says which items it removes.
  if (clearer && (clearer.requestBody || clearer.parameters.some((each) => each.in === 'query'))) return undefined;
  if (!maker.responses.some(({ status }) => status === '201')) return undefined;
  const item = `${path}/{}`;
  const collection: Collection = {
    ...{ path, item, template: lister.path, parameter: ANY_ID, lister, maker, isNamed: false, isClosed: true, clearer },
    ...{ reader: undefined, replacer: undefined, patcher: undefined, remover: undefined, poster: undefined },
  };
  const listed = viewIn(lister, usualStatus(lister.responses), (media) => viewOfList(collection, media))?.view;
  // If the request sends something else than the list shows, it makes no item of the list.
  const sent = maker.requestBody?.media.flatMap((media) => viewOfThing(collection, media) ?? []) ?? [];
  const isItem = sent.length === 0 || sent.some((each) => each.isObject === listed?.isObject);
  return listed && isItem ? collection : undefined;
}

/** The parameter of items that have no path of their own. It takes any id. */
export const ANY_ID: Parameter = {
  ...{ name: 'id', in: 'path', required: true, types: [], format: undefined, style: undefined, explode: undefined },
  ...{
    allowReserved: false,
    schema: undefined,
    content: undefined,
    description: '',
    examples: [],
    accepts: () => true,
  },
  clause: { pointer: '', file: '', line: 0, column: 0 },
};

function singleAt(path: string, methods: ReadonlyMap<string, Operation>): Single | undefined {
  const reader = methods.get('GET');
  const [replacer, patcher, remover] = ['PUT', 'PATCH', 'DELETE'].map((method) => methods.get(method));
  if (!reader || !(replacer ?? patcher ?? remover)) return undefined;
  return { path, template: reader.path, reader, replacer, patcher, remover };
}

/** A declared content of an answer, and how it shows things. */
export interface Shown {
  readonly operation: Operation;
  readonly status: number;
  readonly media: Media;
  readonly view: View;
}

/** Returns how the answer of a status shows things. If it has several media types, JSON counts. */
export function viewIn(
  operation: Operation | undefined,
  status: number,
  viewOf: (media: Media) => View | undefined,
): Shown | undefined {
  const all = (operation && declaredResponse(operation, status)?.media) ?? [];
  const media = all.find(({ type }) => mediaKind(type) === 'json') ?? all[0];
  const view = media && viewOf(media);
  return operation && media && view && { operation, status, media, view };
}

/** Returns the status with which an operation succeeds; undefined if it declares none. @param made whether it made something. */
export function successOf(operation: Operation, made: boolean): number | undefined {
  return successesOf(operation)[made ? 'made' : 'other'];
}

const successesOf = remembered((operation: Operation) => ({
  made: findSuccess(operation, true),
  other: findSuccess(operation, false),
}));

function findSuccess({ responses }: Operation, made: boolean): number | undefined {
  const usual = usualStatus(responses);
  const created = responses.some(({ status }) => status === '201');
  if (made && created) return 201;
  const others = responses.map(({ status }) => status).filter((status) => /^2\d\d$/.test(status) && status !== '201');
  if (usual === 201 && !made && others.length > 0) return Number(others.sort()[0]);
  return isSuccess(usual) ? usual : undefined;
}

/** Returns the answer that decides how things of a collection are stored: that of the reader, else the list, else the writers. */
export function canonicalOf({ reader, lister, replacer, patcher, maker, ...named }: Collection): Shown | undefined {
  const viewOf = (operation: Operation | undefined, made = false) => {
    const status = operation && successOf(operation, made);
    return status === undefined ? undefined : viewIn(operation, status, (media) => viewOfThing(named, media));
  };
  const status = lister && successOf(lister, false);
  const listed = status === undefined ? undefined : viewIn(lister, status, (media) => viewOfList(named, media));
  return viewOf(reader) ?? listed ?? viewOf(replacer) ?? viewOf(patcher) ?? viewOf(maker, true);
}

export function canonicalOfSingle({ reader }: Single): Shown | undefined {
  const status = successOf(reader, false);
  return status === undefined ? undefined : viewIn(reader, status, viewOfWhole);
}
