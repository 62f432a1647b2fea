/** Which operations may answer one request: where several may, a path that one of them excludes breaks nothing. */

import type { Values } from './case';
import { type Operation, pathParameters } from './contract/contract';
import { groupBy } from './groupBy';
import { anonymous } from './handedOver';

/** Names the operation that may be meant by a path, in place of the one whose path it was filled from. */
export type Rival = (operation: Operation, values: Values) => Operation | undefined;

/** @param operations all of the contract. */
export function rivalsOf(operations: readonly Operation[]): Rival {
  const alike = groupBy(operations, keyOf);
  const known = new Map<Operation, readonly [Operation, RegExp][]>();
  return (operation, values) => {
    const rivals = known.get(operation) ?? overlapping(operation, alike.get(keyOf(operation)) ?? []);
    known.set(operation, rivals);
    if (rivals.length === 0) return undefined;
    const path = pathOf(operation).replace(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? '');
    return rivals.find(([, pattern]) => pattern.test(path))?.[0];
  };
}

/** Of two requests with the same key, one operation may answer both. */
function keyOf(operation: Operation): string {
  return `${operation.method} ${pathOf(operation).split('/').length}`;
}

function overlapping(operation: Operation, others: readonly Operation[]): readonly [Operation, RegExp][] {
  const own = pathOf(operation).split('/');
  const name = anonymous(pathOf(operation));
  return others
    .filter((other) => {
      const segments = pathOf(other).split('/');
      const isPossible = own.every((segment, at) => {
        const theirs = segments[at] ?? '';
        return segment === theirs || segment.includes('{') || theirs.includes('{');
      });
      return isPossible && anonymous(pathOf(other)) !== name;
    })
    .map((other) => [other, patternOf(pathOf(other))]);
}

function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^{}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}$`, 'is');
}

/** Without a query or a fragment, by which some contracts tell operations apart. */
function pathOf({ path }: Operation): string {
  return path.split(/[?#]/, 1)[0] ?? path;
}

/**
 * What of a request beside its method and its path tells an operation from others of the same path: the parameters of which its path
 * gives the value, as in `/#Action=Create`; others that stand there are in no request.
 */
export function marksOf({ path, parameters }: Operation): readonly string[] {
  const marks = path.split(/[?#&]/).slice(1);
  const declared = (mark: string) => {
    const name = (mark.split('=', 1)[0] ?? '').toLowerCase();
    return parameters.some((each) => each.in !== 'path' && each.name.toLowerCase() === name);
  };
  return marks.filter(declared);
}

/** The same for operations that no request tells apart. */
export function twinKey(operation: Operation): string {
  // What stands in a path in a style of its own tells it from others.
  const styles = pathParameters(operation).map(({ style }) => style);
  return `${operation.method} ${anonymous(pathOf(operation))} ${styles.join()} ${marksOf(operation).join('&')}`;
}

/** Whether a value of a parameter may lead to another operation. */
export function isMark(operation: Operation, name: string): boolean {
  return marksOf(operation).some((mark) => mark.split('=', 1)[0]?.toLowerCase() === name.toLowerCase());
}
