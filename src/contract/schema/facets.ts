/** What a schema says of the value as a whole, wherever in it that stands: in itself, in what it refers to, in what it is composed of. */

import { remembered } from '../../support/caching';
import { isSchema, partsOf, type Schema } from './schema';

type Keywords = Readonly<Record<string, unknown>>;

/**
 * The keywords of every schema that speaks of the same value, nearest first.
 * @param alternatives whether those are looked at, too, of which only one need hold.
 */
export function facets(schema: Schema, alternatives: boolean): Keywords[] {
  return partsOf(schema, ({ anyOf = [], oneOf = [], then, else: otherwise }) =>
    alternatives ? [...(anyOf as Schema[]), ...(oneOf as Schema[]), then, otherwise] : [],
  );
}

/** The types that a value may have; undefined where the schema names none. */
export const typesOf = remembered((schema: Schema): ReadonlySet<string> | undefined => {
  const all = facets(schema, true).flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[])));
  return all.length === 0 ? undefined : new Set(all);
});

/** The schemas of each member by its name. */
export const memberSchemas = remembered((schema: Schema): ReadonlyMap<string, readonly Schema[]> => {
  const members = new Map<string, Schema[]>();
  for (const { properties } of facets(schema, true)) {
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>))
      members.set(name, [...(members.get(name) ?? []), member]);
  }
  return members;
});

/** The names of members that have to be there, whatever else is. */
export function requiredMembers(schema: Schema): readonly string[] {
  return facets(schema, false).flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
}

/** What members without a schema of their own must satisfy. */
export function otherMemberSchemas(schema: Schema): readonly Schema[] {
  return facets(schema, true).flatMap(({ additionalProperties: rest }) => (isSchema(rest) ? [rest] : []));
}

/** The schema of the items of a list, if it has one. */
export const itemSchema = remembered((schema: Schema): Schema | undefined =>
  facets(schema, true)
    .map(({ items }) => items)
    .find(isSchema),
);

/** A keyword that says something of the value, such as `xml`, nearest first. */
export function nearestKeyword(schema: Schema, keyword: string): unknown {
  return facets(schema, false).find((keywords) => keywords[keyword] !== undefined)?.[keyword];
}
