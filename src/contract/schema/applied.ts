/** Which schemas apply to a value and to the values within it, how surely, and by which keyword. */

import type { Keywords } from '../dialects/dialect';
import { type Inner, partsHeld, partsOfValue, type Subschema, schemasOfItem, schemasOfMember } from './applicators';
import { keywordsOf, type Schema } from './schema';

/**
 * `surely`: what satisfies the whole satisfies the schema, unless it is null where `nullable` allows that; `perhaps`: it applies if a condition
 * holds (`then`, `dependentSchemas`, `unevaluatedProperties`); `branch`: it is one of several, or within one of several, of which at least one
 * applies (`anyOf`, `oneOf`).
 */
type Certainty = 'surely' | 'perhaps' | 'branch';

/** A schema that applies to one place of a value. */
export interface Applied {
  readonly schema: Schema;
  /** The keyword that holds the schema; empty for one that was given. */
  readonly keyword: string;
  /** The schema that stands at the place, which may only refer to `schema`. */
  readonly site: Schema;
  readonly certainty: Certainty;
}

/** A schema that applies, with its keywords. Booleans, and broken schemas, say nothing, and are none. */
export interface Part extends Applied {
  readonly keywords: Keywords;
}

/** Schemas that apply together, without a condition. */
export function given(...schemas: readonly Schema[]): Applied[] {
  return schemas.map((schema) => ({ schema, keyword: '', site: schema, certainty: 'surely' }));
}

/** Tells how surely a schema applies to a value that another one applies to; undefined if it does not. */
export type Judged = (part: Subschema, holder: Schema) => Certainty | undefined;

/** At most this many schemas of the same value are looked at, because a composition may lead back to itself. */
const MOST_PARTS = 200;

/** Returns the schemas that every value of the given ones satisfies, nearest first: they themselves, what they refer to, and their `allOf`. */
export function sureParts(start: readonly Applied[]): Part[] {
  return partsOf(start, always);
}

/** Returns all schemas that may apply to a value of the given ones, nearest first. */
export function possibleParts(start: readonly Applied[]): Part[] {
  const parts = partsOf(start, possibly);
  if (parts.every(({ certainty }) => certainty === 'surely')) return parts;
  // What is found in a branch may also be found where it surely applies.
  const sure = new Map(partsOf(start, ifThere).map((part) => [part.schema, part]));
  return parts.map((part) => (part.certainty === 'surely' ? part : (sure.get(part.schema) ?? part)));
}

/** Returns the schemas that every value of the given ones satisfies which is not null. */
export function partsIfThere(start: readonly Applied[]): Part[] {
  return partsOf(start, ifThere);
}

/** Returns the schemas that apply to the same value, of those that may apply the ones that are judged to. */
export function partsOf(start: readonly Applied[], judged: Judged): Part[] {
  const parts: Part[] = [];
  const [only] = start;
  // Most schemas are no composition.
  if (only && start.length === 1 && partsOfValue(only.schema).length === 0) {
    const keywords = keywordsOf(only.schema);
    return typeof keywords === 'boolean' ? parts : [{ ...only, keywords }];
  }
  const seen = new Map<Schema, Applied>();
  for (const each of start) if (seen.get(each.schema)?.certainty !== 'surely') seen.set(each.schema, each);
  // The loop also visits the schemas that it adds.
  for (const [schema, applied] of seen) {
    const keywords = keywordsOf(schema);
    if (typeof keywords === 'boolean') continue;
    const { keyword, site, certainty } = applied;
    parts.push({ schema, keyword, site, certainty, keywords });
    for (const part of partsOfValue(schema)) {
      const sureness = seen.size >= MOST_PARTS || seen.has(part.schema) ? undefined : judged(part, schema);
      if (sureness !== undefined) seen.set(part.schema, within(applied, part, sureness));
    }
  }
  return parts;
}

function within(around: Applied, { keyword, schema }: Subschema, certainty: Certainty): Applied {
  return {
    schema,
    keyword,
    site: keyword === '$ref' || keyword === '$dynamicRef' ? around.site : schema,
    certainty: lessSure(around.certainty, certainty),
  };
}

function lessSure(one: Certainty, other: Certainty): Certainty {
  if (one === 'branch' || other === 'branch') return 'branch';
  return one === 'perhaps' ? one : other;
}

const always: Judged = ({ applicator }) => (applicator.applies === 'always' ? 'surely' : undefined);

const possibly: Judged = (part, holder) => {
  const sure = ifThere(part, holder);
  return sure ?? (part.applicator.applies === 'branch' ? 'branch' : 'perhaps');
};

const ifThere: Judged = (part, holder) =>
  part.applicator.applies === 'always' || isNullable(part, holder) ? 'surely' : undefined;

/** Whether a branch is the schema itself, beside which `nullable` allows null: both are written in the same place. */
function isNullable({ keyword, key, schema }: Subschema, holder: Schema): boolean {
  if (keyword !== 'anyOf' || key !== '1' || schema.place !== holder.place) return false;
  const { anyOf } = keywordsOf(holder) as { readonly anyOf: readonly Schema[] };
  return anyOf.length === 2 && anyOf[0]?.place === holder.place && isNullOnly(anyOf[0]);
}

/** Returns whether a schema is written for null alone, as `nullable` is read. */
export function isNullOnly(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  return typeof keywords === 'object' && keywords['type'] === 'null';
}

/** Returns the schemas that the parts of one place have for a member of an object. */
export function membersNamed(parts: readonly Part[], name: string): Applied[] {
  return innerOf(parts, (keywords) => schemasOfMember(keywords, name));
}

/** Returns the schemas that the parts of one place have for an item of a list. */
export function itemsPlacedAt(parts: readonly Part[], at: number): Applied[] {
  return innerOf(parts, (keywords) => schemasOfItem(keywords, at));
}

function innerOf(parts: readonly Part[], inside: (keywords: Keywords) => readonly Inner[]): Applied[] {
  const found: Applied[] = [];
  let isSpokenOf = false;
  for (const part of parts)
    for (const { keyword, schema, isUnsure } of inside(part.keywords)) {
      isSpokenOf ||= !isOfRest(keyword);
      found.push({
        schema,
        keyword,
        site: schema,
        certainty: lessSure(part.certainty, isUnsure ? 'perhaps' : 'surely'),
      });
    }
  // Another schema may speak of it, too, so that nothing is left for these.
  return isSpokenOf && found.some(({ keyword }) => isOfRest(keyword))
    ? found.map((each) => (isOfRest(each.keyword) ? { ...each, certainty: lessSure(each.certainty, 'perhaps') } : each))
    : found;
}

function isOfRest(keyword: string): boolean {
  return keyword === 'unevaluatedProperties' || keyword === 'unevaluatedItems';
}

/** Returns the schemas that apply, or may apply, at a place within any value of a schema. */
export function appliedAt(schema: Schema, tokens: readonly string[]): Part[] {
  let parts = possibleParts(given(schema));
  for (const token of tokens) {
    const items = /^\d+$/.test(token) ? itemsPlacedAt(parts, Number(token)) : [];
    parts = possibleParts([...items, ...membersNamed(parts, token)]);
  }
  return parts;
}

/** Returns everything that a value of the schemas may hold: the schemas of its members and of its items, in whichever branch. */
export function heldWithin(...schemas: readonly Schema[]): Subschema[] {
  return partsOf(given(...schemas), possibly).flatMap(({ keywords }) => partsHeld(keywords));
}

/** Returns the names of the members that the parts of one place name. */
export function namesDeclared(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap(({ keywords }) => Object.keys((keywords['properties'] ?? {}) as object)));
}

/** Returns the names of the members that the parts of one place require. */
export function namesRequired(parts: readonly Part[]): Set<string> {
  return new Set(
    parts.flatMap(({ keywords }) => (Array.isArray(keywords['required']) ? (keywords['required'] as string[]) : [])),
  );
}
