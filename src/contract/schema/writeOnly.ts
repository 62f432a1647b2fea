import { remembered } from '../../support/caching';
import { facets, itemSchema, memberSchemas } from './facets';
import type { Schema } from './schema';

/**
 * Returns the value without its members that are `writeOnly`, whichever branch of a composition declares them so (JSON
 * Schema Validation §9.4).
 * @returns the value itself if it has no such members.
 */
export function withoutWriteOnly(value: unknown, schema: Schema, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_BODY || !hasWriteOnly(schema)) return value;
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    const items = item ? value.map((element) => withoutWriteOnly(element, item, depth + 1)) : value;
    return items.every((element, at) => element === value[at]) ? value : items;
  }
  const members = memberSchemas(schema);
  let shown: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const schemas = members.get(name) ?? [];
    // A member that one of several branches shows is not write-only.
    const isHidden = schemas.length > 0 && schemas.every(isWriteOnly);
    const left = isHidden
      ? undefined
      : schemas.reduce((rest, memberSchema) => withoutWriteOnly(rest, memberSchema, depth + 1), member as unknown);
    if (!isHidden && left === member) continue;
    shown ??= { ...value };
    if (isHidden) delete shown[name];
    else shown[name] = left;
  }
  return shown ?? value;
}

/** How many levels deep bodies and schemas are searched. */
export const DEEPEST_BODY = 8;

const answers = new WeakMap<Schema, boolean>();

/** How many schemas are searched. A larger search would take too long. */
const MOST_VISITED = 5000;

/**
 * Returns whether a schema has write-only members at any depth. It returns true, too, if there are too many schemas to
 * search.
 */
export function hasWriteOnly(schema: Schema): boolean {
  const cached = answers.get(schema);
  if (cached !== undefined) return cached;
  const seen = new Set([schema]);
  // The loop also visits the schemas that it adds.
  for (const next of seen) {
    const item = itemSchema(next);
    const members = [...memberSchemas(next).values()].flat();
    if (members.some(isWriteOnly) || seen.size > MOST_VISITED) {
      answers.set(schema, true);
      return true;
    }
    for (const part of item ? [item, ...members] : members) if (!answers.has(part) || answers.get(part)) seen.add(part);
  }
  for (const visited of seen) answers.set(visited, false);
  return false;
}

export const isWriteOnly = remembered((schema: Schema): boolean =>
  facets(schema, false).some(({ writeOnly }) => writeOnly === true),
);
