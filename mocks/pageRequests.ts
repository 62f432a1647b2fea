/** The last requests, as the page shows them: a line of each, and of one that is opened all that there is to say. */

import type { IncomingMessage } from 'node:http';
import { type Clause, LONGEST_ACTUAL } from '../src/contract/contract';
import { excerpt } from '../src/wire/evidence';
import { copiesOf } from './pageCopies';
import type { RequestLogEntry } from './requestLog';
import type { Asked, Responded, Sent } from './respond';
import { violationsOf } from './validation';

/** A request that was answered. */
export interface Answered {
  readonly entry: RequestLogEntry;
  readonly request: IncomingMessage;
  readonly responded: Responded;
}

export interface ListedRequest extends RequestLogEntry {
  /** Counts from 1. */
  readonly number: number;
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number;
  /** Of a preflight, the method that it asks for. */
  readonly preflightOf?: string;
}

export interface ShownRequest {
  readonly reasons: readonly { readonly text: string; readonly place?: string }[];
  readonly asked: Message;
  /** Absent where the connection was dropped instead. */
  readonly answered?: Message;
  /** What to go on with, each by its name: a curl line, a `Prefer` line, an answer for a test. */
  readonly copies: readonly { readonly name: string; readonly text: string }[];
}

export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface RequestList {
  add(answered: Answered): void;
  /** The oldest first. */
  listed(): ListedRequest[];
  /** @param url of the mock; @param hidden the names of fields and cookies whose values nobody is to read. */
  shown(number: number, url: string, hidden: ReadonlySet<string>): ShownRequest | undefined;
}

const MOST_REQUESTS = 100;

/** What is kept of one body, in bytes. */
const LARGEST_KEPT = 64 * 1024;

interface Kept {
  readonly listed: ListedRequest;
  readonly headers: Message['headers'];
  readonly asked: Asked | undefined;
  /** Of the request, as far as it is kept. */
  readonly body: Buffer;
  readonly bodyBytes: number;
  readonly sent: (Sent & { readonly bodyBytes: number }) | undefined;
}

export function createRequestList(): RequestList {
  const kept: Kept[] = [];
  let told = 0;
  return {
    add(answered) {
      told += 1;
      kept.push(keep(answered, told));
      if (kept.length > MOST_REQUESTS) kept.shift();
    },
    listed: () => kept.map(({ listed }) => listed),
    shown(number, url, hidden) {
      const found = kept.find(({ listed }) => listed.number === number);
      return found && show(found, url, hidden);
    },
  };
}

function keep({ entry, request, responded }: Answered, number: number): Kept {
  const { asked, sent, preflight } = responded;
  const bytes = asked?.request.bytes ?? NOTHING;
  const body = cut(bytes);
  const preflightOf = preflight && request.headers['access-control-request-method'];
  return {
    listed: { number, at: Date.now(), ...entry, ...(preflightOf ? { preflightOf } : {}) },
    headers: pairsOf(request.rawHeaders),
    // What is cut can be judged by nobody.
    asked: bytes.length > LARGEST_KEPT ? undefined : asked,
    body,
    bodyBytes: bytes.length,
    sent: sent && { headers: sent.headers, body: cut(sent.body), bodyBytes: Buffer.byteLength(sent.body ?? '') },
  };
}

const NOTHING = Buffer.alloc(0);

/** What is long is copied, or all of it would be kept. */
function cut(body: string | Buffer = NOTHING): Buffer {
  const bytes = Buffer.from(body);
  return bytes.length > LARGEST_KEPT ? Buffer.from(bytes.subarray(0, LARGEST_KEPT)) : bytes;
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

function show(kept: Kept, url: string, hidden: ReadonlySet<string>): ShownRequest {
  const { listed, asked, sent, body, bodyBytes } = kept;
  const headers = kept.headers.map(([name, value]) => [name, withoutSecret(name, value, hidden)] as const);
  const whole = bodyBytes === body.length ? body : undefined;
  const answered = sent && { headers: Object.entries(sent.headers), body: textOf(sent.body, sent.bodyBytes) };
  return {
    reasons: reasonsOf(listed, asked),
    asked: { headers, body: textOf(body, bodyBytes) },
    ...(answered ? { answered } : {}),
    copies: copiesOf({ listed, url, headers, body: whole, operation: asked?.operation, answered }),
  };
}

function textOf(body: string | Buffer = NOTHING, bytes: number): string {
  const text = excerpt(Buffer.from(body), (all) => all, LARGEST_KEPT);
  return bytes > LARGEST_KEPT ? `${text}… (${bytes} bytes in all)` : text;
}

/** What the contract was broken by is judged once more, since where its clauses stand is found out only where somebody looks. */
function reasonsOf({ reasons }: ListedRequest, asked: Asked | undefined): ShownRequest['reasons'] {
  const violations = asked ? violationsOf(asked.operation, asked.request) : [];
  return reasons.map((text) => {
    const clause = violations.find(({ message }) => message.slice(0, LONGEST_ACTUAL) === text)?.clause?.();
    if (clause) return { text, place: placeOf(clause) };
    const [alternative] = asked?.operation.security.alternatives ?? [];
    const isRefused = alternative && text.startsWith('no credential');
    return isRefused ? { text, place: placeOf(alternative.clause) } : { text };
  });
}

function placeOf({ file, line, column }: Clause): string {
  return `${file}:${line}:${column}`;
}

/** The scheme of a credential is told, and the names of cookies. */
function withoutSecret(name: string, value: string, hidden: ReadonlySet<string>): string {
  const key = name.toLowerCase();
  if (/^(?:proxy-)?authorization$/.test(key))
    return value.replace(/^(\S+)\s.*$|^.+$/s, (_, scheme) => `${scheme ? `${scheme} ` : ''}***`);
  if (key === 'cookie')
    return value.replace(/([^=;\s]+)=([^;]*)/g, (all, cookie: string) =>
      hidden.has(cookie.toLowerCase()) ? `${cookie}=***` : all,
    );
  return hidden.has(key) ? '***' : value;
}
