/** What a user handed over for parameters, and which operations it serves: a value names one kind of thing. */

import { isNoSegment, type Operation, type Parameter, pathParameters } from '../../contract/contract';
import type { Values } from '../../routing/pathTemplate';
import { collectionOf, templateUpTo } from '../../routing/pathTemplate';
import { UsageError } from '../../support/errors';
import type { Params } from '../model/settings';

interface HandedOver {
  /** One set of values for each resource of an operation. */
  readonly resources: (operation: Operation) => readonly Values[];
  /** For one parameter in the path of an operation. */
  readonly one: (operation: Operation, name: string) => readonly string[];
  /** For a parameter that is not in the path. */
  readonly texts: (operation: Operation, parameter: Parameter) => readonly string[];
  /** What to hand over in place of a value that seems to fit an operation and is not sent there; undefined for none. */
  readonly withheld: (operation: Operation) => string | undefined;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** @param ownOf what was handed over for one operation alone. */
export function readHandedOver(
  operations: readonly Operation[],
  params: Params,
  ownOf: (operation: string) => Params | undefined = () => undefined,
): HandedOver {
  // Without a prototype: a parameter may be called `constructor`.
  const given: Params = Object.assign(Object.create(null), params);
  const { collections, names } = namesInPaths(operations);
  const isAmbiguous = (name: string) => (collections.get(name)?.size ?? 0) > 1;
  const byCollection = new Map(
    Object.entries(given).flatMap(([key, values]) =>
      key.startsWith('/') ? [[placeOf(key, lastName(key)), values] as const] : [],
    ),
  );
  const forPath = ({ name: operation, path, safe }: Operation, name: string): readonly string[] => {
    const alone = ownOf(operation);
    const own =
      alone?.[`path.${name}`] ?? alone?.[name] ?? byCollection.get(placeOf(path, name)) ?? given[`path.${name}`];
    if (own) return own;
    const bare = isAmbiguous(name) && !safe ? undefined : given[name];
    const others = [...(names.get(placeOf(path, name)) ?? [])].filter((other) => other !== name && !isAmbiguous(other));
    return bare ?? others.flatMap((other) => (given[other] ? [given[other]] : []))[0] ?? [];
  };
  return {
    one: forPath,
    resources(operation) {
      const names = pathParameters(operation).map(({ name }) => name);
      const values = names.map((name) => [name, forPath(operation, name)] as const);
      if (names.length === 0 || values.some(([, each]) => each.length === 0)) return [];
      const count = Math.max(...values.map(([, each]) => each.length));
      // With several parameters, their first values belong together, and so on.
      const resources = Array.from({ length: count }, (_, at) =>
        Object.fromEntries(values.map(([name, each]) => [name, each[at] ?? each.at(-1) ?? ''])),
      );
      // What is named twice is there once.
      return [...new Map(resources.map((each) => [JSON.stringify(each), each])).values()];
    },
    texts: ({ name: operation }, { name, in: where }) =>
      ownOf(operation)?.[`${where}.${name}`] ??
      ownOf(operation)?.[name] ??
      given[`${where}.${name}`] ??
      (collections.has(name) ? undefined : given[name]) ??
      [],
    withheld(operation) {
      const name = pathParameters(operation).find(
        (each) => given[each.name] && isAmbiguous(each.name) && forPath(operation, each.name).length === 0,
      )?.name;
      if (name === undefined) return undefined;
      const key = templateUpTo(operation.path, name);
      return `a value of "${name}" for ${key} alone, for the name stands for things of ${collections.get(name)?.size} kinds (--param '${key}=VALUE')`;
    },
  };
}

/** Returns the collections that a name of a parameter stands for, and the names of the parameters in one place: `tenant` and `tenant_name`. */
function namesInPaths(operations: readonly Operation[]) {
  const collections = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  for (const operation of operations) {
    for (const { name } of pathParameters(operation)) {
      const known = collections.get(name) ?? new Set();
      collections.set(name, known.add(collectionOf(operation.path, name)));
      const place = placeOf(operation.path, name);
      names.set(place, (names.get(place) ?? new Set()).add(name));
    }
  }
  return { collections, names };
}

/**
 * Returns the place that a value is for: a collection, whatever a path calls its items. Where one segment has several parameters, each of them
 * is a place.
 */
function placeOf(path: string, name: string): string {
  const collection = collectionOf(path, name);
  return /\{\}[^/]*\{\}[^/]*$/.test(collection) ? `${collection} ${name}` : collection;
}

function lastName(template: string): string {
  return /\{([^{}]*)\}[^{}]*$/.exec(template)?.[1] ?? '';
}

/** @throws UsageError for a name that no parameter has, and a value that is not of its type. */
export function refuseUnknownParams(operations: readonly Operation[], params: Params): void {
  const given = Object.entries(params);
  const declared =
    given.length === 0
      ? []
      : operations.flatMap((operation) => operation.parameters.map((parameter) => ({ operation, parameter })));
  for (const [key, values] of given) {
    const named = declared.filter(({ operation, parameter }) => isMeant(key, operation, parameter));
    if (named.length === 0)
      throw new UsageError(
        unknown(
          key,
          declared.map(({ parameter }) => parameter),
        ),
      );
    for (const value of values) {
      if (named.some(({ parameter }) => parameter.accepts(value))) continue;
      const [
        {
          parameter: { types, format, in: where },
        } = { parameter: { types: [], format: undefined, in: 'query' } },
      ] = named;
      const type = [...types, format].filter(Boolean).join(', ');
      throw new UsageError(
        where === 'path' && isNoSegment(value)
          ? `The value "${value}" for "${key}" cannot stand in a path; is the variable that should hold it set?`
          : `The value "${value}" for "${key}" is not of its declared type${type === '' ? '' : ` (${type})`}.`,
      );
    }
  }
}

function isMeant(key: string, { path }: Operation, { name, in: where }: Parameter): boolean {
  if (key.startsWith('/')) return where === 'path' && placeOf(path, name) === placeOf(key, lastName(key));
  const place = PLACES.find((each) => key.startsWith(`${each}.`));
  return key === name || (place === where && key === `${place}.${name}`);
}

function unknown(key: string, parameters: readonly Parameter[]): string {
  const names = (where: string) =>
    [...new Set(parameters.filter((parameter) => parameter.in === where).map(({ name }) => name))].slice(0, MOST_NAMED);
  const path = names('path');
  if (key.startsWith('/')) return `No path of the contract begins with ${key}, or it does not end in a parameter.`;
  if (parameters.length === 0)
    return `No path parameter of the contract is called "${key}". The contract has no path parameters.`;
  const others = [...names('query'), ...names('header'), ...names('cookie')];
  return [
    `No ${others.length === 0 ? 'path parameter' : 'parameter'} of the contract is called "${key}".`,
    path.length === 0 ? 'The contract has no path parameters.' : `Path parameters: ${path.join(', ')}.`,
    ...(others.length === 0 ? [] : [`Others: ${others.join(', ')}.`]),
  ].join(' ');
}

/** How many names a message lists. */
const MOST_NAMED = 40;
