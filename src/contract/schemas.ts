/** Judging JSON by the contract's schemas: ajv for all of JSON Schema, and the exact value of numbers beside it. */

import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import { type JudgeJson, LONGEST_ACTUAL, type SchemaBreach } from './contract';
import { satisfies } from './evaluate';
import { addTextFormats, isBinding, RANGES } from './formats';
import { isWhole, type Json, startOfJson, wholeNumber } from './json';
import { lazy } from './lazy';
import { patternOf } from './patterns';
import {
  clauseOf,
  type Direction,
  HOLDING_LIST,
  HOLDING_MAP,
  HOLDING_ONE,
  hiddenMembers,
  isSchema,
  type Schema,
} from './schema';

const AS_WRITTEN = 'x-espalier-as-written';
const UNIQUE = 'x-espalier-unique';

interface Exactly {
  readonly integer: boolean;
  readonly format: string | undefined;
}

export interface Judges {
  /**
   * Compiles what judges by a schema; the same schema once.
   * @throws BrokenReference, and Error where ajv cannot compile it.
   */
  judge(schema: Schema, direction: Direction): JudgeJson;
}

/** Bodies larger than this, in characters of JSON, are judged up to their first breach: a list of all of them may have no end. */
const LARGE = 256 * 1024;

/** A body may be wrong in more places than anybody reads of. */
const MOST_BREACHES = 100;

export function createJudges(): Judges {
  const known = { request: new Map<Schema, JudgeJson>(), response: new Map<Schema, JudgeJson>() };
  const compilers = { request: createCompilers('request'), response: createCompilers('response') };
  return {
    judge(schema, direction) {
      const judge = known[direction].get(schema) ?? judgeBy(compilers[direction], schema, direction);
      known[direction].set(schema, judge);
      return judge;
    },
  };
}

interface Compilers {
  readonly first: Compiler;
  readonly all: Compiler;
}

/** To look for the first breach takes a part of the time that to look for all of them takes, and most bodies have none. */
function createCompilers(direction: Direction): Compilers {
  return { first: createCompiler(direction, false), all: createCompiler(direction, true) };
}

type Validate = (json: Json) => readonly ErrorObject[];

interface Compiler {
  compile(schema: Schema): Validate;
  /** The schema that a piece of what ajv was given was made from. */
  originOf(emitted: object): Schema | undefined;
}

function createCompiler(direction: Direction, allErrors: boolean): Compiler {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors,
    verbose: true,
    // 19.99 / 0.01 is not whole in doubles.
    multipleOfPrecision: 6,
    passContext: true,
    logger: false,
    inlineRefs: false,
    // `constructor` is no member of every object.
    ownProperties: true,
    unicodeRegExp: false,
    code: { regExp: Object.assign(toRegExp, { code: '' }) },
  });
  addTextFormats(ajv);
  ajv.addKeyword({ keyword: AS_WRITTEN, type: 'number', errors: true, validate: asWritten });
  ajv.addKeyword({ keyword: UNIQUE, type: 'array', errors: true, validate: unique });

  const origins = new WeakMap<object, Schema>();
  const ids = new Map<Schema, string>();
  const emitter = createEmitter(direction, origins, (schema) => {
    const id = ids.get(schema) ?? `espalier:${ids.size}`;
    if (ids.has(schema)) return id;
    ids.set(schema, id);
    ajv.addSchema(emitter(schema) as object, id);
    return id;
  });
  return {
    compile(schema) {
      // The value is wrapped so that a number at the root has a place of its own, too.
      const validate = ajv.compile({ properties: { value: emitter(schema) } });
      return (json) => {
        try {
          return validate.call(json, { value: json.value }) ? [] : ((validate as ValidateFunction).errors ?? []);
        } catch (error) {
          // A schema or a value that goes deeper than the stack can be judged by nobody.
          if (error instanceof RangeError) return [];
          throw error;
        }
      };
    },
    originOf: (emitted) => origins.get(emitted),
  };
}

/** What cannot be told in time breaks nothing. ajv tells patterns apart by their text. */
function toRegExp(source: string): { test: (text: string) => boolean; toString: () => string } {
  const pattern = patternOf(source);
  return { test: (text) => pattern.test(text) ?? true, toString: () => source };
}

/** Keywords that say nothing of a value, or whose meaning is in what they were read to. */
const SILENT = new Set([
  ...['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples', 'example'],
  ...['xml', 'externalDocs', 'discriminator', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['nullable', 'x-nullable', 'uniqueItems', '$ref', '$dynamicRef', 'required'],
]);

/**
 * Makes of a schema what ajv compiles.
 * @param refer gives a schema that is referred to a name, under which it is known from then on.
 */
function createEmitter(direction: Direction, origins: WeakMap<object, Schema>, refer: (schema: Schema) => string) {
  return emit;

  function emit(schema: Schema, hidden: ReadonlySet<string> = hiddenMembers(schema, direction)): object | boolean {
    const { keywords } = schema;
    if (typeof keywords === 'boolean') return keywords;
    const emitted: Record<string, unknown> = {};
    origins.set(emitted, schema);
    for (const [key, value] of Object.entries(keywords)) {
      if (value === undefined || SILENT.has(key)) continue;
      emitted[key] = held(key, value, hidden);
    }
    const { $ref, $dynamicRef, required, uniqueItems } = keywords;
    const references = [$ref, $dynamicRef].filter(isSchema).map((target) => ({ $ref: refer(target) }));
    if (references.length === 1) Object.assign(emitted, references[0]);
    else if (references.length > 1) emitted['allOf'] = [...((emitted['allOf'] as object[]) ?? []), ...references];
    if (Array.isArray(required))
      emitted['required'] = [...new Set(required)].filter((name) => !hidden.has(name as string));
    if (uniqueItems === true) emitted[UNIQUE] = true;
    const exactly = exactness(keywords);
    if (exactly) emitted[AS_WRITTEN] = exactly;
    return emitted;
  }

  function held(key: string, value: unknown, hidden: ReadonlySet<string>): unknown {
    // Branches of a composition speak of the same object as the schema that they are in.
    const inner = (schema: Schema) =>
      key === 'allOf' ? emit(schema, new Set([...hidden, ...hiddenMembers(schema, direction)])) : emit(schema);
    if (isSchema(value)) return HOLDING_ONE.includes(key) ? emit(value) : value;
    if (HOLDING_LIST.includes(key)) return (value as Schema[]).map(inner);
    if (!HOLDING_MAP.includes(key)) return value;
    return Object.fromEntries(
      Object.entries(value as Record<string, Schema>).map(([name, each]) => [name, emit(each)]),
    );
  }
}

function exactness({ type, format }: Readonly<Record<string, unknown>>): Exactly | undefined {
  const types = [type].flat();
  const integer = types.includes('integer') && !types.includes('number');
  const ranged = typeof format === 'string' && Object.hasOwn(RANGES, format) ? format : undefined;
  return integer || ranged !== undefined ? { integer, format: ranged } : undefined;
}

function judgeBy({ first, all }: Compilers, schema: Schema, direction: Direction): JudgeJson {
  const validate = first.compile(schema);
  let validateAll: Validate | undefined;
  return (json) => {
    const found = validate(json);
    if (found.length === 0 || !isConfirmed(found, schema, json, direction)) return [];
    const large = json.length > LARGE;
    validateAll ??= large ? undefined : all.compile(schema);
    const errors = large || !validateAll ? found : validateAll(json);
    const compiler = large ? first : all;
    const breaches = new Map<string, SchemaBreach>();
    for (const error of errors.slice(0, MOST_BREACHES)) {
      const breach = toBreach(error, json, compiler.originOf(error.parentSchema ?? {}));
      // A fraction is refused by `type` and by our keyword alike: say it once.
      breaches.set(`${breach.path} ${breach.requirement}`, breach);
    }
    return [...breaches.values()];
  };
}

/**
 * ajv refuses some values that JSON Schema takes (where `if` meets `unevaluatedProperties`, for one): a second look decides, which sees
 * numbers only as JavaScript holds them.
 */
function isConfirmed(found: readonly ErrorObject[], schema: Schema, { value }: Json, direction: Direction): boolean {
  return found.some(({ keyword }) => keyword === AS_WRITTEN) || !satisfies(schema, value, direction);
}

/** Where the judged value stands in what ajv is given. */
const WRAPPED = '/value';

/** ajv hands a keyword the schema's and the data's value; the text of the number comes with the call's context. */
const asWritten: SchemaValidateFunction = function (this: Json, exactly: Exactly, data: number, _schema, context) {
  const path = context?.instancePath.slice(WRAPPED.length) ?? '';
  const message = requirementBroken(exactly, this.written.get(path) ?? String(data));
  asWritten.errors = message === undefined ? [] : [{ keyword: AS_WRITTEN, message, params: {} }];
  return message === undefined;
};

function requirementBroken({ integer, format }: Exactly, written: string): string | undefined {
  if (integer && !isWhole(written)) return 'must be integer';
  const whole = wholeNumber(written);
  const range = format === undefined ? undefined : RANGES[format];
  if (!range) return undefined;
  const [low, high] = range;
  return whole !== undefined && whole >= low && whole <= high
    ? undefined
    : `must be ${format}, a whole number from ${low} to ${high}`;
}

/** ajv's own keyword compares each item with each other, which for a long list takes for ever. */
const unique: SchemaValidateFunction = function (this: Json, _value: true, data: unknown[], _schema, context) {
  const path = context?.instancePath.slice(WRAPPED.length) ?? '';
  const seen = new Map<string, number>();
  for (const [at, item] of data.entries()) {
    const text = canonical(item, `${path}/${at}`, this.written);
    const before = seen.get(text);
    if (before !== undefined) {
      const message = `must not have the same item twice (items ${before} and ${at})`;
      unique.errors = [{ keyword: 'uniqueItems', message, params: {} }];
      return false;
    }
    seen.set(text, at);
  }
  unique.errors = [];
  return true;
};

/** The same text for values that JSON Schema takes for equal, whatever the order of their members. */
function canonical(value: unknown, path: string, written: Json['written']): string {
  if (Array.isArray(value)) return `[${value.map((item, at) => canonical(item, `${path}/${at}`, written)).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, `${path}/${key}`, written)}`).join()}}`;
  }
  const text = typeof value === 'number' ? written.get(path) : undefined;
  const whole = text === undefined ? undefined : wholeNumber(text);
  return whole === undefined ? JSON.stringify(value) : String(whole);
}

function toBreach(error: ErrorObject, json: Json, origin: Schema | undefined): SchemaBreach {
  const path = error.instancePath.slice(WRAPPED.length);
  const written = json.written.get(path) ?? startOfJson(error.data, LONGEST_ACTUAL);
  const { keyword } = error;
  const format = keyword === 'format' ? String((error.params as { format?: unknown }).format) : undefined;
  const clause = origin && lazy(() => clauseOf(origin, keyword === AS_WRITTEN ? writtenOf(origin) : keyword));
  return {
    path,
    requirement: describe(error),
    actual: written.slice(0, LONGEST_ACTUAL),
    ...(format !== undefined && !isBinding(format) ? { advisory: true as const } : {}),
    // Found only where it is shown.
    get clause() {
      return clause?.();
    },
  };
}

function writtenOf({ keywords }: Schema): string {
  return typeof keywords === 'object' && keywords['format'] !== undefined ? 'format' : 'type';
}

function describe({ keyword, message = 'must satisfy the schema', params }: ErrorObject): string {
  switch (keyword) {
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'additionalProperties':
      return `must not have the property "${params['additionalProperty']}"`;
    case 'unevaluatedProperties':
      return `must not have the property "${params['unevaluatedProperty']}"`;
    default:
      return message;
  }
}
