/** Which schemas describe what requests carry. A change of such a schema changes what the contract asks of clients, too. */

import type { Contract, Media, Operation } from '../contract/contract';
import { subschemasOf } from '../contract/schema/applicators';
import { appliedAt } from '../contract/schema/applied';
import type { Schema } from '../contract/schema/schema';
import { pointerTokens } from '../json/pointer';
import { isObject } from '../json/value';
import { kindsOf } from '../resources/kinds';
import { remembered } from '../support/caching';

/** At most this many schemas are looked at. */
const MOST = 50_000;

/** Returns the schemas of all request bodies, with those that they hold and refer to, by `keyOf`. What is only read is left out. */
export const requestSchemas = remembered((contract: Contract): ReadonlySet<string> => {
  const found = new Set(contract.operations.flatMap(({ requestBody }) => rootsOf(requestBody?.media)));
  // The loop also visits the schemas that it adds.
  for (const schema of found) {
    for (const { schema: inner } of subschemasOf(schema)) if (found.size < MOST && !isOnlyRead(inner)) found.add(inner);
  }
  return new Set([...found].map(keyOf));
});

/**
 * Returns the schemas that requests have for a member of an answer: those of operations on the same path, and of what makes and changes such things.
 * Example: of `/items/0/title` in the answer to GET /shifts, that of `title` in the body of POST /shifts.
 * @param operation the one that answered.
 * @param schema that of the member in the answer.
 * @param path the JSON Pointer of the member in the answer.
 */
export function sentMembers(contract: Contract, operation: Operation, schema: Schema, path: string): Schema[] {
  const own = keyOf(schema);
  const kinds = kindsOf(contract.operations);
  const { maker, replacer, patcher } =
    kinds.listedBy(operation) ?? kinds.madeBy(operation) ?? kinds.ofItem(operation) ?? {};
  const related = new Set([
    ...contract.operations.filter((each) => each.path === operation.path),
    maker,
    replacer,
    patcher,
  ]);
  const tokens = pointerTokens(path);
  return [...related]
    .flatMap((each) => rootsOf(each?.requestBody?.media))
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

export function keyOf({ place }: Schema): string {
  return `${place.file.path}${place.pointer}`;
}

function isOnlyRead({ place: { value } }: Schema): boolean {
  return isObject(value) && value['readOnly'] === true;
}
