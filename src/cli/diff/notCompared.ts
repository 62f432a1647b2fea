/** Gathers what of operations is not compared, by the places in the contracts. */

import type { Mistake } from '../../contract/clause';
import type { Contract, Operation } from '../../contract/contract';
import type { LeftPart, NotCompared } from './breaks';

/** @param operations those of one contract that are compared. @returns its mistakes that keep them from being compared. */
export function mistakesIn(operations: readonly Operation[]): NotCompared[] {
  return byPlace(
    operations.flatMap(({ name, mistakes }) =>
      (mistakes?.() ?? []).map((mistake) => ({ ...mistake, isMistake: true, operations: [name] })),
    ),
  );
}

/** Returns the mistakes for which a contract lacks operations: they stand among its paths or webhooks, and no operation has them. */
export function mistakesOfNone({ operations, webhooks = [], check }: Contract): NotCompared[] {
  const found = check(false).mistakes.filter(({ pointer = '' }) => /^#\/(paths|webhooks)(\/|$)/.test(pointer));
  // Looking for the mistakes of each operation takes time, and few contracts have one.
  if (found.length === 0) return [];
  const all = [...operations, ...webhooks.map(({ operation }) => operation)];
  const known = new Set(all.flatMap(({ mistakes }) => mistakes?.() ?? []).map(placeOfMistake));
  return found
    .filter((mistake) => !known.has(placeOfMistake(mistake)))
    .map((mistake) => ({ ...mistake, isMistake: true, operations: [] }));
}

/** @param parts what was left by the comparisons. */
export function partsLeft(parts: readonly LeftPart[]): NotCompared[] {
  return byPlace(
    parts.map(({ operation, clause, message }) => ({ ...clause, message, isMistake: false, operations: [operation] })),
  );
}

/** Puts together what is said of the same place. */
function byPlace(all: readonly NotCompared[]): NotCompared[] {
  const places = new Map<string, NotCompared>();
  for (const { file, line, column, message, isMistake, operations } of all) {
    const key = placeOfMistake({ file, line, column, message });
    const known = places.get(key)?.operations ?? [];
    places.set(key, {
      ...{ file, line, column, message, isMistake },
      operations: [...new Set([...known, ...operations])],
    });
  }
  return [...places.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}

function placeOfMistake({ file, line, column, message }: Mistake): string {
  return `${file}:${line}:${column}:${message}`;
}
