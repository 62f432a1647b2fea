/** Which members of a thing the service sets by itself, as the contract says. */

import { declaredSuccesses, type Media, type Operation } from '../contract/contract';
import { allowsUnnamed } from '../contract/schema/applicators';
import { facets, hasListedValues, itemSchemaAt, memberSchemas, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { remembered } from '../support/caching';
import { type View, viewOfList, viewOfThing } from './answers/views';
import { type Items, listersOf } from './kinds';
import { plain } from './vocabulary/words';

/**
 * Whether a member is only read; or is declared of answers, and not of what is sent: `status` of an order that is made by its name alone.
 * What the contract does not declare at all is not the service's own.
 */
export function isServersOwn(kind: Items, name: string): boolean {
  const { maker, poster } = kind;
  const sent = sentIn(kind, [maker ?? poster], name);
  if (sent.length > 0) return sent.some((schema) => facets(schema, true).some(({ readOnly }) => readOnly === true));
  return answeredIn(kind, name).length > 0;
}

/** Whether a member is declared of answers, and no request about such a thing may write it. */
export function isWrittenByService(kind: Items, name: string): boolean {
  const { maker, poster, replacer, patcher } = kind;
  const sent = sentIn(kind, [maker, poster, replacer, patcher], name);
  if (sent.length > 0) return sent.every((schema) => facets(schema, true).some(({ readOnly }) => readOnly === true));
  return answeredIn(kind, name).length > 0;
}

/**
 * Whether a member is declared of answers alone, and each of these lists its values: the state of a job, which goes from `queued` to `done` by
 * itself. What it shows are no words of anybody.
 */
export function isListedByService(kind: Items, name: string): boolean {
  const shown = answeredIn(kind, name);
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

/** The schemas of a member in what these operations are sent. */
function sentIn(kind: Items, operations: readonly (Operation | undefined)[], name: string): readonly Schema[] {
  const media = operations.flatMap((each) => each?.requestBody?.media ?? []);
  return media.flatMap((one) => schemasIn(one, viewsOf(kind)(one).thing, name));
}

/** The schemas of a member in what making, reading and listing answer. */
function answeredIn(kind: Items, name: string): readonly Schema[] {
  const mediaOf = (each: Operation | undefined) => (each ? declaredSuccesses(each).flatMap(({ media }) => media) : []);
  const things = [kind.maker, kind.reader].flatMap(mediaOf);
  return [
    ...things.flatMap((one) => schemasIn(one, viewsOf(kind)(one).thing, name)),
    ...listersOf(kind)
      .flatMap(mediaOf)
      .flatMap((one) => schemasIn(one, viewsOf(kind)(one).list, name)),
  ];
}

/** The schemas of a member of a body, and of the thing that it wraps or lists. */
function schemasIn({ schema }: Media, view: View | undefined, name: string): readonly Schema[] {
  const own = (schema && memberSchemas(schema).get(name)) ?? [];
  return [...new Set([...own, ...(view?.members.get(name) ?? [])])];
}

const viewsOf = remembered((kind: Items) =>
  remembered(({ schema }: Media) => ({
    thing: viewOfThing(kind, { schema, likeness: undefined }),
    list: viewOfList(kind, { schema, likeness: undefined }),
  })),
);
