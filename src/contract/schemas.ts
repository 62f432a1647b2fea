/** Judging JSON by the contract's schemas: ajv tells fast whether a value satisfies one, and where it does not, looking tells what it breaks. */

import type { SchemaValidateFunction, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import { type JudgeJson, LONGEST_ACTUAL, type SchemaBreach } from './contract';
import { isListed, sameItems } from './equality';
import { type BrokenClause, evaluate } from './evaluate';
import { addTextFormats, isBinding, isTextFormat, RANGES } from './formats';
import { isWhole, type Json, startOfJson, wholeNumber } from './json';
import { lazy } from './lazy';
import { patternOf } from './patterns';
import { requirementOf } from './requirement';
import {
  clauseOf,
  type Direction,
  endOf,
  HOLDING_LIST,
  HOLDING_MAP,
  HOLDING_ONE,
  hiddenMembers,
  isSchema,
  type Schema,
} from './schema';

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
  const compilers = { request: createCompiler('request'), response: createCompiler('response') };
  return {
    judge(schema, direction) {
      const judge = known[direction].get(schema) ?? judgeBy(compilers[direction], schema, direction);
      known[direction].set(schema, judge);
      return judge;
    },
  };
}

function judgeBy(compile: Compile, schema: Schema, direction: Direction): JudgeJson {
  const accepts = compile(schema);
  return (json) => {
    if (accepts(json)) return [];
    const { value, written } = json;
    const broken = evaluate(schema, value, { direction, written, first: json.length > LARGE });
    return broken.slice(0, MOST_BREACHES).map((clause) => toBreach(clause, json));
  };
}

function toBreach(clause: BrokenClause, json: Json): SchemaBreach {
  const { schema, keyword, path } = clause;
  const format = keyword === 'format' ? (schema.keywords as { format?: unknown }).format : undefined;
  const place = lazy(() => (typeof schema.keywords === 'boolean' ? undefined : clauseOf(schema, keyword)));
  return {
    path,
    requirement: requirementOf(clause),
    actual: (json.written.get(path) ?? startOfJson(valueAt(json.value, path), LONGEST_ACTUAL)).slice(0, LONGEST_ACTUAL),
    ...(format !== undefined && !isBinding(String(format)) ? { advisory: true as const } : {}),
    // Found only where it is shown.
    get clause() {
      return place();
    },
  };
}

const AS_WRITTEN = 'x-espalier-as-written';
const UNIQUE = 'x-espalier-unique';
const LISTED = 'x-espalier-listed';
const STEP = 'x-espalier-step';

/** Whether a value satisfies a schema, as far as ajv can tell; what it refuses may do so nevertheless. */
type Accepts = (json: Json) => boolean;

type Compile = (schema: Schema) => Accepts;

function createCompiler(direction: Direction): Compile {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    passContext: true,
    logger: false,
    inlineRefs: false,
    // `constructor` is no member of every object.
    ownProperties: true,
    unicodeRegExp: false,
    code: { regExp: Object.assign(toRegExp, { code: '' }) },
  });
  addTextFormats(ajv);
  ajv.addKeyword({ keyword: AS_WRITTEN, type: 'number', validate: asWritten });
  ajv.addKeyword({ keyword: UNIQUE, type: 'array', validate: (_: true, items: unknown[]) => !sameItems(items) });
  ajv.addKeyword({ keyword: LISTED, validate: isListed });
  ajv.addKeyword({ keyword: STEP, validate: step });

  const ids = new Map<Schema, string>();
  const emit = createEmitter(direction, (schema) => {
    const id = ids.get(schema) ?? `espalier:${ids.size}`;
    if (ids.has(schema)) return id;
    ids.set(schema, id);
    ajv.addSchema(emit(schema) as object, id);
    return id;
  });
  return (schema) => {
    const emitted = emit(schema);
    const validate = lazy(() => compiled(ajv, emitted));
    return (json) => {
      try {
        // The value is wrapped so that a number at the root has a place of its own, too.
        return validate()?.call({ ...json, steps: 0 }, { value: json.value }) ?? false;
      } catch (error) {
        if (error instanceof Exhausted) return false;
        throw error;
      }
    };
  };
}

/** @returns undefined where ajv cannot compile it, which it does by recursion. */
function compiled(ajv: Ajv2020, emitted: object | boolean): ValidateFunction | undefined {
  try {
    return ajv.compile({ properties: { value: emitted } });
  } catch {
    return undefined;
  }
}
