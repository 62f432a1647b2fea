/** From a method and a path to the operation of the contract, in time that does not grow with the contract. */

import type { IncomingHttpHeaders } from 'node:http';
import findMyWay from 'find-my-way';
import { type Operation, pathParameters } from '../contract/contract';
import { nearestKeyword } from '../contract/schema/facets';
import { groupBy } from '../support/collections';
import { escapeRegExp } from '../support/words';
import { type Mark, withoutMarks } from './pathSuffix';

export interface Route {
  readonly operation: Operation;
  /** What stands before the contract's path: the base path of `servers` as it was sent, or nothing. */
  readonly base: string;
  /** The text of each path parameter, decoded; undefined where it cannot be decoded. */
  readonly values: ReadonlyMap<string, string | undefined>;
  /** Other operations that the request fits equally well, so that nobody can tell which of them is meant. */
  readonly alike: readonly Operation[];
  /** Whether the request lacks something that the contract's path has behind its `?`. */
  readonly lacks: boolean;
}

/** What of a request beside its path tells operations apart. */
export interface Beside {
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface Router {
  /** @param path as it was sent, without the query. */
  find(method: string, path: string, beside?: Beside): Route | undefined;
  /** The methods that the contract has for a path, in the order of the contract's own list; empty for an unknown path. */
  methods(path: string): readonly string[];
}

/** Longer than any request line that node:http takes. */
const LONGEST_VALUE = 1 << 20;

interface Target {
  readonly operation: Operation;
  readonly base: string;
}

interface Stored extends Target {
  readonly names: readonly string[];
  readonly marks: readonly Mark[];
}

/** In place of the name of a parameter that is of the base, and of no operation. */
const OF_BASE = '\0';

const NOTHING: Beside = { query: new URLSearchParams(), headers: {} };

const routers = new WeakMap<readonly Operation[], Router>();

/**
 * The router of a contract. An operation is found by its own path, and by that below the base paths of its servers; those may be templates, too.
 * A concrete path goes before a templated one (OpenAPI 3.1 §4.8.8.2), and the contract's own path before one with a base.
 * @param operations all of the contract, or the only ones that are possible.
 */
export function routerOf(operations: readonly Operation[]): Router {
  const router = routers.get(operations) ?? createRouter(operations);
  routers.set(operations, router);
  return router;
}

function createRouter(operations: readonly Operation[]): Router {
  // Where none of the few values of a parameter is there, its path is found by any.
  const [router, loose] = [createTable(), createTable()];
  // Where the contract has its paths in another order, requests are for the same operations.
  const inOrder = [...operations].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
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
  // find-my-way compiles programs for each route, which in a large contract takes a while: those that need a certain
  // first segment are added when it is first asked for.
  const waiting = groupBy(targets, ({ operation, base }) => literalText(firstSegment(base + operation.path)));
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
    const found = router.find(method, literal(path)) ?? loose.find(method, literal(path));
    if (!found) return undefined;
    const [only, ...more] = found.stored;
    const toRanked = (each: Stored) => toRoute(each, found.params, asked, beside);
    return more.length === 0 ? toRanked(only) : bestOf([toRanked(only), ...more.map(toRanked)]);
  };
  return { find, methods: (path) => declared.filter((method) => find(method, path) !== undefined) };
}

/** The paths of the servers of an operation, less a trailing slash: `/v1`. */
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

/** The one method that each table of find-my-way has, which does not know all that a contract may declare. */
const ANY_METHOD = 'GET';

/** Routes in find-my-way's notation, each with all that is stored there. */
function createTable(): Table {
  const routers = new Map<string, findMyWay.Instance<findMyWay.HTTPVersion.V1>>();
  const stored = new Map<string, [Stored, ...Stored[]]>();
  return {
    add(route, each) {
      const { method } = each.operation;
      const router = routers.get(method) ?? findMyWay({ maxParamLength: LONGEST_VALUE });
      routers.set(method, router);
      const key = `${method} ${route}`;
      const alike = stored.get(key);
      if (alike) alike.push(each);
      else {
        const first: [Stored] = [each];
        stored.set(key, first);
        router.on(ANY_METHOD, route, () => undefined, first);
      }
    },
    find(method, path) {
      const found = routers.get(method)?.find(ANY_METHOD, path);
      return found ? { stored: found.store as [Stored, ...Stored[]], params: found.params } : undefined;
    },
  };
}

interface Ranked extends Route {
  /** How many of the marks the request has, less those that it lacks. */
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
    const found = query.getAll(name);
    const field = headers[name.toLowerCase()];
    const isThere =
      value === undefined ? found.length > 0 || field !== undefined : found.includes(value) || field === value;
    rank += isThere ? 1 : -1;
    lacks ||= isSent && !isThere;
    if (parameter !== undefined) values.set(parameter, found[0] ?? '');
  }
  const sent = base === '' ? '' : path.split('/').slice(0, base.split('/').length).join('/');
  return { operation, base: sent, values, alike: [], lacks, rank };
}

/** Of operations whose paths differ by their marks, or by the names of their parameters alone, the one that fits the request. */
function bestOf(routes: readonly [Ranked, ...Ranked[]]): Route {
  const fits = ({ operation, values }: Ranked) =>
    pathParameters(operation).every(({ name, accepts }) => accepts(values.get(name) ?? ''));
  const [first, ...others] = routes
    .map((route) => ({ route, rank: route.rank + (fits(route) ? 0.5 : 0) }))
    .sort((one, other) => other.rank - one.rank);
  const alike = others.filter(({ rank }) => rank === first?.rank).map(({ route }) => route.operation);
  return { ...(first?.route ?? routes[0]), alike };
}

function firstSegment(path: string): string {
  return path.split(/[?#]/, 1)[0]?.split('/', 2)[1] ?? '';
}

/** A path template in find-my-way's notation. Parameters are numbered, since their names may hold what it gives a meaning. */
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
            if (at % 2 === 0) return literal(literalText(part)).replaceAll(':', '::');
            const name = `:p${names.push(isBase ? OF_BASE : part) - 1}`;
            if (length > 3) return `${name}(${patternOf(part)})`;
            return `${name}${segment === `{${part}}` ? '' : `(${SHORTEST})`}`;
          })
          .join(''),
      )
      .join('/');
  return { route: `${read(base, true)}${read(path, false)}`, names };
}

/** Several parameters in one segment. */
const ADJOINING = /\}[^/]*\{/;

/** Beside text of its own segment a parameter is the shortest that fits. */
const SHORTEST = '.+?';

/** Beside another parameter it is one of the few that it may be, where it may not be anything. */
function patternOf(name: string, operation: Operation): string {
  const { schema } = pathParameters(operation).find((each) => each.name === name) ?? {};
  const values: unknown = schema && nearestKeyword(schema, 'enum');
  const texts = Array.isArray(values) ? values.filter((each) => typeof each === 'string' && each !== '') : [];
  return texts.length === 0 ? SHORTEST : texts.map((text) => escapeRegExp(literal(text))).join('|');
}

/** What a contract has percent-encoded is the same as if it had not. */
function literalText(text: string): string {
  return isDecodable(text) ? decodeURIComponent(text) : text;
}

/** find-my-way takes a star for "whatever follows", and has no escape for it. */
function literal(path: string): string {
  return path.replaceAll('*', '\u{F0000}');
}

const UNDECODABLE = '\u{F0001}';

/** Where a segment is not valid percent-encoding of UTF-8, marks it, since find-my-way finds nothing then. */
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
