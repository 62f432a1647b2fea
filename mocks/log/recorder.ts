/** Keeps the last requests, so that a test can look at them: `mock.requests()`. */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../src/contract/contract';
import type { Responded } from './entry';
import { type RequestLogEntry, secretFields, toEntry, withoutCredential } from './entry';

export interface LoggedRequest extends RequestLogEntry {
  /** When the request came, in ISO 8601. */
  readonly time: string;
  /** The header fields by their names in lower case. Of a credential, only the scheme is kept. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, at most 64 KiB of it; absent if there was none. */
  readonly body?: string;
}

export interface Recorder {
  note(request: IncomingMessage, responded: Responded, startedAt: number, durationMs: number): void;
  /** Lists the requests, the oldest first. @param operation the name of an operation, to list only its requests. */
  list(operation?: string): readonly LoggedRequest[];
  reset(): void;
}

/** How many requests are kept, how much of each body, and how much of all bodies together, in bytes. */
const MOST_REQUESTS = 1000;
const LONGEST_BODY = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** What is kept of a request. It is as little as possible, since a thousand of them are kept. The rest is made when it is asked for. */
interface Noted extends Pick<Responded, 'operation' | 'status' | 'answeredBy' | 'reasons' | 'body'> {
  readonly method: string | undefined;
  readonly url: string | undefined;
  /** The names and values of the header fields, each on a line. */
  readonly headers: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

interface RecorderSource {
  readonly contract: () => Contract;
  /** Returns the names of query parameters whose values are hidden. */
  readonly queryCredentials: () => readonly string[];
}

export function createRecorder({ contract, queryCredentials }: RecorderSource): Recorder {
  let noted: Noted[] = [];
  let bytes = 0;
  const shared = createShared();
  const toRecorded = (request: Noted): LoggedRequest => ({
    ...toEntry(request, request, request.durationMs, queryCredentials),
    time: new Date(request.startedAt).toISOString(),
    headers: headersOf(request.headers, contract()),
    ...(request.body && request.body.length > 0 ? { body: request.body.toString('utf8') } : {}),
  });
  return {
    note({ method, url, rawHeaders }, { operation, status, answeredBy, reasons, body: whole }, startedAt, durationMs) {
      const body = whole && whole.length > LONGEST_BODY ? cut(whole) : whole;
      noted.push({
        method,
        url,
        headers: shared(rawHeaders.join('\n')),
        operation,
        status,
        answeredBy,
        reasons,
        body,
        startedAt,
        durationMs,
      });
      bytes += body?.length ?? 0;
      while (noted.length > MOST_REQUESTS || bytes > MOST_BYTES) bytes -= noted.shift()?.body?.length ?? 0;
    },
    list: (operation) =>
      noted.filter((each) => operation === undefined || each.operation === operation).map(toRecorded),
    reset() {
      noted = [];
      bytes = 0;
    },
  };
}

/** How many different header sections are kept. Requests with equal ones share them. */
const MOST_SHARED = 100;

function createShared(): (text: string) => string {
  const sections = new Map<string, string>();
  return (text) => {
    const before = sections.get(text);
    if (before !== undefined) return before;
    if (sections.size === MOST_SHARED) sections.clear();
    sections.set(text, text);
    return text;
  };
}

/** Copies the beginning of a body. Without a copy, the whole body would stay in memory. */
function cut(body: Buffer): Buffer {
  return Buffer.from(body.subarray(0, LONGEST_BODY));
}

function headersOf(lines: string, contract: Contract): Record<string, string> {
  const raw = lines === '' ? [] : lines.split('\n');
  const secret = secretFields(contract);
  const fields: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = withoutCredential(name, raw[at + 1] ?? '', secret);
    fields[name] = Object.hasOwn(fields, name) ? `${fields[name]}, ${value}` : value;
  }
  return fields;
}
