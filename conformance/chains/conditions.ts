/** Conditions on the state of a thing, which requests of chains set by its ETag or by a date (RFC 9110 §13.1). */

import type { Operation } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { type Input, type TagCondition, withField } from '../../src/serialization/input';

/** Whatever a run asks for was changed after that. */
export const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** Returns an input that is sent only with the ETag of a state. */
export function onCondition(input: Input, field: TagCondition['field'], state: TagCondition['state']): Input {
  return { ...input, condition: { field, state, isNeeded: true } };
}

/** Returns an input that asks for what was changed since a date long ago, which holds of everything; undefined where the contract has no such condition. */
export function sinceLongAgo({ parameters }: Operation, input: Input): Input | undefined {
  const field = parameters.find(({ in: where, name }) => where === 'header' && name.toLowerCase() === MODIFIED_SINCE);
  const mayBe = field && (!field.schema || surelySatisfies(field.schema, LONG_AGO, 'request'));
  if (!mayBe) return undefined;
  return { ...withField(input, field.name, LONG_AGO), condition: { field: field.name, state: 'other', isDate: true } };
}

const MODIFIED_SINCE = 'if-modified-since';
