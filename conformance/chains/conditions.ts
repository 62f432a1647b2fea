/** Conditions on the state of a thing, which requests of chains set by its ETag (RFC 9110 §13.1). */

import type { Input, TagCondition } from '../../src/serialization/input';

/** Returns an input that is sent only with the ETag of a state. */
export function onCondition(input: Input, field: TagCondition['field'], state: TagCondition['state']): Input {
  return { ...input, condition: { field, state, isNeeded: true } };
}
