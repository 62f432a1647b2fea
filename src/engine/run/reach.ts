/** Which operations touch what their paths name, and what lies in that, and nothing else. */

import type { Operation } from '../../contract/contract';
import { type Kinds, makersOf } from '../../resources/kinds';
import { withoutNames } from '../../routing/pathTemplate';
import { groupBy } from '../../support/collections';

/**
 * Tells of an operation on things whether it and all that change something of such a thing, or in it, only make, replace, change or remove items. What
 * an action touches nobody knows: `POST /orders/{id}/pay` may change an invoice, and so may whatever is sent to an order next.
 */
export function reachOf(operations: readonly Operation[], kinds: Kinds): (operation: Operation) => boolean {
  const isPlain = (operation: Operation) => {
    const { replacer, patcher, remover } = kinds.ofItem(operation) ?? {};
    const kind = kinds.madeBy(operation);
    return [...(kind ? makersOf(kind) : []), replacer, patcher, remover].includes(operation);
  };
  const unsafe = operations.filter(({ safe }) => !safe);
  const plain = new Set(
    [...groupBy(unsafe, outermostOf)].flatMap(([tree, all]) => (tree && all.every(isPlain) ? [tree] : [])),
  );
  return (operation) => plain.has(outermostOf(operation));
}

/** The path of the outermost things, such as `/orders/{}`; empty where a path names none. */
function outermostOf({ path }: Operation): string {
  return withoutNames(/^[^{]*\{[^}]*\}[^/]*/.exec(path)?.[0] ?? '');
}
