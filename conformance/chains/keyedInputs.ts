/** Inputs that have an `Idempotency-Key` of their own. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { idempotencyKeyOf } from '../../src/resources/idempotency';
import { type Input, withField } from '../../src/serialization/input';
import { inputsOf, plainInput } from '../inputs/inputs';

/** Returns an input for a request that has an `Idempotency-Key`; undefined where the contract has none, or it was handed over. */
export function keyedInput(maker: Operation, known: Known, input = plainInput(maker, known)): Input | undefined {
  const key = idempotencyKeyOf(maker);
  if (!key || !input) return undefined;
  if (input.ownKey === key.name) return input;
  const [value] = inputsOf(maker, known).valid.flatMap(({ input: each }) =>
    each.ownKey === key.name ? each.headers.filter(([name]) => name === key.name) : [],
  );
  return value && { ...withField(input, key.name, value[1]), ownKey: key.name };
}
