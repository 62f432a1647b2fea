/** A step of a workflow, with the values that are known → the request that it sends. */

import { type Operation, pathParameters } from '../contract/contract';
import { mediaKind } from '../http/mediaType';
import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';
import { pointerOf, pointerTokens, valueAt } from '../json/pointer';
import { isObject, isScalar, type JsonValue, toJson, toText, writtenOutJson } from '../json/value';
import type { AskedRequest } from '../resources/answered';
import { mediaOf } from '../serialization/readBody';
import { type WrittenBody, writeBody } from '../serialization/writeBody';
import { styleOf, writePairs, writeText } from '../serialization/writeParameter';
import { isExpression, type Scope, withValues } from './expressions';
import type { StepBody, StepParameter } from './workflow';

/** @returns why there is no request, as a sentence without its end. */
export function stepRequest(
  operation: Operation,
  parameters: readonly StepParameter[],
  body: StepBody | undefined,
  scope: Scope,
): AskedRequest | string {
  const values: Record<string, string> = {};
  const query: Pair[] = [];
  const headers: Fields[number][] = [];
  const cookies: Pair[] = [];
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    const value = withValues(parameter.value, scope);
    if (value === undefined) return `the value of \`${name}\`, ${toJson(parameter.value)}, never came`;
    if (place === undefined) continue;
    if (place === 'querystring') {
      query.push(...wholeQuery(value));
      continue;
    }
    const written = writeParameter(operation, name, place, value);
    if (written === undefined) return `the value of \`${name}\` cannot be written as the contract declares it`;
    if (place === 'path') values[name] = written.map((pair) => pair.value).join(',');
    else if (place === 'header') headers.push(...written.map((pair) => [pair.name, pair.value] as const));
    else (place === 'query' ? query : cookies).push(...written);
  }
  const missing = pathParameters(operation).find(({ name }) => (values[name] ?? '') === '');
  if (missing) return `the step has no value for \`${missing.name}\` in the path`;
  const written = body && stepBody(operation, body, scope);
  if (typeof written === 'string') return written;
  return { operation, values, input: { query, headers, cookies, body: written } };
}

/** The pairs of a whole query, which is written as a form, or given by the names of its members. */
function wholeQuery(value: JsonValue): Pair[] {
  if (!isObject(value))
    return [...new URLSearchParams(isScalar(value) ? toText(value) : '')].map(([name, text]) => ({
      name,
      value: text,
    }));
  return Object.entries(value).flatMap(([name, item]) => {
    const items: readonly JsonValue[] = Array.isArray(item) ? item : [item];
    return items.map((each) => ({ name, value: isScalar(each) ? toText(each) : toJson(each) }));
  });
}

function writeParameter(
  { parameters }: Operation,
  name: string,
  place: Exclude<StepParameter['in'], 'querystring' | undefined>,
  value: JsonValue,
): readonly Pair[] | undefined {
  const declared = parameters.find(
    (each) => each.in === place && (each.name === name || (place === 'header' && isSameField(each.name, name))),
  );
  if (declared?.content !== undefined) return [{ name, value: toJson(value) }];
  const undeclared = { style: undefined, explode: undefined, allowReserved: false };
  const style = styleOf({ ...(declared ?? undeclared), name, in: place });
  if (place === 'query' || place === 'cookie') return writePairs(style, value);
  // The path is encoded, and styled, as it is sent.
  if (isScalar(value)) return [{ name, value: toText(value) }];
  const text = writeText({ ...style, in: 'header', style: 'simple' }, value);
  return text === undefined ? undefined : [{ name, value: text }];
}

function isSameField(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function stepBody({ requestBody }: Operation, body: StepBody, scope: Scope): WrittenBody | string {
  const media = requestBody?.media ?? [];
  const declared =
    body.contentType === undefined
      ? (media.find(({ type }) => mediaKind(type) === 'json') ?? media[0])
      : mediaOf(media, body.contentType);
  const contentType = body.contentType ?? declared?.declared ?? 'application/json';
  const isJson = mediaKind(contentType.split(';')[0]?.trim() ?? '') === 'json';
  const given = isJson ? parsed(body.payload) : body.payload;
  let value = withValues(given, scope);
  for (const { target, value: replacement } of body.replacements) {
    const put = withValues(replacement, scope);
    if (value === undefined || put === undefined) return `the value of \`${target}\` in the body never came`;
    value = replaced(value, pointerTokens(target), put);
    if (value === undefined) return `the body has no place \`${target}\``;
  }
  if (value === undefined) return 'a value in the body never came';
  if (typeof value === 'string' && typeof body.payload === 'string' && !isJson)
    return { bytes: Buffer.from(value), contentType };
  const written = declared && writeBody(declared, value);
  if (written) return written;
  return isJson || !isScalar(value)
    ? { bytes: Buffer.from(toJson(value)), contentType }
    : { bytes: Buffer.from(toText(value)), contentType };
}

/** A payload may be JSON as a text. */
function parsed(payload: JsonValue): JsonValue {
  return typeof payload === 'string' ? (writtenOutJson(payload) ?? payload) : payload;
}

/** Returns the first of targets that a payload does not have, where no expression can give the place; undefined if it has all. */
export function missingTarget(
  payload: JsonValue,
  replacements: readonly { readonly target: string; readonly value: JsonValue }[],
): number | undefined {
  let whole = parsed(payload);
  for (const [at, { target, value }] of replacements.entries()) {
    const tokens = pointerTokens(target);
    const next = replaced(whole, tokens, value);
    if (next === undefined && !tokens.some((_, length) => isGiven(valueAt(whole, pointerOf(tokens.slice(0, length))))))
      return at;
    whole = next ?? whole;
  }
  return undefined;
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' && isExpression(value);
}

/** Puts a value at a place. @returns undefined if there is no such place. */
function replaced(whole: JsonValue, [token, ...rest]: readonly string[], value: JsonValue): JsonValue | undefined {
  if (token === undefined) return value;
  if (Array.isArray(whole)) {
    const at = token === '-' ? whole.length : Number(token);
    if (!Number.isInteger(at) || at < 0 || at > whole.length) return undefined;
    const item = replaced((whole[at] as JsonValue | undefined) ?? null, rest, value);
    return item === undefined ? undefined : [...whole.slice(0, at), item, ...whole.slice(at + 1)];
  }
  if (!isObject(whole) || (rest.length > 0 && !Object.hasOwn(whole, token))) return undefined;
  const item = replaced(whole[token] ?? null, rest, value);
  return item === undefined ? undefined : { ...whole, [token]: item };
}
