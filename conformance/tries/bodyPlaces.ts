/** Finds the places in a body that may be changed or left out. */

import { itemSchemaAt, memberSchemasOf, requiredMembers } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Edit } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import { isScalar, type JsonValue } from '../../src/json/value';

/** Returns edits that leave out the members which a value need not have, at every depth. */
export function optionalIn(value: JsonValue, schema: Schema, pointer: string, depth: number): Edit[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, at) => {
      const own = itemSchemaAt(schema, at);
      return own ? optionalIn(item, own, `${pointer}/${at}`, depth + 1) : [];
    });
  const required = new Set(requiredMembers(schema));
  return Object.entries(value as Readonly<Record<string, JsonValue>>).flatMap(([name, inner]) => {
    const place = `${pointer}/${escapePointer(name)}`;
    if (!required.has(name)) return [{ place: 'body' as const, name: place, value: undefined }];
    const [member] = memberSchemasOf(schema, name);
    return member ? optionalIn(inner, member, place, depth + 1) : [];
  });
}

const DEEPEST = 4;

/** So many members of a body are looked at. */
const MOST_MEMBERS = 200;

/** Returns the JSON Pointers of all texts and numbers in a body. */
export function scalarsIn(value: JsonValue | undefined, pointer: string, depth: number): string[] {
  if (value === undefined || value === null || depth > DEEPEST_SCALAR) return [];
  if (isScalar(value)) return [pointer];
  return Object.entries(value)
    .flatMap(([name, inner]) => scalarsIn(inner as JsonValue, `${pointer}/${escapePointer(name)}`, depth + 1))
    .slice(0, MOST_MEMBERS);
}

const DEEPEST_SCALAR = 8;
