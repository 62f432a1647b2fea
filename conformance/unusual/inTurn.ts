/** Spreads what may be asked of each operation over the operations of a large contract, so that a run on it does not become much longer. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { createRandom } from '../../src/support/random';

/** A contract with more operations is a large one. The median of published contracts has nine. */
const LARGE = 150;

/**
 * Returns all; of a large contract only so many of them, others for other operations. What fails in a framework fails at many operations. The
 * choice depends on the name of the operation alone: it is the same in each run.
 * @param most how many are asked of an operation of a large contract.
 */
export function inTurn<T>(all: readonly T[], most: number, operation: Operation, known: Known): readonly T[] {
  const { thorough } = known.wanted;
  if (thorough || known.contract.size <= LARGE || all.length <= most) return all;
  const first = createRandom('in turn', operation.name).below(all.length);
  return Array.from({ length: most }, (_, at) => all[(first + at) % all.length] as T);
}
