/** Finds the schema that names the members of an object in an answer. */

import { describesUnnamed } from '../contract/schema/applicators';
import { appliedAt } from '../contract/schema/applied';
import type { Schema } from '../contract/schema/schema';
import { pointerTokens } from '../json/pointer';

/** Returns the one schema that names the members of an object, and all names that any schema has for them. */
export function namingSchema(
  root: Schema,
  path: string,
): { readonly schema: Schema; readonly names: ReadonlySet<string> } | undefined {
  const names = new Set<string>();
  let naming: Schema | undefined;
  for (const part of appliedAt(root, pointerTokens(path))) {
    const { properties } = part.keywords;
    // A map has members of any name.
    if (part.certainty === 'branch' || describesUnnamed(part.keywords)) return undefined;
    if (!properties) continue;
    if (part.certainty === 'surely') naming ??= part.schema;
    for (const name of Object.keys(properties)) names.add(name);
  }
  return naming && names.size > 0 ? { schema: naming, names } : undefined;
}
