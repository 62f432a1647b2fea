/**
 * Finds out which method an operation stands for, where a service uses another one than most do: `PUT /projects` that answers 201 makes a project, and
 * `POST /projects/{id}` that answers the project changes it. The mock keeps state by what is meant.
 */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { viewOfWhole } from '../../src/resources/answers/views';
import { type Items, kindsOf, pathKey } from '../../src/resources/kinds';
import { belowItem } from '../../src/routing/pathTemplate';
import { isOfShape, shapeOf } from './sameThing';

/** Returns the items of a contract with the operations on them by what these do. */
export function itemsMeant(operations: readonly Operation[]): readonly Items[] {
  const methods = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const key = pathKey(operation.path);
    methods.set(key, (methods.get(key) ?? new Map<string, Operation>()).set(operation.method, operation));
  }
  const own = new Map<Operation, Operation>();
  const meant = operations.map((operation) => {
    const method = methodMeant(operation, methods);
    if (method === operation.method) return operation;
    const as = { ...operation, method };
    own.set(as, operation);
    return as;
  });
  if (own.size === 0) return kindsOf(operations).items;
  const back = (as: Operation | undefined) => (as && own.get(as)) ?? as;
  return kindsOf(meant).items.map(({ nests, ...items }) => ({
    ...items,
    maker: back(items.maker),
    replacer: back(items.replacer),
    patcher: back(items.patcher),
    poster: back(items.poster),
    ...(nests ? { nests: nests.map((nest) => ({ ...nest, maker: back(nest.maker) ?? nest.maker })) } : {}),
  }));
}

type ByPath = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

function methodMeant(operation: Operation, byPath: ByPath): string {
  const { method, path } = operation;
  const key = pathKey(path);
  const beside = byPath.get(key);
  const isItem = key.endsWith('/{}');
  if (method === 'PUT' && !isItem && makesByPut(key, byPath)) return 'POST';
  if (method !== 'POST' || !isItem || beside?.has('PUT') || beside?.has('PATCH')) return method;
  const collection = key.slice(0, -'/{}'.length);
  const isMadeThere = byPath.get(collection)?.has('POST') || makesByPut(collection, byPath);
  return (isMadeThere || isMadeInOthers(key, byPath)) && showsTheSame(operation, beside?.get('GET')) ? 'PATCH' : method;
}

/** Tells whether things are made by PUT at a path: it answers that it made one, is told what, and nothing else makes one there. */
function makesByPut(collection: string, byPath: ByPath): boolean {
  const methods = byPath.get(collection);
  const put = methods?.get('PUT');
  const isOfMany = byPath.has(`${collection}/{}`) || belowItem(collection) !== undefined;
  return (
    isOfMany &&
    put?.requestBody !== undefined &&
    !methods?.has('POST') &&
    put.responses.some(({ status }) => status === '201')
  );
}

/** Tells whether items are made by PUT in something else: `/tasks/{}` at `/projects/{}/tasks`. */
function isMadeInOthers(item: string, byPath: ByPath): boolean {
  const name = /\/([^/{}]+)\/\{\}$/.exec(item)?.[1];
  return [...byPath.keys()].some((path) => belowItem(path)?.name === name && makesByPut(path, byPath));
}

/** Tells whether a request with a body is answered with what a GET at its path shows. */
function showsTheSame(change: Operation, reader: Operation | undefined): boolean {
  const viewsOf = (operation: Operation) =>
    declaredSuccesses(operation).flatMap(({ media }) => media.flatMap((each) => viewOfWhole(each) ?? []));
  if (!reader || !change.requestBody) return false;
  const shapes = viewsOf(reader).map(({ schemas }) => shapeOf(schemas));
  return viewsOf(change).some(({ schemas }) => shapes.some((shape) => isOfShape(schemas, shape)));
}
