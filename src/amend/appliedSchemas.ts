/** Finds the schemas that apply to a value inside of a body. */

import { isSchema, keywordsOf, type Schema } from '../contract/schema/schema';
import { pointerTokens } from '../json/pointer';

export interface Applied {
  readonly schema: Schema;
  /** The schema at the place where the value is described, which may only refer to `schema`. */
  readonly site: Schema;
  /** Whether it is one of several alternatives (`anyOf`, `oneOf`). */
  readonly isAlternative: boolean;
}

/** At most this many schemas are looked at, since a composition may lead back to itself. */
const MOST = 200;

/** @param path the JSON Pointer of the value, without `#`; empty for the whole body. */
export function appliedAt(root: Schema, path: string): Applied[] {
  let applied = expanded([{ schema: root, site: root, isAlternative: false }]);
  for (const token of pointerTokens(path)) {
    const inner = applied.flatMap(({ schema, isAlternative }) =>
      under(schema, token).map((found) => ({ schema: found, site: found, isAlternative })),
    );
    applied = expanded(inner);
  }
  return applied;
}

function expanded(start: readonly Applied[]): Applied[] {
  const all = [...start];
  const seen = new Set(all.map(({ schema }) => schema));
  const add = (schema: unknown, site: Schema, isAlternative: boolean) => {
    if (!isSchema(schema) || seen.has(schema) || all.length >= MOST) return;
    seen.add(schema);
    all.push({ schema, site, isAlternative });
  };
  // The loop also visits the schemas that it adds.
  for (const { schema, site, isAlternative } of all) {
    const keywords = keywordsOf(schema);
    if (typeof keywords === 'boolean') continue;
    const { $ref, $dynamicRef, allOf = [], anyOf = [], oneOf = [] } = keywords;
    for (const target of [$ref, $dynamicRef]) add(target, site, isAlternative);
    for (const part of allOf as unknown[]) if (isSchema(part)) add(part, part, isAlternative);
    for (const part of [...(anyOf as unknown[]), ...(oneOf as unknown[])]) if (isSchema(part)) add(part, part, true);
  }
  return all;
}

function under(schema: Schema, token: string): Schema[] {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean') return [];
  const { properties = {}, prefixItems = [], items, additionalProperties } = keywords;
  const named = (properties as Record<string, unknown>)[token];
  if (Object.hasOwn(properties as object, token) && isSchema(named)) return [named];
  const placed = /^\d+$/.test(token) ? ((prefixItems as unknown[])[Number(token)] ?? items) : undefined;
  return [isSchema(placed) ? placed : additionalProperties].filter(isSchema);
}
