/** What is only to be written (OpenAPI 3.0.3 §4.7.24.2; JSON Schema Validation §9.4). */

import { facets, itemSchema, memberSchemas, remembered } from './facets';
import type { Schema } from './schema';

/** How deep bodies and schemas are looked into. */
export const DEEPEST = 8;

const known = new WeakMap<Schema, boolean>();

/** Of more schemas than this nobody waits to be told. */
const MOST_VISITED = 5000;

/** Whether a schema has members that are only to be written, at whatever depth; true, too, where it has too many to tell. */
export function hasWriteOnly(schema: Schema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const seen = new Set([schema]);
  // What is added is come to, too.
  for (const each of seen) {
    const item = itemSchema(each);
    const members = [...memberSchemas(each).values()].flat();
    if (members.some(isWriteOnly) || seen.size > MOST_VISITED) {
      known.set(schema, true);
      return true;
    }
    for (const part of item ? [item, ...members] : members) if (!known.has(part) || known.get(part)) seen.add(part);
  }
  for (const each of seen) known.set(each, false);
  return false;
}

export const isWriteOnly = remembered((schema): boolean =>
  facets(schema, false).some(({ writeOnly }) => writeOnly === true),
);
