/** Forms as values, and what their fields may stand for: a violation is one only where no reading of its fields is valid. */

import { evaluate, satisfies } from '../contract/schema/evaluate';
import { memberSchemas, otherMemberSchemas, requiredMembers, typesOf } from '../contract/schema/facets';
import type { Direction, Schema } from '../contract/schema/schema';
import type { Pair } from '../http/uri';
import type { JsonValue } from '../json/value';
import { readings } from './readings';

/** Whether fields break a schema however they are read. */
export function breakHoweverRead(pairs: readonly Pair[], schema: Schema): boolean {
  return evaluate(schema, readFormPairs(pairs, schema, 'request'), { direction: 'request', first: true }).length > 0;
}

/** More than any form has. */
export const MOST_FIELDS = 10_000;

/**
 * The value of a form (URL Standard §5.1) by its schema.
 * @returns undefined where it has more fields than anybody reads.
 */
export function readForm(text: string, schema: Schema, direction: Direction = 'response'): JsonValue | undefined {
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return undefined;
  if (isOneText(schema)) return text;
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
  return readFormPairs(pairs, schema, direction);
}

/** Whether the contract has a form as the text that it is written as, rather than as its fields. */
export function isOneText(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.has('string') === true && !types.has('object');
}

/** A field is read as what its own schema takes, where it can be; only where none of its readings is taken something is wrong. */
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
  const others = otherMemberSchemas(schema);
  const read = Object.create(null) as Record<string, JsonValue>;
  for (const [name, values] of texts) {
    const possible = [...jsonOf(values), ...readings(values)];
    const own = members.get(name) ?? others;
    const fitting = possible.find((value) => own.every((each) => satisfies(each, value, direction)));
    // An empty field is as none to many.
    if (values.every((value) => value === '') && fitting === undefined) continue;
    // An object is written as fields of its own, and a field of its name says nothing then.
    if (fitting === undefined && direction === 'request' && own.some(mayBeObject)) continue;
    read[name] = fitting ?? possible[0] ?? '';
  }
  for (const [name, inner] of nested) {
    const own = members.get(name) ?? [];
    const asObject = readFormPairs(inner, own[0] ?? schema, direction);
    const asList = inner.map(({ value }) => value);
    const possible = own.some(isObjectOnly) ? [asObject] : [...readings(asList), asObject];
    read[name] = possible.find((value) => own.every((each) => satisfies(each, value, direction))) ?? asObject;
  }
  if (direction === 'request') addEmpty(read, members, schema);
  return read;
}

/** An object that is written as fields of its own is there without any of them. */
function addEmpty(
  read: Record<string, JsonValue>,
  members: ReadonlyMap<string, readonly Schema[]>,
  schema: Schema,
): void {
  for (const name of requiredMembers(schema)) {
    const own = members.get(name) ?? [];
    if (name in read || !own.some(isObjectOnly)) continue;
    if (own.every((each) => satisfies(each, {}, 'request'))) read[name] = {};
  }
}

/** Whether an object is among what a schema takes. */
export function mayBeObject(schema: Schema): boolean {
  return typesOf(schema)?.has('object') === true;
}

function isObjectOnly(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.size === 1 && types.has('object');
}

/** A field whose text is JSON may be meant so. */
function jsonOf([text = '', ...more]: readonly string[]): JsonValue[] {
  if (more.length > 0 || !/^\s*[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text) as JsonValue];
  } catch {
    return [];
  }
}
