/**
 * Which members of an object one direction leaves out: "a write-only member is in no response, and a read-only member in no request", even if it
 * is required (JSON Schema Validation §9.4).
 */

import { groupBy } from '../../support/collections';
import type { Keywords } from '../dialects/dialect';
import { describesUnnamed, isDescribing, partsIn } from './applicators';
import {
  type Applied,
  given,
  heldWithin,
  membersNamed,
  namesDeclared,
  namesRequired,
  type Part,
  partsIfThere,
  possibleParts,
} from './applied';
import { type Direction, isBeside, keptOnSchema, keywordsOf, type Schema } from './schema';

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
  for (const { keywords } of parts)
    for (const [name, member] of Object.entries((keywords['properties'] ?? {}) as Record<string, Schema>))
      if (isMeant(member, flag)) names.add(name);
  if (!parts.some(({ keywords }) => describesUnnamed(keywords))) return names;
  for (const name of namesIn(parts))
    if (!names.has(name) && isSurelyMeant(membersNamed(parts, name), flag)) names.add(name);
  return names;
}

function namesIn(parts: readonly Part[]): ReadonlySet<string> {
  return new Set([...namesDeclared(parts), ...namesRequired(parts)]);
}

function isSurelyMeant(applied: readonly Applied[], flag: Flag): boolean {
  return applied.some(({ schema, certainty }) => certainty === 'surely' && isMeant(schema, flag));
}

/**
 * Returns the members that one direction leaves out in each branch that describes them, with their schemas.
 * Example: of `oneOf: [{ properties: { id: { readOnly: true } } }, {}]` a request leaves out `id`.
 */
export function membersLeftOut(schema: Schema, direction: Direction): ReadonlyMap<string, readonly Schema[]> {
  return direction === 'request' ? leftOut.request(schema) : leftOut.response(schema);
}

const leftOut = {
  request: keptOnSchema((schema) => findLeftOut(schema, 'request')),
  response: keptOnSchema((schema) => findLeftOut(schema, 'response')),
};

function findLeftOut(schema: Schema, direction: Direction): ReadonlyMap<string, readonly Schema[]> {
  const parts = possibleParts(given(schema));
  const found = new Map<string, readonly Schema[]>();
  for (const name of namesIn(parts)) {
    const applied = membersNamed(parts, name).map((each) => each.schema);
    if (applied.some((each) => isMeant(each, FLAGS[direction])) && isHiddenMember([schema], name, direction))
      found.set(name, applied);
  }
  return found;
}

/** Returns the schemas of members of any name, where one direction leaves out all of these; empty if not. */
export function othersLeftOut(schema: Schema, direction: Direction): readonly Schema[] {
  const unnamed = heldWithin(schema).filter(
    ({ keyword, applicator }) => applicator.of === 'member' && keyword !== 'properties',
  );
  const others = unnamed.map((each) => each.schema).filter(isDescribing);
  const isNamed = unnamed.some(({ keyword }) => keyword === 'patternProperties');
  return !isNamed && others.every((each) => isMeant(each, FLAGS[direction])) ? others : [];
}

/** Returns whether one direction leaves out a member, whichever of several schemas applies: each that describes it says so. */
export function isHiddenMember(schemas: readonly Schema[], name: string, direction: Direction): boolean {
  const standing = anyOfThem(
    schemas.map((schema) =>
      standingOf(schema, name, FLAGS[direction], { under: new Set(), left: { visits: MOST_VISITS } }),
    ),
  );
  return standing === 'left out' || standing === 'left out or absent';
}

/** What a schema says of a member with a name. */
type Standing = 'left out' | 'left out or absent' | 'absent' | 'shown';

function standingOf(schema: Schema, name: string, flag: Flag, search: Search): Standing {
  const { under, left } = search;
  if (under.has(schema)) return 'absent';
  // In doubt it is shown.
  if (under.size > DEEPEST || --left.visits < 0) return 'shown';
  const parts = partsIfThere(given(schema));
  const own = membersNamed(parts, name);
  if (isSurelyMeant(own, flag)) return 'left out';
  const within = { under: new Set(under).add(schema), left };
  const choices = parts
    .flatMap(({ keywords }) => choicesOf(keywords))
    .map((choice) =>
      anyOfThem(choice.map((each) => (each === NONE ? 'absent' : standingOf(each, name, flag, within)))),
    );
  if (choices.includes('left out')) return 'left out';
  if (own.length > 0 || choices.includes('shown')) return 'shown';
  return choices.includes('left out or absent') ? 'left out or absent' : 'absent';
}

/** Branches are looked into to this depth, and so many of them: branches within branches multiply. */
const DEEPEST = 8;
const MOST_VISITS = 500;

interface Search {
  readonly under: ReadonlySet<Schema>;
  readonly left: { visits: number };
}

function anyOfThem(standings: readonly Standing[]): Standing {
  if (standings.includes('shown')) return 'shown';
  if (standings.every((each) => each === 'absent')) return 'absent';
  return standings.every((each) => each === 'left out') ? 'left out' : 'left out or absent';
}

/** Stands for nothing that applies where a condition does not hold. */
const NONE = Symbol('none');

/** Returns the lists of schemas of which at least one applies each. */
function choicesOf(keywords: Keywords): (readonly (Schema | typeof NONE)[])[] {
  const open = partsIn(keywords).filter(({ applicator }) => applicator.applies !== 'always');
  const byKeyword = groupBy(open, ({ keyword, key }) => (keyword === 'dependentSchemas' ? key : keyword));
  return [...byKeyword.values()].map((of) => [
    ...of.map(({ schema }) => schema),
    ...(of[0].applicator.applies === 'condition' ? [NONE] : []),
  ]) as (readonly (Schema | typeof NONE)[])[];
}

/** Returns whether every value of a schema is only read, or only written. */
export function isFlagged(schema: Schema, flag: Flag): boolean {
  return keywordsIfThere(schema).some((keywords) => keywords[flag] === true);
}

/** Whether it is flagged, or is meant to be: what stands beside a reference is ignored there by the standard. */
function isMeant(schema: Schema, flag: Flag): boolean {
  return keywordsIfThere(schema).some((keywords) => keywords[flag] === true || isBeside(keywords, flag));
}

function keywordsIfThere(schema: Schema): readonly Keywords[] {
  const own = keywordsOf(schema);
  if (typeof own === 'boolean') return [];
  // Most members are no composition.
  const isAlone = COMPOSING.every((keyword) => own[keyword] === undefined);
  return isAlone ? [own] : partsIfThere(given(schema)).map(({ keywords }) => keywords);
}

const COMPOSING = ['$ref', '$dynamicRef', 'allOf', 'anyOf'];
