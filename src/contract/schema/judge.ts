/** Judging JSON by the contract's schemas: ajv tells fast whether a value satisfies one, and where it does not, looking tells what it breaks. */

import type { Ajv, ValidateFunction } from 'ajv';
import { type ReadJson, readJson, startOfJson } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import type { JsonValue } from '../../json/value';
import { toJson } from '../../json/value';
import { lazy } from '../../support/caching';
import type { Clause } from '../clause';
import type { Media } from '../contract';
import { type JudgeJson, LONGEST_ACTUAL, type SchemaBreach } from '../contract';
import { clauseAt, type SourceFile } from '../document/files';
import { evaluate } from './evaluate';
import { addTextFormats, isBinding } from './formats';
import { addKeywords, createEmitter, GivenUp, judged } from './judgeAjv';
import { patternOf } from './patterns';
import type { BrokenClause } from './requirementText';
import { requirementOf } from './requirementText';
import { clauseOf, type Direction, type Schema } from './schema';

export interface Judges {
  /**
   * Compiles what judges by a schema; the same schema once.
   * @throws BrokenReference
   */
  judge(schema: Schema, direction: Direction): JudgeJson;
}

/** Bodies larger than this, in characters of JSON, are judged up to their first breach: a list of all of them may have no end. */
const LARGE = 256 * 1024;

/** A body may be wrong in more places than anybody reads of. */
const MOST_BREACHES = 100;

export function createJudges(): Judges {
  const known = { request: new Map<Schema, JudgeJson>(), response: new Map<Schema, JudgeJson>() };
  const compilers = {
    request: lazy(() => createCompiler('request')),
    response: lazy(() => createCompiler('response')),
  };
  return {
    judge(schema, direction) {
      const judge = known[direction].get(schema) ?? judgeBy(compilers[direction](), schema, direction);
      known[direction].set(schema, judge);
      return judge;
    },
  };
}

function judgeBy(compile: Compile, schema: Schema, direction: Direction): JudgeJson {
  const accepts = compile(schema);
  return (json) => {
    const accepted = accepts(json);
    if (accepted && (direction === 'request' || json.length > LARGE || !mayDiscriminate(schema))) return [];
    return brokenBy(schema, json, direction)
      .slice(0, MOST_BREACHES)
      .map((clause) => toBreach(clause, json));
  };
}

function brokenBy(schema: Schema, { value, written, length }: ReadJson, direction: Direction): readonly BrokenClause[] {
  try {
    return evaluate(schema, value, {
      direction,
      written,
      length,
      first: length > LARGE,
      named: direction === 'response',
    });
  } catch (error) {
    // A value that goes deeper than the stack, or takes for ever, can be judged by nobody.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Where the keyword stands that a value breaks; the schema itself where that allows nothing. */
export function clauseOfBroken({ schema, keyword }: BrokenClause): Clause {
  const { file, pointer } = schema.place;
  return keyword === 'false' ? clauseAt(file, pointer) : clauseOf(schema, keyword);
}

const discriminating = new WeakMap<SourceFile, boolean>();

/** To look for more than ajv does takes a while, and few contracts have a use for it. */
function mayDiscriminate({ place: { file } }: Schema): boolean {
  const known = discriminating.get(file) ?? /\bdiscriminator\b/.test(file.text);
  discriminating.set(file, known);
  return known;
}

function toBreach(clause: BrokenClause, json: ReadJson): SchemaBreach {
  const { path } = clause;
  const place = lazy(() => clauseOfBroken(clause));
  return {
    path,
    requirement: requirementOf(clause),
    actual: (json.written.get(path) ?? startOfJson(valueAt(json.value, path), LONGEST_ACTUAL)).slice(0, LONGEST_ACTUAL),
    ...(isAdvisory(clause) ? { advisory: true as const } : {}),
    // Found only where it is shown.
    get clause() {
      return place();
    },
  };
}

/** "The discriminator MUST NOT change the validation outcome of the schema" (OpenAPI 3.1.1 §4.8.25.1); other formats than the binding ones are hints, too. */
function isAdvisory({ schema: { keywords }, keyword }: BrokenClause): boolean {
  if (keyword === 'discriminator') return true;
  return keyword === 'format' && typeof keywords === 'object' && !isBinding(String(keywords['format']));
}

/** Whether a value satisfies a schema, as far as ajv can tell; what it refuses may do so nevertheless. */
type Accepts = (json: ReadJson) => boolean;

type Compile = (schema: Schema) => Accepts;

function createCompiler(direction: Direction): Compile {
  // Loaded only here: what has no body to be judged does without.
  const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    messages: false,
    passContext: true,
    logger: false,
    inlineRefs: false,
    // `constructor` is no member of every object.
    ownProperties: true,
    unicodeRegExp: false,
    code: { regExp: Object.assign(toRegExp, { code: '' }) },
  });
  addTextFormats(ajv);
  addKeywords(ajv);

  const ids = new Map<Schema, string>();
  const added = new Set<Schema>();
  // What is referred to is made after what refers to it, not within it: references may go on and on.
  let waiting = new Set<Schema>();
  const emit = createEmitter(direction, (schema) => {
    const id = ids.get(schema) ?? `espalier:${ids.size}`;
    ids.set(schema, id);
    if (!added.has(schema)) waiting.add(schema);
    return id;
  });
  return (schema) => {
    waiting = new Set();
    const emitted = emit(schema);
    const made = new Map<Schema, object | boolean>();
    // What is added is come to, too.
    for (const next of waiting) made.set(next, emit(next));
    // Nothing is known of what cannot be made as a whole.
    for (const [each, as] of made) ajv.addSchema(as as object, ids.get(each));
    for (const each of made.keys()) added.add(each);
    const validate = lazy(() => compiled(ajv, emitted));
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

/** @returns undefined where ajv cannot compile it, which it does by recursion. */
function compiled(ajv: Ajv, emitted: object | boolean): ValidateFunction | undefined {
  try {
    return ajv.compile({ properties: { value: emitted } });
  } catch {
    return undefined;
  }
}

/** What cannot be told in time breaks nothing. ajv tells patterns apart by their text. */
function toRegExp(source: string): { test: (text: string) => boolean; toString: () => string } {
  const pattern = patternOf(source);
  return { test: (text) => pattern.test(text) ?? true, toString: () => source };
}

/** What of a schema a value breaks, as a text to compare by; empty for nothing. */
export function breaches({ judge }: Media, value: JsonValue): string {
  const found = judge?.(readJson(toJson(value))) ?? [];
  return found.map(({ path, clause }) => `${path} ${clause?.pointer}`).join();
}
