/** One exchange, as a rule of the user's own sees it. */

import type { Operation } from '../contract/contract';
import type { Exchange } from '../engine/model/exchange';
import { type Fields, fieldValues, type Response } from '../http/message';
import { parsedBody } from '../json/exactJson';
import { decodedContent } from '../serialization/readResponse';
import { lazy } from '../support/caching';

export interface JudgedExchange {
  readonly operation: Operation;
  /** The way of asking: `valid`, `invalid`, `anonymous`, `unknown`, … */
  readonly probe: string;
  /** What is special about the request, in a few words. */
  readonly case: string;
  readonly request: {
    readonly method: string;
    /** Path and query, percent-encoded. */
    readonly path: string;
    readonly headers: Fields;
    readonly body: Buffer | undefined;
    /** @returns the value of a field, whatever the case of its name; undefined if it was not sent. */
    readonly header: (name: string) => string | undefined;
    /** @returns the members of the query. */
    readonly query: () => URLSearchParams;
    /** @returns the body as a value; undefined if it is no JSON. */
    readonly json: () => unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Fields;
    /** As it came, without chunked framing. */
    readonly body: Buffer;
    /** @returns the value of a field, the values of several joined with a comma; undefined if it did not come. */
    readonly header: (name: string) => string | undefined;
    /** @returns the body as a value; undefined if it is no JSON. */
    readonly json: () => unknown;
  };
}

/** @returns undefined where no complete answer came. */
export function judgedExchangeOf({ case: each, request, response, error }: Exchange): JudgedExchange | undefined {
  if (!response || error) return undefined;
  const { method, path, headers, body } = request;
  const { operation } = each.request;
  return {
    operation,
    probe: each.claim.probe,
    case: each.claim.name,
    request: {
      ...{ method, path, headers, body },
      header: headerOf(request),
      query: () => new URLSearchParams(path.split('?')[1] ?? ''),
      json: lazy(() => body && parsedBody(body)?.value),
    },
    response: {
      status: response.status,
      headers: response.headers,
      body: response.body,
      header: headerOf(response),
      json: lazy(() => jsonOf(response)),
    },
  };
}

function headerOf(message: Pick<Response, 'headers'>): (name: string) => string | undefined {
  return (name) => {
    const values = fieldValues(message, name);
    return values.length === 0 ? undefined : values.join(', ');
  };
}

function jsonOf(response: Response): unknown {
  const content = decodedContent(response);
  return Buffer.isBuffer(content) ? parsedBody(content)?.value : undefined;
}
