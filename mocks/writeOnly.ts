import { facets, itemSchema, memberSchemas } from '../src/contract/facets';
import type { Schema } from '../src/contract/schema';

/** How deep values are looked into. */
const DEEPEST = 8;

/** A value without the members that are only to be written, whichever branch of a composition says so (JSON Schema Validation §9.4). */
export function withoutWriteOnly(value: unknown, schema: Schema, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    return item ? value.map((each) => withoutWriteOnly(each, item, depth + 1)) : value;
  }
  const members = memberSchemas(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const own = members.get(name) ?? [];
      // Where one branch of several shows it, it is not only written.
      if (own.length > 0 && own.every(isWriteOnly)) return [];
      return [[name, own.reduce((left, member) => withoutWriteOnly(left, member, depth + 1), each as unknown)]];
    }),
  );
}

function isWriteOnly(schema: Schema): boolean {
  return facets(schema, false).some(({ writeOnly }) => writeOnly === true);
}
