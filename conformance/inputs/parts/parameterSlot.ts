/** Makes the values of one parameter for the inputs of an operation: those that are valid, and those that break one clause of it. */

import type { GivenExample, Operation, Parameter } from '../../../src/contract/contract';
import { surelySatisfies } from '../../../src/contract/schema/evaluate';
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
import type { ClauseShown, Generator } from '../../values/generator';
import { IN_TEXT } from '../../values/syntheticSchemas';
import { isOwnKey } from '../ownKeys';
import { breaksTypeOfText, edgesOf, type LabelledValue, shown, violationOf } from './clausesShown';
import type { InputPart, InvalidPart, Slot } from './combineInputs';
import { furtherExamples, usableExamples } from './examples';

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
  const keeping = isText ? [IN_TEXT] : [];
  const given = usableExamples(operation, parameter, known);
  const bounds = { name, keeping, examples: given.map(({ value }) => value) };
  const written = ({ value, shows, edges }: LabelledValue): InputPart[] => {
    const part = writeParameter(parameter, value);
    return part && survives(asWritten(parameter), part, value) ? [{ shows, part, ...(edges ? { edges } : {}) }] : [];
  };
  const found = schema ? yield* generator.validInParts(schema, bounds) : anyOf(given);
  const isAmount = handed.length === 0 && isDrawn(operation, name, known);
  const mayTouch = (value: JsonValue) =>
    handed.length === 0 &&
    (isAmount ||
      mayAskForChange(operation, name, value, known) ||
      parameterMayTouch(operation, parameter, value, known));
  const mayHarm = found.some(({ value }) => mayTouch(value));
  const random = createRandom(known.chance.own, `${operation.name} ${name} that nobody has`);
  const fits = (each: JsonValue) => schema === undefined || surelySatisfies(schema, each, 'request');
  const first = found.find(({ value }) => mayTouch(value));
  // Those that name nobody's thing stand for all that may name one.
  const values = found.flatMap((each) => {
    if (!mayTouch(each.value)) return [each];
    if (each !== first) return [];
    const value = isAmount ? littleOf(each.value as ScalarValue, fits) : ofNobody(name, each.value, fits, random);
    return value === undefined ? [] : [{ value, shows: [] }];
  });
  const ofState = handed.length === 0 && isIfMatch(parameter) ? partOfState(parameter, values[0]?.value, fits) : [];
  const valid: InputPart[] =
    ofState.length > 0
      ? ofState
      : handed.length > 0
        ? handed.flatMap((value) => partOf(parameter, [{ name, value }], ''))
        : values.flatMap(({ value, shows }, at) => {
            const parts = written({ value, shows: shown(label, shows), ...edgesOf(shows, `${name} in the ${where}`) });
            // Those that show a bound stay as they are.
            const isKey = at === 0 && isOwnKey(parameter, operation);
            return isKey ? parts.map((each) => ({ ...each, part: { ...each.part, ownKey: name } })) : parts;
          });
  const mark = isMark(operation, name);
  // A header field that is sent with every request replaces the one of the parameter.
  const fixed = where === 'header' && known.handedOver.headerNames.includes(name.toLowerCase());
  // No style can write values that nest deeper.
  const deepest = isText ? { deepest: 1 } : {};
  const isOwn = !sharesMembers(operation, parameter);
  const invalid = sharedWork(function* (): Parts<InvalidPart[]> {
    if (!schema || fixed || mark || !isOwn) return [];
    const { violations } = yield* generator.violationsInParts(schema, { ...bounds, ...deepest });
    return violations.flatMap((violation) => {
      if (isAmount && !Number.isNaN(Number(violation.value))) return [];
      if (mayHarm && [violation.value].flat().some((each) => typeof each !== 'object' && mayBeRead(toText(each))))
        return [];
      const part = writeParameter(parameter, violation.value);
      if (isText && breaksTypeOfText(violation)) return [];
      if (!part || !isWireViolation(asWritten(parameter), part, schema)) return [];
      const about = violationOf(violation, `${name} in the ${where}`);
      return [{ shows: `${label} is ${violation.what}`, part, violation: about }];
    });
  });
  const missing = `a value for the ${where} parameter "${name}" (--param ${name}=VALUE)`;
  return {
    label,
    required,
    isNeverMissing: mark || (isUserAgent(parameter) && known.handedOver.headerNames.includes('user-agent')),
    sentAnyway: isUserAgent(parameter),
    clause,
    handedOver: handed.length > 0,
    valid,
    examples: lazy(() =>
      handed.length > 0 || mayHarm || ofState.length > 0
        ? []
        : furtherExamples(label, given, schema, bounds, generator).flatMap(written),
    ),
    invalid: invalid.result,
    invalidAhead: invalid.parts,
    missing,
    ...(mayHarm && schema ? { spared: clausesOfIds(schema) } : {}),
  };
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
