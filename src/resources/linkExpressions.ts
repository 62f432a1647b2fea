/**
 * Evaluates runtime expressions (OpenAPI 3.1 §4.8.20.3): the values of a request or an answer (`$response.header.Location`)
 * that a link, a callback or a step of a workflow uses.
 */

import { type DeclaredLink, declaredResponse, type Operation } from '../contract/contract';
import { fieldValues } from '../http/message';
import type { ReadJson } from '../json/exactJson';
import { asNumber, parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import type { JsonValue } from '../json/value';
import type { Answered } from './answered';

/** An expression, or a text that contains expressions, and where it stands in a value. */
interface Expressed {
  /** JSON Pointer of the text. */
  readonly pointer: string;
  readonly expression: string;
}

/**
 * Match an expression such as `$response.body#/id`, and expressions within a text, as in `order {$response.body#/id}`.
 */
const WHOLE = /^\$(url|method|statusCode|(request|response)\.)/;
const WITHIN = /\{(\$[^{}]+)\}/g;

/** Tells whether a link leads to an operation, which it names by its id, or by its method and path template. */
export function leadsTo(link: DeclaredLink, { operationId, name }: Pick<Operation, 'operationId' | 'name'>): boolean {
  return link.operation === operationId || link.operation === name;
}

/** Returns the expression that a link has for a parameter, which it names with or without the location: `path.id` or `id`. */
export function expressionFor({ parameters }: DeclaredLink, place: string, name: string): string | undefined {
  return parameters.get(`${place}.${name}`) ?? parameters.get(name);
}

/** Returns the expressions in the request body of a link. */
export function expressionsIn(value: unknown, pointer = '', depth = 0): Expressed[] {
  if (typeof value === 'string')
    return WHOLE.test(value) || value.search(WITHIN) >= 0 ? [{ pointer, expression: value }] : [];
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    expressionsIn(item, `${pointer}/${escapePointer(name)}`, depth + 1),
  );
}

const DEEPEST = 8;

/**
 * Evaluates all expressions in the links that an answer declares. An answer `{ id: 7 }` makes `$response.body#/id` 7.
 */
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

/**
 * Evaluates an expression, or a text that contains expressions.
 * @returns undefined if the exchange does not contain the value.
 */
export function evaluateExpression(expression: string, exchange: Answered): JsonValue | undefined {
  if (!WHOLE.test(expression) && expression.search(WITHIN) < 0) return undefined;
  return evaluateText(expression, WHOLE, (name) => one(name, exchange));
}

/** Returns the expressions that stand within a text, each with its `$`: `$inputs.id` of `order {$inputs.id}`. */
export function expressionsWithin(text: string): string[] {
  return [...text.matchAll(WITHIN)].map(([, expression = '']) => expression);
}

/**
 * Evaluates a text by the values of the expressions in it: `a {$x} b` becomes `a 1 b` where `x` is 1.
 * @param whole matches a text that is one expression, whose value need not be a text.
 * @param lookUp is given the expression without its `$`.
 * @returns the text itself if there is no expression in it; undefined if a value is missing, or cannot stand within a text.
 */
export function evaluateText(
  text: string,
  whole: RegExp,
  lookUp: (name: string) => JsonValue | undefined,
): JsonValue | undefined {
  if (whole.test(text)) return lookUp(text.slice(1));
  let isWhole = true;
  const filled = text.replace(WITHIN, (_, inner: string) => {
    const value = lookUp(inner.slice(1));
    if (value === undefined || (typeof value === 'object' && value !== null)) isWhole = false;
    return String(value);
  });
  return isWhole ? filled : undefined;
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
  // A number that does not fit a double is passed on exactly as it was written.
  return typeof value === 'number' && text !== undefined ? asNumber(text) : (value as JsonValue | undefined);
}
