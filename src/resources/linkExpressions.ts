/** Runtime expressions (OpenAPI 3.1 §4.8.20.3): what an exchange says for the request that a link leads to. */

import { type DeclaredLink, declaredResponse } from '../contract/contract';
import { fieldValues } from '../http/message';
import type { ReadJson } from '../json/exactJson';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import type { JsonValue } from '../json/value';
import type { Answered } from './answered';

/** An expression, or a text that has some in it, and where it stands in a value. */
export interface Expressed {
  /** A JSON Pointer. */
  readonly pointer: string;
  readonly expression: string;
}

/** `$response.body#/id`, and as a part of a text `order {$response.body#/id}`. */
const WHOLE = /^\$(url|method|statusCode|(request|response)\.)/;
const WITHIN = /\{(\$[^{}]+)\}/g;

/** The expressions in the request body of a link. */
export function expressionsIn(value: unknown, pointer = '', depth = 0): Expressed[] {
  if (typeof value === 'string')
    return WHOLE.test(value) || value.search(WITHIN) >= 0 ? [{ pointer, expression: value }] : [];
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    expressionsIn(each, `${pointer}/${escapePointer(name)}`, depth + 1),
  );
}

const DEEPEST = 8;

/** What all expressions of the links that an answer declares come to. */
export function expressed(exchange: Answered): ReadonlyMap<string, JsonValue> {
  const { response } = exchange;
  const each = exchange.case.request;
  const links = response ? (declaredResponse(each.operation, response.status)?.links ?? []) : [];
  const values = links.flatMap(expressionsOf).flatMap((expression) => {
    const value = evaluateExpression(expression, exchange);
    return value === undefined ? [] : [[expression, value] as const];
  });
  return new Map(values);
}

function expressionsOf({ parameters, requestBody }: DeclaredLink): string[] {
  return [...parameters.values(), ...expressionsIn(requestBody).map(({ expression }) => expression)];
}

/** @returns undefined where the exchange does not have it. */
export function evaluateExpression(expression: string, exchange: Answered): JsonValue | undefined {
  if (WHOLE.test(expression)) return one(expression.slice(1), exchange);
  let isWhole = true;
  const text = expression.replace(WITHIN, (_, inner: string) => {
    const value = one(inner.slice(1), exchange);
    if (value === undefined || (typeof value === 'object' && value !== null)) isWhole = false;
    return String(value);
  });
  return isWhole && text !== expression ? text : undefined;
}

function one(name: string, { case: { request: each }, request, response }: Answered): JsonValue | undefined {
  const [, side = '', source = ''] = /^(request|response)\.(.+)$/.exec(name) ?? [];
  const message = side === 'request' ? request : response;
  if (name === 'method') return request.method;
  if (name === 'url') return request.path;
  if (name === 'statusCode') return response?.status;
  const [, field] = /^header\.(.+)$/.exec(source) ?? [];
  if (field !== undefined) return message ? fieldValues(message, field)[0] : undefined;
  const pointer = /^body(#|$)/.test(source) ? source.slice('body#'.length) : undefined;
  if (pointer !== undefined) {
    const body = message?.body ? parsedBody(message.body) : undefined;
    return body && inBody(body, pointer);
  }
  if (side !== 'request') return undefined;
  const [, place, parameter = ''] = /^(path|query)\.(.+)$/.exec(source) ?? [];
  if (place === 'path') return each.values[parameter];
  return place === 'query' ? each.input.query.find((pair) => pair.name === parameter)?.value : undefined;
}

function inBody(body: ReadJson, pointer: string): JsonValue | undefined {
  const value = valueAt(body.value, pointer);
  const text = textAt(body, pointer);
  // What a double does not hold goes on as it is written.
  return typeof value === 'number' && text !== undefined ? asNumber(text) : (value as JsonValue | undefined);
}

/** The number that a text stands for, whole ones in full; undefined where it stands for none. */
export function asNumber(text: string): number | bigint | undefined {
  if (/^-?(0|[1-9]\d*)$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
