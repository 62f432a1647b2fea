/** What is told of each request that the mock has answered. */

import type { IncomingMessage } from 'node:http';
import { type Contract, LONGEST_ACTUAL } from '../../src/contract/contract';
import type { MockedRequest } from '../engine/engine';

export interface RequestLogEntry {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly target: string;
  /** `DELETE /plants/{id}`; absent where the contract has none for it. */
  readonly operation?: string;
  /** Absent where the connection was dropped instead. */
  readonly status?: number;
  readonly durationMs: number;
  /** Why it was answered so, where the contract was broken or the answer was asked for. */
  readonly reasons: readonly string[];
}

/** Makes the entry of a request. @param credentials gives the names of query parameters whose values are not told. */
export function toEntry(
  { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  { operation, status, reasons: all }: Pick<Responded, 'operation' | 'status' | 'reasons'>,
  durationMs: number,
  credentials: () => readonly string[],
): RequestLogEntry {
  // They quote the names of what they are about.
  const reasons = all.length === 0 ? all : all.map((reason) => reason.slice(0, LONGEST_ACTUAL));
  const target = withoutCredentials(url, credentials);
  return {
    method,
    target,
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
    durationMs,
    reasons,
  };
}

/** The names of the header fields that the contract calls credentials, in lower case. */
export function secretFields({ operations }: Contract): ReadonlySet<string> {
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  return new Set(schemes.filter((each) => each.in === 'header').map(({ field }) => field.toLowerCase()));
}

/** A header field as it is told: of `Authorization` the scheme is left, which often is what somebody looks for, and of cookies the names. */
export function withoutCredential(name: string, value: string, secret: ReadonlySet<string>): string {
  const key = name.toLowerCase();
  if (/^(?:proxy-)?authorization$/.test(key))
    return value.replace(/^(\S+)\s.*$|^.*$/s, (_, scheme) => `${scheme ?? ''} ***`.trim());
  if (key === 'cookie') return value.replace(/=[^;]*/g, '=***');
  return secret.has(key) ? '***' : value;
}

/** What goes before the value of a parameter, where a second question mark is taken for one that was meant to begin a query. */
const NAMED = /(?:^|\?)([^?=]*)=/g;

function withoutCredentials(target: string, credentials: () => readonly string[]): string {
  if (!/[?#]/.test(target)) return target;
  // The token of a query does not belong in a log (RFC 6750 §2.3).
  const secret = new Set(['access_token', ...credentials().map((name) => name.toLowerCase())]);
  const hide = (part: string) => {
    for (const { 0: head, 1: name = '', index } of part.matchAll(NAMED))
      if (secret.has(decoded(name).toLowerCase())) return `${part.slice(0, index)}${head}***`;
    return part;
  };
  return target
    .split(/([&#])/)
    .map(hide)
    .join('');
}

/** As a query is read, where an escape may stand for any character, and nothing is malformed. */
function decoded(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? '';
}

export interface Responded {
  /** `DELETE /plants/{id}`; absent where the contract has none for the request. */
  readonly operation?: string | undefined;
  /** Absent where the connection was dropped instead. */
  readonly status?: number | undefined;
  readonly reasons: readonly string[];
  /** Of the request; absent where nobody read it. */
  readonly body?: Buffer | undefined;
  /** Whether a browser asked on its own account what it may send. */
  readonly preflight?: true;
  /** What was asked of the operation. */
  readonly asked?: MockedRequest | undefined;
  /** What went over the wire; absent where the connection was dropped instead. */
  readonly sent?: LoggedAnswer;
}

export interface LoggedAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | undefined;
}
