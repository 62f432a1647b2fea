/**
 * Which members of an object one direction leaves out: "a write-only member is in no response, and a read-only member in no request", even if it
 * is required (JSON Schema Validation §9.4).
 */

import type { Keywords } from '../dialects/dialect';
import { type Applied, given, membersNamed, type Part, partsIfThere, possibleParts } from './applied';
import { type Direction, isBeside, isSchema, keptOnSchema, keywordsOf, type Schema } from './schema';

type Flag = 'readOnly' | 'writeOnly';

const FLAGS: Readonly<Record<Direction, Flag>> = { request: 'readOnly', response: 'writeOnly' };

const hidden = {
  request: keptOnSchema((schema) => flaggedMembers(schema, 'readOnly')),
  response: keptOnSchema((schema) => flaggedMembers(schema, 'writeOnly')),
};

/** Returns the members that one direction leaves out of every object of a schema, of those that the schema names or requires. */
export function hiddenMembers(schema: Schema, direction: Direction): ReadonlySet<string> {
  return direction === 'request' ? hidden.request(schema) : hidden.response(schema);
}

function flaggedMembers(schema: Schema, flag: Flag): ReadonlySet<string> {
  const parts = partsIfThere(given(schema));
  const names = new Set<string>();
  for (const { properties } of parts.map(({ keywords }) => keywords))
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>))
      if (isFlagged(member, flag)) names.add(name);
  if (!parts.some(({ keywords }) => describesOthers(keywords))) return names;
  for (const name of namesIn(parts))
    if (!names.has(name) && isLeftOut(membersNamed(parts, name), flag)) names.add(name);
  return names;
}

/** Whether members have schemas that are found by patterns of names, or for want of another one. */
function describesOthers({ patternProperties, additionalProperties, unevaluatedProperties }: Keywords): boolean {
  return patternProperties !== undefined || [additionalProperties, unevaluatedProperties].some(isDescribing);
}

function isDescribing(schema: unknown): schema is Schema {
  return isSchema(schema) && typeof keywordsOf(schema) !== 'boolean';
}

function namesIn(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ keywords: { properties, required } }) => [
      ...Object.keys((properties ?? {}) as object),
      ...((required ?? []) as readonly string[]),
    ]),
  );
}

/** Returns the members with a name that are left out of the objects of a schema in each branch that describes them. */
export function membersLeftOut(schema: Schema, direction: Direction): ReadonlyMap<string, readonly Schema[]> {
  const parts = possibleParts(given(schema));
  const found = new Map<string, readonly Schema[]>();
  for (const name of namesIn(parts)) {
    const applied = membersNamed(parts, name);
    if (isLeftOut(applied, FLAGS[direction]))
      found.set(
        name,
        applied.map(({ schema: own }) => own),
      );
  }
  return found;
}

/** Returns the schemas of members that have no name in the contract, where each of these is left out; empty if they are not. */
export function othersLeftOut(schema: Schema, direction: Direction): readonly Schema[] {
  const parts = possibleParts(given(schema));
  const others = parts.flatMap(({ keywords: { additionalProperties } }) =>
    isDescribing(additionalProperties) ? [additionalProperties] : [],
  );
  const isNamed = parts.some(({ keywords: { patternProperties } }) => patternProperties !== undefined);
  return !isNamed && others.every((each) => isFlagged(each, FLAGS[direction])) ? others : [];
}

/**
 * Returns whether a member is left out, by the schemas that apply to it: one that surely applies says so, or, where none does, in each branch one
 * does. A member that one of several branches shows is not left out.
 */
export function isLeftOut(applied: readonly Applied[], flag: Flag): boolean {
  const sure = applied.filter(({ certainty }) => certainty === 'surely');
  if (sure.length > 0) return sure.some(({ schema }) => isFlagged(schema, flag));
  // What only a condition brings in stands for itself.
  const aloneOr = ({ certainty, schema, branch }: Applied) => (certainty === 'perhaps' ? schema : branch);
  const flagged = new Set(applied.filter(({ schema }) => isFlagged(schema, flag)).map(aloneOr));
  return applied.length > 0 && applied.every((each) => flagged.has(aloneOr(each)));
}

/** Returns whether every value of a schema is only read, or only written. What stands beside a reference counts, though some ignore it there. */
export function isFlagged(schema: Schema, flag: Flag): boolean {
  const own = keywordsOf(schema);
  if (typeof own === 'boolean') return false;
  // Most members are no composition.
  const isAlone = COMPOSING.every((keyword) => own[keyword] === undefined);
  const all = isAlone ? [own] : partsIfThere(given(schema)).map(({ keywords }) => keywords);
  return all.some((keywords) => keywords[flag] === true || isBeside(keywords, flag));
}

const COMPOSING = ['$ref', '$dynamicRef', 'allOf', 'anyOf'];
