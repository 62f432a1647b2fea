/** The last requests, for a test to look at: `mock.requests()`. */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../src/contract/contract';
import type { Responded } from './entry';
import { type RequestLogEntry, secretFields, toEntry, withoutCredential } from './entry';

export interface LoggedRequest extends RequestLogEntry {
  /** When it came, as ISO 8601 has it. */
  readonly time: string;
  /** By their names in lower case; of a credential only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text, at most 64 KiB of it; absent where there was none. */
  readonly body?: string;
}

export interface Recorder {
  note(request: IncomingMessage, responded: Responded, startedAt: number, durationMs: number): void;
  /** The oldest first. @param operation those of one alone, by its name. */
  list(operation?: string): readonly LoggedRequest[];
  reset(): void;
}

/** How many requests are kept, of each how much of its body, and how much of all bodies, in bytes. */
const MOST_REQUESTS = 1000;
const LONGEST_BODY = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** As little as may be, since a thousand of them are to be kept: the rest is made when it is asked for. */
interface Noted extends Pick<Responded, 'operation' | 'status' | 'reasons' | 'body'> {
  readonly method: string | undefined;
  readonly url: string | undefined;
  /** Names and values, a line each. */
  readonly headers: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface RecorderSource {
  readonly contract: () => Contract;
  /** The names of query parameters whose values are not told. */
  readonly queryCredentials: () => readonly string[];
}

export function createRecorder({ contract, queryCredentials }: RecorderSource): Recorder {
  let noted: Noted[] = [];
  let bytes = 0;
  const shared = createShared();
  const toRecorded = (each: Noted): LoggedRequest => ({
    ...toEntry(each, each, each.durationMs, queryCredentials),
    time: new Date(each.startedAt).toISOString(),
    headers: headersOf(each.headers, contract()),
    ...(each.body && each.body.length > 0 ? { body: each.body.toString('utf8') } : {}),
  });
  return {
    note({ method, url, rawHeaders }, { operation, status, reasons, body: whole }, startedAt, durationMs) {
      const body = whole && whole.length > LONGEST_BODY ? cut(whole) : whole;
      noted.push({
        method,
        url,
        headers: shared(rawHeaders.join('\n')),
        operation,
        status,
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

/** How many header sections are kept for all requests that have the same. */
const MOST_SHARED = 100;

function createShared(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size === MOST_SHARED) known.clear();
    known.set(text, text);
    return text;
  };
}

/** A copy: otherwise what is cut off would be kept, too. */
function cut(body: Buffer): Buffer {
  return Buffer.from(body.subarray(0, LONGEST_BODY));
}

function headersOf(lines: string, contract: Contract): Record<string, string> {
  const raw = lines === '' ? [] : lines.split('\n');
  const secret = secretFields(contract);
  const told: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = withoutCredential(name, raw[at + 1] ?? '', secret);
    told[name] = Object.hasOwn(told, name) ? `${told[name]}, ${value}` : value;
  }
  return told;
}
