/** From a method and a path to the operation of the contract, in time that does not grow with the contract. */

import findMyWay from 'find-my-way';
import type { Operation } from '../src/contract/contract';
import { groupBy } from '../src/groupBy';

export interface Route {
  readonly operation: Operation;
  /** What stands before the contract's path: the base path of `servers`, or nothing. */
  readonly base: string;
  /** The text of each path parameter, decoded; undefined where it cannot be decoded. */
  readonly values: ReadonlyMap<string, string | undefined>;
}

export interface Router {
  /** @param path as it was sent, without the query. */
  find(method: string, path: string): Route | undefined;
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
}

/**
 * @param basePaths the base paths under which an operation is served beside its own path.
 * A concrete path goes before a templated one (OpenAPI 3.1 §4.8.8.2), and the contract's own path before one with a base.
 */
export function createRouter(
  operations: readonly Operation[],
  basePaths: (operation: Operation) => readonly string[],
): Router {
  const router = findMyWay({ maxParamLength: LONGEST_VALUE });
  const add = ({ operation, base }: Target) => {
    const { route, names } = readTemplate(base, operation.path);
    const method = operation.method as findMyWay.HTTPMethod;
    if (router.hasRoute(method, route)) return;
    router.on(method, route, () => undefined, { operation, base, names } satisfies Stored);
  };
  const targets: Target[] = [
    ...operations.map((operation) => ({ operation, base: '' })),
    ...operations.flatMap((operation) => basePaths(operation).map((base) => ({ operation, base }))),
  ];
  // find-my-way compiles programs for each route, which in a large contract takes a while: those that need a certain
  // first segment are added when it is first asked for.
  const waiting = groupBy(targets, ({ operation, base }) => firstSegment(base + operation.path));
  const addAll = (segment: string) => {
    const group = waiting.get(segment) ?? [];
    waiting.delete(segment);
    for (const target of group) add(target);
  };
  for (const segment of [...waiting.keys()]) if (segment.includes('{')) addAll(segment);
  const declared = [...new Set(operations.map(({ method }) => method))];

  const find = (method: string, asked: string): Route | undefined => {
    const path = decodable(asked);
    addAll(decodeURIComponent(firstSegment(path)));
    const found = router.find(method as findMyWay.HTTPMethod, literal(path));
    if (!found) return undefined;
    const { operation, base, names } = found.store as Stored;
    const values = new Map(names.map((name, at) => [name, decoded(found.params[`p${at}`] ?? '')]));
    return { operation, base, values };
  };
  return { find, methods: (path) => declared.filter((method) => find(method, path) !== undefined) };
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** A path template in find-my-way's notation. Parameters are numbered, since their names may hold what it gives a meaning. */
function readTemplate(base: string, path: string): { route: string; names: string[] } {
  const names: string[] = [];
  const segments = path.split('/').map((segment) =>
    literal(segment)
      .split(/\{([^}]*)\}/)
      .map((part, at, { length }) => {
        if (at % 2 === 0) return part.replaceAll(':', '::');
        // Beside text of its own segment a parameter is the shortest that fits.
        return `:p${names.push(part) - 1}${length > 3 || segment !== `{${part}}` ? '(.+?)' : ''}`;
      })
      .join(''),
  );
  return { route: `${literal(base).replaceAll(':', '::')}${segments.join('/')}`, names };
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
