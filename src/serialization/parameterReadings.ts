/** Parameters on the wire: what their bytes may stand for, and whether no reading of them is valid. */

import type { Input } from '../case';
import type { Operation, Parameter } from '../contract/contract';
import { memberSchemas } from '../contract/facets';
import type { Schema } from '../contract/schema';
import { breakHoweverRead } from '../request/forms';
import { mayStandFor, membersIn } from '../request/readings';
import { type Pair, styleOf } from '../request/styles';
import type { JsonValue } from '../request/value';

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
