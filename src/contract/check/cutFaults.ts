/**
 * Cuts out of a contract what is wrong in its schemas, so that the rest of them can still be used: the faulty keyword alone. Comparing two contracts
 * needs that, since a mistake in one schema that everything refers to would otherwise hide all changes.
 */

import { pointerTokens } from '../../json/pointer';
import { isObject } from '../../json/value';
import type { Mistake } from '../clause';
import { rootOf } from '../document/reference';
import { APPLICATORS } from '../schema/applicators';
import type { Schema } from '../schema/schema';
import type { Checking } from './checking';
import { type ContractFault, toMistake, type Visited, walk } from './structure';

/** Stands for the whole schema among the names of keywords that were cut out. */
const WHOLE = '';

/** What was cut out, by the object of the document that the schema is read from: the keywords, each with its fault. */
const cuts = new WeakMap<object, Map<string, ContractFault>>();

/** Tells whether a keyword of a schema, or the whole of it, was cut out. */
export function isCut({ place: { value } }: Schema, keyword: string): boolean {
  const cut = isObject(value) ? cuts.get(value) : undefined;
  return cut !== undefined && (cut.has(WHOLE) || cut.has(keyword));
}

/** Tells whether a schema lost something that speaks of the values within it, or of the whole value by another schema. */
export function isCutOpen({ place: { value } }: Schema): boolean {
  const cut = isObject(value) ? cuts.get(value) : undefined;
  return cut !== undefined && [...cut.keys()].some((keyword) => keyword === WHOLE || APPLICATORS.has(keyword));
}

/** Tells whether something was cut out of a schema. */
export function isFaulty({ place: { value } }: Schema): boolean {
  return isObject(value) && cuts.has(value);
}

/**
 * Finds the faults for which parts of a contract cannot be used, and cuts out those that stand in schemas: it changes the values that were parsed.
 * Nothing may have been read from them yet.
 * @returns whether there are any, those that were not cut out included.
 */
export function cutFaults({ files, dialect }: Checking): boolean {
  const faults: ContractFault[] = [];
  const report = (fault: ContractFault) => !isUnusable(fault) || faults.push(fault) > 0;
  const seen = walk({ kind: 'Root', place: rootOf(files.root) }, { files, dialect, report });
  const schemas = seen?.get('Schema') ?? new Set<object>();
  for (const fault of faults) cutOut(fault, schemas);
  return faults.length > 0;
}

function isUnusable({ unusable, warning = false }: ContractFault): boolean {
  return unusable && !warning;
}

/** Returns the mistakes that an object of a contract reaches and for which something cannot be used, what was cut out included. */
export function mistakesBelow(start: Visited, { files, dialect }: Checking): Mistake[] {
  const faults = new Set<ContractFault>();
  const visit = ({ place: { value } }: Visited) => {
    for (const [, fault] of isObject(value) ? (cuts.get(value) ?? []) : []) faults.add(fault);
  };
  const report = (fault: ContractFault) => !isUnusable(fault) || faults.add(fault).size > 0;
  walk(start, { files, dialect, report, visit });
  return [...faults].map(toMistake);
}

/** A schema on the way to a fault, and the tokens that lead from it to the fault. */
interface Way {
  readonly schema: Record<string, unknown>;
  readonly tokens: readonly string[];
}

function cutOut(fault: ContractFault, schemas: ReadonlySet<object>): void {
  const { file, pointer } = fault.place;
  const ways: Way[] = [];
  const tokens = pointerTokens(pointer);
  let value: unknown = file.value;
  for (let at = 0; at <= tokens.length && isHolder(value); at++) {
    if (schemas.has(value)) ways.unshift({ schema: value, tokens: tokens.slice(at) });
    value = at < tokens.length && Object.hasOwn(value, tokens[at] ?? '') ? value[tokens[at] ?? ''] : undefined;
  }
  const [inner, outer] = ways;
  if (!inner) return;
  const [keyword, key] = inner.tokens;
  if (keyword === undefined) empty(inner.schema, fault);
  else cutKeyword(inner.schema, keyword, key, fault);
  // A branch that says nothing any more would take everything.
  const [around, at] = outer?.tokens ?? [];
  if (outer && around !== undefined && BRANCHING.has(around) && Object.keys(inner.schema).length === 0)
    cutKeyword(outer.schema, around, at, fault);
}

function empty(schema: Record<string, unknown>, fault: ContractFault): void {
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  note(schema, WHOLE, fault);
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Keywords that mean something else as soon as a schema that they hold takes more. */
const BRANCHING: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'dependentSchemas']);

/** @param key the name or the number of the schema that the keyword holds and that is none. */
function cutKeyword(
  schema: Record<string, unknown>,
  keyword: string,
  key: string | undefined,
  fault: ContractFault,
): void {
  const held = schema[keyword];
  const holds = APPLICATORS.get(keyword)?.holds;
  if (key !== undefined && isHolder(held) && (holds === 'map' || holds === 'list') && !BRANCHING.has(keyword)) {
    const nothing = {};
    note(nothing, WHOLE, fault);
    held[key] = nothing;
    return;
  }
  delete schema[keyword];
  note(schema, keyword, fault);
}

function note(schema: object, keyword: string, fault: ContractFault): void {
  cuts.set(schema, (cuts.get(schema) ?? new Map<string, ContractFault>()).set(keyword, fault));
}
