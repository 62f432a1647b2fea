/** Finds the operation for a method and a path, in time that does not grow with the contract. */

import type { IncomingHttpHeaders } from 'node:http';
import findMyWay from 'find-my-way';
import { type Operation, pathParameters } from '../contract/contract';
import { nearestKeyword } from '../contract/schema/facets';
import { percentDecoded } from '../http/uri';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { escapeRegExp } from '../support/words';
import { type Mark, withoutMarks } from './pathMarks';

export interface Route {
  readonly operation: Operation;
  /** The part of the path before the contract's path: the base path of `servers` as it was sent, or an empty text. */
  readonly base: string;
  /** The decoded text of each path parameter; undefined if it cannot be decoded. */
  readonly values: ReadonlyMap<string, string | undefined>;
  /** Other operations that the request fits equally well, so that nobody can tell which one is meant. */
  readonly alike: readonly Operation[];
  /** Whether the request lacks a part of the query that the contract's path has. */
  readonly lacks: boolean;
}

/** The parts of a request, besides its path, that distinguish operations. */
export interface Beside {
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface Router {
  /**
   * Finds the operation for a request.
   * @param path the path as it was sent, without the query.
   */
  find(method: string, path: string, beside?: Beside): Route | undefined;
  /**
   * Returns the methods that the contract declares for a path, in the contract's order; an empty list if the path is
   * unknown.
   */
  methods(path: string): readonly string[];
}

/** This is longer than any request line that node:http accepts. */
const LONGEST_VALUE = 1 << 20;

interface Target {
  readonly operation: Operation;
  readonly base: string;
}

interface Stored extends Target {
  readonly names: readonly string[];
  readonly marks: readonly Mark[];
}

/** Stands for the name of a parameter that belongs to the base path, not to the operation. */
const OF_BASE = '\0';

const NOTHING: Beside = { query: new URLSearchParams(), headers: {} };

/**
 * Returns the router of a contract. It finds an operation by its path, with or without the base path of one of its
 * servers, which may be a template, too. A concrete path is preferred to a templated one (OpenAPI 3.1 §4.8.8.2), and a
 * path without a base path to one with it.
 * @param operations all operations of the contract, or those that are possible.
 */
export const routerOf: (operations: readonly Operation[]) => Router = remembered(createRouter);

function createRouter(operations: readonly Operation[]): Router {
  // If none of the allowed values of a parameter occurs in a path, the second table finds the path with any value.
  const [router, loose] = [createTable(), createTable()];
  // Operations are sorted, so that the order of the paths in the contract does not change which one is found.
  const inOrder = [...operations].sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
  const add = ({ operation, base }: Target) => {
    const { path, marks } = withoutMarks(operation.path);
    const { route, names } = readTemplate(base, path, (name) => patternOf(name, operation));
    router.add(route, { operation, base, names, marks });
    if (!ADJOINING.test(path)) return;
    const any = readTemplate(base, path, () => SHORTEST);
    if (any.route !== route) loose.add(any.route, { operation, base, names, marks });
  };
  const targets: Target[] = [
    ...inOrder.map((operation) => ({ operation, base: '' })),
    ...inOrder.flatMap((operation) => basePathsOf(operation).map((base) => ({ operation, base }))),
  ];
  // find-my-way compiles code for each route, which takes a while for a large contract. So routes with a fixed first
  // segment are added when that segment is first asked for.
  const waiting = groupBy(targets, ({ operation, base }) => percentDecoded(firstSegment(base + operation.path)));
  const addAll = (segment: string) => {
    const group = waiting.get(segment) ?? [];
    waiting.delete(segment);
    for (const target of group) add(target);
  };
  for (const segment of [...waiting.keys()]) if (segment.includes('{')) addAll(segment);
  const declared = [...new Set(operations.map(({ method }) => method))];

  const find = (method: string, asked: string, beside = NOTHING): Route | undefined => {
    const path = decodable(asked);
    if (waiting.size > 0) addAll(decodeURIComponent(firstSegment(path)));
    const match = router.find(method, literal(path)) ?? loose.find(method, literal(path));
    if (!match) return undefined;
    const [only, ...more] = match.stored;
    const toRanked = (stored: Stored) => toRoute(stored, match.params, asked, beside);
    return more.length === 0 ? toRanked(only) : bestOf([toRanked(only), ...more.map(toRanked)]);
  };
  return { find, methods: (path) => declared.filter((method) => find(method, path) !== undefined) };
}

/**
 * Finds the operation that answers a request. A declared GET answers HEAD, too (RFC 9110 §9.3.2), also where HEAD is declared for a path that is less
 * concrete: HEAD /plants/search is for GET /plants/search, though the contract has HEAD /plants/{id}.
 */
export function answeringRoute(router: Router, method: string, path: string, beside?: Beside): Route | undefined {
  const declared = router.find(method, path, beside);
  const got = method === 'HEAD' ? router.find('GET', path, beside) : undefined;
  return got && (!declared || got.values.size < declared.values.size) ? got : declared;
}

/** Returns the paths of the servers of an operation, without a trailing slash: `/v1`. */
function basePathsOf({ servers }: Pick<Operation, 'servers'>): string[] {
  const paths = servers.map((url) =>
    url
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
      .replace(/[?#].*$/, '')
      .replace(/^(?=[^/])|\/+$/g, ''),
  );
  return [...new Set(paths)].filter((base) => base.startsWith('/'));
}

interface Table {
  add(route: string, stored: Stored): void;
  find(
    method: string,
    path: string,
  ):
    | { readonly stored: readonly [Stored, ...Stored[]]; readonly params: Record<string, string | undefined> }
    | undefined;
}

/**
 * find-my-way does not know every method that a contract may declare. So there is one table for each method, and all of
 * them use this one.
 */
const ANY_METHOD = 'GET';

/** Stores routes in find-my-way's notation. Several operations may be stored for one route. */
function createTable(): Table {
  const routers = new Map<string, findMyWay.Instance<findMyWay.HTTPVersion.V1>>();
  const stored = new Map<string, [Stored, ...Stored[]]>();
  return {
    add(route, entry) {
      const { method } = entry.operation;
      const router = routers.get(method) ?? findMyWay({ maxParamLength: LONGEST_VALUE });
      routers.set(method, router);
      const key = `${method} ${route}`;
      const entries = stored.get(key);
      if (entries) entries.push(entry);
      else {
        const first: [Stored] = [entry];
        stored.set(key, first);
        router.on(ANY_METHOD, route, () => undefined, first);
      }
    },
    find(method, path) {
      const match = routers.get(method)?.find(ANY_METHOD, path);
      return match ? { stored: match.store as [Stored, ...Stored[]], params: match.params } : undefined;
    },
  };
}

interface Ranked extends Route {
  /** How many marks the request has, minus the number of those that it lacks. */
  readonly rank: number;
}

function toRoute(
  { operation, base, names, marks }: Stored,
  params: Readonly<Record<string, string | undefined>>,
  path: string,
  { query, headers }: Beside,
): Ranked {
  const values = new Map<string, string | undefined>();
  for (const [at, name] of names.entries()) if (name !== OF_BASE) values.set(name, decoded(params[`p${at}`] ?? ''));
  let rank = 0;
  let lacks = false;
  for (const { name, value, parameter, isSent } of marks) {
    const sent = query.getAll(name);
    const field = headers[name.toLowerCase()];
    const isThere =
      value === undefined ? sent.length > 0 || field !== undefined : sent.includes(value) || field === value;
    rank += isThere ? 1 : -1;
    lacks ||= isSent && !isThere;
    if (parameter !== undefined) values.set(parameter, sent[0] ?? '');
  }
  const sentBase = base === '' ? '' : path.split('/').slice(0, base.split('/').length).join('/');
  return { operation, base: sentBase, values, alike: [], lacks, rank };
}

/**
 * Returns the best of several operations whose paths differ only in their marks or in the names of their parameters.
 */
function bestOf(routes: readonly [Ranked, ...Ranked[]]): Route {
  const fits = ({ operation, values }: Ranked) =>
    pathParameters(operation).every(({ name, accepts }) => accepts(values.get(name) ?? ''));
  const [first, ...rest] = routes
    .map((route) => ({ route, rank: route.rank + (fits(route) ? 0.5 : 0) }))
    .sort((left, right) => right.rank - left.rank);
  const alike = rest.filter(({ rank }) => rank === first?.rank).map(({ route }) => route.operation);
  return { ...(first?.route ?? routes[0]), alike };
}

function firstSegment(path: string): string {
  return path.split(/[?#]/, 1)[0]?.split('/', 2)[1] ?? '';
}

/**
 * Writes a path template in find-my-way's notation. Parameters are numbered, because their names may contain characters
 * that have a meaning there.
 */
function readTemplate(
  base: string,
  path: string,
  patternOf: (name: string) => string,
): { route: string; names: string[] } {
  const names: string[] = [];
  const read = (template: string, isBase: boolean) =>
    template
      .split('/')
      .map((segment) =>
        segment
          .split(/\{([^}]*)\}/)
          .map((part, at, { length }) => {
            if (at % 2 === 0) return literal(percentDecoded(part)).replaceAll(':', '::');
            const name = `:p${names.push(isBase ? OF_BASE : part) - 1}`;
            if (length > 3) return `${name}(${patternOf(part)})`;
            return `${name}${segment === `{${part}}` ? '' : `(${SHORTEST})`}`;
          })
          .join(''),
      )
      .join('/');
  return { route: `${read(base, true)}${read(path, false)}`, names };
}

/** Matches a segment with several parameters. */
const ADJOINING = /\}[^/]*\{/;

/** A parameter that shares its segment with text matches as few characters as possible. */
const SHORTEST = '.+?';

/** Returns the pattern of a parameter that shares its segment with another one: its `enum` values if there are any. */
function patternOf(name: string, operation: Operation): string {
  const { schema } = pathParameters(operation).find((parameter) => parameter.name === name) ?? {};
  const values: unknown = schema && nearestKeyword(schema, 'enum');
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string' && value !== '') : [];
  return texts.length === 0 ? SHORTEST : texts.map((text) => escapeRegExp(literal(text))).join('|');
}

/** Replaces stars: find-my-way takes a star for "anything that follows", and has no escape for it. */
function literal(path: string): string {
  return path.replaceAll('*', '\u{F0000}');
}

const UNDECODABLE = '\u{F0001}';

/**
 * Replaces each segment that is not valid percent-encoded UTF-8 by a marker, because find-my-way would find nothing.
 */
function decodable(path: string): string {
  if (!path.includes('%') || isDecodable(path)) return path;
  const mark = (segment: string) => (isDecodable(segment) ? segment : UNDECODABLE);
  return path.split('/').map(mark).join('/');
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function decoded(value: string): string | undefined {
  return value === UNDECODABLE ? undefined : value.replaceAll('\u{F0000}', '*');
}
