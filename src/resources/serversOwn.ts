/** Which members of a thing the service sets by itself, as the contract says. */

import { declaredSuccesses, type Operation } from '../contract/contract';
import { allowsUnnamed } from '../contract/schema/applicators';
import { facets, hasListedValues, itemSchemaAt, memberSchemas, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import type { Items } from './kinds';
import { plain } from './vocabulary/words';

/**
 * Whether a member is only read; or is declared of answers, and not of what is sent: `status` of an order that is made by its name alone.
 * What the contract does not declare at all is not the service's own.
 */
export function isServersOwn({ maker, poster, reader, lister }: Items, name: string): boolean {
  const sent = schemasOf((maker ?? poster)?.requestBody?.media ?? [], name);
  if (sent.length > 0) return sent.some((schema) => facets(schema, true).some(({ readOnly }) => readOnly === true));
  return [maker, reader, lister].some((operation) => operation && isAnswered(operation, name));
}

/** Whether a member is declared of answers, and no request about such a thing may write it. */
export function isWrittenByService(kind: Items, name: string): boolean {
  const { maker, poster, replacer, patcher, reader, lister } = kind;
  const sent = [maker, poster, replacer, patcher].flatMap((each) => schemasOf(each?.requestBody?.media ?? [], name));
  if (sent.length > 0) return sent.every((schema) => facets(schema, true).some(({ readOnly }) => readOnly === true));
  return [maker, reader, lister].some((operation) => operation && isAnswered(operation, name));
}

/**
 * Whether a member is declared of answers alone, and each of these lists its values: the state of a job, which goes from `queued` to `done` by
 * itself. What it shows are no words of anybody.
 */
export function isListedByService(kind: Items, name: string): boolean {
  const { maker, reader, lister } = kind;
  const shown = [maker, reader, lister].flatMap((each) =>
    each ? declaredSuccesses(each).flatMap(({ media }) => schemasOf(media, name)) : [],
  );
  return shown.length > 0 && shown.every(hasListedValues) && isWrittenByService(kind, name);
}

/**
 * Whether no answer about a thing has a member by the contract, at any depth, though it names others: `path` of a kernel that is made by its name and
 * its path, and shown as `{ "id", "name" }`. That such a member is missing says nothing of whose the thing is.
 */
export function isNeverShown({ maker, reader, lister }: Items, name: string): boolean {
  const answers = [maker, reader, lister].flatMap((each) => (each ? declaredSuccesses(each) : []));
  const schemas = answers.flatMap(({ media }) => media.flatMap(({ schema }) => schema ?? []));
  const isDescribed = reader !== undefined && declaredSuccesses(reader).some(({ media }) => media.some(hasMembers));
  return isDescribed && !schemas.some((schema) => mayHold(schema, plain(name), 0));
}

function hasMembers({ schema }: { readonly schema?: Schema | undefined }): boolean {
  return schema !== undefined && memberSchemas(schema).size > 0;
}

/** Whether a member of a name may stand in what a schema describes; where the schema says of a part only that it is an object, it may. */
function mayHold(schema: Schema, name: string, depth: number): boolean {
  const members = [...memberSchemas(schema)];
  const item = itemSchemaAt(schema, 0);
  if (depth === DEEPEST || facets(schema, true).some(allowsUnnamed)) return true;
  if (members.length === 0 && !item) return !isScalarOnly(schema);
  if (item && mayHold(item, name, depth + 1)) return true;
  return members.some(([each, inner]) => plain(each) === name || inner.some((one) => mayHold(one, name, depth + 1)));
}

function isScalarOnly(schema: Schema): boolean {
  const types = typesOf(schema);
  return types !== undefined && !types.has('object') && !types.has('array');
}

/** Schemas are searched to this depth. */
const DEEPEST = 5;

function isAnswered(operation: Operation, name: string): boolean {
  return declaredSuccesses(operation).some(({ media }) => schemasOf(media, name).length > 0);
}

function schemasOf(media: readonly { readonly schema?: Schema | undefined }[], name: string): readonly Schema[] {
  return media.flatMap(({ schema }) => (schema === undefined ? [] : (memberSchemas(schema).get(name) ?? [])));
}
