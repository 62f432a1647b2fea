/** Finds the operation of a contract that a recorded request was for. */

import type { Operation } from '../contract/contract';
import { readServers } from '../engine/plan/servers';
import type { Fields } from '../http/message';
import type { Values } from '../routing/pathTemplate';
import { type Route, type Router, routerOf } from '../routing/router';
import { remembered } from '../support/caching';
import { UsageError } from '../support/errors';
import { didYouMean } from '../support/words';
import type { Recorded } from './har';

export interface Found {
  readonly operation: Operation;
  /** The path parameters, percent-decoded; undefined if the path is not known. */
  readonly values: Values | undefined;
}

/** What is known about a request. */
interface Asked {
  readonly method: string | undefined;
  /** The absolute URL, or a path. */
  readonly url: string | undefined;
  readonly requestHeaders?: Fields | undefined;
}

/**
 * Finds the operation that a request was for: the one that is named, else by method and path.
 * Segments before the path of the contract are ignored, such as the base path of a server.
 * @param named the name of an operation as the contract has it: `DELETE /plants/{id}`.
 * @throws UsageError if there is no such operation, if it could be several, or if neither the name nor the request is known.
 */
export function findOperation(
  operations: readonly Operation[],
  { named, ...asked }: Asked & { readonly named: string | undefined },
): Found {
  const names = operations.map(({ name }) => name);
  const { method, url } = asked;
  if (named !== undefined) {
    const operation = operations.find(({ name }) => name === named);
    if (operation) return { operation, values: valuesIn(operation, asked) };
    throw new UsageError(
      `The contract has no operation "${named}".${didYouMean(named, names)} Its operations are: ${names.join(', ')}.`,
    );
  }
  if (method === undefined || url === undefined) {
    throw new UsageError(
      `This response does not know its request; name the operation, as in { operation: '${names[0]}' }. The operations are: ${names.join(', ')}.`,
    );
  }
  const route = findAnywhere(routerOf(operations), method, url, asked.requestHeaders);
  if (!route) {
    const { pathname } = new URL(url, ANYWHERE);
    throw new UsageError(
      `The contract has no operation for ${method} ${pathname}. Its operations are: ${names.join(', ')}.`,
    );
  }
  const { operation, alike } = route;
  if (alike.length > 0) {
    const possible = [operation, ...alike].map(({ name }) => name).join(', ');
    throw new UsageError(
      `The request does not tell which of these operations it was for: ${possible}. Name it, as in { operation: '${operation.name}' }.`,
    );
  }
  return { operation, values: toValues(route) };
}

/** Stands in place of an unknown host. */
const ANYWHERE = 'http://target';

/** Holds a list with one operation for each operation that tests name, since each needs a router of its own. */
const alone = remembered((operation: Operation): readonly Operation[] => [operation]);

function valuesIn(operation: Operation, { url, requestHeaders }: Asked): Values | undefined {
  if (url === undefined) return undefined;
  const route = findAnywhere(routerOf(alone(operation)), operation.method, url, requestHeaders);
  return route && toValues(route);
}

/** Returns the route of a path, or of the longest end of it that has one: `/api/v1/plants/7` → `/plants/{id}`. */
function findAnywhere(router: Router, method: string, url: string, headers: Fields = []): Route | undefined {
  const { pathname, searchParams } = new URL(url, ANYWHERE);
  const segments = pathname.split('/').slice(1);
  for (const at of segments.keys()) {
    const route = findAt(router, method, `/${segments.slice(at).join('/')}`, searchParams, headers);
    if (route) return route;
  }
  return undefined;
}

function findAt(
  router: Router,
  method: string,
  path: string,
  query: URLSearchParams,
  requestHeaders: Fields,
): Route | undefined {
  const headers = Object.fromEntries(requestHeaders.map(([name, value]) => [name.toLowerCase(), value]));
  const route = router.find(method, decodablePath(path), { query, headers });
  // An empty parameter names nothing, since most services answer `/plants/` as `/plants`.
  return !route || route.lacks || [...route.values.values()].includes('') ? undefined : route;
}

/** Escapes `%` in segments that are not valid percent-encoding, so that the path can be decoded: `/100%` → `/100%25`. */
function decodablePath(path: string): string {
  const toDecodable = (segment: string) => {
    try {
      decodeURIComponent(segment);
      return segment;
    } catch {
      return segment.replaceAll('%', '%25');
    }
  };
  return path.includes('%') ? path.split('/').map(toDecodable).join('/') : path;
}

function toValues({ values }: Route): Values {
  return Object.fromEntries([...values].map(([name, text]) => [name, text ?? '']));
}

/** Finds the operations of recorded requests on one target. */
export interface OperationFinder {
  /** Finds the operation; undefined if there is none, or if it could be several. */
  find(recorded: Pick<Recorded, 'method' | 'url' | 'requestHeaders'>): Found | undefined;
  /** Tells whether the path of an operation follows directly after the base path of the target. */
  isBelow(recorded: Pick<Recorded, 'method' | 'url' | 'requestHeaders'>): boolean;
}

/** Tells whether the path of a server stands behind itself: `/v1/v1/plants`. Nothing is there; a client has put the base path in front of itself. */
function isTwice({ base }: Route, basePath: string): boolean {
  return base !== '' && basePath.endsWith(base);
}

/**
 * Creates a finder. Between the base path and the path of the contract there may only be the path of a server of the operation. With
 * anything else, the request is for another service.
 * @param operations all operations of the contract.
 * @param basePath the base path of the target, without a slash at its end.
 */
export function createOperationFinder(operations: readonly Operation[], basePath: string): OperationFinder {
  const router = routerOf(operations);
  const { basePathOf } = readServers(operations);
  const routeOf = ({ method, url, requestHeaders }: Pick<Recorded, 'method' | 'url' | 'requestHeaders'>) => {
    const { pathname, searchParams } = new URL(url);
    const below = pathname.startsWith(`${basePath}/`)
      ? findAt(router, method, pathname.slice(basePath.length), searchParams, requestHeaders)
      : undefined;
    if (below && !isTwice(below, basePath)) return below;
    // An operation with its own servers may have another base path: `/v2/plants`, while the others are below `/v1`.
    const beside = findAt(router, method, pathname, searchParams, requestHeaders);
    return beside && beside.base !== '' && beside.base === basePathOf(beside.operation, basePath) ? beside : undefined;
  };
  return {
    find(recorded) {
      const route = routeOf(recorded);
      return route && route.alike.length === 0 ? { operation: route.operation, values: toValues(route) } : undefined;
    },
    isBelow: (recorded) => routeOf(recorded)?.base === '',
  };
}
