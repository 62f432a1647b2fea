/**
 * What a schema says about the value as a whole: in itself, in the schemas that it refers to, and in those that it is
 * composed of.
 */

import type { Keywords } from '../dialects/dialect';
import { given, membersNamed, type Part, possibleParts, sureParts } from './applied';
import { isSchema, keptOnSchema, type Schema } from './schema';

/**
 * Returns the keywords of every schema that applies to the same value, nearest first.
 * @param alternatives whether to include those that apply only in a branch or under a condition, of which a value may satisfy only one.
 */
export function facets(schema: Schema, alternatives: boolean): readonly Keywords[] {
  return alternatives ? possibleFacets(schema) : sureFacets(schema);
}

const sureFacets = keptOnSchema((schema): readonly Keywords[] => keywordsIn(sureParts(given(schema))));

const possibleFacets = keptOnSchema((schema): readonly Keywords[] => keywordsIn(possibleParts(given(schema))));

function keywordsIn(parts: readonly Part[]): Keywords[] {
  return parts.map(({ keywords }) => keywords);
}

/** Returns the types that a value may have; undefined if the schema names none. */
export const typesOf = keptOnSchema((schema): ReadonlySet<string> | undefined => {
  const types = facets(schema, true).flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[])));
  return types.length === 0 ? undefined : new Set(types);
});

interface Typed {
  readonly types: readonly string[];
  readonly format: string | undefined;
}

export const UNTYPED: Typed = { types: [], format: undefined };

/** Returns the types and the format that the nearest schema names; where none does, the types that all branches name. */
export function typeNamed(schema: Schema, known = new Map<Schema, Typed>()): Typed {
  const before = known.get(schema);
  if (before || known.size > MOST_LOOKED_AT) return before ?? UNTYPED;
  // A schema that refers back to itself adds nothing.
  known.set(schema, UNTYPED);
  const typed = findType(schema, known);
  known.set(schema, typed);
  return typed;
}

/** At most this many schemas are searched for a type. */
const MOST_LOOKED_AT = 500;

function findType(schema: Schema, known: Map<Schema, Typed>): Typed {
  const all = facets(schema, false);
  const typed = all.find(({ type }) => type !== undefined);
  if (typed) {
    const { type, format } = typed;
    return { types: [type].flat() as string[], format: typeof format === 'string' ? format : undefined };
  }
  for (const { anyOf, oneOf } of all) {
    const branches = ((anyOf ?? oneOf ?? []) as readonly Schema[]).map((branch) => typeNamed(branch, known).types);
    const isTyped = branches.length > 0 && branches.every((types) => types.length > 0);
    if (isTyped) return { types: [...new Set(branches.flat())], format: undefined };
  }
  return UNTYPED;
}

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

/**
 * Returns the schemas of what stands at a place, in whichever branch: of a member, those that name it, or else those of members with such a name
 * or with any other one.
 */
export function schemasUnder(schemas: readonly Schema[], tokens: readonly string[]): readonly Schema[] {
  return tokens.reduce((around, token) => around.flatMap((schema) => [...schemasOfToken(schema, token)]), schemas);
}

function schemasOfToken(schema: Schema, token: string): readonly Schema[] {
  const named = memberSchemas(schema).get(token);
  if (named) return named;
  const item = /^\d+$/.test(token) ? itemSchemaAt(schema, Number(token)) : undefined;
  if (item) return [item];
  return membersNamed(possibleParts(given(schema)), token).map(({ schema: other }) => other);
}

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
