/** Pairs the operations of two contracts: by their methods and path templates, whatever the path parameters are called. */

import type { Operation } from '../../contract/contract';
import { withoutNames } from '../../routing/pathTemplate';

interface PairedOperations {
  readonly pairs: readonly { readonly before: Operation; readonly now: Operation }[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

export function pairOperations(before: readonly Operation[], now: readonly Operation[]): PairedOperations {
  const keys: readonly ((operation: Operation) => string)[] = [
    ({ name }) => name,
    ({ method, path }) => `${method} ${withoutNames(path)}`,
    // A base path may have moved from the servers into the paths, or back.
    (operation) => `${operation.method} ${withoutNames(basePathOf(operation) + operation.path)}`,
  ];
  return keys.reduce<PairedOperations>(
    ({ pairs, removed, added }, keyOf) => {
      const more = paired(removed, added, keyOf);
      return { ...more, pairs: [...pairs, ...more.pairs] };
    },
    { pairs: [], removed: before, added: now },
  );
}

function paired(
  before: readonly Operation[],
  now: readonly Operation[],
  keyOf: (operation: Operation) => string,
): PairedOperations {
  const left = new Map(now.map((operation) => [keyOf(operation), operation]));
  const pairs: { before: Operation; now: Operation }[] = [];
  const removed: Operation[] = [];
  for (const operation of before) {
    const key = keyOf(operation);
    const other = left.get(key);
    left.delete(key);
    if (other) pairs.push({ before: operation, now: other });
    else removed.push(operation);
  }
  return { pairs, removed, added: now.filter((operation) => left.get(keyOf(operation)) === operation) };
}

/** Returns the path of the first server, without a slash at its end: `/v1`. */
export function basePathOf({ servers: [first = ''] }: Pick<Operation, 'servers'>): string {
  return first.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$|\/+$/g, '');
}
