/** What ajv is given of a schema. It may refuse more than the schema does, never less: whatever it refuses is looked at again. */

import type { Ajv, SchemaValidateFunction } from 'ajv';
import { isListed, sameItems } from '../../json/equality';
import { isWhole, type ReadJson, wholeNumber } from '../../json/exactJson';
import { isTextFormat, RANGES } from './formats';
import { isMultiple } from './scalarKeywords';
import {
  BESIDE,
  type Direction,
  endOf,
  HOLDING_LIST,
  HOLDING_MAP,
  HOLDING_ONE,
  hiddenMembers,
  isSchema,
  type Schema,
} from './schema';

type Keywords = Readonly<Record<string, unknown>>;

const AS_WRITTEN = 'x-espalier-as-written';
const UNIQUE = 'x-espalier-unique';
const LISTED = 'x-espalier-listed';
const MULTIPLE = 'x-espalier-multiple';
const STEP = 'x-espalier-step';
const GIVE_UP = 'x-espalier-give-up';

/** What a call of ajv's has with it: the value that is judged, and how many references may still be followed in it. */
export interface Judged extends ReadJson {
  steps: number;
}

/** For each character of a value one reference is followed at most, where nothing goes round in circles; and some at the beginning. */
export function judged(json: ReadJson): Judged {
  return { ...json, steps: 100_000 + 2 * json.length };
}

/** ajv is no help: branches within branches take it for ever, where who looks remembers what came of them, and some keywords it takes amiss. */
export class GivenUp extends Error {}

/** Where the judged value stands in what ajv is given, so that a number at the root has a place of its own, too. */
const WRAPPED = '/value';

export function addKeywords(ajv: Ajv): void {
  ajv.addKeyword({ keyword: AS_WRITTEN, type: 'number', errors: false, validate: asWritten });
  ajv.addKeyword({
    keyword: UNIQUE,
    type: 'array',
    errors: false,
    validate: (_: true, list: unknown[]) => !sameItems(list),
  });
  ajv.addKeyword({
    keyword: MULTIPLE,
    type: 'number',
    errors: false,
    validate: (step: number, value: number) => isMultiple(value, step),
  });
  ajv.addKeyword({ keyword: LISTED, errors: false, validate: isListed });
  ajv.addKeyword({
    keyword: STEP,
    // What is refused there ends the schema.
    before: '$ref',
    errors: false,
    validate(this: Judged) {
      if (--this.steps < 0) throw new GivenUp();
      return true;
    },
  });
  ajv.addKeyword({
    keyword: GIVE_UP,
    errors: false,
    validate() {
      throw new GivenUp();
    },
  });
}

interface Exactly {
  readonly integer: boolean;
  readonly format: string | undefined;
}

/** ajv hands a keyword the schema's and the data's value; the text of the number comes with the call's context. */
const asWritten: SchemaValidateFunction = function (
  this: ReadJson,
  { integer, format }: Exactly,
  data: number,
  _,
  context,
) {
  const text = this.written.get(context?.instancePath.slice(WRAPPED.length) ?? '') ?? String(data);
  if (integer && !isWhole(text)) return false;
  const range = format === undefined ? undefined : RANGES[format];
  if (!range) return true;
  const whole = wholeNumber(text);
  return whole !== undefined && whole >= range[0] && whole <= range[1];
};

function exactness({ type, format }: Keywords): Exactly | undefined {
  const types = [type].flat();
  const integer = types.includes('integer') && !types.includes('number');
  const ranged = typeof format === 'string' && Object.hasOwn(RANGES, format) ? format : undefined;
  return integer || ranged !== undefined ? { integer, format: ranged } : undefined;
}

/** Keywords that say nothing of a value, or are given to ajv in another way. */
const LEFT_OUT = new Set([
  ...['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples', 'example'],
  ...['xml', 'externalDocs', 'discriminator', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['nullable', 'x-nullable', 'uniqueItems', 'enum', 'multipleOf', 'format', '$ref', '$dynamicRef', 'required'],
  ...['unevaluatedItems', 'unevaluatedProperties', BESIDE],
]);

/** Whether ajv judges it otherwise than JSON Schema does, and takes what breaks it. */
function isTakenAmiss({ unevaluatedItems, unevaluatedProperties, properties }: Keywords): boolean {
  const isNamedAmiss = properties !== undefined && Object.hasOwn(properties as object, '__proto__');
  return unevaluatedItems !== undefined || unevaluatedProperties !== undefined || isNamedAmiss;
}

/**
 * Makes of a schema what ajv compiles.
 * @param refer gives a schema that is referred to a name, under which ajv knows it.
 */
export function createEmitter(direction: Direction, refer: (schema: Schema) => string) {
  return emit;

  /** @throws BrokenReference */
  function emit(schema: Schema, hidden: ReadonlySet<string> = hiddenMembers(schema, direction)): object | boolean {
    const { keywords } = schema;
    if (typeof keywords === 'boolean') return keywords;
    const emitted: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(keywords)) {
      if (value !== undefined && !LEFT_OUT.has(key)) emitted[key] = held(key, value, hidden);
    }
    const { $ref, $dynamicRef, required, uniqueItems, multipleOf, enum: listed, format } = keywords;
    const references = [$ref, $dynamicRef].filter(isSchema).map((target) => ({ $ref: refer(endOf(target)) }));
    if (references.length > 0) {
      // Whoever goes round in circles does so by references.
      emitted[STEP] = true;
      if (references.length === 1) Object.assign(emitted, references[0]);
      else emitted['allOf'] = [...((emitted['allOf'] as object[]) ?? []), ...references];
    }
    if (Array.isArray(required))
      emitted['required'] = [...new Set(required)].filter((name) => !hidden.has(name as string));
    if (isTakenAmiss(keywords)) emitted[GIVE_UP] = true;
    if (uniqueItems === true) emitted[UNIQUE] = true;
    if (typeof multipleOf === 'number') emitted[MULTIPLE] = multipleOf;
    if (Array.isArray(listed)) emitted[LISTED] = listed;
    // What is not a text's format ajv would look up among the members of every object.
    if (typeof format === 'string' && isTextFormat(format)) emitted['format'] = format;
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
    const entries = Object.entries(value as Record<string, Schema>);
    return Object.fromEntries(entries.map(([name, each]) => [name, emit(each)]));
  }
}
