/** Which members of a thing the service sets by itself, as the contract says. */

import { declaredSuccesses, type Operation } from '../contract/contract';
import { facets, hasListedValues, memberSchemas } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import type { Items } from './kinds';

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

function isAnswered(operation: Operation, name: string): boolean {
  return declaredSuccesses(operation).some(({ media }) => schemasOf(media, name).length > 0);
}

function schemasOf(media: readonly { readonly schema?: Schema | undefined }[], name: string): readonly Schema[] {
  return media.flatMap(({ schema }) => (schema === undefined ? [] : (memberSchemas(schema).get(name) ?? [])));
}
