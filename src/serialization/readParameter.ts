/** Reads parameters and form fields as the contract says that they are written: from texts to values. */

import type { Parameter } from '../contract/contract';
import { satisfies } from '../contract/schema/evaluate';
import { itemSchemaAt, memberSchemas, memberSchemasOf, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { readCookies } from '../http/cookies';
import type { Pair } from '../http/uri';
import type { JsonValue } from '../json/value';
import { groupBy } from '../support/collections';
import { DELIMITERS, type Style, styleOf } from './writeParameter';

/** The texts of a request that contain its parameters. */
export interface RequestTexts {
  /** The decoded text of each path parameter; undefined if it cannot be decoded. */
  readonly values: ReadonlyMap<string, string | undefined>;
  readonly query: URLSearchParams;
  /** Values by name in lower case, joined as node:http joins them. */
  readonly headers: Readonly<Record<string, string>>;
}

type Described = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'allowReserved'>;

/**
 * Returns the value of a parameter: the first reading that its schema accepts, or else the nearest one.
 * @param others the names of other parameters, which are not members of this one.
 * @returns undefined if the parameter is not there.
 */
export function readParameter(
  parameter: Described,
  schema: Schema,
  others: ReadonlySet<string>,
  request: RequestTexts,
): JsonValue | undefined {
  const { name, in: where } = parameter;
  switch (where) {
    case 'query':
    case 'cookie': {
      const pairs = where === 'cookie' ? readCookies(request.headers['cookie'] ?? '') : pairsOf(request.query);
      return readParameterPairs(pairs, schema, styleAt(parameter, where), others);
    }
    case 'header': {
      const text = request.headers[name.toLowerCase()];
      return text === undefined ? undefined : readParameterText(text, schema, styleAt(parameter, where));
    }
    case 'path': {
      const text = request.values.get(name);
      return text === undefined ? undefined : readParameterText(text, schema, styleAt(parameter, where));
    }
    case 'querystring':
      return undefined;
    default:
      return where satisfies never;
  }
}

/** Copies only what the style needs: reading the place of the parameter in its file would take a while. */
function styleAt({ name, style, explode, allowReserved }: Described, where: Style['in']): Style {
  return styleOf({ name, in: where, style, explode, allowReserved });
}

function pairsOf(query: URLSearchParams): Pair[] {
  return [...query].map(([name, value]) => ({ name, value }));
}

/**
 * Reads a parameter from the pairs of a query or the cookies.
 * @param others the names of other parameters, which are not members of this one.
 */
export function readParameterPairs(
  pairs: readonly Pair[],
  schema: Schema,
  style: Pick<Style, 'name' | 'style' | 'explode'>,
  others: ReadonlySet<string>,
): JsonValue | undefined {
  const { name, explode } = style;
  const texts = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  const kinds = kindsOf(schema);
  const candidates: JsonValue[] = [];
  const members = kinds.has('object') ? membersIn(pairs, schema, style, others) : undefined;
  if (members) candidates.push(members);
  if (texts.length > 0) {
    if (kinds.has('array')) {
      const whole = explode && texts.length > 0 ? texts : texts.flatMap((text) => split(text, style.style));
      candidates.push(listOf(whole, schema));
    }
    if (kinds.has('object') && !explode)
      candidates.push(objectOf(paired(texts.flatMap((text) => split(text, style.style))), schema));
    candidates.push(texts.length === 1 ? typed(texts[0] ?? '', [schema]) : texts);
  }
  const value = nearest(candidates, schema);
  // A name without a value counts as absent, unless the contract accepts the empty value.
  return texts.length > 0 && texts.every((text) => text === '') && !fits(schema, value) ? undefined : value;
}

/** Reads a value from one text: from a path segment or a header field. */
function readParameterText(text: string, schema: Schema, style: Style): JsonValue {
  const { explode } = style;
  const kinds = kindsOf(schema);
  const isWhole = !kinds.has('array') && !kinds.has('object');
  const parts = isWhole ? [] : partsOf(text, style);
  const candidates: JsonValue[] = [];
  if (kinds.has('array')) candidates.push(listOf(parts, schema));
  if (kinds.has('object')) candidates.push(objectOf(explode ? parts.map(assigned) : paired(parts), schema));
  candidates.push(typed(bareText(text, style.style), [schema]));
  return nearest(candidates, schema) ?? text;
}

/** Removes what a style puts before the value in a path: `.5` and `;id=5` both become 5. */
export function bareText(text: string, style: string | undefined): string {
  if (style === 'label') return text.replace(/^\./, '');
  return style === 'matrix' ? matrixValue(text) : text;
}

function partsOf(text: string, { style, explode, name }: Style): string[] {
  if (style === 'label') return text.replace(/^\./, '').split(explode ? '.' : ',');
  if (style !== 'matrix') return text.split(',').map((part) => part.trim());
  if (!explode) return matrixValue(text).split(',');
  const parts = text.replace(/^;/, '').split(';');
  return parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part));
}

function matrixValue(text: string): string {
  return text.replace(/^;[^=]*=?/, '');
}

/**
 * Returns the types that a schema expects, which decide how the value may be written: as a list, an object, or one
 * text.
 */
function kindsOf(schema: Schema): ReadonlySet<string> {
  const types = typesOf(schema);
  if (types) return types;
  const said = [...(itemSchemaAt(schema, 0) ? ['array'] : []), ...(memberSchemas(schema).size > 0 ? ['object'] : [])];
  return new Set(said);
}

function split(text: string, style: string): string[] {
  return text.split(DELIMITERS[style] ?? ',');
}

function paired(parts: readonly string[]): Pair[] {
  return parts.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: parts[at + 1] ?? '' }] : []));
}

function assigned(part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return { name, value: value.join('=') };
}

function listOf(texts: readonly string[], schema: Schema): JsonValue[] {
  const items = texts.map((text, at) => typed(text, itemsOf(schema, at)));
  // A name without a value is an empty list.
  return texts.length === 1 && texts[0] === '' && !fits(schema, items) ? [] : items;
}

function objectOf(pairs: readonly Pair[], schema: Schema): JsonValue {
  const object = Object.create(null) as Record<string, JsonValue>;
  for (const { name, value } of pairs) object[name] = typed(value, memberSchemasOf(schema, name));
  return object;
}

/** Reads an object from `color[R]=100`, or from `R=100` if it is exploded; undefined if none of it is there. */
function membersIn(
  pairs: readonly Pair[],
  schema: Schema,
  { name, style, explode }: Pick<Style, 'name' | 'style' | 'explode'>,
  others: ReadonlySet<string>,
): JsonValue | undefined {
  if (style === 'deepObject') {
    const own = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
    return own.length === 0
      ? undefined
      : deepObject(
          own.map((pair) => [stepsOf(pair.name.slice(name.length)), pair.value]),
          schema,
        );
  }
  if (!explode) return undefined;
  const members = memberSchemas(schema);
  const mayHave = (member: string) => members.size === 0 || memberSchemasOf(schema, member).length > 0;
  const own = pairs.filter((pair) => members.has(pair.name) || (!isOf(others, pair.name) && mayHave(pair.name)));
  if (own.length === 0) return undefined;
  const object = Object.create(null) as Record<string, JsonValue>;
  for (const [member, memberPairs] of groupBy(own, (pair) => pair.name)) {
    const [only, ...more] = memberSchemasOf(schema, member);
    const texts = memberPairs.map(({ value }) => value);
    const list = texts.length > 1 || (only !== undefined && kindsOf(only).has('array'));
    object[member] = list ? listOf(texts, only ?? schema) : typed(texts[0] ?? '', only ? [only, ...more] : []);
  }
  return object;
}

/** Tells whether a name of a query is that of one of these parameters, or of a member of one: `filter`, `filter[name]`. */
function isOf(parameters: ReadonlySet<string>, sent: string): boolean {
  return parameters.has(sent) || parameters.has(sent.replace(/\[.*$/s, ''));
}

/** Returns the steps of `[a][b]`: `a`, `b`. */
function stepsOf(text: string): string[] {
  const steps: string[] = [];
  for (const [, step = ''] of text.matchAll(/\[([^\]]*)\]/g)) {
    if (steps.push(step) === MOST_STEPS) break;
  }
  return steps;
}

/** Deeper steps are cut off; nobody writes so many. */
const MOST_STEPS = 50;

type Deep = readonly [steps: readonly string[], text: string];

/**
 * Reads an object with nested members. No standard defines more than one step, so deeper ones are read as most
 * libraries write them.
 */
function deepObject(pairs: readonly Deep[], schema: Schema | undefined): JsonValue {
  const object = Object.create(null) as Record<string, JsonValue>;
  for (const [step, stepPairs] of byFirstStep(pairs)) {
    const [schemaOfStep] = schema ? memberSchemasOf(schema, step) : [];
    object[step] = deepValue(stepPairs, schemaOfStep);
  }
  return object;
}

/** Reads a value from texts, or from its members or items, of which each has a step of its own. */
function deepValue(pairs: readonly Deep[], schema: Schema | undefined): JsonValue {
  const texts = pairs.filter(([steps]) => steps.length === 0 || steps.join('') === '').map(([, text]) => text);
  const mayBeList = schema !== undefined && kindsOf(schema).has('array');
  if (texts.length > 1 || (texts.length > 0 && mayBeList))
    return texts.map((text, at) => typed(text, itemsOf(schema, at)));
  if (texts.length > 0) return typed(texts[0] ?? '', schema ? [schema] : []);
  const isIndexed = mayBeList && pairs.every(([[step = '']]) => /^\d+$/.test(step));
  if (!isIndexed) return deepObject(pairs, schema);
  const items = [...byFirstStep(pairs)].sort(([left], [right]) => Number(left) - Number(right));
  return items.map(([, itemPairs], at) => deepValue(itemPairs, itemsOf(schema, at)[0]));
}

/** Groups pairs by their first step, which is taken off. */
function byFirstStep(pairs: readonly Deep[]): [string, Deep[]][] {
  return [...groupBy(pairs, ([[first = '']]) => first)].map(([step, stepPairs]) => [
    step,
    stepPairs.map(([[, ...rest], text]): Deep => [rest, text]),
  ]);
}

function itemsOf(schema: Schema | undefined, at: number): Schema[] {
  const item = schema && itemSchemaAt(schema, at);
  return item ? [item] : [];
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads a text as the value that its schemas accept. Numbers must be written as in JSON, and integers without a
 * fraction.
 */
export function typed(text: string, schemas: readonly Schema[]): JsonValue {
  const types = schemas.map(typesOf).find((named) => named !== undefined);
  const possible: JsonValue[] = [];
  const whole = types?.has('integer') === true && !types.has('number');
  if ((whole ? INTEGER : NUMBER).test(text)) possible.push(numberOf(text));
  if (text === 'true' || text === 'false') possible.push(text === 'true');
  if (types?.has('null') && (text === '' || text === 'null')) possible.push(null);
  possible.push(text);
  const fitting = possible.find((value) => schemas.every((schema) => fits(schema, value)));
  if (fitting !== undefined) return fitting;
  return (
    possible.find((value) => types?.has(typeName(value)) || (types?.has('integer') && typeName(value) === 'number')) ??
    text
  );
}

function numberOf(text: string): number | bigint {
  const number = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

function typeName(value: JsonValue): string {
  return value === null ? 'null' : typeof value === 'bigint' ? 'number' : typeof value;
}

function nearest(candidates: readonly JsonValue[], schema: Schema): JsonValue | undefined {
  return candidates.length === 1 ? candidates[0] : (candidates.find((value) => fits(schema, value)) ?? candidates[0]);
}

/** A schema that is broken in the contract accepts every value. */
function fits(schema: Schema, value: JsonValue | undefined): boolean {
  if (value === undefined) return false;
  try {
    return satisfies(schema, value, 'request');
  } catch {
    return true;
  }
}
