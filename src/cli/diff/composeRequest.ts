/** Composes requests of an operation from values, and says what another contract finds wrong with them. */

import type { Media, Operation, Parameter } from '../../contract/contract';
import type { Schema } from '../../contract/schema/schema';
import { percentDecoded } from '../../http/uri';
import { type JsonValue, toJson } from '../../json/value';
import { namesIn } from '../../routing/pathTemplate';
import { type Authorisation, NOBODY } from '../../serialization/credentials';
import type { RequestViolation } from '../../serialization/requestViolation';
import { type JudgedRequest, requestViolations } from '../../serialization/requestViolations';
import { type WrittenBody, writeBody } from '../../serialization/writeBody';
import { encodeQuery, styleOf, writePairs, writeText } from '../../serialization/writeParameter';
import type { RequestWitness } from './breaks';

/** A request, and the decoded texts of its path parameters in the order in which the path has them. */
export interface ComposedRequest extends Omit<RequestWitness, 'body' | 'kind'> {
  readonly body: WrittenBody | undefined;
  readonly pathTexts: readonly string[];
}

/** What a request consists of, apart from its operation. */
interface RequestValues {
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body?: WrittenBody | undefined;
  readonly authorisation?: Authorisation;
}

/** @returns undefined if a value cannot be written as its parameter says. */
export function composeRequest(operation: Operation, values: RequestValues): ComposedRequest | undefined {
  const { parameters, body, authorisation = NOBODY } = values;
  const query: string[] = [];
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  const inPath = new Map<string, string>();
  for (const [parameter, value] of parameters) {
    const { name, in: where, content } = parameter;
    if (where === 'querystring') return undefined;
    const style = styleOf({ ...pick(parameter), in: where });
    if (where === 'path' || where === 'header') {
      const text = content === undefined ? writeText(style, value) : toJson(value);
      if (text === undefined || (where === 'path' && text === '') || !/^[\t\x20-\x7e]*$/.test(text)) return undefined;
      if (where === 'path') inPath.set(name, text);
      else headers.push([name, text]);
      continue;
    }
    const pairs = content === undefined ? writePairs(style, value) : [{ name, value: toJson(value) }];
    if (!pairs) return undefined;
    if (where === 'query' && pairs.length > 0) query.push(encodeQuery(pairs, parameter.allowReserved));
    if (where === 'cookie') cookies.push(...pairs.map((pair) => `${pair.name}=${encodeURIComponent(pair.value)}`));
  }
  if (authorisation.query.length > 0) query.push(encodeQuery(authorisation.query));
  cookies.push(...authorisation.cookies.map(({ name, value }) => `${name}=${value}`));
  headers.push(...authorisation.headers.map(([name, value]): [string, string] => [name, value]));
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  if (body) headers.push(['Content-Type', body.contentType]);
  const names = namesIn(operation.path);
  if (names.some((name) => !inPath.has(name))) return undefined;
  const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => inPath.get(name) ?? '');
  return {
    method: operation.method,
    path: query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers,
    body,
    pathTexts: names.map((name) => percentDecoded(inPath.get(name) ?? '')),
  };
}

function pick({ name, style, explode, allowReserved }: Parameter) {
  return { name, style, explode, allowReserved };
}

/** Returns the request as an operation of a contract reads it: the path parameters stand in the same order, whatever their names. */
export function toJudged({ path, headers, body, pathTexts }: ComposedRequest, operation: Operation): JudgedRequest {
  const at = path.indexOf('?');
  const names = namesIn(operation.path);
  return {
    values: new Map(names.map((name, index) => [name, pathTexts[index]])),
    query: new URLSearchParams(at < 0 ? '' : path.slice(at + 1)),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    bytes: body?.bytes ?? Buffer.alloc(0),
  };
}

/** Tells whether the contract of the sender allows a request, read exactly as the contract says. */
export function isRight(request: ComposedRequest, operation: Operation): boolean {
  const judged = toJudged(request, operation);
  return requestViolations(operation, judged, 'strict').length === 0 && refusalsOf(request, operation).length === 0;
}

/** Returns what a contract refuses of a request, however it is read. */
export function refusalsOf(request: ComposedRequest, operation: Operation): RequestViolation[] {
  return requestViolations(operation, toJudged(request, operation), 'any');
}

export function toWitness({ method, path, headers, body }: ComposedRequest, value?: JsonValue): RequestWitness {
  return {
    kind: 'request',
    method,
    path,
    headers,
    body: body?.bytes.toString('utf8'),
    ...(value === undefined ? {} : { value: toJson(value) }),
  };
}

/** Writes a body of a media type; undefined if the type cannot express the value. */
export function writtenWith(media: Media, value: JsonValue): WrittenBody | undefined {
  const written = writeBody(media, value);
  return written && written.bytes.length > 0 ? written : undefined;
}

export function schemasOfParts(...parts: readonly ({ readonly schema: Schema | undefined } | undefined)[]): Schema[] {
  return parts.flatMap((part) => part?.schema ?? []);
}
