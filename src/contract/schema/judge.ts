/**
 * Judges JSON by the schemas of the contract. The first values are judged by `evaluate`, since most schemas judge only a few, and ajv takes
 * longer to compile a schema than `evaluate` takes for those. From then on ajv says quickly whether a value satisfies the schema; if it does
 * not, `evaluate` says what the value breaks.
 */

import type { Ajv, ValidateFunction } from 'ajv';
import { type ReadJson, readJson, startOfJson } from '../../json/exactJson';
import type { JsonValue } from '../../json/value';
import { toJson } from '../../json/value';
import { lazy, remembered } from '../../support/caching';
import { lazyMembers } from '../../support/lazyMembers';
import type { Clause } from '../clause';
import type { Media } from '../contract';
import { type JudgeJson, LONGEST_ACTUAL, type SchemaBreach } from '../contract';
import { clauseAt, type SourceFile } from '../document/files';
import type { BrokenClause } from './brokenClause';
import { evaluate } from './evaluate';
import { addTextFormats, isBinding } from './formats';
import { addKeywords, createEmitter, GivenUp, judged, TooManySchemas } from './judgeAjv';
import { isMistakeOfContract, toldOf } from './nearestBranch';
import { patternOf } from './patterns';
import { requirementOf } from './requirementText';
import { clauseOf, type Direction, endOf, type Schema } from './schema';
import { assertWhole } from './whole';

export interface Judges {
  /**
   * Returns a function that judges by the schema. A schema is compiled only once.
   * @throws BrokenReference if the schema refers to something that does not exist.
   */
  judge(schema: Schema, direction: Direction): JudgeJson;
}

/**
 * Bodies with more characters of JSON than this are judged only up to their first breach, because a list of all
 * breaches could become endless.
 */
const LARGE = 256 * 1024;

/** At most this many breaches of one body are reported; nobody reads more. */
const MOST_BREACHES = 100;

/**
 * How many steps `evaluate` takes to judge by a schema before ajv compiles it: they take about as long as it takes
 * ajv to compile a schema of GitHub's contract, from 2 to 60 ms. A body of GitHub's contract takes some 300 steps, and an empty object 12.
 */
const FIRST_STEPS = 20_000;

/** @param firstSteps how many steps `evaluate` takes to judge by a schema before ajv compiles it. */
export function createJudges(firstSteps = FIRST_STEPS): Judges {
  const judges = { request: new Map<Schema, JudgeJson>(), response: new Map<Schema, JudgeJson>() };
  const compilers = {
    request: lazy(() => createCompiler('request')),
    response: lazy(() => createCompiler('response')),
  };
  return {
    judge(schema, direction) {
      const judge = judges[direction].get(schema) ?? judgeBy(compilers[direction], schema, direction, firstSteps);
      judges[direction].set(schema, judge);
      return judge;
    },
  };
}

function judgeBy(compilerOf: () => Compile, schema: Schema, direction: Direction, firstSteps: number): JudgeJson {
  assertWhole(schema);
  const accepts = lazy(() => compilerOf()(schema));
  let left = firstSteps;
  return (json) => {
    const isEarly = json.length <= LARGE && left > 0;
    const onSteps = (steps: number) => {
      left -= steps;
    };
    const early = isEarly ? brokenBy(schema, json, direction, onSteps) : undefined;
    // Of what `evaluate` cannot judge, ajv may still say that it satisfies the schema.
    const isAccepted = !early && accepts()(json);
    if (isAccepted && (json.length > LARGE || !mayBeMisnamed(schema, direction))) return [];
    const broken = isEarly ? early : brokenBy(schema, json, direction);
    return broken?.slice(0, MOST_BREACHES).map((clause) => toBreach(clause, json));
  };
}

/** Only then is the slower search worth its time on a value that ajv accepts. */
function mayBeMisnamed({ place }: Schema, direction: Direction): boolean {
  return direction === 'response' && mayDiscriminate(place.file);
}

/** Undefined where nobody can judge the value: it nests deeper than the stack, takes too many steps, or a pattern does. */
function brokenBy(
  schema: Schema,
  { value, written, length }: ReadJson,
  direction: Direction,
  onSteps?: (steps: number) => void,
): readonly BrokenClause[] | undefined {
  let isUntold = false;
  const onUntold = () => {
    isUntold = true;
  };
  try {
    const named = mayBeMisnamed(schema, direction);
    const first = length > LARGE;
    const broken = evaluate(schema, value, { direction, written, length, first, named, onUntold, onSteps });
    return isUntold ? undefined : toldOf(broken);
  } catch (error) {
    // The value is nested deeper than the stack allows, or would take too long: it cannot be judged.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the place of the keyword that a value breaks; the place of the schema if that allows nothing. */
export function clauseOfBroken({ schema, keyword }: BrokenClause): Clause {
  const { file, pointer } = schema.place;
  return keyword === 'false' ? clauseAt(file, pointer) : clauseOf(schema, keyword);
}

/** Returns whether the contract uses `discriminator`. */
const mayDiscriminate = remembered(({ text }: SourceFile) => /\bdiscriminator\b/.test(text));

/** Keywords that are broken by the presence or absence of a member, which `about` names. */
const NAMING: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
]);

function toBreach(clause: BrokenClause, json: ReadJson): SchemaBreach {
  const { path } = clause;
  const breach = {
    path,
    requirement: requirementOf(clause),
    actual: startOfJson(json, path, LONGEST_ACTUAL),
    ...(clause.keyword === 'required' && clause.about ? { missing: String(clause.about[0]) } : {}),
    ...(clause.about && NAMING.has(clause.keyword) ? { names: clause.about.map(String) } : {}),
    ...(isAdvisory(clause) ? { advisory: true as const } : {}),
  };
  return withClause(breach, clause);
}

/** The place is looked up only if it is shown. */
const withClause = lazyMembers<BrokenClause, Pick<SchemaBreach, 'clause'>, object>({ clause: clauseOfBroken }, {});

/**
 * A breach of `discriminator` is a hint: "The discriminator MUST NOT change the validation outcome of the schema"
 * (OpenAPI 3.1.1 §4.8.25.1). So is a breach of a format that does not bind, and of a `oneOf` that is a mistake
 * of the contract.
 */
function isAdvisory(clause: BrokenClause): boolean {
  const {
    schema: { keywords },
    keyword,
  } = clause;
  if (keyword === 'discriminator' || isMistakeOfContract(clause)) return true;
  return keyword === 'format' && typeof keywords === 'object' && !isBinding(String(keywords['format']));
}

/** Says whether a value satisfies a schema, as far as ajv can tell. A value that ajv refuses may still satisfy it. */
type Accepts = (json: ReadJson) => boolean;

type Compile = (schema: Schema) => Accepts;

function createCompiler(direction: Direction): Compile {
  const ajv = loadAjv();
  const ids = new Map<Schema, string>();
  const added = new Set<Schema>();
  /** By what is compiled, written as JSON. */
  const validators = new Map<string, ValidateFunction | undefined>();
  // A schema that is referred to is emitted after the one that refers to it, not within it: the chain of references may
  // be too long for recursion.
  let waiting = new Set<Schema>();
  const emit = createEmitter(
    direction,
    (schema) => {
      const id = ids.get(schema) ?? `espalier:${ids.size}`;
      ids.set(schema, id);
      if (!added.has(schema)) waiting.add(schema);
      return id;
    },
    MOST_KEYWORDS,
  );
  /** @returns undefined if ajv would have too much to compile at once. */
  const emitAll = (schema: Schema) => {
    waiting = new Set();
    const emitted = emit(schema);
    if (isLarge(emitted)) return undefined;
    let keywords = keywordsIn(emitted);
    const emittedSchemas = new Map<Schema, object | boolean>();
    // The loop also visits the schemas that it adds.
    for (const next of waiting) {
      const json = emit(next);
      keywords += keywordsIn(json);
      if (isLarge(json) || keywords > MOST_KEYWORDS_AT_ONCE) return undefined;
      emittedSchemas.set(next, json);
    }
    // ajv is told of the schemas only when all of them could be emitted.
    for (const [emittedSchema, json] of emittedSchemas) ajv.addSchema(json as object, ids.get(emittedSchema));
    for (const emittedSchema of emittedSchemas.keys()) added.add(emittedSchema);
    return emitted;
  };
  /** Many operations have schemas that are the same, or say the same: `{ type: array, items: { $ref: … } }`. */
  const validatorOf = remembered((end: Schema) => {
    const emitted = unlessTooMany(() => emitAll(end));
    if (emitted === undefined) return undefined;
    const text = toJson(emitted as JsonValue);
    const validate = validators.has(text) ? validators.get(text) : compiled(ajv, emitted);
    validators.set(text, validate);
    return validate;
  });
  return (schema) => {
    const validate = lazy(() => validatorOf(endOf(schema)));
    return (json) => {
      try {
        return validate()?.call(judged(json), { value: json.value }) ?? false;
      } catch (error) {
        if (error instanceof GivenUp || error instanceof RangeError) return false;
        throw error;
      }
    };
  };
}

/** @returns undefined if a schema holds too many others to be emitted. */
function unlessTooMany<T>(emit: () => T): T | undefined {
  try {
    return emit();
  } catch (error) {
    if (error instanceof TooManySchemas) return undefined;
    throw error;
  }
}

/** ajv is loaded only when it is needed, because a run that judges no body does not need it. */
function loadAjv(): Ajv {
  const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    messages: false,
    passContext: true,
    logger: false,
    inlineRefs: false,
    // Without this, ajv would find `constructor` in every object.
    ownProperties: true,
    unicodeRegExp: false,
    code: { regExp: Object.assign(toRegExp, { code: '' }) },
  });
  // No schema that it is given asks for what was not evaluated, and by keeping account of that ajv fails on some: `anyOf` beside `patternProperties`.
  Object.assign(ajv.opts, { unevaluated: false });
  addTextFormats(ajv);
  addKeywords(ajv);
  return ajv;
}

/**
 * With more keywords and names than this in one schema, ajv takes longer to compile it than others can wait, since it takes longer for each the more
 * there are; and longer than the slower search takes to judge by it. The second number counts all that is compiled at once, with what it refers to.
 */
const MOST_KEYWORDS = 800;
const MOST_KEYWORDS_AT_ONCE = 6000;

function isLarge(emitted: object | boolean): boolean {
  return keywordsIn(emitted) > MOST_KEYWORDS;
}

/** How many keywords and names a schema has, not counting what it refers to, and what it lists. */
function keywordsIn(emitted: unknown): number {
  let count = 0;
  const left = [emitted];
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const within = Object.entries(next);
    count += within.length;
    for (const [keyword, value] of within) if (keyword !== 'enum' && keyword !== 'const') left.push(value);
  }
  return count;
}

/** @returns undefined if ajv cannot compile the schema: it compiles by recursion and may run out of stack. */
function compiled(ajv: Ajv, emitted: object | boolean): ValidateFunction | undefined {
  try {
    return ajv.compile({ properties: { value: emitted } });
  } catch {
    return undefined;
  }
}

/**
 * If it takes too many steps to try a pattern on a text, the value is left to the slower search, which says that nobody can tell. ajv tells patterns
 * apart by their source, hence `toString`.
 */
function toRegExp(source: string): { test: (text: string) => boolean; toString: () => string } {
  const pattern = patternOf(source);
  const test = (text: string) => {
    const isFound = pattern.test(text);
    if (isFound === undefined) throw new GivenUp();
    return isFound;
  };
  return { test, toString: () => source };
}

/** Returns which clauses of a schema a value breaks, as a text that can be compared; empty if it breaks none. */
export function breaches({ judge }: Media, value: JsonValue): string {
  const schemaBreaches = judge?.(readJson(toJson(value))) ?? [];
  return schemaBreaches.map(({ path, clause }) => `${path} ${clause?.pointer}`).join();
}
