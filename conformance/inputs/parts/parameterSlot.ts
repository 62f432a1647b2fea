/** Makes the values of one parameter for the inputs of an operation: those that are valid, and those that break one clause of it. */

import type { GivenExample, Operation, Parameter } from '../../../src/contract/contract';
import { surelySatisfies } from '../../../src/contract/schema/evaluate';
import type { Schema } from '../../../src/contract/schema/schema';
import type { Known } from '../../../src/engine/model/probe';
import { isToken } from '../../../src/http/fields';
import { type Pair, queryOf } from '../../../src/http/uri';
import { isObject, type JsonValue, toJson, toText } from '../../../src/json/value';
import { isMark } from '../../../src/routing/overlaps';
import type { Input } from '../../../src/serialization/input';
import { asWritten, isWireViolation, sharesMembers, survives } from '../../../src/serialization/parameterReadings';
import { styleOf, writePairs, writeText } from '../../../src/serialization/writeParameter';
import { lazy } from '../../../src/support/caching';
import { type Parts, sharedWork } from '../../../src/support/letOthersRun';
import { createRandom } from '../../../src/support/random';
import { isDrawn, littleOf, mayAskForChange, parameterMayTouch, type ScalarValue } from '../../sparing/namedPlaces';
import { clausesOfIds, mayBeRead, ofNobody } from '../../sparing/namingOthers';
import { usersValues } from '../../sparing/usersValues';
import type { ClauseShown, Generator, ValueViolation } from '../../values/generator';
import { IN_TEXT } from '../../values/syntheticSchemas';
import { isOwnKey } from '../ownKeys';
import { breaksTypeOfText, edgesOf, type LabelledValue, placeIn, shown, violationOf } from './clausesShown';
import type { InputPart, InvalidPart, Slot } from './combineInputs';
import { furtherExamples, usableExamples } from './sentExamples';

export function* parameterSlot(
  operation: Operation,
  parameter: Parameter,
  known: Known,
  generator: Generator,
): Parts<Slot> {
  const label = labelOf(parameter);
  const handed = known.handedOver.texts(operation, parameter);
  const { name, in: where, schema, required, clause } = parameter;
  const isText = asWritten(parameter).content === undefined;
  const given = usableExamples(operation, parameter, known);
  const bounds = { name, keeping: isText ? [IN_TEXT] : [], examples: given.map(({ value }) => value) };
  const written = (each: LabelledValue) => validPart(parameter, each);
  const found = schema ? yield* generator.validInParts(schema, bounds) : anyOf(given);
  const isAmount = handed.length === 0 && isDrawn(operation, name, known);
  const mayTouch = (value: JsonValue) =>
    handed.length === 0 && (isAmount || mayTouchOthers(operation, parameter, value, known));
  const mayHarm = found.some(({ value }) => mayTouch(value));
  const random = createRandom(known.chance.own, `${operation.name} ${name} that nobody has`);
  const fits = (each: JsonValue) => schema === undefined || surelySatisfies(schema, each, 'request');
  const isOthers = (value: JsonValue) => mayTouch(value) && !usersValues(operation, known).has(name, value);
  const values = withoutTouching(found, isOthers, (value) =>
    isAmount ? littleOf(value as ScalarValue, fits) : ofNobody(name, value, fits, random),
  );
  const ofState = handed.length === 0 && isIfMatch(parameter) ? partOfState(parameter, values[0]?.value, fits) : [];
  const madeUp = () => values.flatMap((each, at) => madeUpParts(operation, parameter, each, at === 0));
  const givenParts = handed.flatMap((value) => partOf(parameter, [{ name, value }], ''));
  const valid = ofState.length > 0 ? ofState : handed.length > 0 ? givenParts : madeUp();
  // A header field that is sent with every request replaces the one of the parameter.
  const fixed = where === 'header' && known.handedOver.headerNames.includes(name.toLowerCase());
  const harms = (value: JsonValue) => (isAmount && !Number.isNaN(Number(value))) || (mayHarm && isSomeRead(value));
  const invalid = sharedWork(function* (): Parts<InvalidPart[]> {
    if (!schema || fixed || isMark(operation, name) || sharesMembers(operation, parameter)) return [];
    // No style can write values that nest deeper.
    const { violations } = yield* generator.violationsInParts(schema, isText ? { ...bounds, deepest: 1 } : bounds);
    const harmless = violations.filter(({ value }) => !harms(value));
    const empty = yield* withoutValue(operation, parameter, schema, generator);
    return [...harmless, ...empty].flatMap((each) => invalidPart(parameter, schema, each));
  });
  return {
    label,
    required,
    isNeverMissing:
      isMark(operation, name) || (isUserAgent(parameter) && known.handedOver.headerNames.includes('user-agent')),
    sentAnyway: isUserAgent(parameter),
    clause,
    handedOver: handed.length > 0,
    valid,
    examples: lazy(() => {
      const isFree = handed.length === 0 && !mayHarm && ofState.length === 0;
      return isFree ? furtherExamples(label, given, schema, bounds, generator).flatMap(written) : [];
    }),
    invalid: invalid.result,
    invalidAhead: invalid.parts,
    missing: `a value for the ${where} parameter "${name}" (--param ${name}=VALUE)`,
    ...(mayHarm && schema ? { spared: clausesOfIds(schema) } : {}),
  };
}

/** @param isFirst whether it stands in most requests, so that a key is made anew for each. */
function madeUpParts(
  operation: Operation,
  parameter: Parameter,
  { value, shows }: Showing,
  isFirst: boolean,
): InputPart[] {
  const subject = `${parameter.name} in the ${parameter.in}`;
  const parts = validPart(parameter, {
    value,
    shows: shown(labelOf(parameter), shows),
    ...edgesOf(shows, subject),
  });
  return parts.map((each) => (isFirst ? withOwnKey(each, parameter, operation) : each));
}

/** Marks a value as one that each request has anew, where it is a key. Values that show a bound stay as they are. */
function withOwnKey(each: InputPart, parameter: Parameter, operation: Operation): InputPart {
  return isOwnKey(parameter, operation) ? { ...each, part: { ...each.part, ownKey: parameter.name } } : each;
}

/** Whether a value may ask for a change of what somebody else has, or name it. */
function mayTouchOthers(operation: Operation, parameter: Parameter, value: JsonValue, known: Known): boolean {
  return mayAskForChange(operation, parameter, value, known) || parameterMayTouch(operation, parameter, value, known);
}

/** A value, and the clauses that it shows. */
interface Showing {
  readonly value: JsonValue;
  readonly shows: readonly ClauseShown[];
}

/**
 * Leaves out values that may touch somebody else's things. Those that cannot stand for them all; `replace` makes of the first one that may a value
 * that does not, where it can.
 */
function withoutTouching(
  found: readonly Showing[],
  mayTouch: (value: JsonValue) => boolean,
  replace: (value: JsonValue) => JsonValue | undefined,
): readonly Showing[] {
  const first = found.find(({ value }) => mayTouch(value));
  return found.flatMap((each) => {
    if (!mayTouch(each.value)) return [each];
    const value = each === first ? replace(each.value) : undefined;
    return value === undefined ? [] : [{ value, shows: [] }];
  });
}

/** Whether a service may read a value, or one of a list, as one that it would take. */
function isSomeRead(value: JsonValue): boolean {
  return [value].flat().some((each) => typeof each !== 'object' && mayBeRead(toText(each)));
}

/** Writes a value; none where it could not be read again as it was. */
function validPart(parameter: Parameter, { value, shows, edges }: LabelledValue): InputPart[] {
  const part = writeParameter(parameter, value);
  return part && survives(asWritten(parameter), part, value) ? [{ shows, part, ...(edges ? { edges } : {}) }] : [];
}

/** Writes a value that breaks the schema of a parameter; none where what is written does not break it surely. */
function invalidPart(parameter: Parameter, schema: Schema, violation: ValueViolation): InvalidPart[] {
  const { name, in: where } = parameter;
  const part = writeParameter(parameter, violation.value);
  if (asWritten(parameter).content === undefined && breaksTypeOfText(violation)) return [];
  if (!part || !isWireViolation(asWritten(parameter), part, schema)) return [];
  const about = violationOf(violation, `${name} in the ${where}`);
  return [{ shows: `${placeIn(labelOf(parameter), violation.path)} is ${violation.what}`, part, violation: about }];
}

/**
 * Writes a text that has to be there without its value: `?text=` of `minLength: 1` is refused, whether a service reads it as an empty text or as no
 * parameter. What changes something is never asked so: it may act on all that there is.
 */
function* withoutValue(
  { safe }: Operation,
  parameter: Parameter,
  schema: Schema,
  generator: Generator,
): Parts<ValueViolation[]> {
  const { in: where, required, name, types } = parameter;
  const isText = where === 'query' && types.includes('string');
  if (!safe || !required || !isText || surelySatisfies(schema, '', 'request')) return [];
  const { violations } = yield* generator.violationsInParts(schema, { name, keeping: [], examples: [] });
  return violations.filter(({ keyword, value }) => keyword === 'minLength' && value === '').slice(0, 1);
}

/**
 * Returns the value of an `If-Match`: the ETag of what the request acts on, once that is known. Where it is not, `*` stands for any state
 * (RFC 9110 §13.1.1). No value that is made up is an ETag of anything.
 */
function partOfState(
  parameter: Parameter,
  madeUp: JsonValue | undefined,
  fits: (value: JsonValue) => boolean,
): InputPart[] {
  const { name } = parameter;
  const part = [fits(ANY_STATE) ? ANY_STATE : madeUp].flatMap((value) =>
    value === undefined ? [] : [writeParameter(parameter, value)],
  )[0];
  return part ? [{ shows: '', part: { ...part, condition: { field: name, state: 'current' } } }] : [];
}

const ANY_STATE = '*';

function isIfMatch({ name, in: where }: Pick<Parameter, 'name' | 'in'>): boolean {
  return where === 'header' && name.toLowerCase() === 'if-match';
}

/** Returns the pairs of a value that is the whole query. */
function wholeQuery(parameter: Parameter, text: string): Pair[] {
  const isForm = asWritten(parameter).in === 'query';
  return isForm ? queryOf(`?${text}`) : [{ name: text, value: '', isBare: true }];
}

function isUserAgent({ name, in: where }: Pick<Parameter, 'name' | 'in'>): boolean {
  return where === 'header' && name.toLowerCase() === 'user-agent';
}

/** Returns the value of a parameter without a schema: its first example, or any. */
function anyOf([first]: readonly GivenExample[]): readonly { value: JsonValue; shows: readonly ClauseShown[] }[] {
  return [{ value: (first?.value ?? 'any') as JsonValue, shows: [] }];
}

/** Names a parameter as the names of inputs do: a name alone stands in the query. */
export function labelOf({ name, in: where }: Parameter): string {
  return where === 'query' ? name : `${name} in the ${where}`;
}

/** Returns the part of a request with a value of a parameter; undefined if the style of the parameter cannot write it. */
export function writeParameter(parameter: Parameter, value: JsonValue): Partial<Input> | undefined {
  const written = asWritten(parameter);
  const { name, in: where, content, style: named, explode, allowReserved } = written;
  if (content !== undefined) return partOf(parameter, [{ name, value: toJson(value) }], '')[0]?.part;
  if (where === 'querystring' || where === 'path') return undefined;
  const style = styleOf({ name, in: where, style: named, explode, allowReserved });
  if (where === 'header') {
    const text = writeText(style, value);
    return text === undefined ? undefined : partOf(parameter, [{ name, value: text }], '')[0]?.part;
  }
  // A value that is no object has no name under which it could stand in a form.
  const pairs = name === '' && !isObject(value) ? undefined : writePairs(style, value);
  return pairs && partOf(written, pairs, '')[0]?.part;
}

function partOf(parameter: Parameter, pairs: readonly Pair[], shows: string): InputPart[] {
  const { name, in: where } = parameter;
  switch (where) {
    case 'query':
      return [{ shows, part: { query: pairs } }];
    case 'querystring':
      // The value is the whole query: a form, or one text (OpenAPI 3.2).
      return [{ shows, part: { query: pairs.flatMap(({ value }) => wholeQuery(parameter, value)) } }];
    case 'header': {
      const text = pairs[0]?.value ?? '';
      if (!isToken(name)) return [];
      // A field value is Latin-1 without control characters, and without spaces at its ends (RFC 9110 §5.5).
      return /^([\x21-\x7e\xa0-\xff]([\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?)?$/.test(text)
        ? [{ shows, part: { headers: [[name, text]] } }]
        : [];
    }
    case 'cookie':
      return [{ shows, part: { cookies: pairs } }];
    case 'path':
      return [];
    default:
      return where satisfies never;
  }
}
