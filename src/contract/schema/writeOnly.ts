import { remembered } from '../../support/caching';
import { facets, itemSchema, memberSchemas } from './facets';
import type { Schema } from './schema';

/**
 * A value without the members that are only to be written, whichever branch of a composition says so (JSON Schema Validation §9.4).
 * @returns the value itself where it has none.
 */
export function withoutWriteOnly(value: unknown, schema: Schema, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_BODY || !hasWriteOnly(schema)) return value;
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

/** How deep bodies and schemas are looked into. */
export const DEEPEST_BODY = 8;

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

export const isWriteOnly = remembered((schema: Schema): boolean =>
  facets(schema, false).some(({ writeOnly }) => writeOnly === true),
);
