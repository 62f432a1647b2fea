/**
 * What a schema says about the value as a whole: in itself, in the schemas that it refers to, and in those that it is
 * composed of.
 */

import type { JsonValue } from '../../json/value';
import type { Keywords } from '../dialects/dialect';
import { branchesIn, describesUnnamed, isDescribing } from './applicators';
import {
  type Applied,
  given,
  heldWithin,
  itemsPlacedAt,
  membersNamed,
  namesRequired,
  type Part,
  possibleParts,
  sureParts,
} from './applied';
import { forbidsAll, keptOnSchema, type Schema } from './schema';

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
  for (const branches of all.flatMap(branchesIn)) {
    const types = branches.map((branch) => typeNamed(branch, known).types);
    const isTyped = types.length > 0 && types.every(({ length }) => length > 0);
    if (isTyped) return { types: [...new Set(types.flat())], format: undefined };
  }
  return UNTYPED;
}

/**
 * Returns the schemas of each member that a schema names, in whichever branch, by the member's name. Those that name it come first, and then those
 * that find it by a pattern of names or, surely, for want of another one. What one branch says of members that it does not name is left out.
 */
export const memberSchemas = keptOnSchema((schema): ReadonlyMap<string, readonly Schema[]> => {
  const parts = possibleParts(given(schema));
  const members = new Map<string, readonly Schema[]>();
  for (const { keywords } of parts)
    for (const [name, member] of Object.entries((keywords['properties'] ?? {}) as Record<string, Schema>))
      members.set(name, [...(members.get(name) ?? []), member]);
  if (parts.some(({ keywords }) => describesUnnamed(keywords)))
    for (const [name, named] of members) members.set(name, [...named, ...alsoOf(parts, name)]);
  return members;
});

function alsoOf(parts: readonly Part[], name: string): Schema[] {
  return membersNamed(parts, name).flatMap(({ keyword, certainty, schema }) => {
    const isMeant = keyword === 'patternProperties' || (keyword !== 'properties' && certainty === 'surely');
    return isMeant && isDescribing(schema) ? [schema] : [];
  });
}

/** Returns the schemas of a member: where the schema names it, those of {@link memberSchemas}, else those of members with such a name or with any. */
export function memberSchemasOf(schema: Schema, name: string): readonly Schema[] {
  const named = memberSchemas(schema).get(name);
  return named ?? thoseThatAllow(membersNamed(possibleParts(given(schema)), name));
}

/** Returns the names of members that are always required. */
export function requiredMembers(schema: Schema): readonly string[] {
  return [...namesRequired(sureParts(given(schema)))];
}

/** Returns the schema of the items of a list, apart from those that have a place of their own in a tuple; undefined if there is none. */
export const itemSchema = keptOnSchema((schema): Schema | undefined => itemSchemaAt(schema, Number.MAX_SAFE_INTEGER));

/** Returns the schema of one item of a list: that of its place in a tuple (`prefixItems`), or else that of all further items. */
export function itemSchemaAt(schema: Schema, at: number): Schema | undefined {
  return thoseThatAllow(itemsPlacedAt(possibleParts(given(schema)), at))[0];
}

/** Returns all schemas of items of a list, in whichever branch and at whichever place. */
export const allItemSchemas = keptOnSchema((schema): readonly Schema[] =>
  heldWithin(schema).flatMap(({ applicator, schema: item }) => (applicator.of === 'item' ? [item] : [])),
);

/** Returns the schemas of what stands at a place, in whichever branch. */
export function schemasUnder(schemas: readonly Schema[], tokens: readonly string[]): readonly Schema[] {
  return tokens.reduce((around, token) => around.flatMap((schema) => [...schemasOfToken(schema, token)]), schemas);
}

function schemasOfToken(schema: Schema, token: string): readonly Schema[] {
  const named = memberSchemas(schema).get(token);
  if (named) return named;
  const items = /^\d+$/.test(token) ? itemsPlacedAt(possibleParts(given(schema)), Number(token)) : [];
  const found = thoseThatAllow(items);
  return found.length > 0 ? found : memberSchemasOf(schema, token);
}

function thoseThatAllow(applied: readonly Applied[]): Schema[] {
  return applied.flatMap(({ schema }) => (forbidsAll(schema) ? [] : [schema]));
}

/** Tells whether the contract lists the values, by `enum` or `const`. */
export function hasListedValues(schema: Schema): boolean {
  return facets(schema, true).some(({ enum: few, const: one }) => few !== undefined || one !== undefined);
}

/** Returns the values that the contract lists for one place, by `enum` or `const`, in whichever branch. */
export function valuesListed(schemas: readonly Schema[]): readonly JsonValue[] {
  return schemas.flatMap((schema) =>
    facets(schema, true).flatMap(({ enum: few, const: one }) => [
      ...((few ?? []) as readonly JsonValue[]),
      ...(one === undefined ? [] : [one as JsonValue]),
    ]),
  );
}

/**
 * Returns the value of a keyword that describes the whole value, such as `xml`, from the nearest schema that has it.
 */
export function nearestKeyword(schema: Schema, keyword: string): unknown {
  return facets(schema, false).find((keywords) => keywords[keyword] !== undefined)?.[keyword];
}
