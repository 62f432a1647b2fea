/** Makes the log entry of a request that the mock has answered. */

import type { IncomingMessage } from 'node:http';
import { type Contract, LONGEST_ACTUAL } from '../../src/contract/contract';
import type { MockedRequest } from '../engine/engine';

export interface RequestLogEntry {
  readonly method: string;
  /** The path as it was sent, with its query, in which the values of credentials are replaced by `***`. */
  readonly target: string;
  /** The operation, such as `DELETE /plants/{id}`; absent if the contract has none for the request. */
  readonly operation?: string;
  /** Absent if the connection was dropped instead. */
  readonly status?: number;
  /** Who has answered, if there is a real service behind the mock. */
  readonly answeredBy?: 'service' | 'mock';
  readonly durationMs: number;
  /** Why the mock gave this answer, if the contract was broken or somebody asked for the answer. */
  readonly reasons: readonly string[];
}

/** Makes the entry of a request. @param credentials returns the names of query parameters whose values are hidden. */
export function toEntry(
  { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  { operation, status, answeredBy, reasons: all }: Pick<Responded, 'operation' | 'status' | 'answeredBy' | 'reasons'>,
  durationMs: number,
  credentials: () => readonly string[],
): RequestLogEntry {
  // Reasons quote names from the request, which may be long.
  const reasons = all.length === 0 ? all : all.map((reason) => reason.slice(0, LONGEST_ACTUAL));
  const target = withoutCredentials(url, credentials);
  return {
    method,
    target,
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    durationMs,
    reasons,
  };
}

/** Returns the names of the header fields that hold credentials according to the contract, in lower case. */
export function secretFields({ operations }: Contract): ReadonlySet<string> {
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  return new Set(schemes.filter((each) => each.in === 'header').map(({ field }) => field.toLowerCase()));
}

/** Hides the credential in the value of a header field: `Bearer abc` → `Bearer ***`, `session=abc` → `session=***`. */
export function withoutCredential(name: string, value: string, secret: ReadonlySet<string>): string {
  const key = name.toLowerCase();
  if (/^(?:proxy-)?authorization$/.test(key))
    return value.replace(/^(\S+)\s.*$|^.*$/s, (_, scheme) => `${scheme ?? ''} ***`.trim());
  if (key === 'cookie') return value.replace(/=[^;]*/g, '=***');
  return secret.has(key) ? '***' : value;
}

/** Matches the name of a parameter and its `=`. A second question mark counts as the start of a query, too. */
const NAMED = /(?:^|\?)([^?=]*)=/g;

/** Hides the values of credentials in the query of a URL or a path. */
export function withoutCredentials(target: string, credentials: () => readonly string[]): string {
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

/** Decodes the name of a query parameter. Malformed escapes are left as they are. */
function decoded(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? '';
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
