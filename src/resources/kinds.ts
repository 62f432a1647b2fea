/**
 * What of a contract makes things, and how an answer names what was made. Inference chooses inputs; it never grounds a verdict.
 */

import { type Operation, pathParameters } from '../contract/contract';
import { lastName, withoutNames } from '../routing/pathTemplate';
import { groupBy } from '../support/collections';
import { type Named, namesFor, plain } from './names';

/** Things of one kind: the items of a collection. */
export interface Items extends Named {
  /** `POST` on the collection, else `PUT` on an item with a fresh id; undefined where nothing makes any. */
  readonly maker: Operation | undefined;
  readonly reader: Operation | undefined;
  readonly replacer: Operation | undefined;
  readonly patcher: Operation | undefined;
  readonly remover: Operation | undefined;
  /** `POST` on an item: some services make one so, by the name that the client chose. */
  readonly poster: Operation | undefined;
  /** `GET` on the collection. */
  readonly lister: Operation | undefined;
}

/** Things that the run can make. */
export interface Kind extends Items {
  readonly maker: Operation;
}

export interface Kinds {
  readonly all: readonly Kind[];
  /** With those of which none can be made. */
  readonly items: readonly Items[];
  /** By the path of an item, as in {@link Kind}. */
  readonly at: (item: string) => Kind | undefined;
  readonly madeBy: (operation: Operation) => Kind | undefined;
  /** The items that an operation is about, by its path. */
  readonly ofItem: (operation: Operation) => Items | undefined;
  /** The items that an operation lists. */
  readonly listedBy: (operation: Operation) => Items | undefined;
  /** Those whose items a member of a body can be meant for. */
  readonly meantBy: (member: string) => readonly Kind[];
  /** `GET` on the collection of an item, whether or not anything can be made there. */
  readonly lister: (item: string) => Operation | undefined;
}

const found = new WeakMap<readonly Operation[], Kinds>();

/** The kinds of things that operations can make, parents before children. */
export function kindsOf(operations: readonly Operation[]): Kinds {
  const known = found.get(operations) ?? findKinds(operations);
  found.set(operations, known);
  return known;
}

function findKinds(operations: readonly Operation[]): Kinds {
  const byPath = new Map<string, Map<string, Operation>>();
  const ambiguous = new Set<string>();
  for (const operation of operations) {
    if (/[?#]/.test(operation.path)) continue;
    const key = withoutNames(operation.path).replace(/(.)\/$/, '$1');
    const methods = byPath.get(key) ?? new Map<string, Operation>();
    // Paths that differ in the names of their parameters alone: nobody can tell which of them answers.
    if (methods.has(operation.method)) ambiguous.add(key);
    byPath.set(key, methods.set(operation.method, operation));
  }
  const items = [...byPath].flatMap(([item, methods]): Items[] => {
    const collection = collectionOf(item);
    const [any] = methods.values();
    if (collection === undefined || !any || ambiguous.has(item) || ambiguous.has(collection)) return [];
    const siblings = byPath.get(collection);
    const poster = siblings?.get('POST');
    const replacer = methods.get('PUT');
    const maker = poster && succeeds(poster) ? poster : replacer;
    const parameter = pathParameters(any).find(({ name }) => name === lastName(any.path));
    if (!parameter) return [];
    const kind: Items = {
      item,
      parameter,
      maker,
      reader: methods.get('GET'),
      replacer,
      patcher: methods.get('PATCH'),
      remover: methods.get('DELETE'),
      poster: methods.get('POST'),
      lister: siblings?.get('GET'),
    };
    return [kind];
  });
  items.sort((one, other) => one.item.split('/').length - other.item.split('/').length);
  const all = items.filter((each): each is Kind => each.maker !== undefined);
  const byItem = new Map(all.map((kind) => [kind.item, kind]));
  const byMaker = new Map(all.map((kind) => [kind.maker, kind]));
  const byOperation = new Map(
    items.flatMap((kind) => {
      const { reader, replacer, patcher, remover, poster } = kind;
      return [reader, replacer, patcher, remover, poster].flatMap((each) => (each ? [[each, kind] as const] : []));
    }),
  );
  const byLister = new Map(items.flatMap((kind) => (kind.lister ? [[kind.lister, kind] as const] : [])));
  const byName = groupBy(
    all.flatMap((kind) => [...new Set(namesFor(kind))].map((name) => [name, kind] as const)),
    ([name]) => name,
  );
  return {
    all,
    items,
    meantBy: (member) => (byName.get(plain(member)) ?? []).map(([, kind]) => kind),
    at: (item) => byItem.get(item),
    madeBy: (operation) => byMaker.get(operation),
    ofItem: (operation) => byOperation.get(operation),
    listedBy: (operation) => byLister.get(operation),
    lister(item) {
      const collection = collectionOf(item) ?? '';
      return ambiguous.has(collection) ? undefined : byPath.get(collection)?.get('GET');
    },
  };
}

/** `/users/{}/plants/{}` → `/users/{}/plants`. */
function collectionOf(item: string): string | undefined {
  return /^(.+)\/\{\}$/.exec(item)?.[1];
}

function succeeds({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(2|default)/i.test(status));
}
