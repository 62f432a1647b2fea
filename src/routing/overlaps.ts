/** Which operations may answer one request: where several may, a path that one of them excludes breaks nothing. */

import { type Operation, pathParameters } from '../contract/contract';
import { groupBy } from '../support/collections';
import { escapeRegExp } from '../support/words';
import { type Mark, withoutMarks } from './pathSuffix';
import type { Values } from './pathTemplate';
import { withoutNames } from './pathTemplate';

/** Names the operation that may be meant by a path, in place of the one whose path it was filled from. */
export type Rival = (operation: Operation, values: Values) => Operation | undefined;

/** A path as requests have it. */
interface Template {
  readonly operation: Operation;
  readonly path: string;
}

/** @param operations all of the contract. */
export function rivalsOf(operations: readonly Operation[]): Rival {
  const alike = groupBy(operations.map(templateOf), keyOf);
  const known = new Map<Operation, { readonly own: Template; readonly rivals: readonly [Operation, RegExp][] }>();
  const find = (operation: Operation) => {
    const own = templateOf(operation);
    const found = { own, rivals: overlapping(own, alike.get(keyOf(own)) ?? []) };
    known.set(operation, found);
    return found;
  };
  return (operation, values) => {
    const { own, rivals } = known.get(operation) ?? find(operation);
    if (rivals.length === 0) return undefined;
    const path = own.path.replace(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? '');
    return rivals.find(([, pattern]) => pattern.test(path))?.[0];
  };
}

function templateOf(operation: Operation): Template {
  return { operation, path: withoutMarks(operation.path).path };
}

/** Of two requests with the same key, one operation may answer both. */
function keyOf({ operation: { method }, path }: Template): string {
  return `${method} ${path.split('/').length}`;
}

function overlapping({ path }: Template, others: readonly Template[]): readonly [Operation, RegExp][] {
  const own = path.split('/');
  const name = withoutNames(path);
  return others
    .filter((other) => {
      const segments = other.path.split('/');
      const isPossible = own.every((segment, at) => {
        const theirs = segments[at] ?? '';
        return segment === theirs || segment.includes('{') || theirs.includes('{');
      });
      return isPossible && withoutNames(other.path) !== name;
    })
    .map((other) => [other.operation, patternOf(other.path)]);
}

function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^{}]*\}/).map(escapeRegExp);
  return new RegExp(`^${literals.join('[^/]+')}$`, 'is');
}

/** What of a request beside its method and its path tells an operation from others: what the path has of a query, and parameters of its own. */
function marksOf({ path, parameters }: Operation): readonly Mark[] {
  return withoutMarks(path).marks.filter(
    ({ name, isSent }) =>
      isSent || parameters.some((each) => each.in !== 'path' && each.name.toLowerCase() === name.toLowerCase()),
  );
}

/** The same for operations that no request tells apart. */
export function twinKey(operation: Operation): string {
  // What stands in a path in a style of its own tells it from others.
  const styles = pathParameters(operation).map(({ style }) => style);
  return `${operation.method} ${withoutNames(templateOf(operation).path)} ${styles.join()} ${JSON.stringify(marksOf(operation))}`;
}

/** Whether a value of a parameter may lead to another operation. */
export function isMark(operation: Operation, name: string): boolean {
  return marksOf(operation).some((mark) => mark.name.toLowerCase() === name.toLowerCase());
}
