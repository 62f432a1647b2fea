/** Turns requests and violations into the form that Prism takes. */

import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest } from '@stoplight/prism-http';
import { DiagnosticSeverity } from '@stoplight/types';
import { bareType, mediaKind } from '../../../src/http/mediaType';
import { jsonOfText } from '../../../src/json/value';
import type { RequestViolation } from '../../../src/serialization/requestViolation';
import type { MockedRequest } from '../engine';

export function toPrism(mocked: MockedRequest): IHttpRequest {
  const query: Record<string, string | string[]> = {};
  for (const name of mocked.query.keys()) {
    const values = mocked.query.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  const server = mocked.query.get('__server');
  return {
    method: mocked.method as IHttpRequest['method'],
    url: { path: mocked.path, query, ...(server ? { baseUrl: server } : {}) },
    headers: withReadableAccept(mocked.headers),
    body: bodyOf(mocked),
  };
}

/** Returns the body as a value, since callbacks may refer to its members. */
function bodyOf({ bytes, headers }: MockedRequest): unknown {
  if (bytes.length === 0) return null;
  const text = bytes.toString('utf8');
  if (mediaKind(bareType(headers['content-type'] ?? '')) !== 'json') return text;
  return jsonOfText(text) ?? null;
}

/** Removes malformed media ranges from `Accept`, since Prism fails at them. If no range is left, the field is removed. */
function withReadableAccept({ accept, ...headers }: Readonly<Record<string, string>>): Record<string, string> {
  if (accept === undefined) return headers;
  const ranges = accept.split(',').filter((range) => /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;|$)/.test(range));
  return ranges.length > 0 ? { ...headers, accept: ranges.join(',') } : headers;
}

export function toDiagnostic({ path, code, message }: RequestViolation): IPrismDiagnostic {
  return { ...(path.length > 0 ? { path: [...path] } : {}), code, message, severity: DiagnosticSeverity.Error };
}

/** A request that stands in where no client has sent one. */
export const NO_REQUEST: MockedRequest = {
  method: 'get',
  path: '/',
  values: new Map(),
  query: new URLSearchParams(),
  headers: {},
  bytes: Buffer.alloc(0),
};
