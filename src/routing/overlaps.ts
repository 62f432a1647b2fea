/**
 * Finds operations that may answer the same request. If several may, a request that one of them would refuse breaks
 * nothing.
 */

import { type Operation, pathParameters } from '../contract/contract';
import { groupBy } from '../support/collections';
import { escapeRegExp } from '../support/words';
import { type Mark, withoutMarks } from './pathMarks';
import type { Values } from './pathTemplate';
import { withoutNames } from './pathTemplate';

/** Returns the operation that a path may reach in place of the operation whose template it was filled from. */
export type Rival = (operation: Operation, values: Values) => Operation | undefined;

/** The path of an operation as it occurs in requests. */
interface Template {
  readonly operation: Operation;
  readonly path: string;
}

/**
 * Creates the search for rivals.
 * @param operations all operations of the contract.
 */
export function rivalsOf(operations: readonly Operation[]): Rival {
  const byKey = groupBy(operations.map(templateOf), keyOf);
  const cache = new Map<Operation, { readonly own: Template; readonly rivals: readonly [Operation, RegExp][] }>();
  const find = (operation: Operation) => {
    const own = templateOf(operation);
    const entry = { own, rivals: overlapping(own, byKey.get(keyOf(own)) ?? []) };
    cache.set(operation, entry);
    return entry;
  };
  return (operation, values) => {
    const { own, rivals } = cache.get(operation) ?? find(operation);
    if (rivals.length === 0) return undefined;
    const path = own.path.replace(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? '');
    return rivals.find(([, pattern]) => pattern.test(path))?.[0];
  };
}

function templateOf(operation: Operation): Template {
  return { operation, path: withoutMarks(operation.path).path };
}

/** Returns a key: one operation can answer the requests of two templates only if their keys are equal. */
function keyOf({ operation: { method }, path }: Template): string {
  return `${method} ${path.split('/').length}`;
}

function overlapping({ path }: Template, others: readonly Template[]): readonly [Operation, RegExp][] {
  const own = path.split('/');
  const name = withoutNames(path);
  return others
    .filter((rival) => {
      const segments = rival.path.split('/');
      const isPossible = own.every((segment, at) => {
        const theirs = segments[at] ?? '';
        return segment === theirs || segment.includes('{') || theirs.includes('{');
      });
      return isPossible && withoutNames(rival.path) !== name;
    })
    .map((rival) => [rival.operation, patternOf(rival.path)]);
}

function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^{}]*\}/).map(escapeRegExp);
  return new RegExp(`^${literals.join('[^/]+')}$`, 'is');
}

/**
 * Returns what distinguishes the requests of an operation besides method and path: the query in its path, and
 * parameters that its path mentions.
 */
function marksOf({ path, parameters }: Operation): readonly Mark[] {
  return withoutMarks(path).marks.filter(
    ({ name, isSent }) =>
      isSent ||
      parameters.some((parameter) => parameter.in !== 'path' && parameter.name.toLowerCase() === name.toLowerCase()),
  );
}

/** Returns a text that is the same for operations that no request can tell apart. */
export function twinKey(operation: Operation): string {
  // Path parameters with different styles are written differently, so they tell requests apart.
  const styles = pathParameters(operation).map(({ style }) => style);
  return `${operation.method} ${withoutNames(templateOf(operation).path)} ${styles.join()} ${JSON.stringify(marksOf(operation))}`;
}

/** Returns whether the value of a parameter may lead to another operation. */
export function isMark(operation: Operation, name: string): boolean {
  return marksOf(operation).some((mark) => mark.name.toLowerCase() === name.toLowerCase());
}
