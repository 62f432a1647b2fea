/**
 * Infers which things the operations of a contract make, and how an answer names them. An inference only chooses
 * inputs; no verdict depends on it.
 */

import { declaredSuccesses, type Operation, pathParameters } from '../contract/contract';
import { allItemSchemas, memberSchemas } from '../contract/schema/facets';
import { belowItem, lastName, namesIn, withoutNames } from '../routing/pathTemplate';
import { lazy, remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { collectionAt, LAST_NAME, listerAt, reading } from './collectionPaths';
import { makerAt, maySucceed } from './makers';
import { type Named, namesFor, singularOf } from './names';
import { depthsOf, type Nest, nestAt, nestsOf } from './nests';
import { isIdName } from './vocabulary/ids';
import { plain } from './vocabulary/words';

/** The items of one collection. */
export interface Items extends Named {
  /**
   * `POST` on the collection, or that of the first of {@link nests}, or else `PUT` or `POST` on an item with a new id; undefined if no operation
   * makes items.
   */
  readonly maker: Operation | undefined;
  readonly reader: Operation | undefined;
  readonly replacer: Operation | undefined;
  readonly patcher: Operation | undefined;
  readonly remover: Operation | undefined;
  /** `POST` on an item. Some services use it to make an item under a name that the client chose. */
  readonly poster: Operation | undefined;
  /** `GET` on the collection. */
  readonly lister: Operation | undefined;
  /** The `GET` that shows items which several names stand for: `/rules` for `/rules/{ip}/{host}`. One name of them names none. */
  readonly overview?: Operation | undefined;
  /** Where items are made below something else: `POST /vehicles/{}/trips` for `/trips/{}`. Default: nowhere. */
  readonly nests?: readonly Nest[];
}

/** The items of a collection for which the contract has an operation that makes them. */
export interface Kind extends Items {
  readonly maker: Operation;
}

export interface Kinds {
  readonly all: readonly Kind[];
  /** All items, including those that cannot be made. */
  readonly items: readonly Items[];
  /** Returns the kind by the path of its items, without parameter names: `/users/{}/plants/{}`. */
  readonly at: (item: string) => Kind | undefined;
  /** The actions on an item that say of nothing that it was made: `POST /orders/{}/close`, in the order of the contract. */
  readonly actionsOn: (item: string) => readonly Operation[];
  readonly madeBy: (operation: Operation) => Kind | undefined;
  /** Whether another operation has the same method and path but for its end, and stands for both: `/users/` beside `/users`. */
  readonly isTwin: (operation: Operation) => boolean;
  /** Returns the items that an operation is about, by its path. */
  readonly ofItem: (operation: Operation) => Items | undefined;
  /**
   * Whether an operation changes something, and the last name in its path may be what is set, and is not that of a thing: it is another one than the
   * things there have (`PUT /wallet/{new_name}` beside `DELETE /wallet/{wallet_id}`), or nothing else is sent, and nothing tells of things there
   * (`PUT /lamp/brightness/{level}`).
   */
  readonly setsByPath: (operation: Operation) => boolean;
  /** Returns the items that an operation lists: all of them, or those in one thing. */
  readonly listedBy: (operation: Operation) => Items | undefined;
  /** Returns the kinds whose items a body member may refer to: `customerId` → `/customers/{}`. */
  readonly meantBy: (member: string) => readonly Kind[];
  /** The same of all items, whether they can be made or not. */
  readonly itemsMeantBy: (member: string) => readonly Items[];
  /** Whether a `GET` lists things of this name that have ids, whether or not a path names one of them: `tracks` of `GET /tracks`. */
  readonly areListed: (name: string) => boolean;
  /** Returns the `GET` at the path of an operation, which shows what that changes; undefined where there is none. */
  readonly readerAt: (operation: Operation) => Operation | undefined;
  /** Returns the `GET` on the collection of an item, even if nothing can be made there. */
  readonly lister: (item: string) => Operation | undefined;
  /**
   * Whether things are fixed: a list shows them, and no operation makes, changes or removes one. The service has them of its own, as the servers of
   * `/servers/{}/zones`.
   */
  readonly isFixed: (item: string) => boolean;
  /** Says how deep things lie in others: what contains others has a smaller number than these. */
  readonly depthOf: (items: Items) => number;
}

/** Returns the kinds of things that operations can make. Kinds that contain others come first. */
export const kindsOf = remembered((operations: readonly Operation[]): Kinds => {
  const paths = readPaths(operations);
  const items = [...paths.byPath.keys()].flatMap((item) => itemsAt(item, paths) ?? []);
  const depthOf = depthsOf(items);
  items.sort((left, right) => depthOf(left) - depthOf(right));
  return { ...indexKinds(items, paths), depthOf };
});

/** Operations by path and method. Paths have no parameter names: `/users/{}/plants/{}`. */
interface Paths {
  readonly byPath: ReadonlyMap<string, ReadonlyMap<string, Operation>>;
  /** If paths differ only in the names of their parameters, it is not known which of the operations answers. */
  readonly ambiguous: ReadonlySet<string>;
  /** Operations beside the one that stands for both, by their paths without names. */
  readonly twins: ReadonlyMap<Operation, string>;
}

/** The ends of paths that may mean the same as without them, the likeliest to be the path proper first. */
const ENDS = ['', '/', '.json'] as const;

function endOf(path: string): (typeof ENDS)[number] {
  return ENDS.find((end) => end !== '' && path.length > end.length && path.endsWith(end)) ?? '';
}

/** Returns a path by which it is found: without the names of its parameters, and without an end that means nothing. */
export function pathKey(path: string): string {
  return withoutNames(path.slice(0, path.length - endOf(path).length));
}

function readPaths(operations: readonly Operation[]): Paths {
  const byPath = new Map<string, Map<string, Operation>>();
  const ambiguous = new Set<string>();
  const twins = new Map<Operation, string>();
  for (const operation of operations) {
    if (/[?#]/.test(operation.path)) continue;
    const key = pathKey(operation.path);
    const methods = byPath.get(key) ?? new Map<string, Operation>();
    byPath.set(key, methods);
    const other = methods.get(operation.method);
    if (other && endOf(other.path) === endOf(operation.path)) ambiguous.add(key);
    const [first, second] = [other, operation]
      .filter((each) => each !== undefined)
      .sort((one, another) => ENDS.indexOf(endOf(one.path)) - ENDS.indexOf(endOf(another.path)));
    if (first) methods.set(operation.method, first);
    if (second) twins.set(second, key);
  }
  return { byPath, ambiguous, twins };
}

/** Returns the items that a path is for; undefined if it is not that of an item in a collection. */
function itemsAt(item: string, { byPath, ambiguous }: Paths): Items | undefined {
  const collection = collectionAt(item, byPath);
  const siblings = byPath.get(collection ?? '');
  const methods = withOneName(byPath.get(item), siblings);
  const [any] = methods?.values() ?? [];
  if (collection === undefined || !methods || !any || ambiguous.has(item) || ambiguous.has(collection))
    return undefined;
  const parameter = pathParameters(any).find(({ name }) => name === lastName(any.path));
  if (!parameter) return undefined;
  const adder = siblings?.get('POST');
  const replacer = methods.get('PUT');
  const nests = nestsOf({ item, parameter }, collection, [...methods.values()], byPath).filter(
    ({ path }) => !ambiguous.has(path),
  );
  return {
    item,
    parameter,
    maker: adder && maySucceed(adder) ? adder : (nests[0]?.maker ?? makerAt(replacer, methods.get('POST'))),
    reader: reading(methods.get('GET')),
    replacer,
    patcher: methods.get('PATCH'),
    remover: methods.get('DELETE'),
    poster: methods.get('POST'),
    lister: listerAt(collection, byPath),
    overview: siblings ? undefined : overviewOf(item, byPath),
    ...(nests.length > 0 ? { nests } : {}),
  };
}

/** Returns the GET on the collection in which things with several names stand. */
function overviewOf(item: string, byPath: Paths['byPath']): Operation | undefined {
  const collection = /^(.+?)(\/\{\}){2,}$/.exec(item)?.[1];
  return collection === undefined ? undefined : reading(byPath.get(collection)?.get('GET'));
}

function indexKinds(items: readonly Items[], { byPath, ambiguous, twins }: Paths): Omit<Kinds, 'depthOf'> {
  const makeable = items.filter((candidate): candidate is Kind => candidate.maker !== undefined);
  const itemsByPath = new Map(items.map((kind) => [kind.item, kind]));
  const byItem = new Map(makeable.map((kind) => [kind.item, kind]));
  const byMaker = new Map(makeable.flatMap((kind) => makersOf(kind).map((maker) => [maker, kind] as const)));
  for (const [twin, key] of twins) {
    const kind = byItem.get(`${key}/{}`);
    if (kind && twin.method === 'POST' && kind.maker.method === 'POST' && kind.maker !== kind.poster)
      byMaker.set(twin, kind);
  }
  const byOperation = new Map(
    items.flatMap((kind) => {
      const { reader, replacer, patcher, remover, poster } = kind;
      return [reader, replacer, patcher, remover, poster].flatMap((user) => (user ? [[user, kind] as const] : []));
    }),
  );
  const byLister = new Map(items.flatMap((kind) => listersOf(kind).map((lister) => [lister, kind] as const)));
  const byName = indexNames(makeable);
  // Contracts have thousands of paths, and a run looks for each member of each body.
  const itemsByName = lazy(() => indexNames(items));
  const listed = lazy(() => namesListedAt(byPath));
  const actions = lazy(() => actionsByItem(byPath, byMaker));
  const around = lazy(() => new Set([...byPath.keys()].flatMap((path) => pathsAbove(path))));
  return {
    all: makeable,
    items,
    meantBy: (member) => byName.get(plain(member)) ?? [],
    itemsMeantBy: (member) => itemsByName().get(plain(member)) ?? [],
    at: (item) => byItem.get(item),
    actionsOn: (item) => actions().get(item) ?? [],
    areListed: (name) => listed().has(singularOf(name)),
    madeBy: (operation) => byMaker.get(operation),
    isTwin: (operation) => twins.has(operation),
    ofItem: (operation) => byOperation.get(operation),
    setsByPath: (operation) => setsByPath(operation, { byPath, itemsByPath, byOperation, around }),
    listedBy: (operation) => byLister.get(operation),
    readerAt({ path }) {
      const key = pathKey(path);
      return ambiguous.has(key) ? undefined : reading(byPath.get(key)?.get('GET'));
    },
    lister(item) {
      const collection = collectionAt(item, byPath) ?? '';
      return ambiguous.has(collection) ? undefined : listerAt(collection, byPath);
    },
    isFixed(item) {
      const kind = itemsByPath.get(item);
      const siblings = byPath.get(collectionAt(item, byPath) ?? '');
      const all = [...(siblings?.values() ?? []), ...(byPath.get(item)?.values() ?? [])];
      return kind?.lister !== undefined && all.every(({ safe }) => safe);
    },
  };
}

/** What tells whether a path says what is set. */
interface Told {
  readonly byPath: Paths['byPath'];
  readonly itemsByPath: ReadonlyMap<string, Items>;
  readonly byOperation: ReadonlyMap<Operation, Items>;
  /** The paths below which others lie. */
  readonly around: () => ReadonlySet<string>;
}

function setsByPath(operation: Operation, { byPath, itemsByPath, byOperation, around }: Told): boolean {
  const key = pathKey(operation.path);
  const isThere = byPath.get(key)?.get(operation.method) === operation;
  const kind = itemsByPath.get(key);
  if (operation.safe || operation.method === 'DELETE' || !isThere || !kind) return false;
  if (!byOperation.has(operation)) return true;
  const { reader, remover, lister, overview, nests } = kind;
  const isTold = [reader, remover, lister, overview, nests].some((each) => each !== undefined);
  return !operation.requestBody && !isTold && !byPath.has(collectionAt(key, byPath) ?? '') && !around().has(key);
}

/** Returns the paths that a path lies below: `/users` and `/users/{}` of `/users/{}/plants`. */
function pathsAbove(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(2).map((_, at) => segments.slice(0, at + 2).join('/'));
}

/** A path beside which a GET shows something is that of a collection, or of a thing, and what makes something is no action. */
function actionsByItem(
  byPath: Paths['byPath'],
  byMaker: ReadonlyMap<Operation, Kind>,
): ReadonlyMap<string, readonly Operation[]> {
  const actions = [...byPath].flatMap(([path, methods]): (readonly [string, Operation])[] => {
    const { item } = belowItem(path) ?? {};
    const action = methods.get('POST');
    if (item === undefined || !action || methods.has('GET') || byMaker.has(action)) return [];
    return declaredSuccesses(action).some(({ status }) => status === '201') ? [] : [[item, action]];
  });
  const byItem = groupBy(actions, ([item]) => item);
  return new Map([...byItem].map(([item, all]) => [item, all.map(([, action]) => action)]));
}

/** Returns the names of the things that have ids and are listed at a path which ends in a plural, in the singular. */
function namesListedAt(byPath: Paths['byPath']): ReadonlySet<string> {
  const named = [...byPath].flatMap(([path, methods]): string[] => {
    const [, , name = ''] = LAST_NAME.exec(path) ?? [];
    const lister = reading(methods.get('GET'));
    const isPlural = singularOf(name) !== plain(name);
    return isPlural && lister && membersShown(lister).includes('id') ? [singularOf(name)] : [];
  });
  return new Set(named);
}

/** Returns items by the names of members that may hold the name of one, as `plain` gives them. */
function indexNames<T extends Named>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const named = items.flatMap((item) => [...new Set(namesFor(item))].map((name) => ({ name, item })));
  return new Map([...groupBy(named, ({ name }) => name)].map(([name, group]) => [name, group.map(({ item }) => item)]));
}

/**
 * Returns the operations on an item that call it by one name. Two paths that differ in the name of their parameter alone may call a thing by two
 * names: where what is shown of it has both as members, `GET /tokens/{name}` does not show what `DELETE /tokens/{token}` removes. A name that is no
 * id, and by which nothing is read or removed, may be what is set: `PUT /wallet/{new_name}` beside `DELETE /wallet/{wallet_id}` names no wallet.
 */
function withOneName(
  methods: ReadonlyMap<string, Operation> | undefined,
  siblings: ReadonlyMap<string, Operation> | undefined,
): ReadonlyMap<string, Operation> | undefined {
  const all = [...(methods ?? [])];
  const nameOf = (operation: Operation) => plain(lastName(operation.path) ?? '');
  const names = new Set(all.map(([, operation]) => nameOf(operation)));
  if (names.size < 2) return methods;
  const shown = [siblings?.get('POST'), siblings?.get('GET'), methods?.get('GET')].flatMap((operation) =>
    operation ? membersShown(operation) : [],
  );
  if (![...names].every((name) => shown.includes(name))) {
    const isNaming = ([method, operation]: readonly [string, Operation]) => {
      const name = lastName(operation.path) ?? '';
      const thing = singularOf(pathKey(operation.path).split('/').at(-2) ?? '');
      return method === 'GET' || method === 'DELETE' || isIdName(name) || plain(name) === thing;
    };
    const naming = new Set(all.filter(isNaming).map(([, operation]) => nameOf(operation)));
    return naming.size === 0 ? methods : new Map(all.filter(([, operation]) => naming.has(nameOf(operation))));
  }
  const first = ['DELETE', 'PUT', 'PATCH'].map((method) => methods?.get(method)).find((operation) => operation);
  const kept = first && nameOf(first);
  return new Map(all.filter(([, operation]) => kept === undefined || nameOf(operation) === kept));
}

/** Returns the names of the members that a success shows of a thing, or of the things in a list, as `plain` gives them. */
function membersShown(operation: Operation): string[] {
  const schemas = declaredSuccesses(operation).flatMap(({ media }) => media.flatMap(({ schema }) => schema ?? []));
  const within = schemas.flatMap((schema) => [schema, ...[...memberSchemas(schema).values()].flat()]);
  const all = [...schemas, ...within.flatMap(allItemSchemas)];
  return all.flatMap((schema) => [...memberSchemas(schema).keys()].map(plain));
}

/** Returns all requests that make items of a kind, the usual one first. */
export function makersOf({ maker, nests = [] }: Kind): readonly Operation[] {
  return [...new Set([maker, ...nests.map((nest) => nest.maker)])];
}

/** Returns all lists of the items, that of what lies in one thing first. */
export function listersOf({ lister, nests = [] }: Items): readonly Operation[] {
  return [...nests.map((nest) => nest.lister), lister].filter((each) => each !== undefined);
}

/** Returns the lists in which an item is shown that the usual request makes: that of its path first. */
export function listersOfMade(kind: Kind): readonly Operation[] {
  const nest = nestAt(kind, kind.maker);
  return [nest?.lister, kind.lister].filter((each) => each !== undefined);
}

/** Returns the same kind as made where an operation makes or lists some of its things. */
export function asMadeAt(kind: Kind, operation: Operation): Kind {
  const nest = nestAt(kind, operation);
  return nest ? { ...kind, maker: nest.maker } : kind;
}

/** Returns how many things the request names in which an item of a kind is made: 1 for `POST /vehicles/{}/trips`. */
export function placesAbove(kind: Kind): number {
  return namesIn(kind.maker.path).length - (isNamedInPath(kind) ? 1 : 0);
}

/** Tells whether what makes an item of a kind is asked with the item's new name in its path. */
export function isNamedInPath({ maker, replacer, poster }: Items): boolean {
  return maker !== undefined && (maker === replacer || maker === poster);
}

/** Whether things of it are made by an operation. */
export function isKind(kind: Items): kind is Kind {
  return kind.maker !== undefined;
}

/** Whether nothing shows a thing of a kind. */
export function isSeenByNothing(items: Items): boolean {
  return items.reader === undefined && listersOf(items).length === 0;
}
