/**
 * Says which clauses of a schema a value breaks, without compiling the schema. It is used for values that are made or
 * read with the contract, and for values that ajv refuses (`judge.ts`), because ajv explains its refusals less well.
 */

import { isEqual, isListed, sameItems } from '../../json/equality';
import { isWhole, type WrittenNumbers, wholeNumber } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { isObject } from '../../json/value';
import type { BrokenClause } from './brokenClause';
import { tellingBranches } from './coveredBranches';
import { isCrossed } from './crossedBounds';
import { namedBranch } from './discriminator';
import { hiddenMembers } from './hiddenMembers';
import { patternOf } from './patterns';
import { brokenByNumber, brokenByText, isOfType } from './scalarKeywords';
import { type Direction, endOf, forbidsAll, isSchema, keptOnSchema, type Schema } from './schema';

export { canonical, isEqual } from '../../json/equality';
export { requirementOf } from './requirementText';
export { lengthOf } from './scalarKeywords';

interface EvaluateOptions {
  readonly direction: Direction;
  /** Whether to stop at the first broken clause. */
  readonly first?: boolean;
  /** Whether to ignore formats that are not binding. */
  readonly binding?: boolean;
  /**
   * Whether to report a value that satisfies the schema but names, by `discriminator`, an alternative that it does not
   * satisfy.
   */
  readonly named?: boolean;
  /** The original texts of the numbers that the value holds only rounded. */
  readonly written?: WrittenNumbers;
  /** The length of the value's JSON in characters: a longer value may take more steps. */
  readonly length?: number;
  /** Whether `oneOf` is read to the letter, also where one branch takes all that another one takes. */
  readonly exact?: boolean;
  /** Called where a pattern cannot be told in a bounded number of steps: what is returned then takes it for found, which may be wrong. */
  readonly onUntold?: () => void;
}

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
    direction, binding, exact, written, most, many,
    steps: 0, outcomes: undefined, misnamed: [],
    untold: (steps) => {
      shared.steps += steps;
      onUntold();
    },
  };
  const broken = applied(schema, value, { shared, first, found: [] });
  return broken.length === 0 && options.named ? shared.misnamed : broken;
}

function ignore(): void {}

function applied(schema: Schema, value: unknown, run: Run): readonly BrokenClause[] {
  try {
    within(schema, value, '', run);
    return run.found;
  } finally {
    spent += STEPS_A_CALL + run.shared.steps;
  }
}

export function satisfies(schema: Schema, value: unknown, direction: Direction): boolean {
  return evaluate(schema, value, { direction, first: true }).length === 0;
}

/** Like `satisfies`, but returns false if the schema cannot be used or the value cannot be judged. */
export function surelySatisfies(schema: Schema, value: unknown, direction: Direction): boolean {
  try {
    return satisfies(schema, value, direction);
  } catch {
    return false;
  }
}

interface Shared {
  readonly direction: Direction;
  readonly binding: boolean;
  readonly exact: boolean;
  readonly written: WrittenNumbers | undefined;
  /** Called with what it counts for where a text cannot be told by a pattern. */
  readonly untold: (steps: number) => void;
  steps: number;
  readonly most: number;
  /** From this step on, outcomes are remembered. Before it, remembering takes longer than it saves. */
  readonly many: number;
  /**
   * The outcomes of schemas that were applied to objects and lists. Without them, branches nested in branches would
   * take exponential time.
   */
  outcomes: Map<object, Outcomes> | undefined;
  /** Places where an object names an alternative that it does not satisfy. They are hints and change no outcome. */
  readonly misnamed: BrokenClause[];
}

interface Run {
  readonly shared: Shared;
  readonly first: boolean;
  readonly found: BrokenClause[];
}

/** The schemas that are being applied to one value. A schema that leads back to itself adds nothing. */
interface Here {
  under: Under | undefined;
  steps: number;
  /** Outcomes by the set of members that are hidden. */
  outcomes: Map<ReadonlySet<string>, Outcomes> | undefined;
}

/** Few schemas are applied one within the other: a list of them takes less than a set. */
interface Under {
  readonly schema: Schema;
  readonly depth: number;
  readonly outer: Under | undefined;
}

function isUnder({ under }: Here, schema: Schema): boolean {
  for (let each = under; each; each = each.outer) if (each.schema === schema) return true;
  return false;
}

/** The parts of an object or an array that were evaluated (JSON Schema Core §11). */
interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

interface Outcome {
  readonly found: readonly BrokenClause[];
  readonly seen: Evaluated | undefined;
}

interface Outcomes {
  readonly all: Map<Schema, Outcome>;
  /** Outcomes of evaluations that stopped at the first broken clause. */
  readonly firsts: Map<Schema, Outcome>;
}

/** From which step on outcomes are remembered, over all values and for one value, and for how many values. */
const MANY_STEPS = 5000;
const MANY_STEPS_HERE = 50;
const MOST_REMEMBERED = 100_000;

/** How many schemas may be applied to one value one within the other, as the check of a contract tells. How deep the stack goes differs from run to run. */
const DEEPEST = 200;

/** At most this many broken clauses of one value are listed. */
const MOST_FOUND = 1000;

const NONE: ReadonlySet<string> = new Set();

type Keywords = Readonly<Record<string, unknown>>;

/** Notes a broken clause. It is no closure, since one would be made for each schema of each value. */
function fail(
  run: Run,
  schema: Schema,
  path: string,
  keyword: string,
  more?: Pick<BrokenClause, 'about' | 'branches' | 'value'>,
): void {
  if (run.found.length < MOST_FOUND && !isCrossed(schema.keywords, keyword))
    run.found.push({ schema, keyword, path, ...more });
}

/** @returns the clauses found so far. */
function apply(
  reference: Schema,
  value: unknown,
  path: string,
  run: Run,
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

  function outcomeOf(): Outcome {
    const seen = outer && { names: new Set<string>(), items: new Set<number>() };
    const outcome = { found: look(schema, value, path, { ...run, found: [] }, here, seen, around), seen };
    outcomes.set(schema, outcome);
    return outcome;
  }
}

/**
 * Returns the outcomes for a value so far. Those of an object or a list hold wherever it is reached from. Those of
 * other values, and those with hidden members, hold only while this value is evaluated.
 */
function outcomesOf(value: unknown, shared: Shared, here: Here, around: ReadonlySet<string>): Outcomes {
  shared.outcomes ??= new Map();
  const { outcomes } = shared;
  const isElsewhere = around.size === 0 && typeof value === 'object' && value !== null;
  here.outcomes ??= new Map();
  const remembered = isElsewhere ? outcomes.get(value) : here.outcomes.get(around);
  if (remembered) return remembered;
  const created = { all: new Map<Schema, Outcome>(), firsts: new Map<Schema, Outcome>() };
  if (!isElsewhere) here.outcomes.set(around, created);
  else if (outcomes.size < MOST_REMEMBERED) outcomes.set(value, created);
  return created;
}

function look(
  schema: Schema,
  written: unknown,
  path: string,
  run: Run,
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
      for (const keyword of brokenByText(keywords, value, run.shared.binding, run.shared.untold))
        fail(run, schema, path, keyword);
  } else if (Array.isArray(value)) arrays(schema, keywords, value, path, run, seen);
  else if (isObject(value)) {
    hidden = both(around, hiddenMembers(schema, run.shared.direction));
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

function both(first: ReadonlySet<string>, second: ReadonlySet<string>): ReadonlySet<string> {
  if (first.size === 0 || second.size === 0) return first.size === 0 ? second : first;
  return [...second].every((name) => first.has(name)) ? first : new Set([...first, ...second]);
}

/** The parts of a schema that are needed for every value, prepared once. */
interface Facts {
  readonly unevaluated: boolean;
  /** Whether it has subschemas that apply to the same value. */
  readonly isComposed: boolean;
  /** Whether a keyword says anything of numbers, or of texts. */
  readonly ofNumbers: boolean;
  readonly ofTexts: boolean;
  readonly required: readonly string[];
  readonly dependentRequired: readonly (readonly [name: string, others: readonly string[]])[];
  readonly patterns: readonly (readonly [pattern: string, schema: Schema])[];
}

const factsOf = keptOnSchema(({ keywords }): Facts => {
  const said: Keywords = typeof keywords === 'boolean' ? {} : keywords;
  const { required, dependentRequired, patternProperties } = said;
  return {
    unevaluated: 'unevaluatedProperties' in said || 'unevaluatedItems' in said,
    isComposed: IN_PLACE.some((keyword) => said[keyword] !== undefined),
    ofNumbers: OF_NUMBERS.some((keyword) => said[keyword] !== undefined),
    ofTexts: OF_TEXTS.some((keyword) => said[keyword] !== undefined),
    required: [...new Set((required ?? []) as string[])],
    dependentRequired: Object.entries((dependentRequired ?? {}) as Record<string, readonly string[]>),
    patterns: Object.entries((patternProperties ?? {}) as Record<string, Schema>),
  };
});

/** Applies a schema to a member or an item. */
function within(schema: Schema, value: unknown, path: string, run: Run): void {
  apply(schema, value, path, run, { under: undefined, steps: 0, outcomes: undefined }, undefined, NONE);
}

function accepts(schema: Schema, value: unknown, path: string, { shared }: Run): boolean {
  const run = { shared, first: true, found: [] };
  within(schema, value, path, run);
  return run.found.length === 0;
}

function arrays(
  schema: Schema,
  keywords: Keywords,
  value: readonly unknown[],
  path: string,
  run: Run,
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
  run: Run,
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

const OF_NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'];
const OF_TEXTS = ['minLength', 'maxLength', 'pattern', 'format'];

const IN_PLACE = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'];

/** Applies the subschemas that speak of the same value. */
function inPlace(
  schema: Schema,
  keywords: Keywords,
  value: unknown,
  path: string,
  run: Run,
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
  run: Run,
  here: Here,
  seen: Evaluated | undefined,
): (readonly BrokenClause[])[] {
  return branches.map((branch) => {
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

function merge(into: Evaluated, { names, items }: Evaluated): void {
  for (const name of names) into.names.add(name);
  for (const item of items) into.items.add(item);
}

function rest(schema: Schema, keywords: Keywords, value: unknown, path: string, run: Run, seen: Evaluated): void {
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
