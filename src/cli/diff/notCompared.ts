/** Tells what of operations is not compared, since one of the contracts has a mistake there. */

import type { Mistake } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import type { NotCompared } from './breaks';

/** @param operations those of one contract that are compared. */
export function notComparedIn(operations: readonly Operation[]): NotCompared[] {
  const byPlace = new Map<string, { readonly mistake: Mistake; readonly operations: Set<string> }>();
  for (const { name, mistakes } of operations)
    for (const mistake of mistakes?.() ?? []) {
      const key = `${mistake.file}:${mistake.line}:${mistake.column}:${mistake.message}`;
      const known = byPlace.get(key) ?? { mistake, operations: new Set() };
      byPlace.set(key, known);
      known.operations.add(name);
    }
  return [...byPlace.values()]
    .map((each) => ({ mistake: each.mistake, operations: [...each.operations] }))
    .sort(({ mistake: one }, { mistake: other }) => one.line - other.line || one.column - other.column);
}
