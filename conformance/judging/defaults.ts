/** Says which values the contract gives to members that a request leaves out. */

import type { Operation } from '../../src/contract/contract';
import { memberSchemas, nearestKeyword } from '../../src/contract/schema/facets';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import type { Schema } from '../../src/contract/schema/schema';
import { remembered } from '../../src/support/caching';
import { isJson } from './declaredMedia';
import { isPlainValue, type PlainValue } from './shownMembers';

/** Returns the defaults of the members of a body that is JSON, where each schema of a member gives it the same one. */
export const defaultsOf = remembered(({ requestBody }: Operation): ReadonlyMap<string, PlainValue> => {
  const [media, ...more] = requestBody?.media.filter(({ type }) => isJson(type)) ?? [];
  const found = new Map<string, PlainValue>();
  const schema = more.length === 0 ? media?.schema : undefined;
  if (!schema) return found;
  const hidden = hiddenMembers(schema, 'request');
  for (const [name, schemas] of memberSchemas(schema)) {
    const value = defaultIn(schemas);
    if (value !== undefined && value !== null && !hidden.has(name)) found.set(name, value);
  }
  return found;
});

function defaultIn(schemas: readonly Schema[]): PlainValue | undefined {
  const [first, ...more] = schemas.map((each) => nearestKeyword(each, 'default'));
  return isPlainValue(first) && more.every((each) => each === first) ? first : undefined;
}
