/** Makes the log entry of a request that the mock has answered. */

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { type Contract, LONGEST_ACTUAL } from '../../src/contract/contract';
import type { Recorded } from '../../src/recorded/har';
import { pairsOf } from '../../src/recorded/proxy/heads';
import { hidingOf, type ShownMessages } from '../../src/recorded/secrets/hiding';
import type { MockedRequest } from '../engine/engine';

export interface RequestLogEntry {
  readonly method: string;
  /** The path as it was sent, with its query, in which what is secret is replaced by `***`. */
  readonly target: string;
  /** The operation, such as `DELETE /plants/{id}`; absent if the contract has none for the request. */
  readonly operation?: string;
  /** Absent if the connection was dropped instead. */
  readonly status?: number;
  /** Who has answered, if there is a real service behind the mock. */
  readonly answeredBy?: 'service' | 'mock';
  readonly durationMs: number;
  /** Why the mock gave this answer, if the contract was broken or somebody asked for the answer, without what is secret. */
  readonly reasons: readonly string[];
}

/** Makes the entry of a request, without what is secret in it. */
export function toEntry(
  request: Pick<IncomingMessage, 'method' | 'url'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>,
  responded: Pick<Responded, 'operation' | 'status' | 'answeredBy' | 'reasons' | 'body' | 'sent'>,
  durationMs: number,
  contract: Contract,
): RequestLogEntry {
  const { method = '', url = '' } = request;
  const { operation, status, answeredBy } = responded;
  return {
    method,
    target: hidingOf(contract).target(method, url),
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    durationMs,
    reasons: responded.reasons.length === 0 ? responded.reasons : shownReasons(request, responded, contract),
  };
}

/** Reasons quote names and values of the request and of the answer, which may be long, or secret. */
function shownReasons(
  { method, url, rawHeaders = [] }: Parameters<typeof toEntry>[0],
  { reasons, ...responded }: Parameters<typeof toEntry>[1],
  contract: Contract,
): string[] {
  const { sentence } = hidingOf(contract).of({ method, url, headers: pairsOf(rawHeaders), ...messagesOf(responded) });
  return reasons.map((reason) => sentence(reason).slice(0, LONGEST_ACTUAL));
}

/** Returns the bodies in which something may be secret. What the mock answers comes from the contract. */
export function messagesOf({
  status,
  answeredBy,
  body,
  sent,
}: Pick<Responded, 'status' | 'answeredBy' | 'body' | 'sent'>): Pick<ShownMessages, 'body' | 'answer'> {
  if (answeredBy !== 'service' || status === undefined || !sent) return { body };
  const headers = Object.entries(sent.headers).map(([name, value]) => [name, String(value)] as const);
  return { body, answer: { status, headers, body: sent.body === undefined ? undefined : Buffer.from(sent.body) } };
}

/**
 * Returns an exchange as a recording holds it; undefined unless a real service has answered and all of its answer is known.
 * @param url by which clients know the mock, without a slash at the end.
 */
export function toRecorded(
  { method = 'GET', url: target = '/', rawHeaders, httpVersion }: IncomingMessage,
  responded: Responded,
  url: string,
  durationMs: number,
): Recorded | undefined {
  const { status, answeredBy, isPart, body } = responded;
  const { answer } = messagesOf(responded);
  if (answeredBy !== 'service' || isPart || status === undefined || !answer) return undefined;
  return {
    ...{ method, url: new URL(target, url).href, requestHeaders: pairsOf(rawHeaders), requestBody: body },
    ...{ httpVersion, status, statusText: STATUS_CODES[status] ?? '', headers: answer.headers },
    ...{ body: answer.body ?? Buffer.alloc(0), durationMs },
  };
}

export interface Responded {
  /** The operation, such as `DELETE /plants/{id}`; absent if the contract has none for the request. */
  readonly operation?: string | undefined;
  /** Absent if the connection was dropped instead. */
  readonly status?: number | undefined;
  /** Who has answered, if there is a real service behind the mock. */
  readonly answeredBy?: 'service' | 'mock' | undefined;
  readonly reasons: readonly string[];
  /** The body of the request; absent if it was not read. */
  readonly body?: Buffer | undefined;
  /** True if not all of the answer of a real service is known. */
  readonly isPart?: boolean;
  /** True for a preflight request (CORS), which a browser sends by itself. */
  readonly preflight?: true;
  /** The request as the engine was given it. */
  readonly asked?: MockedRequest | undefined;
  /** The answer that was sent; absent if the connection was dropped instead. */
  readonly sent?: LoggedAnswer;
}

export interface LoggedAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | undefined;
}
