import { itemSchema, memberSchemas } from './facets';
import type { Schema } from './schema';
import { DEEPEST, hasWriteOnly, isWriteOnly } from './writeOnly.part1';

/**
 * A value without the members that are only to be written, whichever branch of a composition says so (JSON Schema Validation §9.4).
 * @returns the value itself where it has none.
 */
export function withoutWriteOnly(value: unknown, schema: Schema, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST || !hasWriteOnly(schema)) return value;
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    const items = item ? value.map((each) => withoutWriteOnly(each, item, depth + 1)) : value;
    return items.every((each, at) => each === value[at]) ? value : items;
  }
  const members = memberSchemas(schema);
  let shown: Record<string, unknown> | undefined;
  for (const [name, each] of Object.entries(value)) {
    const own = members.get(name) ?? [];
    // Where one branch of several shows it, it is not only written.
    const isHidden = own.length > 0 && own.every(isWriteOnly);
    const left = isHidden
      ? undefined
      : own.reduce((rest, member) => withoutWriteOnly(rest, member, depth + 1), each as unknown);
    if (!isHidden && left === each) continue;
    shown ??= { ...value };
    if (isHidden) delete shown[name];
    else shown[name] = left;
  }
  return shown ?? value;
}
