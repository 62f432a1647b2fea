/** Reads parameters from a request in every possible way, to find out whether no reading of them is valid. */

import { isFormQuery, type Operation, type Parameter } from '../contract/contract';
import type { BrokenClause } from '../contract/schema/brokenClause';
import { evaluate, satisfies } from '../contract/schema/evaluate';
import { memberSchemas } from '../contract/schema/facets';
import { toldOf } from '../contract/schema/nearestBranch';
import type { Schema } from '../contract/schema/schema';
import { readCookies } from '../http/cookies';
import { bareType, mediaKind } from '../http/mediaType';
import type { Pair } from '../http/uri';
import type { JsonValue } from '../json/value';
import { breakHoweverRead } from './formReadings';
import type { Input } from './input';
import { mayStandFor, membersIn, readings, readsAsJson } from './readings';
import { bareText, type RequestTexts } from './readParameter';
import { styleOf } from './writeParameter';

/**
 * Returns whether an object that is written as several parameters has a member with the name of another parameter. Then
 * nobody can tell to which of them it belongs.
 */
export function sharesMembers({ parameters }: Operation, parameter: Parameter): boolean {
  const namesOf = (candidate: Parameter) =>
    isSpread(candidate) && candidate.schema ? [...memberSchemas(candidate.schema).keys()] : [];
  const members = namesOf(parameter);
  if (members.length === 0) return false;
  const otherParameters = parameters.filter((candidate) => candidate !== parameter && candidate.in === parameter.in);
  const taken = new Set(otherParameters.flatMap((candidate) => [candidate.name, ...namesOf(candidate)]));
  return members.some((name) => taken.has(name));
}

/**
 * Returns whether an object is written as one parameter for each member. That is the default for an object in the query
 * (OpenAPI 3.1 §4.8.12.6).
 */
function isSpread({ in: where, types, ...parameter }: Parameter): boolean {
  if ((where !== 'query' && where !== 'cookie') || !types.includes('object')) return false;
  const { style, explode } = styleOf({ ...parameter, in: where });
  return style === 'form' && explode;
}

/**
 * Returns a parameter as it is written: a whole query that is a form (OpenAPI 3.2) has a pair for each member, as an object in the query has.
 * It has no name on the wire.
 */
export function asWritten<P extends Pick<Parameter, 'name' | 'in' | 'types' | 'style' | 'explode' | 'content'>>(
  parameter: P,
): P {
  return isFormQuery(parameter.in, parameter.content)
    ? { ...parameter, name: '', in: 'query', types: ['object'], style: 'form', explode: true, content: undefined }
    : parameter;
}

/** Returns the texts that a part of a request has for a parameter. */
function textsOf({ query = [], headers = [], cookies = [] }: Partial<Input>): string[] {
  return [
    ...query.map(({ value }) => value),
    ...headers.map(([, value]) => value),
    ...cookies.map(({ value }) => value),
  ];
}

/**
 * Returns whether a valid value is still valid when it is read back from its bytes. An empty list is not, because it is
 * written as nothing.
 */
export function survives(parameter: Parameter, part: Partial<Input>, value: JsonValue): boolean {
  const texts = textsOf(part);
  if (parameter.content !== undefined) return true;
  if (texts.length === 0 || value === null || texts.some((text) => text === '')) return false;
  return typeof value === 'object' || !parameter.schema || mayStandFor(texts, parameter.schema, 'request');
}

/** Returns whether no reading of what is sent is valid. */
export function isWireViolation(parameter: Parameter, part: Partial<Input>, schema: Schema): boolean {
  const texts = textsOf(part);
  if (parameter.content !== undefined) return true;
  // Nothing at all is the same as no parameter, and so may be an empty text.
  if (texts.length === 0) return false;
  if (texts.some(isBlank)) return texts.every(isBlank) && isMissingWhereEmpty(parameter, texts, schema);
  const pairs = [...(part.query ?? []), ...(part.cookies ?? [])];
  // An object that is written as several parameters is read member by member.
  const members = pairs.flatMap((pair) => memberPair(pair, parameter));
  const declared = memberSchemas(schema);
  // Undeclared parameters are not taken for an object. If the schema declares none of the members, they are other
  // parameters.
  const mayBeOthers = isSpread(parameter) || !parameter.types.includes('object');
  if (mayBeOthers && members.length > 0 && !members.some(({ name }) => declared.has(name))) return false;
  if (members.length > 0) return members.length === pairs.length && breakHoweverRead(members, schema);
  // An object that is written as several parameters may have a member with the parameter's own name.
  const { types, explode = true, name } = parameter;
  const itself = types.includes('object') && explode && pairs.length > 0 ? [{ name, value: texts[0] ?? '' }] : [];
  if (itself.length > 0 && !breakHoweverRead(itself, schema)) return false;
  // The members of an object that is written in one text are texts, too.
  const may = types.length === 0 || types.includes('object');
  if (may && texts.some((text) => membersIn(text).some((read) => !breakHoweverRead(read, schema)))) return false;
  return !mayStandFor(texts, schema, 'request');
}

/** Reads `color[R]=100`, or `R=100` if it is exploded, as the member R. */
function memberPair(pair: Pair, { name }: Parameter): Pair[] {
  if (pair.name === name) return [];
  const [, member = pair.name] = pair.name.startsWith(`${name}[`) ? (/\[([^\]]*)\]$/.exec(pair.name) ?? []) : [];
  return [{ name: member, value: pair.value }];
}

/** A mistake that a parameter has in every reading of the request. */
type ParameterBreach =
  | { readonly kind: 'missing' }
  /** `broken` is the clause that the nearest reading breaks; undefined if it is not known. */
  | { readonly kind: 'invalid'; readonly texts: readonly string[]; readonly broken: BrokenClause | undefined };

/** Returns what is wrong with a parameter in every reading of the request; undefined if one reading is valid. */
export function breachHoweverRead(
  operation: Operation,
  parameter: Parameter,
  { values, query, headers }: RequestTexts,
): ParameterBreach | undefined {
  const { name, in: where } = parameter;
  switch (where) {
    case 'path': {
      const text = values.get(name);
      if (text === undefined || text === '' || parameter.accepts(text)) return undefined;
      if (parameter.accepts(bareText(text, parameter.style))) return undefined;
      return { kind: 'invalid', texts: [text], broken: brokenInPath(parameter, text) };
    }
    case 'header': {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return parameter.required && !ADDED_BY_CLIENTS.test(name) ? MISSING : undefined;
      return textBreach(parameter, [[text]], (texts) => ({ headers: texts.map((text) => [name, text]) }));
    }
    case 'query': {
      const pairs = [...query].map(([key, value]) => ({ name: key, value }));
      return pairsBreach(operation, parameter, pairs, []);
    }
    case 'cookie': {
      const cookies = readCookies(headers['cookie'] ?? '');
      const written = cookies.filter((cookie) => cookie.name === name).map((cookie) => cookie.written);
      return pairsBreach(operation, parameter, cookies, [written]);
    }
    case 'querystring':
      return undefined;
    default:
      return where satisfies never;
  }
}

/**
 * Returns the clause that a text in a path breaks, other than the type itself; undefined for the type. For example, `abc` is a string and
 * breaks `format: uuid`, and 2^63 is an integer and breaks `format: int64`.
 */
export function brokenInPath({ schema, content, types }: Parameter, text: string): BrokenClause | undefined {
  if (!schema || content !== undefined || types.length === 0) return undefined;
  const broken = nearestBreach([text], schema);
  return broken?.keyword === 'type' || broken?.branches ? undefined : broken;
}

const MISSING: ParameterBreach = { kind: 'missing' };

/** Header fields that clients, and programs between them and the service, may add without being seen. */
const ADDED_BY_CLIENTS =
  /^(user-agent|origin|referer|date|via|forwarded|pragma|cache-control|accept-.*|sec-.*|x-forwarded-.*)$/i;

/**
 * Judges a parameter that is written as pairs.
 * @param further other ways to read the texts under the parameter's own name.
 */
function pairsBreach(
  operation: Operation,
  parameter: Parameter,
  pairs: readonly Pair[],
  further: readonly (readonly string[])[],
): ParameterBreach | undefined {
  const { name, in: where, types, schema } = parameter;
  const texts = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  const mayBeList = types.length === 0 || types.includes('array');
  if (texts.length > 0) {
    // If a single value is given several times, some services take the first and some the last.
    const alone = mayBeList || texts.length === 1 ? [] : texts.map((text) => [text]);
    return textBreach(parameter, [texts, ...alone, ...further], (values) => {
      const sent = values.map((value) => ({ name, value }));
      return where === 'cookie' ? { cookies: sent } : { query: sent };
    });
  }
  const deep = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (deep.length > 0) {
    // No standard says what deeper steps mean, and many services read `tags[]=a` as a list.
    const isPlain = deep.every((pair) => /^\[[^[\]]+\]$/.test(pair.name.slice(name.length)));
    return schema && isPlain && !mayBeList && isWireViolation(parameter, { query: deep }, schema)
      ? { kind: 'invalid', texts: deep.map(({ value }) => value), broken: undefined }
      : undefined;
  }
  if (types.length > 0 && !types.includes('object')) return parameter.required ? MISSING : undefined;
  const members = new Set(schema ? memberSchemas(schema).keys() : []);
  const memberPairs = pairs.filter((pair) => members.has(pair.name));
  if (memberPairs.length > 0) {
    const isInvalid =
      schema &&
      isSpread(parameter) &&
      !sharesMembers(operation, parameter) &&
      isWireViolation(parameter, { query: memberPairs }, schema);
    return isInvalid ? { kind: 'invalid', texts: memberPairs.map(({ value }) => value), broken: undefined } : undefined;
  }
  // Undeclared parameters may be members of the object, and an object without members is written as nothing.
  const otherNames = new Set(
    operation.parameters.filter((candidate) => candidate !== parameter).map((candidate) => candidate.name),
  );
  const mayBeThere =
    pairs.some((pair) => !otherNames.has(pair.name)) ||
    (types.length > 0 && (!schema || satisfies(schema, {}, 'request')));
  return parameter.required && !mayBeThere ? MISSING : undefined;
}

/**
 * Judges a parameter by its texts.
 * @param ways the ways to read the texts, of which at least one must be valid.
 */
function textBreach(
  parameter: Parameter,
  ways: readonly [readonly string[], ...(readonly string[])[]],
  toPart: (texts: readonly string[]) => Partial<Input>,
): ParameterBreach | undefined {
  const { schema, content } = parameter;
  const [texts] = ways;
  if (content !== undefined) return contentBreach(parameter, content, texts);
  if (!schema) return undefined;
  if (texts.every(isBlank)) return isMissingWhereEmpty(parameter, texts, schema) ? MISSING : undefined;
  return ways.every((way) => isWireViolation(parameter, toPart(way), schema))
    ? { kind: 'invalid', texts, broken: nearestBreach(texts, schema) }
    : undefined;
}

const isBlank = (text: string) => text.trim() === '';

/**
 * Whether a parameter without a value is missing that must be there: it is the same as no parameter, unless the contract accepts the empty value.
 * For a boolean, many services read it as true. Example: `?text=` of a required text with `minLength: 1`.
 */
function isMissingWhereEmpty(
  { required, types, allowsEmpty }: Parameter,
  texts: readonly string[],
  schema: Schema,
): boolean {
  return required && !allowsEmpty && !types.includes('boolean') && !mayStandFor(texts, schema, 'request');
}

/** Judges a value that is written as JSON. Some services read the text itself as the value. */
function contentBreach(
  { schema, accepts }: Parameter,
  content: string,
  texts: readonly string[],
): ParameterBreach | undefined {
  const [text = '', ...more] = texts;
  if (more.length > 0 || text === '' || mediaKind(bareType(content)) !== 'json' || accepts(text)) return undefined;
  if (schema && (readsAsJson(text, schema, 'request') || mayStandFor([text], schema, 'request'))) return undefined;
  try {
    const [broken] = schema ? toldOf(evaluate(schema, JSON.parse(text), { direction: 'request' })) : [];
    return schema ? { kind: 'invalid', texts, broken } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'invalid', texts, broken: undefined };
    throw error;
  }
}

/**
 * Returns the clause that the texts break in the reading that breaks the fewest clauses. For example, `500` is read as
 * a number, not as a text, if a number is expected.
 */
function nearestBreach(texts: readonly string[], schema: Schema): BrokenClause | undefined {
  try {
    const [least] = readings(texts)
      .map((value) => evaluate(schema, value, { direction: 'request' }))
      .sort((left, right) => distance(left) - distance(right));
    return least && toldOf(least)[0];
  } catch (error) {
    // The reading is too much to be judged, so no clause is named.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function distance(broken: readonly BrokenClause[]): number {
  return broken.length + (broken.some(({ keyword }) => keyword === 'type') ? 1000 : 0);
}
