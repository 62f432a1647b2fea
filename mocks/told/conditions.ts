/** Says which requests an answer is for: `where: { 'body.email': 'a@b.c', 'header.x-tenant': '7' }`. */

import { inspect } from 'node:util';
import type { Operation } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import { isEqual } from '../../src/json/equality';
import { isObject, type JsonValue, toText } from '../../src/json/value';
import { UsageError } from '../../src/support/errors';
import type { MockedRequest } from '../engine/engine';
import { readRequestBody } from '../engine/requestBody';

/** A value that a part of a request must have. Parts other than the body are texts, so `7` also stands for `'7'`. */
export type WantedValue = JsonValue | RegExp;

/** Tells whether a request has what an answer asks for. */
export type Condition = (operation: Operation, request: MockedRequest) => boolean;

const FORM = "write it as 'path.id', 'query.limit', 'header.x-tenant', 'cookie.session', 'body' or 'body.address.city'";

/** @throws UsageError if the key is no part of a request, or the value is none. */
export function conditionOf(operation: Operation, key: string, value: unknown): Condition {
  const [, place = '', name = ''] = /^(path|query|header|cookie|body)(?:\.(.+))?$/s.exec(key) ?? [];
  if (place === '' || (name === '') !== (place === 'body' && key === 'body'))
    throw new UsageError(`${inspect(key)} is no part of a request to ${operation.name}; ${FORM}.`);
  if (!isWanted(value))
    throw new UsageError(`The value ${inspect(value)} of ${key} is none; give a value that JSON has, or a pattern.`);
  switch (place) {
    case 'path': {
      const names = operation.parameters.filter((each) => each.in === 'path').map((each) => each.name);
      if (names.includes(name)) return (_, { values }) => fitsText(values.get(name), value);
      const there = names.length === 0 ? 'none' : names.map((each) => `path.${each}`).join(', ');
      throw new UsageError(`${operation.name} has no "${key}". It has ${there}.`);
    }
    case 'query':
      return (_, { query }) => query.getAll(name).some((text) => fitsText(text, value));
    case 'header':
      return (_, { headers }) => fitsText(headers[name.toLowerCase()], value);
    case 'cookie':
      return (_, { headers }) =>
        readCookies(headers['cookie'] ?? '').some((cookie) => cookie.name === name && fitsText(cookie.value, value));
    default:
      return (asked, request) => fitsValue(memberOf(readRequestBody(asked, request), name), value);
  }
}

function isWanted(value: unknown): value is WantedValue {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || value instanceof RegExp || ['string', 'bigint', 'boolean', 'object'].includes(typeof value);
}

function fitsText(text: string | undefined, wanted: WantedValue): boolean {
  if (text === undefined) return false;
  if (wanted instanceof RegExp) return matches(wanted, text);
  return typeof wanted !== 'object' && text === toText(wanted);
}

/** Tells whether a member of the body is as it is wanted. An object need only have the members that are wanted. */
function fitsValue(value: unknown, wanted: WantedValue): boolean {
  if (wanted instanceof RegExp) return ['string', 'number'].includes(typeof value) && matches(wanted, String(value));
  if (isObject(wanted) && isObject(value))
    return Object.entries(wanted).every(([name, each]) => Object.hasOwn(value, name) && fitsValue(value[name], each));
  return value !== undefined && isEqual(value, wanted);
}

/** A pattern with `g` or `y` remembers where it stopped, so it is asked anew. */
function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** Returns a member of a value: `address.city`, `items.0.id`. A member that has a dot in its name is found by it, too. */
function memberOf(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(members, path)) return members[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(members, head)) return memberOf(members[head], path.slice(dot + 1));
  }
  return undefined;
}
