/** Which schemas apply to a given value and to what it holds: of alternatives, those that the value satisfies. */

import { isObject } from '../../json/value';
import type { Keywords } from '../dialects/dialect';
import { isConditionMet, type Subschema } from './applicators';
import { type Applied, itemsPlacedAt, type Judged, membersNamed, type Part, partsOf } from './applied';
import { namedBranch } from './discriminator';
import { surelySatisfies } from './evaluate';
import { type Direction, isSchema, keywordsOf, type Schema } from './schema';

/**
 * Returns the schemas that apply to a value. Where it satisfies one of several branches, or names it by `discriminator`, that one surely applies;
 * where it satisfies several of them or none, each of these may.
 */
export function partsOfThis(start: readonly Applied[], value: unknown, direction: Direction): Part[] {
  const branches = new Map<Schema, Map<string, readonly Schema[]>>();
  const judged: Judged = (part, holder) => {
    const { keyword, applicator, schema } = part;
    if (applicator.applies === 'always') return 'surely';
    if (applicator.applies === 'condition') {
      const keywords = keywordsOf(holder) as Keywords;
      const isMet = isConditionMet(part, keywords, value, (inner) => surelySatisfies(inner, value, direction));
      return isMet ? 'surely' : undefined;
    }
    const known = branches.get(holder) ?? new Map<string, readonly Schema[]>();
    branches.set(holder, known);
    const meant = known.get(keyword) ?? branchesMeant(keyword, holder, value, direction);
    known.set(keyword, meant);
    if (!meant.includes(schema)) return undefined;
    return meant.length === 1 ? 'surely' : 'branch';
  };
  return partsOf(start, judged);
}

function branchesMeant(
  keyword: Subschema['keyword'],
  holder: Schema,
  value: unknown,
  direction: Direction,
): readonly Schema[] {
  const keywords = keywordsOf(holder) as Keywords;
  const branches = (keywords[keyword] as readonly unknown[]).filter(isSchema);
  const fitting = branches.filter((branch) => surelySatisfies(branch, value, direction));
  if (fitting.length > 0) return fitting;
  const named = isObject(value) ? namedBranch(keywords, branches, value) : undefined;
  return named ? [named] : branches;
}

/** Returns the schemas that apply at a place within a value. */
export function partsAtPlace(
  start: readonly Applied[],
  whole: unknown,
  tokens: readonly string[],
  direction: Direction,
): Part[] {
  let [value, parts] = [whole, partsOfThis(start, whole, direction)];
  for (const token of tokens) {
    const inner = Array.isArray(value) ? itemsPlacedAt(parts, Number(token)) : membersNamed(parts, token);
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, token);
    value = isThere ? (value as Readonly<Record<string, unknown>>)[token] : undefined;
    parts = partsOfThis(inner, value, direction);
  }
  return parts;
}
