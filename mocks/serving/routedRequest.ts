/** Describes a request that was routed, and makes of it what the engine is asked. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '../../src/routing/router';
import type { Answer, EngineRequest } from '../engine/engine';
import type { ReceivedBody } from '../engine/requestBody';

export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined if the contract has no operation for the request. */
  readonly route: Route | undefined;
}

/** What is known about the answer before the mock makes it. */
export interface Given {
  /** The body of the request, if it was read before. */
  readonly body?: ReceivedBody | undefined;
  /** Whether the request fails, if that was decided before. */
  readonly fails?: boolean;
  /** Whether the delay has passed already. */
  readonly isLate?: boolean;
  /** An answer that needs nothing of the contract. */
  readonly answer?: Answer;
  /** Who answers, for the client to see. */
  readonly answeredBy?: 'mock';
  /** Why it is the mock that answers, for the log. */
  readonly why?: string;
}

/** Makes what the engine is asked. @param bytes the body without its content codings. */
export function engineRequest(
  { request, path, query, route }: Pick<RoutedRequest, 'request' | 'path' | 'query'> & { readonly route: Route },
  bytes: Buffer,
): EngineRequest {
  const { operation, base, values } = route;
  return {
    operation,
    sentPath: path,
    method: operation.method.toLowerCase(),
    path: path.slice(base.length),
    values,
    query,
    headers: joined(request.headers),
    bytes,
  };
}

export function joinedHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function joined(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  // This is the only field that node:http returns as a list. Requests normally do not have it (RFC 6265 §4.1).
  if (headers['set-cookie'] === undefined) return headers as Record<string, string>;
  return { ...(headers as Record<string, string>), 'set-cookie': headers['set-cookie'].join(', ') };
}
