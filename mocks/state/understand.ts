/** Finds out which operations of a contract belong together: collections with their items, single things, and the others. */

import type { Operation } from '../../src/contract/contract';
import { endOf } from '../../src/contract/schema/schema';
import { viewOfList, viewOfThing } from '../../src/resources/answers/views';
import type { Items } from '../../src/resources/kinds';
import { plain } from '../../src/resources/vocabulary/words';
import { itemPath, namesIn, withoutNames } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import { usualStatus } from '../engine/negotiate';
import { type Homes, homesOf } from '../engine/ownLinks';
import { isAction } from './actions';
import {
  type Act,
  ANY_ID,
  type Collection,
  canonicalOf,
  type Role,
  type Single,
  successOf,
  viewIn,
} from './collections';
import { itemsMeant } from './methodsMeant';
import { collectionsWithin, listedInOthers, nestsIn } from './nested';
import { listedAlone, ownRoles } from './ownPaths';

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
  /** Returns the GET at a path of its own that shows the first thing of a collection: `/me` for `/users`. */
  readonly ownOf: (of: Collection) => Operation | undefined;
  readonly wayOf: (operation: Operation) => PathThings;
  /** Where things within others are found by their ids. */
  readonly homes: Homes;
  readonly untold: readonly Untold[];
}

/**
 * Which things exist beside those that the mock holds: none where the contract has a way to make some; none either where it only has a list
 * that shows them; or any, since a service behind the mock may have them.
 */
export type Others = 'if-not-made' | 'if-not-listed' | 'any';

/** Finds out which operations of a contract belong together. */
export function understand(operations: readonly Operation[], others: Others = 'if-not-made'): Understanding {
  const ofItems = itemsMeant(operations).map((items) => toCollection(items, others));
  const all = besidesItems(operations, ofItems);
  const withLists = (of: Collection): Collection => ({
    ...of,
    listedIn: listedInOthers(of, canonicalOf(of)?.view, all),
  });
  const named = ofItems.map(withLists);
  const byPath = besidesItems(operations, named);
  const unnamed = [...byPath].flatMap(([path, methods]) => unnamedAt(path, methods) ?? []).map(withLists);
  const alone = listedAlone(operations, [...named, ...unnamed]).map(withLists);
  const collections = [...named, ...unnamed, ...alone];
  const listed = new Set([...unnamed, ...alone].map(({ path }) => path));
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
    ownOf: (of) =>
      [...roles].find(([, role]) => role.of === of && role.act === 'read' && 'isFirst' in role && role.isFirst)?.[0],
    wayOf: remembered((operation) => ({ way: ways.get(operation) ?? [], names: namesIn(operation.path) })),
    homes: homesOf(operations),
    untold,
  };
}

/** Returns the operations that are neither at the path of a collection nor at that of an item, by their paths and methods. */
function besidesItems(operations: readonly Operation[], named: readonly Collection[]) {
  const taken = new Set(named.flatMap((of) => [of.path, of.item, ...nestsIn(of).map(({ path }) => path)]));
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
    for (const { maker: lists } of of.listedIn ?? []) if (ways.get(lists)) roles.set(lists, { act: 'list', of });
  }
  const byCollection = new Map(named.map((of) => [of.path, of]));
  for (const [operation, way] of ways) {
    const role = way && !roles.has(operation) ? besideItems(operation, byCollection) : undefined;
    if (role) roles.set(operation, role);
  }
  const byItem = new Map(named.map((of) => [of.item, of]));
  for (const [operation, way] of ways) {
    const of = roles.has(operation) ? undefined : byItem.get(way?.at(-1) ?? '');
    if (of && isAction(operation, of)) roles.set(operation, { act: 'act', of });
  }
  for (const single of singles) {
    const { reader: read, replacer: replace, patcher: patch, remover: remove } = single;
    for (const [act, operation] of Object.entries({ read, replace, patch, remove }))
      if (operation && ways.get(operation)) roles.set(operation, { act: act as 'read', single });
  }
  for (const [operation, role] of ownRoles([...ways.keys()], collections)) {
    const before = roles.get(operation);
    if (!before?.of) roles.set(operation, before?.single ? { ...role, single: before.single } : role);
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

function singleAt(path: string, methods: ReadonlyMap<string, Operation>): Single | undefined {
  const reader = methods.get('GET');
  const [replacer, patcher, remover] = ['PUT', 'PATCH', 'DELETE'].map((method) => methods.get(method));
  if (!reader || !(replacer ?? patcher ?? remover)) return undefined;
  return { path, template: reader.path, reader, replacer, patcher, remover };
}
