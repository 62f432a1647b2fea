/** What an evaluation of a value by a schema knows while it runs: what it has found, what it has seen of the value, and the outcomes that it remembers. */

import type { WrittenNumbers } from '../../json/exactJson';
import type { Keywords } from '../dialects/dialect';
import type { BrokenClause } from './brokenClause';
import { isCrossed } from './crossedBounds';
import { type Direction, endOf, keptOnSchema, PlainSchema, type Schema } from './schema';

export interface EvaluateOptions {
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
  /** Whether a text must have its format by every reading of the standard, as what is sent has to: others may know one of them alone. */
  readonly everyReading?: boolean;
  /** The original texts of the numbers that the value holds only rounded. */
  readonly written?: WrittenNumbers;
  /** The length of the value's JSON in characters: a longer value may take more steps. */
  readonly length?: number;
  /** Whether `oneOf` is read to the letter, also where one branch takes all that another one takes. */
  readonly exact?: boolean;
  /** Whether an alternative that says nothing but `nullable: true` is read as null, as it is meant. To the letter it takes any value. */
  readonly nullMeant?: boolean;
  /** Called where a pattern cannot be told in a bounded number of steps: what is returned then takes it for found, which may be wrong. */
  readonly onUntold?: () => void;
  /** Told how many steps it took, also where it throws. */
  readonly onSteps?: ((steps: number) => void) | undefined;
}

export interface Shared {
  readonly direction: Direction;
  readonly binding: boolean;
  readonly everyReading: boolean;
  readonly exact: boolean;
  readonly nullMeant: boolean;
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

export interface Evaluating {
  readonly shared: Shared;
  readonly first: boolean;
  readonly found: BrokenClause[];
}

/** The schemas that are being applied to one value. A schema that leads back to itself adds nothing. */
export interface Here {
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

/** The parts of an object or an array that were evaluated (JSON Schema Core §11). */
export interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export interface EvaluationOutcome {
  readonly found: readonly BrokenClause[];
  readonly seen: Evaluated | undefined;
}

interface Outcomes {
  readonly all: Map<Schema, EvaluationOutcome>;
  /** Outcomes of evaluations that stopped at the first broken clause. */
  readonly firsts: Map<Schema, EvaluationOutcome>;
}

/** Returns an alternative as it is meant: one that says nothing but `nullable: true` is written for null, though to the letter it takes any value. */
export const withNullMeant = keptOnSchema((schema): Schema => {
  const { keywords } = endOf(schema);
  const isAlone =
    typeof keywords === 'object' &&
    keywords['nullable'] === true &&
    Object.keys(keywords).every((name) => /^(nullable|title|description)$/.test(name));
  return isAlone ? new PlainSchema(schema.place, { type: 'null' }) : schema;
});

/** From which step on outcomes are remembered, over all values and for one value, and for how many values. */
export const MANY_STEPS = 5000;
export const MANY_STEPS_HERE = 50;
const MOST_REMEMBERED = 100_000;

/** At most this many broken clauses of one value are listed. */
export const MOST_FOUND = 1000;

/** Notes a broken clause. It is no closure, since one would be made for each schema of each value. */
export function fail(
  run: Evaluating,
  schema: Schema,
  path: string,
  keyword: string,
  more?: Pick<BrokenClause, 'about' | 'branches' | 'value'>,
): void {
  if (run.found.length < MOST_FOUND && !isCrossed(schema.keywords, keyword))
    run.found.push({ schema, keyword, path, ...more });
}

/**
 * Returns the outcomes for a value so far. Those of an object or a list hold wherever it is reached from. Those of
 * other values, and those with hidden members, hold only while this value is evaluated.
 */
export function outcomesOf(value: unknown, shared: Shared, here: Here, around: ReadonlySet<string>): Outcomes {
  shared.outcomes ??= new Map();
  const { outcomes } = shared;
  const isElsewhere = around.size === 0 && typeof value === 'object' && value !== null;
  here.outcomes ??= new Map();
  const remembered = isElsewhere ? outcomes.get(value) : here.outcomes.get(around);
  if (remembered) return remembered;
  const created = { all: new Map<Schema, EvaluationOutcome>(), firsts: new Map<Schema, EvaluationOutcome>() };
  if (!isElsewhere) here.outcomes.set(around, created);
  else if (outcomes.size < MOST_REMEMBERED) outcomes.set(value, created);
  return created;
}

export function united(first: ReadonlySet<string>, second: ReadonlySet<string>): ReadonlySet<string> {
  if (first.size === 0 || second.size === 0) return first.size === 0 ? second : first;
  return [...second].every((name) => first.has(name)) ? first : new Set([...first, ...second]);
}

/** The parts of a schema that are needed for every value, prepared once. */
export interface Facts {
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

export const factsOf = keptOnSchema(({ keywords }): Facts => {
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

const OF_NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'];
const OF_TEXTS = ['minLength', 'maxLength', 'pattern', 'format'];

const IN_PLACE = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'];

export function merge(into: Evaluated, { names, items }: Evaluated): void {
  for (const name of names) into.names.add(name);
  for (const item of items) into.items.add(item);
}
