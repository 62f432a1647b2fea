/** Tells which operations a change of a contract touches: any difference counts from which requests are made, or by which answers are judged. */

import type { Contract, DeclaredHeader, DeclaredResponse, Media, Operation, Parameter } from '../../contract/contract';
import { isEqual } from '../../json/equality';
import { pairOperations } from './pairOperations';
import { createSameButProse, type SameSchemas } from './sameSchemas';

/** Returns the operations of the new contract that the old one does not have, or has otherwise, also in what several operations share. */
export function touchedOperations(before: Contract, now: Contract): ReadonlySet<Operation> {
  const same = createSameButProse();
  const { pairs, added } = pairOperations(before.operations, now.operations);
  const changed = pairs.filter(({ before: old, now: current }) => !isSameOperation(old, current, same));
  return new Set([...added, ...changed.map(({ now: current }) => current)]);
}

function isSameOperation(one: Operation, other: Operation, same: SameSchemas): boolean {
  return (
    isEqual(plainPart(one), plainPart(other)) &&
    isEach(one.parameters, other.parameters, (left, right) => isSameParameter(left, right, same)) &&
    one.requestBody?.required === other.requestBody?.required &&
    isEach(one.requestBody?.media ?? [], other.requestBody?.media ?? [], (left, right) =>
      isSameMedia(left, right, same),
    ) &&
    isEach(one.responses, other.responses, (left, right) => isSameResponse(left, right, same)) &&
    isEach(
      one.callbacks ?? [],
      other.callbacks ?? [],
      (left, right) =>
        left.name === right.name &&
        left.expression === right.expression &&
        isSameOperation(left.operation, right.operation, same),
    )
  );
}

/** What of an operation is compared as it is. */
function plainPart({
  name,
  operationId = '',
  tags,
  security,
  servers,
  unsupported = '',
  requestBody,
}: Operation): unknown {
  const schemes = security.alternatives.map((alternative) => [
    alternative.schemes.map(withoutUndefined),
    [...(alternative.scopes ?? [])],
  ]);
  return [name, operationId, tags, security.optional, schemes, servers, unsupported, requestBody !== undefined];
}

function isEach<T>(one: readonly T[], other: readonly T[], isSame: (left: T, right: T) => boolean): boolean {
  return one.length === other.length && one.every((each, at) => isSame(each, other[at] as T));
}

function isSameParameter(one: Parameter, other: Parameter, same: SameSchemas): boolean {
  const plain = ({ name, in: where, required, style, explode, allowReserved, content, examples }: Parameter) =>
    withoutUndefined({ name, in: where, required, style, explode, allowReserved, content, examples });
  return isEqual(plain(one), plain(other)) && same(one.schema, other.schema);
}

function isSameMedia(one: Media, other: Media, same: SameSchemas): boolean {
  const plain = ({ declared, encodings, examples }: Media) =>
    withoutUndefined({
      declared,
      encodings: [...encodings].map(([name, each]) => [name, withoutUndefined(each)]),
      examples,
    });
  return isEqual(plain(one), plain(other)) && same(one.schema, other.schema) && same(one.itemSchema, other.itemSchema);
}

function isSameHeader(one: DeclaredHeader, other: DeclaredHeader, same: SameSchemas): boolean {
  const plain = ({ name, required, style, explode, content }: DeclaredHeader) =>
    withoutUndefined({ name, required, style, explode, content });
  return isEqual(plain(one), plain(other)) && same(one.schema, other.schema);
}

function isSameResponse(one: DeclaredResponse, other: DeclaredResponse, same: SameSchemas): boolean {
  const links = ({ links: all }: DeclaredResponse) =>
    all.map(({ operation, parameters, requestBody = null }) => [operation, [...parameters], requestBody]);
  return (
    one.status === other.status &&
    isEqual(links(one), links(other)) &&
    isEach(one.headers, other.headers, (left, right) => isSameHeader(left, right, same)) &&
    isEach(one.media, other.media, (left, right) => isSameMedia(left, right, same))
  );
}

/** Returns a value as JSON has it, so that it can be compared as such. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, withoutUndefined(each)]])),
  );
}
