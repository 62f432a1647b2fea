/** Parameters on the wire: what their bytes may stand for, and whether no reading of them is valid. */

import type { Operation, Parameter } from '../contract/contract';
import { evaluate, satisfies } from '../contract/schema/evaluate';
import { memberSchemas } from '../contract/schema/facets';
import type { BrokenClause } from '../contract/schema/requirementText';
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

/** Whether an object that is written as parameters of its own has one of a name that another parameter has, too: then nobody can tell whose it is. */
export function sharesMembers({ parameters }: Operation, parameter: Parameter): boolean {
  const namesOf = (each: Parameter) => (isSpread(each) && each.schema ? [...memberSchemas(each.schema).keys()] : []);
  const own = namesOf(parameter);
  if (own.length === 0) return false;
  const others = parameters.filter((each) => each !== parameter && each.in === parameter.in);
  const taken = new Set(others.flatMap((each) => [each.name, ...namesOf(each)]));
  return own.some((name) => taken.has(name));
}

/** Exploded, as is usual, an object in the query is a parameter for each of its members (OpenAPI 3.1 §4.8.12.6). */
function isSpread({ in: where, types, ...parameter }: Parameter): boolean {
  if ((where !== 'query' && where !== 'cookie') || !types.includes('object')) return false;
  const { style, explode } = styleOf({ ...parameter, in: where });
  return style === 'form' && explode;
}

/** The texts that a part has of a parameter. */
function textsOf({ query = [], headers = [], cookies = [] }: Partial<Input>): string[] {
  return [
    ...query.map(({ value }) => value),
    ...headers.map(([, value]) => value),
    ...cookies.map(({ value }) => value),
  ];
}

/** Whether a valid value is still one by its bytes, and no empty list, which is as nothing. */
export function survives(parameter: Parameter, part: Partial<Input>, value: JsonValue): boolean {
  const texts = textsOf(part);
  if (parameter.content !== undefined) return true;
  if (texts.length === 0 || value === null || texts.some((text) => text === '')) return false;
  return typeof value === 'object' || !parameter.schema || mayStandFor(texts, parameter.schema, 'request');
}

/** Whether no reading of what is sent is valid. */
export function isWireViolation(parameter: Parameter, part: Partial<Input>, schema: Schema): boolean {
  const texts = textsOf(part);
  if (parameter.content !== undefined) return true;
  // Nothing, and a name without a value, are as no parameter at all.
  if (texts.length === 0 || texts.some((text) => text.trim() === '')) return false;
  const pairs = [...(part.query ?? []), ...(part.cookies ?? [])];
  // An object in several parameters is read member by member.
  const members = pairs.flatMap((pair) => memberPair(pair, parameter));
  const declared = memberSchemas(schema);
  // Parameters that nobody declares are no object; and where none is declared, they are other parameters.
  const mayBeOthers = isSpread(parameter) || !parameter.types.includes('object');
  if (mayBeOthers && members.length > 0 && !members.some(({ name }) => declared.has(name))) return false;
  if (members.length > 0) return members.length === pairs.length && breakHoweverRead(members, schema);
  // Written in several parameters, an object may have a member of its own name.
  const { types, explode = true, name } = parameter;
  const itself = types.includes('object') && explode && pairs.length > 0 ? [{ name, value: texts[0] ?? '' }] : [];
  if (itself.length > 0 && !breakHoweverRead(itself, schema)) return false;
  // Written in one text, its members are texts, too.
  const may = types.length === 0 || types.includes('object');
  if (may && texts.some((text) => membersIn(text).some((read) => !breakHoweverRead(read, schema)))) return false;
  return !mayStandFor(texts, schema, 'request');
}

/** `color[R]=100` and, where it is exploded, `R=100`, as the member R. */
function memberPair(pair: Pair, { name }: Parameter): Pair[] {
  if (pair.name === name) return [];
  const [, member = pair.name] = pair.name.startsWith(`${name}[`) ? (/\[([^\]]*)\]$/.exec(pair.name) ?? []) : [];
  return [{ name: member, value: pair.value }];
}

/** What no reading of a request lets a parameter be. */
export type ParameterBreach =
  | { readonly kind: 'missing' }
  /** @property broken the clause that the nearest reading breaks; undefined where nobody can tell. */
  | { readonly kind: 'invalid'; readonly texts: readonly string[]; readonly broken: BrokenClause | undefined };

/** What is wrong with a parameter however the request is read; undefined where some reading is valid. */
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
      return { kind: 'invalid', texts: [text], broken: undefined };
    }
    case 'header': {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return parameter.required && !ADDED_BY_CLIENTS.test(name) ? MISSING : undefined;
      return textBreach(parameter, [[text]], (texts) => ({ headers: texts.map((each) => [name, each]) }));
    }
    case 'query': {
      const pairs = [...query].map(([key, value]) => ({ name: key, value }));
      return pairsBreach(operation, parameter, pairs, []);
    }
    case 'cookie': {
      const cookies = readCookies(headers['cookie'] ?? '');
      const written = cookies.filter((each) => each.name === name).map((each) => each.written);
      return pairsBreach(operation, parameter, cookies, [written]);
    }
    case 'querystring':
      return undefined;
    default:
      return where satisfies never;
  }
}

const MISSING: ParameterBreach = { kind: 'missing' };

/** Header fields that clients, and what stands between them and the service, add where nobody sees it. */
const ADDED_BY_CLIENTS =
  /^(user-agent|origin|referer|date|via|forwarded|pragma|cache-control|accept-.*|sec-.*|x-forwarded-.*)$/i;

/** @param further other ways to read the texts of the parameter's own name. */
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
    // Of one value that is there several times, some services take the first, and some the last.
    const alone = mayBeList || texts.length === 1 ? [] : texts.map((text) => [text]);
    return textBreach(parameter, [texts, ...alone, ...further], (own) => {
      const sent = own.map((value) => ({ name, value }));
      return where === 'cookie' ? { cookies: sent } : { query: sent };
    });
  }
  const deep = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (deep.length > 0) {
    // No standard says what deeper steps mean, and `tags[]=a` is a list to many.
    const isPlain = deep.every((pair) => /^\[[^[\]]+\]$/.test(pair.name.slice(name.length)));
    return schema && isPlain && !mayBeList && isWireViolation(parameter, { query: deep }, schema)
      ? { kind: 'invalid', texts: deep.map(({ value }) => value), broken: undefined }
      : undefined;
  }
  if (types.length > 0 && !types.includes('object')) return parameter.required ? MISSING : undefined;
  const members = new Set(schema ? memberSchemas(schema).keys() : []);
  const own = pairs.filter((pair) => members.has(pair.name));
  if (own.length > 0) {
    const isInvalid =
      schema &&
      isSpread(parameter) &&
      !sharesMembers(operation, parameter) &&
      isWireViolation(parameter, { query: own }, schema);
    return isInvalid ? { kind: 'invalid', texts: own.map(({ value }) => value), broken: undefined } : undefined;
  }
  // What nobody else declares may be members of the object, and an object without members is there without any text.
  const others = new Set(operation.parameters.filter((each) => each !== parameter).map((each) => each.name));
  const mayBeThere =
    pairs.some((pair) => !others.has(pair.name)) || (types.length > 0 && (!schema || satisfies(schema, {}, 'request')));
  return parameter.required && !mayBeThere ? MISSING : undefined;
}

/** @param ways in which the texts may be read, of which one has to be valid. */
function textBreach(
  parameter: Parameter,
  ways: readonly [readonly string[], ...(readonly string[])[]],
  toPart: (texts: readonly string[]) => Partial<Input>,
): ParameterBreach | undefined {
  const { schema, required, content, types } = parameter;
  const [texts] = ways;
  if (content !== undefined) return contentBreach(parameter, content, texts);
  if (!schema) return undefined;
  // A name without a value is as no parameter at all, where the contract has no use for it; of a boolean it says yes to many.
  if (texts.every((text) => text.trim() === '')) {
    const isUsed = types.includes('boolean') || mayStandFor(texts, schema, 'request');
    return required && !isUsed ? MISSING : undefined;
  }
  return ways.every((way) => isWireViolation(parameter, toPart(way), schema))
    ? { kind: 'invalid', texts, broken: nearestBreach(texts, schema) }
    : undefined;
}

/** A value that is written as JSON, and may stand for itself to some. */
function contentBreach(
  { schema, accepts }: Parameter,
  content: string,
  texts: readonly string[],
): ParameterBreach | undefined {
  const [text = '', ...more] = texts;
  if (more.length > 0 || text === '' || mediaKind(bareType(content)) !== 'json' || accepts(text)) return undefined;
  if (schema && (readsAsJson(text, schema, 'request') || mayStandFor([text], schema, 'request'))) return undefined;
  try {
    const [broken] = schema ? evaluate(schema, JSON.parse(text), { direction: 'request' }) : [];
    return schema ? { kind: 'invalid', texts, broken } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'invalid', texts, broken: undefined };
    throw error;
  }
}

/** The clause that texts break by the reading of them that breaks least: `500` is no text but a number, where one is wanted. */
function nearestBreach(texts: readonly string[], schema: Schema): BrokenClause | undefined {
  try {
    const [least] = readings(texts)
      .map((value) => evaluate(schema, value, { direction: 'request' }))
      .sort((one, other) => distance(one) - distance(other));
    return least?.[0];
  } catch (error) {
    // What is too much to be judged says no more than that it was refused.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function distance(broken: readonly BrokenClause[]): number {
  return broken.length + (broken.some(({ keyword }) => keyword === 'type') ? 1000 : 0);
}
