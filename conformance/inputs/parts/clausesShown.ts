/** Says which clause of the contract a value shows or breaks. */

import type { Clause } from '../../../src/contract/clause';
import { bound } from '../../../src/contract/schema/requirementText';
import { clauseOf, type Schema } from '../../../src/contract/schema/schema';
import type { CaseEdge, CaseViolation } from '../../../src/engine/model/case';
import { escapePointer, valueAt } from '../../../src/json/pointer';
import type { JsonValue } from '../../../src/json/value';
import { lazyMembers } from '../../../src/support/lazyMembers';
import type { ClauseShown, ValueViolation as Violating } from '../../values/generator';
import { isOfContract } from '../../values/syntheticSchemas';
import { namedTypes } from '../../values/types/types';
import type { InputPart } from './combineInputs';

/** A value, and what it shows in the name of an input. */
export interface LabelledValue extends Pick<InputPart, 'edges'> {
  readonly value: JsonValue;
  readonly shows: string;
}

/** Keywords that say outright which values there are. A format may have more to it than a service reads. */
const OUTRIGHT: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'enum',
  'properties',
]);

/** Returns the clauses of the contract that say outright that a value is valid. */
export function edgesOf(shows: readonly ClauseShown[], subject: string): Pick<InputPart, 'edges'> {
  const edges = shows
    .filter((each) => OUTRIGHT.has(each.keyword) && standsInContract(each) && !isLengthOfFormat(each))
    .map((each): CaseEdge => violationOf(each, subject));
  return edges.length === 0 ? {} : { edges };
}

/** Tells whether a clause says how long a text of a format is. Formats have lengths of their own: no label of a host has more than 63 characters. */
function isLengthOfFormat({ schema: { keywords }, keyword }: ClauseShown): boolean {
  return /^m(ax|in)Length$/.test(keyword) && typeof keywords === 'object' && keywords['format'] !== undefined;
}

/** Tells whether the contract has a clause. One that only keeps a value to what can be written is ours: a text in a query is not empty. */
function standsInContract({ schema: { place }, keyword }: ClauseShown): boolean {
  return isOfContract(place) && valueAt(place.file.value, `${place.pointer}/${escapePointer(keyword)}`) !== undefined;
}

/** Names a place within a part of a request: the body at `/name` → `/name`; `filter` at `/limit` → `/limit of filter`. */
export function placeIn(part: string, path: string): string {
  if (path === '') return part;
  return part === 'the body' ? path : `${path} of ${part}`;
}

/** Describes what a value shows; empty for the plain value. */
export function shown(label: string, shows: readonly ClauseShown[]): string {
  const [first] = shows;
  return first === undefined ? '' : `${placeIn(label, first.path)} is ${first.what}`;
}

/**
 * Returns whether a violation is one of a type that every text keeps: a text is a string, and may be a list of one item. What refuses such a
 * text is another clause, such as `format`, or a clause of the items, which have violations of their own.
 */
export function breaksTypeOfText({ schema: { keywords }, keyword }: Violating): boolean {
  const types = keyword === 'type' && typeof keywords !== 'boolean' ? (namedTypes(keywords['type']) ?? []) : [];
  return types.includes('string') || types.includes('array');
}

type Broken = Pick<Violating, 'schema' | 'keyword' | 'path' | 'what'>;

/** Returns the clause that a value breaks, as it stands in the contract. */
export function violationOf(
  { schema, keyword, path, what }: Broken,
  subject: string,
  more: Pick<CaseViolation, 'inPath'> = {},
): CaseViolation {
  const { keywords } = schema;
  const value = typeof keywords === 'boolean' ? undefined : keywords[keyword];
  const isNamed = Array.isArray(value) && value.every((each) => typeof each === 'string');
  const written = typeof value === 'number' ? bound({ schema, keyword }) : String(value);
  const text = isNamed ? value.join(' or ') : typeof value === 'object' || value === undefined ? '' : written;
  const violation = {
    clauseText: text === '' || text.length > LONGEST_CLAUSE ? keyword : `${keyword}: ${text}`,
    subject: placeIn(subject, path),
    sent: what,
    ...more,
  };
  return withClause(violation, { schema, keyword });
}

interface BrokenKeyword {
  readonly schema: Schema;
  readonly keyword: string;
}

const withClause = lazyMembers<BrokenKeyword, object, { readonly clause: Clause }>(
  {},
  { clause: ({ schema, keyword }) => clauseOf(schema, keyword) },
);

const LONGEST_CLAUSE = 40;
