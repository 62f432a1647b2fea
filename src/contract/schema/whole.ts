/** Looks whether all that a schema refers to exists. */

import { tellingBranches } from './coveredBranches';
import { endOf, HOLDING_LIST, HOLDING_MAP, HOLDING_ONE, isSchema, type Schema } from './schema';

/** Schemas of which it is known: they are looked at once for all operations. */
const whole = new WeakSet<Schema>();

/**
 * Looks at a schema and at all schemas that a value is judged by with it.
 * @throws BrokenReference if one of them refers to something that does not exist.
 */
export function assertWhole(schema: Schema): void {
  const seen = new Set([schema]);
  // The loop also visits the schemas that it adds.
  for (const next of seen) for (const part of partsOf(next)) if (!whole.has(part)) seen.add(part);
  for (const each of seen) whole.add(each);
}

function partsOf({ keywords }: Schema): readonly Schema[] {
  if (typeof keywords === 'boolean') return [];
  const parts: unknown[] = [];
  for (const [keyword, value] of Object.entries(keywords)) {
    if (keyword === '$ref' || keyword === '$dynamicRef') parts.push(isSchema(value) ? endOf(value) : undefined);
    else if (keyword === 'oneOf') parts.push(...tellingBranches(value as Schema[]));
    else if (HOLDING_ONE.includes(keyword)) parts.push(value);
    else if (HOLDING_LIST.includes(keyword)) parts.push(...(value as Schema[]));
    else if (HOLDING_MAP.includes(keyword)) parts.push(...Object.values(value as object));
  }
  return parts.filter(isSchema);
}
