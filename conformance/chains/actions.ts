/** Finds actions on a thing whose answer shows that thing in another state: `POST /orders/{id}/close` → `{ "id": 7, "status": "closed" }`. */

import { declaredResponse, declaredSuccesses, type Operation } from '../../src/contract/contract';
import { hasListedValues, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Case } from '../../src/engine/model/case';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { namingMembers } from '../../src/resources/names';
import { endsInChange, endsInReturn, endsInTrial } from '../../src/resources/vocabulary/actions';
import { plain } from '../../src/resources/vocabulary/words';
import { belowItem } from '../../src/routing/pathTemplate';

/**
 * Returns the kind of the thing that an action brings into another state; undefined where an operation is no such action, or may only look at what it
 * would do, as `POST /orders/{id}/quote`. What brings back what was removed does so whatever its answer shows: that is seen by asking for the thing.
 */
export function stateActionOf(operation: Operation, kinds: Kinds): Kind | undefined {
  const { item = '' } = belowItem(operation.path) ?? {};
  const kind = operation.method === 'POST' && !kinds.madeBy(operation) ? kinds.at(item) : undefined;
  if (!kind?.reader) return undefined;
  if (endsInReturn(operation.path) && kind.remover) return kind;
  if (!acts(operation)) return undefined;
  const isThing = namingMembers(kind).some((name) => has(operation, name) && has(kind.reader, name));
  const listed = listedMembersOf(kind.reader);
  return isThing && [...listedMembersOf(operation)].some((name) => listed.has(name)) ? kind : undefined;
}

/**
 * Whether an action does what it says: by its name, or since the contract says that the state of the thing may be against it (409, RFC 9110
 * §15.5.10), as it is not where one only asks what would be.
 */
function acts(operation: Operation): boolean {
  if (endsInChange(operation.path)) return true;
  return declaredResponse(operation, 409) !== undefined && !endsInTrial(operation.path);
}

/** Returns the names of the members of what an operation answers whose values the contract lists. */
export function listedMembersOf(operation: Operation): ReadonlySet<string> {
  const listed = membersOf(operation).filter(([, some]) => some.length > 0 && some.every(hasListedValues));
  return new Set(listed.map(([name]) => name));
}

/** Lets what actions show count as what valid requests show: in a chain, the thing is in the state that they need. */
export function asValid(cases: readonly Case[]): Case[] {
  return cases.map((each) =>
    each.chain?.step === 'act' ? { ...each, claim: { ...each.claim, probe: 'valid' } } : each,
  );
}

function has(operation: Operation | undefined, member: string): boolean {
  return operation !== undefined && membersOf(operation).some(([name]) => plain(name) === member);
}

function membersOf(operation: Operation): (readonly [string, readonly Schema[]])[] {
  const schemas = declaredSuccesses(operation).flatMap(({ media }) => media.flatMap(({ schema }) => schema ?? []));
  return schemas.flatMap((schema) => [...memberSchemas(schema)]);
}
