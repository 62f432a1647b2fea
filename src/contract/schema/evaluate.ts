/**
 * Says which clauses of a schema a value breaks, without compiling the schema. It is used for values that are made or
 * read with the contract, and for values that ajv refuses (`judge.ts`), because ajv explains its refusals less well.
 */

import { isEqual, isListed, sameItems } from '../../json/equality';
import { isWhole, wholeNumber } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { isObject } from '../../json/value';
import type { Keywords } from '../dialects/dialect';
import type { BrokenClause } from './brokenClause';
import { tellingBranches } from './coveredBranches';
import { namedBranch } from './discriminator';
import { hiddenMembers } from './hiddenMembers';
import { patternOf } from './patterns';
import { brokenByNumber, brokenByText, isOfType } from './scalarKeywords';
import { type Direction, endOf, forbidsAll, isSchema, type Schema } from './schema';

export { canonical, isEqual } from '../../json/equality';
export { requirementOf } from './requirementText';
export { lengthOf } from './scalarKeywords';

import {
  type Evaluated,
  type EvaluateOptions,
  type Evaluating,
  type EvaluationOutcome,
  type Facts,
  factsOf,
  fail,
  type Here,
  MANY_STEPS,
  MANY_STEPS_HERE,
  MOST_FOUND,
  merge,
  outcomesOf,
  type Shared,
  united,
  withNullMeant,
} from './evaluation';

/**
 * At most this many schemas may be applied to one value, nested ones included: a fixed number and so many more for each
 * character of its JSON. A schema that needs more was made to exhaust whoever judges by it.
 */
const MOST_STEPS = 1_000_000;

const MOST_STEPS_A_CHARACTER = 50;

const MOST_STEPS_EVER = 20_000_000;

/** What it takes to begin. */
const STEPS_A_CALL = 10;

let spent = 0;

/**
 * Returns how many schemas were applied to values by all calls so far. Callers use it to limit how much is judged in
 * total.
 */
export function stepsSoFar(): number {
  return spent;
}

/**
 * Evaluates a value by a schema (JSON Schema 2020-12).
 * @param value JSON, in which integers that do not fit a double may be bigints.
 * @returns the clauses that the value breaks; an empty list if it satisfies the schema.
 * @throws RangeError if the value nests too deep, or takes too many steps, to be judged.
 * @throws BrokenReference if the schema refers to something that does not exist.
 */
export function evaluate(schema: Schema, value: unknown, options: EvaluateOptions): readonly BrokenClause[] {
  const { direction, first = false, binding = false, exact = false, written, length = 0, onUntold = ignore } = options;
  const many = MANY_STEPS + length;
  const most = Math.min(MOST_STEPS_EVER, MOST_STEPS + MOST_STEPS_A_CHARACTER * length);
  // Every request of the mock comes here: with spreads in this literal it answers half as many.
  // biome-ignore format: one line a group
  const shared: Shared = {
    direction, binding, exact, everyReading: options.everyReading === true, nullMeant: options.nullMeant === true, written, most, many,
    steps: 0, outcomes: undefined, misnamed: [],
    untold: (steps) => {
      shared.steps += steps;
      onUntold();
    },
  };
  const broken = applied(schema, value, { shared, first, found: [] }, options.onSteps);
  return broken.length === 0 && options.named ? shared.misnamed : broken;
}

function ignore(): void {}

function applied(
  schema: Schema,
  value: unknown,
  run: Evaluating,
  onSteps: EvaluateOptions['onSteps'],
): readonly BrokenClause[] {
  try {
    within(schema, value, '', run);
    return run.found;
  } finally {
    const steps = STEPS_A_CALL + run.shared.steps;
    spent += steps;
    onSteps?.(steps);
  }
}

export function satisfies(schema: Schema, value: unknown, direction: Direction): boolean {
  return evaluate(schema, value, { direction, first: true }).length === 0;
}

/** Like `satisfies`, but false if the schema or the value cannot be judged, or if a text of a request has its format by some readings alone. */
export function surelySatisfies(schema: Schema, value: unknown, direction: Direction): boolean {
  try {
    return evaluate(schema, value, { direction, first: true, everyReading: direction === 'request' }).length === 0;
  } catch {
    return false;
  }
}

function isUnder({ under }: Here, schema: Schema): boolean {
  for (let each = under; each; each = each.outer) if (each.schema === schema) return true;
  return false;
}

/** How many schemas may be applied to one value one within the other, as the check of a contract tells. How deep the stack goes differs from run to run. */
const DEEPEST = 200;

const NONE: ReadonlySet<string> = new Set();

/** @returns the clauses found so far. */
function apply(
  reference: Schema,
  value: unknown,
  path: string,
  run: Evaluating,
  here: Here,
  outer: Evaluated | undefined,
  around: ReadonlySet<string>,
): readonly BrokenClause[] {
  const { shared, first, found } = run;
  const schema = endOf(reference);
  if ((first && found.length > 0) || isUnder(here, schema)) return found;
  if (++shared.steps > shared.most) throw new RangeError('it is too much to be judged');
  here.steps++;
  const isScalar = typeof value !== 'object' || value === null;
  if (shared.steps <= shared.many || (isScalar && here.steps <= MANY_STEPS_HERE))
    return look(schema, value, path, run, here, outer, around);
  const outcomes = outcomesOf(value, shared, here, around)[first ? 'firsts' : 'all'];
  const remembered = outcomes.get(schema);
  const outcome = remembered && (remembered.seen || !outer) ? remembered : outcomeOf();
  // The same clause may be found by many paths.
  found.push(...outcome.found.slice(0, MOST_FOUND - found.length));
  if (outer && outcome.seen) merge(outer, outcome.seen);
  return found;

  function outcomeOf(): EvaluationOutcome {
    const seen = outer && { names: new Set<string>(), items: new Set<number>() };
    const outcome = { found: look(schema, value, path, { ...run, found: [] }, here, seen, around), seen };
    outcomes.set(schema, outcome);
    return outcome;
  }
}

function look(
  schema: Schema,
  written: unknown,
  path: string,
  run: Evaluating,
  here: Here,
  outer: Evaluated | undefined,
  around: ReadonlySet<string>,
): readonly BrokenClause[] {
  const { keywords } = schema;
  if (keywords === false) fail(run, schema, path, 'false');
  if (typeof keywords === 'boolean') return run.found;
  const facts = factsOf(schema);
  const { unevaluated, isComposed } = facts;
  const seen: Evaluated | undefined = unevaluated ? { names: new Set(), items: new Set() } : outer;
  const text = typeof written === 'number' ? run.shared.written?.get(path) : undefined;
  const isFraction = text !== undefined && !isWhole(text);
  const value = text === undefined || isFraction ? written : (wholeNumber(text) ?? written);

  if (!isOfType(keywords['type'], text === undefined ? value : isFraction ? 0.5 : 0n)) fail(run, schema, path, 'type');
  if (Array.isArray(keywords['enum']) && !isListed(keywords['enum'], value)) fail(run, schema, path, 'enum');
  if ('const' in keywords && !isEqual(keywords['const'], value)) fail(run, schema, path, 'const');
  let hidden = around;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (facts.ofNumbers)
      for (const keyword of brokenByNumber(keywords, value, isFraction)) fail(run, schema, path, keyword);
  } else if (typeof value === 'string') {
    if (facts.ofTexts)
      for (const keyword of brokenByText(keywords, value, run.shared)) fail(run, schema, path, keyword);
  } else if (Array.isArray(value)) arrays(schema, keywords, value, path, run, seen);
  else if (isObject(value)) {
    hidden = united(around, hiddenMembers(schema, run.shared.direction));
    objects(schema, keywords, facts, value, path, run, seen, hidden);
  }
  if (isComposed) {
    const outside = here.under;
    here.under = { schema, depth: (outside?.depth ?? 0) + 1, outer: outside };
    if (here.under.depth > DEEPEST) throw new RangeError('it is too deep to be judged');
    inPlace(schema, keywords, value, path, run, here, seen, hidden);
    here.under = outside;
  }
  if (unevaluated && seen) {
    rest(schema, keywords, value, path, run, seen);
    if (outer) merge(outer, seen);
  }
  return run.found;
}

/** Applies a schema to a member or an item. */
function within(schema: Schema, value: unknown, path: string, run: Evaluating): void {
  apply(schema, value, path, run, { under: undefined, steps: 0, outcomes: undefined }, undefined, NONE);
}

function accepts(schema: Schema, value: unknown, path: string, { shared }: Evaluating): boolean {
  const run = { shared, first: true, found: [] };
  within(schema, value, path, run);
  return run.found.length === 0;
}

function arrays(
  schema: Schema,
  keywords: Keywords,
  value: readonly unknown[],
  path: string,
  run: Evaluating,
  seen: Evaluated | undefined,
): void {
  const { minItems, maxItems, uniqueItems, prefixItems, items, contains, minContains = 1, maxContains } = keywords;
  if (typeof minItems === 'number' && value.length < minItems) fail(run, schema, path, 'minItems');
  if (typeof maxItems === 'number' && value.length > maxItems) fail(run, schema, path, 'maxItems');
  const same = uniqueItems === true ? sameItems(value, path, run.shared.written) : undefined;
  if (same) fail(run, schema, path, 'uniqueItems', { about: same });
  const prefix = (prefixItems ?? []) as Schema[];
  const rest = isSchema(items) ? items : undefined;
  for (let at = 0; at < (rest ? value.length : Math.min(prefix.length, value.length)); at++) {
    const own = prefix[at] ?? rest;
    if (!own) continue;
    seen?.items.add(at);
    within(own, value[at], `${path}/${at}`, run);
    if (run.first && run.found.length > 0) return;
  }
  if (!isSchema(contains)) return;
  const fitting = value.flatMap((item, at) => (accepts(contains, item, `${path}/${at}`, run) ? [at] : []));
  for (const at of fitting) seen?.items.add(at);
  if (fitting.length < (minContains as number)) fail(run, schema, path, minContains === 1 ? 'contains' : 'minContains');
  if (typeof maxContains === 'number' && fitting.length > maxContains) fail(run, schema, path, 'maxContains');
}

function objects(
  schema: Schema,
  keywords: Keywords,
  { required, dependentRequired, patterns }: Facts,
  value: Readonly<Record<string, unknown>>,
  path: string,
  run: Evaluating,
  seen: Evaluated | undefined,
  hidden: ReadonlySet<string>,
): void {
  const { minProperties, maxProperties, propertyNames, additionalProperties } = keywords;
  const names = Object.keys(value);
  if (typeof minProperties === 'number' && names.length < minProperties) fail(run, schema, path, 'minProperties');
  if (typeof maxProperties === 'number' && names.length > maxProperties) fail(run, schema, path, 'maxProperties');
  for (const name of required)
    if (!Object.hasOwn(value, name) && !hidden.has(name)) fail(run, schema, path, 'required', { about: [name] });
  for (const [name, others] of dependentRequired) {
    const missing = Object.hasOwn(value, name) ? others.find((other) => !Object.hasOwn(value, other)) : undefined;
    if (missing !== undefined) fail(run, schema, path, 'dependentRequired', { about: [name, missing] });
  }
  const properties = (keywords['properties'] ?? {}) as Record<string, Schema>;
  run.shared.steps += names.length * patterns.length;
  for (const name of names) {
    if (run.first && run.found.length > 0) return;
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Nearly all members have one schema, and their names need no look.
    if (own && patterns.length === 0 && propertyNames === undefined) {
      seen?.names.add(name);
      within(own, value[name], `${path}/${escapePointer(name)}`, run);
      continue;
    }
    const inner = `${path}/${escapePointer(name)}`;
    if (isSchema(propertyNames) && !accepts(propertyNames, name, '', run))
      fail(run, schema, path, 'propertyNames', { about: [name] });
    const applied = own ? [own] : [];
    let isUnsure = false;
    for (const [pattern, schema] of patterns) {
      const wanted = patternOf(pattern);
      const fits = wanted.test(name);
      if (fits) applied.push(schema);
      if (fits !== undefined) continue;
      isUnsure = true;
      run.shared.steps += wanted.whenUntold;
    }
    if (isUnsure) seen?.names.add(name);
    else if (applied.length === 0 && forbidsAll(additionalProperties))
      fail(run, schema, path, 'additionalProperties', { about: [name] });
    else if (applied.length === 0 && isSchema(additionalProperties)) applied.push(additionalProperties);
    if (applied.length > 0 || additionalProperties === true) seen?.names.add(name);
    for (const schema of applied) within(schema, value[name], inner, run);
  }
}

/** Applies the subschemas that speak of the same value. */
function inPlace(
  schema: Schema,
  keywords: Keywords,
  value: unknown,
  path: string,
  run: Evaluating,
  here: Here,
  seen: Evaluated | undefined,
  hidden: ReadonlySet<string>,
): void {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not, if: condition, dependentSchemas } = keywords;
  for (const subschema of [$ref, $dynamicRef, ...((allOf ?? []) as unknown[])])
    if (isSchema(subschema)) apply(subschema, value, path, run, here, seen, hidden);
  if (Array.isArray(anyOf)) {
    const branches = branchesOf(anyOf as Schema[], value, path, run, here, seen);
    if (branches.every(({ length }) => length > 0)) fail(run, schema, path, 'anyOf', { branches, value });
    else noteName(anyOf as Schema[], branches);
  }
  if (Array.isArray(oneOf)) {
    const telling = run.shared.exact ? (oneOf as Schema[]) : tellingBranches(oneOf as Schema[]);
    const branches = branchesOf(telling, value, path, run, here, seen);
    if (branches.filter(({ length }) => length === 0).length !== 1)
      fail(run, schema, path, 'oneOf', { branches, value });
    else noteName(telling, branches);
  }
  const { shared } = run;
  if (isSchema(not) && apply(not, value, path, { shared, first: true, found: [] }, here, undefined, NONE).length === 0)
    fail(run, schema, path, 'not');
  if (isSchema(condition)) {
    const [broken = []] = branchesOf([condition], value, path, run, here, seen);
    const next = broken.length === 0 ? keywords['then'] : keywords['else'];
    if (isSchema(next)) apply(next, value, path, run, here, seen, NONE);
  }
  if (!isObject(value)) return;
  for (const [name, dependent] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>))
    if (Object.hasOwn(value, name)) apply(dependent, value, path, run, here, seen, NONE);

  function noteName(branches: readonly Schema[], brokenByBranch: readonly (readonly BrokenClause[])[]): void {
    if (keywords['discriminator'] === undefined || !isObject(value)) return;
    const named = namedBranch(keywords, branches, value);
    const broken = named && brokenByBranch[branches.indexOf(named)];
    if (broken && broken.length > 0)
      run.shared.misnamed.push({ schema, keyword: 'discriminator', path, branches: [broken], value });
  }
}

/** Returns the clauses that the value breaks in each branch. What a satisfied branch evaluates counts as evaluated. */
function branchesOf(
  branches: readonly Schema[],
  value: unknown,
  path: string,
  run: Evaluating,
  here: Here,
  seen: Evaluated | undefined,
): (readonly BrokenClause[])[] {
  return branches.map((written) => {
    const branch = run.shared.nullMeant ? withNullMeant(written) : written;
    const evaluated = seen && { names: new Set<string>(), items: new Set<number>() };
    const { misnamed } = run.shared;
    const before = misnamed.length;
    const broken = apply(branch, value, path, { ...run, found: [] }, here, evaluated, NONE);
    // A value that does not satisfy the branch says nothing about alternatives within it.
    if (broken.length > 0) misnamed.length = before;
    if (evaluated && seen && broken.length === 0) merge(seen, evaluated);
    return broken;
  });
}

function rest(
  schema: Schema,
  keywords: Keywords,
  value: unknown,
  path: string,
  run: Evaluating,
  seen: Evaluated,
): void {
  const { unevaluatedItems, unevaluatedProperties } = keywords;
  if (Array.isArray(value) && isSchema(unevaluatedItems)) {
    for (const [at, item] of value.entries()) {
      if (seen.items.has(at)) continue;
      if (forbidsAll(unevaluatedItems)) fail(run, schema, path, 'unevaluatedItems', { about: [at] });
      else within(unevaluatedItems, item, `${path}/${at}`, run);
      seen.items.add(at);
    }
  }
  if (!isObject(value) || !isSchema(unevaluatedProperties)) return;
  for (const [name, item] of Object.entries(value)) {
    if (seen.names.has(name)) continue;
    if (forbidsAll(unevaluatedProperties)) fail(run, schema, path, 'unevaluatedProperties', { about: [name] });
    else within(unevaluatedProperties, item, `${path}/${escapePointer(name)}`, run);
    seen.names.add(name);
  }
}
