/**
 * Turns a schema into one that ajv compiles. The result may refuse more values than the schema does, but never fewer: a
 * refused value is evaluated again.
 */

import type { Ajv, SchemaValidateFunction } from 'ajv';
import { isListed, sameItems } from '../../json/equality';
import { isWhole, type ReadJson, wholeNumber } from '../../json/exactJson';
import { APPLICATORS } from './applicators';
import { tellingBranches } from './coveredBranches';
import { isTextFormat, RANGES } from './formats';
import { hiddenMembers } from './hiddenMembers';
import { isMultiple } from './scalarKeywords';
import { BESIDE, type Direction, endOf, isSchema, type Schema } from './schema';

type Keywords = Readonly<Record<string, unknown>>;

const AS_WRITTEN = 'x-espalier-as-written';
const UNIQUE = 'x-espalier-unique';
const LISTED = 'x-espalier-listed';
const MULTIPLE = 'x-espalier-multiple';
const STEP = 'x-espalier-step';
const GIVE_UP = 'x-espalier-give-up';

/** The context of one call of ajv: the value that is judged, and how many references may still be followed for it. */
interface Judged extends ReadJson {
  steps: number;
}

/**
 * Allows two references for each character of the value, and a fixed number more. A schema that is not circular needs
 * fewer.
 */
export function judged(json: ReadJson): Judged {
  return { ...json, steps: 100_000 + 2 * json.length };
}

/**
 * ajv stops judging, and the value is evaluated by `evaluate.ts`. ajv takes exponential time on branches within
 * branches, where `evaluate` remembers outcomes, and it misreads some keywords.
 */
export class GivenUp extends Error {}

/**
 * Where the judged value stands within the value that ajv is given. It is wrapped so that a number at the root has a
 * pointer, too.
 */
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
    // ajv ends a schema at the first keyword that refuses a value, so this one must come first.
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

/** ajv passes the keyword's value and the number. The text of the number comes from the context of the call. */
const asWritten: SchemaValidateFunction = function (
  this: ReadJson,
  { integer, format }: Exactly,
  data: number,
  _,
  context,
) {
  const range = format === undefined ? undefined : RANGES[format];
  const written = this.written.get(context?.instancePath.slice(WRAPPED.length) ?? '');
  // A list may have a hundred thousand numbers, nearly all of which a double holds.
  if (written === undefined && !range) return !integer || Number.isInteger(data);
  const text = written ?? String(data);
  if (integer && !isWhole(text)) return false;
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

/** Keywords that say nothing about a value, or that ajv is given in another form. */
const LEFT_OUT = new Set([
  ...['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples', 'example'],
  ...['xml', 'externalDocs', 'discriminator', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['nullable', 'x-nullable', 'uniqueItems', 'enum', 'multipleOf', 'format', '$ref', '$dynamicRef', 'required'],
  ...['unevaluatedItems', 'unevaluatedProperties', BESIDE],
]);

/** Returns whether a schema has keywords that ajv misreads, so that it accepts values that break them. */
function isTakenAmiss(keywords: Keywords): boolean {
  const { unevaluatedItems, unevaluatedProperties, properties, prefixItems, contains } = keywords;
  const isNamedAmiss = properties !== undefined && Object.hasOwn(properties as object, '__proto__');
  // Of a list without items, ajv looks at nothing that stands behind `prefixItems`.
  const isPassedOver = prefixItems !== undefined && contains !== undefined;
  return unevaluatedItems !== undefined || unevaluatedProperties !== undefined || isNamedAmiss || isPassedOver;
}

/** A schema holds so many others that it would take too long to turn all of them into what ajv compiles. */
export class TooManySchemas extends Error {}

/**
 * Creates a function that turns a schema into one that ajv compiles.
 * @param refer returns the name by which ajv knows a schema that is referred to.
 * @param most how many schemas one keyword may hold.
 */
export function createEmitter(direction: Direction, refer: (schema: Schema) => string, most: number) {
  return emit;

  /** @throws BrokenReference if the schema refers to something that does not exist; TooManySchemas where one holds too many. */
  function emit(schema: Schema, hiddenAround?: ReadonlySet<string>): object | boolean {
    const { keywords } = schema;
    if (typeof keywords === 'boolean') return keywords;
    if (Object.entries(keywords).some(([key, value]) => heldBy(key, value) > most)) throw new TooManySchemas();
    const hidden = hiddenAround ?? hiddenMembers(schema, direction);
    const emitted: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(keywords)) {
      if (value !== undefined && !LEFT_OUT.has(key)) emitted[key] = held(key, value, hidden);
    }
    const { $ref, $dynamicRef, required, uniqueItems, multipleOf, enum: listed, format } = keywords;
    const references = [$ref, $dynamicRef].filter(isSchema).map((target) => ({ $ref: refer(endOf(target)) }));
    if (references.length > 0) {
      // Every circle goes through a reference, so it is enough to count these.
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
    // ajv would look up any other format as a member of every object, such as `constructor`.
    if (typeof format === 'string' && isTextFormat(format)) emitted['format'] = format;
    const exactly = exactness(keywords);
    if (exactly) emitted[AS_WRITTEN] = exactly;
    return emitted;
  }

  /** How many schemas a keyword holds, as far as that is plain: of several branches, one may stand for all. */
  function heldBy(key: string, value: unknown): number {
    const holds = key === 'oneOf' || isSchema(value) ? undefined : APPLICATORS.get(key)?.holds;
    if (holds === 'list') return (value as Schema[]).length;
    return holds === 'map' ? Object.keys(value as object).length : 0;
  }

  function held(key: string, value: unknown, hidden: ReadonlySet<string>): unknown {
    // Branches of `allOf` apply to the same object, so they hide the same members.
    const inner = (schema: Schema) =>
      key === 'allOf' ? emit(schema, new Set([...hidden, ...hiddenMembers(schema, direction)])) : emit(schema);
    const holds = APPLICATORS.get(key)?.holds;
    if (isSchema(value)) return holds === 'one' ? emit(value) : value;
    if (key === 'oneOf') return tellingBranches(value as Schema[]).map(inner);
    if (holds === 'list') return (value as Schema[]).map(inner);
    if (holds !== 'map') return value;
    const entries = Object.entries(value as Record<string, Schema>);
    return Object.fromEntries(entries.map(([name, subschema]) => [name, emit(subschema)]));
  }
}
