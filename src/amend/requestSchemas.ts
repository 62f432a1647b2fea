/** Which schemas describe what requests carry. A change of such a schema changes what the contract asks of clients, too. */

import type { Contract } from '../contract/contract';
import { subschemasOf } from '../contract/schema/applicators';
import type { Schema } from '../contract/schema/schema';
import { isObject } from '../json/value';
import { remembered } from '../support/caching';

/** At most this many schemas are looked at. */
const MOST = 50_000;

/** Returns the schemas of all request bodies, with those that they hold and refer to, by `keyOf`. What is only read is left out. */
export const requestSchemas = remembered((contract: Contract): ReadonlySet<string> => {
  const roots = contract.operations.flatMap(({ requestBody }) =>
    (requestBody?.media ?? []).flatMap(({ schema }) => schema ?? []),
  );
  const found = new Set(roots);
  // The loop also visits the schemas that it adds.
  for (const schema of found) {
    for (const { schema: inner } of subschemasOf(schema)) if (found.size < MOST && !isOnlyRead(inner)) found.add(inner);
  }
  return new Set([...found].map(keyOf));
});

export function keyOf({ place }: Schema): string {
  return `${place.file.path}${place.pointer}`;
}

function isOnlyRead({ place: { value } }: Schema): boolean {
  return isObject(value) && value['readOnly'] === true;
}
