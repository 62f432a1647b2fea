/** Reads of a contract what every run asks of all of its operations at once, so that signals are heard meanwhile. */

import type { Contract } from '../../contract/contract';
import { kindsOf } from '../../resources/kinds';
import type { Parts } from '../../support/letOthersRun';

/**
 * Stops after each operation. Nothing depends on it: what it reads is else read when it is asked for.
 * @returns how many operations and kinds of things there are.
 */
export function* readAhead(contract: Contract): Parts<number> {
  const operations = yield* contract.operationsInParts();
  for (const { parameters, security, servers, callbacks } of operations) {
    const held = [...parameters.map(({ types }) => types), security.alternatives, servers, callbacks];
    if (held.length > 0) yield;
  }
  return operations.length + kindsOf(operations).all.length;
}
