/**
 * Reads forms as values, in every way in which services may read their fields. A form breaks the contract only if no
 * reading of it is valid.
 */

import { evaluate, satisfies } from '../contract/schema/evaluate';
import { memberSchemas, memberSchemasOf, requiredMembers, typesOf } from '../contract/schema/facets';
import type { Direction, Schema } from '../contract/schema/schema';
import type { Pair } from '../http/uri';
import { type JsonValue, writtenOutJson } from '../json/value';
import { readings } from './readings';

/** Returns whether the fields break a schema in every reading. */
export function breakHoweverRead(pairs: readonly Pair[], schema: Schema): boolean {
  return evaluate(schema, readFormPairs(pairs, schema, 'request'), { direction: 'request', first: true }).length > 0;
}

/** The number of fields beyond which a form is not read; no real form has so many. */
export const MOST_FIELDS = 10_000;

/**
 * Reads a form (URL Standard §5.1) by its schema.
 * @returns undefined if the form has too many fields.
 */
export function readForm(text: string, schema: Schema, direction: Direction = 'response'): JsonValue | undefined {
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return undefined;
  if (isOneText(schema)) return text;
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
  return readFormPairs(pairs, schema, direction);
}

/** Returns whether the contract describes a form as one text, not as its fields. */
export function isOneText(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.has('string') === true && !types.has('object');
}

/**
 * Reads each field in the first way that its own schema accepts. If there is no such way, the value of the field breaks
 * the schema.
 */
export function readFormPairs(pairs: readonly Pair[], schema: Schema, direction: Direction): JsonValue {
  const members = memberSchemas(schema);
  const texts = new Map<string, string[]>();
  const nested = new Map<string, Pair[]>();
  for (const { name, value } of pairs) {
    const [, outer = '', inner = '', rest = ''] = /^([^[\]]+)\[([^[\]]*)\](.*)$/s.exec(name) ?? [];
    if (members.has(outer) && !members.has(name))
      nested.set(outer, [...(nested.get(outer) ?? []), { name: `${inner}${rest}`, value }]);
    else texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  const read = Object.create(null) as Record<string, JsonValue>;
  for (const [name, values] of texts) {
    const possible = [...jsonOf(values), ...readings(values)];
    const schemas = memberSchemasOf(schema, name);
    const fitting = possible.find((value) => schemas.every((schema) => satisfies(schema, value, direction)));
    // Many services treat an empty field as absent.
    if (values.every((value) => value === '') && fitting === undefined) continue;
    // An object is written as separate fields, so a field with the object's own name says nothing about it.
    if (fitting === undefined && direction === 'request' && schemas.some(mayBeObject)) continue;
    read[name] = fitting ?? possible[0] ?? '';
  }
  for (const [name, inner] of nested) {
    const schemas = members.get(name) ?? [];
    const asObject = readFormPairs(inner, schemas[0] ?? schema, direction);
    const asList = inner.map(({ value }) => value);
    const possible = schemas.some(isObjectOnly) ? [asObject] : [...readings(asList), asObject];
    read[name] = possible.find((value) => schemas.every((schema) => satisfies(schema, value, direction))) ?? asObject;
  }
  if (direction === 'request') addEmpty(read, members, schema);
  return read;
}

/** Adds required objects that are written as separate fields: an empty object has no fields at all. */
function addEmpty(
  read: Record<string, JsonValue>,
  members: ReadonlyMap<string, readonly Schema[]>,
  schema: Schema,
): void {
  for (const name of requiredMembers(schema)) {
    const schemas = members.get(name) ?? [];
    if (name in read || !schemas.some(isObjectOnly)) continue;
    if (schemas.every((schema) => satisfies(schema, {}, 'request'))) read[name] = {};
  }
}

/** Returns whether a schema accepts an object. */
export function mayBeObject(schema: Schema): boolean {
  return typesOf(schema)?.has('object') === true;
}

function isObjectOnly(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.size === 1 && types.has('object');
}

/** Parses the text of a field as JSON, if it may be meant so. */
function jsonOf([text = '', ...more]: readonly string[]): JsonValue[] {
  const value = more.length > 0 ? undefined : writtenOutJson(text);
  return value === undefined ? [] : [value];
}
