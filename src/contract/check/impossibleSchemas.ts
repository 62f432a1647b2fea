/** Finds schemas that no value satisfies: their types exclude each other, or they ask for themselves without end. */

import { remembered } from '../../support/caching';
import { BrokenReference, member } from '../document/reference';
import { given, itemsPlacedAt, membersNamed, namesRequired, type Part, sureParts } from '../schema/applied';
import { createSchemaReader, endOf, type Schema } from '../schema/schema';
import type { Check } from './checking';
import { warning } from './doubtfulSchemas';

/** Reports them as warnings: a service may still answer what it likes, and the contract says nothing wrong of anything else. */
export const impossibleSchemas: Check = (placesOf, { files, dialect, report }) => {
  const schemas = createSchemaReader(files, dialect);
  const told = new Set<Schema>();
  for (const place of placesOf('Schema')) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    try {
      const combined = member(place, 'allOf');
      const clash = combined && clashingTypes(schemas.at(place));
      if (clash)
        report(
          warning(
            combined,
            `No value can satisfy this \`allOf\`, since one part asks for ${clash[0]}, and another for ${clash[1]}.`,
          ),
        );
      const around = 'required' in value || 'minItems' in value ? endlessFrom(endOf(schemas.at(place))) : undefined;
      if (!around || around.schemas.some((schema) => told.has(schema))) continue;
      for (const schema of around.schemas) told.add(schema);
      report(
        warning(
          place,
          `No value can satisfy this schema, since ${around.name} holds, without end, another value of this schema. Let it be left out, or be null.`,
        ),
      );
    } catch (error) {
      // A broken reference is reported elsewhere.
      if (!(error instanceof BrokenReference)) throw error;
    }
  }
};

/** Returns the types of two parts that exclude each other, in words; undefined if a value may be of all that is asked for. */
function clashingTypes(schema: Schema): readonly [string, string] | undefined {
  const asked = sureParts(given(schema)).flatMap(({ keywords: { type } }) =>
    type === undefined ? [] : [[type].flat() as string[]],
  );
  for (const [at, one] of asked.entries())
    for (const other of asked.slice(at + 1))
      if (!one.some((type) => other.some((each) => isSame(type, each)))) return [one.join(' or '), other.join(' or ')];
  return undefined;
}

function isSame(one: string, other: string): boolean {
  const numeric = ['integer', 'number'];
  return one === other || (numeric.includes(one) && numeric.includes(other));
}

/** At most this many schemas are followed from one. */
const MOST_FOLLOWED = 200;

/**
 * Returns the schemas through which a schema asks for itself, and the member or items that begin the circle. Followed is only what each value must
 * have: required members that can be nothing but objects, and items that must be there.
 */
function endlessFrom(start: Schema): { readonly name: string; readonly schemas: readonly Schema[] } | undefined {
  for (const [name, first] of neededBy(start)) {
    const way = wayBack(first, start, new Set());
    if (way) return { name, schemas: [start, ...way] };
  }
  return undefined;
}

function wayBack(from: Schema, start: Schema, seen: Set<Schema>): Schema[] | undefined {
  if (from === start) return [];
  if (seen.has(from) || seen.size > MOST_FOLLOWED) return undefined;
  seen.add(from);
  for (const [, next] of neededBy(from)) {
    const way = wayBack(next, start, seen);
    if (way) return [from, ...way];
  }
  return undefined;
}

/** Returns the schemas of which each value of a schema must hold a value, with the words for where. Many ways lead to the same schemas. */
const neededBy = remembered((schema: Schema): (readonly [name: string, schema: Schema])[] => {
  const parts = sureParts(given(schema));
  if (isOnly(parts, 'object'))
    return [...namesRequired(parts)].flatMap((name) =>
      membersNamed(parts, name)
        .filter(({ keyword }) => keyword === 'properties')
        .map((each) => [`its \`${name}\``, endOf(each.schema)] as const),
    );
  const least = parts.some(({ keywords: { minItems } }) => typeof minItems === 'number' && minItems > 0);
  if (!least || !isOnly(parts, 'array')) return [];
  return itemsPlacedAt(parts, 0).map((each) => ['its first item', endOf(each.schema)] as const);
});

function isOnly(parts: readonly Part[], type: string): boolean {
  return parts.some(
    ({ keywords }) =>
      keywords['type'] === type || (Array.isArray(keywords['type']) && keywords['type'].join() === type),
  );
}
