/** Which schemas describe what requests carry. A change of such a schema changes what the contract asks of clients, too. */

import type { Contract, Media } from '../contract/contract';
import { subschemasOf } from '../contract/schema/applicators';
import { appliedAt } from '../contract/schema/applied';
import type { Schema } from '../contract/schema/schema';
import { pointerTokens } from '../json/pointer';
import { isObject } from '../json/value';
import { remembered } from '../support/caching';

/** At most this many schemas are looked at. */
const MOST = 50_000;

/** Returns the schemas of all request bodies, with those that they hold and refer to, by `keyOf`. What is only read is left out. */
export const requestSchemas = remembered((contract: Contract): ReadonlySet<string> => {
  const roots = contract.operations.flatMap(({ requestBody }) => rootsOf(requestBody?.media));
  return heldBy(roots, (schema) => !isOnlyRead(schema));
});

/**
 * Returns the schemas that requests have for a member of an answer: those of operations on the same path, and of operations that answer with the
 * same schema. Example: of `/items/0/title` in the answer to GET /shifts, that of `title` in the body of POST /shifts.
 * @param schema that of the member in the answer.
 * @param path the JSON Pointer of the member in the answer.
 */
export function sentMembers(contract: Contract, schema: Schema, path: string): Schema[] {
  const own = keyOf(schema);
  const answering = contract.operations.filter(({ responses }) => {
    const media = responses.filter(({ status }) => /^2/.test(status)).flatMap((each) => each.media);
    return heldBy(rootsOf(media), () => true).has(own);
  });
  const paths = new Set(answering.map((operation) => operation.path));
  const tokens = pointerTokens(path);
  return contract.operations
    .filter((operation) => answering.includes(operation) || paths.has(operation.path))
    .flatMap(({ requestBody }) => rootsOf(requestBody?.media))
    .flatMap((root) => {
      // An answer may wrap in a list what a request has alone.
      const parts = tokens.map((_, from) => appliedAt(root, tokens.slice(from)));
      return parts.find((each) => each.length > 0) ?? [];
    })
    .filter((part) => part.certainty === 'surely' && keyOf(part.schema) !== own)
    .map((part) => part.schema);
}

function rootsOf(media: readonly Media[] = []): Schema[] {
  return media.flatMap(({ schema }) => schema ?? []);
}

/** Returns what schemas hold and refer to, and they themselves, by `keyOf`. */
function heldBy(roots: readonly Schema[], isWanted: (schema: Schema) => boolean): ReadonlySet<string> {
  const found = new Set(roots);
  // The loop also visits the schemas that it adds.
  for (const schema of found) {
    for (const { schema: inner } of subschemasOf(schema)) if (found.size < MOST && isWanted(inner)) found.add(inner);
  }
  return new Set([...found].map(keyOf));
}

export function keyOf({ place }: Schema): string {
  return `${place.file.path}${place.pointer}`;
}

function isOnlyRead({ place: { value } }: Schema): boolean {
  return isObject(value) && value['readOnly'] === true;
}
