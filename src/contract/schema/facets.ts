/**
 * What a schema says about the value as a whole: in itself, in the schemas that it refers to, and in those that it is
 * composed of.
 */

import type { Keywords } from '../dialects/dialect';
import { givenSchema, type Part, possibleParts, sureParts } from './applied';
import { isSchema, keptOnSchema, type Schema } from './schema';

/**
 * Returns the keywords of every schema that applies to the same value, nearest first.
 * @param alternatives whether to include those that apply only in a branch or under a condition, of which a value may satisfy only one.
 */
export function facets(schema: Schema, alternatives: boolean): readonly Keywords[] {
  return alternatives ? possibleFacets(schema) : sureFacets(schema);
}

const sureFacets = keptOnSchema((schema): readonly Keywords[] => keywordsIn(sureParts([givenSchema(schema)])));

const possibleFacets = keptOnSchema((schema): readonly Keywords[] => keywordsIn(possibleParts([givenSchema(schema)])));

function keywordsIn(parts: readonly Part[]): Keywords[] {
  return parts.map(({ keywords }) => keywords);
}

/** Returns the types that a value may have; undefined if the schema names none. */
export const typesOf = keptOnSchema((schema): ReadonlySet<string> | undefined => {
  const types = facets(schema, true).flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[])));
  return types.length === 0 ? undefined : new Set(types);
});

/** Returns the schemas of each member by the member's name. */
export const memberSchemas = keptOnSchema((schema): ReadonlyMap<string, readonly Schema[]> => {
  const members = new Map<string, Schema[]>();
  for (const { properties } of facets(schema, true)) {
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>))
      members.set(name, members.get(name)?.concat(member) ?? [member]);
  }
  return members;
});

/** Returns the names of members that are always required. */
export function requiredMembers(schema: Schema): readonly string[] {
  return facets(schema, false).flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
}

/** Returns the schemas of members that have no schema of their own (`additionalProperties`). */
export function otherMemberSchemas(schema: Schema): readonly Schema[] {
  return facets(schema, true).flatMap(({ additionalProperties: rest }) => (isSchema(rest) ? [rest] : []));
}

/** Returns the schema of the items of a list; undefined if there is none. */
export const itemSchema = keptOnSchema((schema): Schema | undefined =>
  facets(schema, true)
    .map(({ items }) => items)
    .find(isSchema),
);

/** Returns the schema of one item of a list: that of its place in a tuple (`prefixItems`), or else that of all further items. */
export function itemSchemaAt(schema: Schema, at: number): Schema | undefined {
  return firstItemSchemas(schema)[at] ?? itemSchema(schema);
}

const firstItemSchemas = keptOnSchema((schema): readonly Schema[] => {
  const tuple = facets(schema, true).find(({ prefixItems }) => Array.isArray(prefixItems));
  return (tuple?.['prefixItems'] ?? []) as readonly Schema[];
});

/** Tells whether the contract lists the values, by `enum` or `const`. */
export function hasListedValues(schema: Schema): boolean {
  return facets(schema, true).some(({ enum: few, const: one }) => few !== undefined || one !== undefined);
}

/**
 * Returns the value of a keyword that describes the whole value, such as `xml`, from the nearest schema that has it.
 */
export function nearestKeyword(schema: Schema, keyword: string): unknown {
  return facets(schema, false).find((keywords) => keywords[keyword] !== undefined)?.[keyword];
}
