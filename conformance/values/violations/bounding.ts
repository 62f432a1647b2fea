/** Says which keywords limit a value, and which of them certainly cannot be violated. */

import { isBinding, RANGES } from '../../../src/contract/schema/formats';
import { forbidsAll } from '../../../src/contract/schema/schema';
import type { SchemaPlan } from '../schemaPlan';
import { MOST_ITEMS } from '../types/arrays';
import { MOST_MEMBERS } from '../types/objects';
import { LONGEST } from '../types/strings';
import { ABOUT, intersect, type Type } from '../types/types';

const CLOSING = ['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'];

/** Returns whether a keyword limits the value itself, not only what it contains. */
export function isBounding(keyword: string, value: unknown): boolean {
  if (CLOSING.includes(keyword)) return forbidsAll(value);
  if (keyword === 'uniqueItems') return value === true;
  return keyword !== 'required' || (value as string[]).length > 0;
}

/** Returns why no violation of a clause needs to be searched; undefined if one may exist. */
export function whyUnbreakable({ types }: SchemaPlan, keyword: string, value: unknown): string | undefined {
  const about = keyword === 'format' && Object.hasOwn(RANGES, String(value)) ? 'number' : aboutWhat(keyword);
  if (about && intersect(types, [about]).length === 0) return `it says nothing of ${types.join(' or ')}`;
  if (keyword === 'format' && !isBinding(String(value))) return 'no standard makes this format binding';
  if (typeof value !== 'number') return undefined;
  if (keyword.startsWith('min') && keyword !== 'minimum' && value <= 0) return 'there is nothing less than 0';
  return value >= (LARGEST[keyword] ?? Number.POSITIVE_INFINITY) ? 'what breaks it is too large to be made' : undefined;
}

function aboutWhat(keyword: string): Type | undefined {
  const [type] = Object.entries(ABOUT).find(([, keywords]) => keywords.includes(keyword)) ?? [];
  return type as Type | undefined;
}

const LARGEST: Readonly<Record<string, number>> = {
  maxLength: LONGEST,
  maxItems: MOST_ITEMS,
  maxProperties: MOST_MEMBERS,
};
