/** The last requests, for a test to look at: `mock.requests()`. */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../src/contract/contract';
import { type RequestLogEntry, toEntry } from './requestLog';
import type { Responded } from './respond';

export interface RecordedRequest extends RequestLogEntry {
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
  list(operation?: string): readonly RecordedRequest[];
  reset(): void;
}

/** How many requests are kept, of each how much of its body, and how much of all bodies, in bytes. */
const MOST_REQUESTS = 1000;
const LONGEST_BODY = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

interface Noted extends Pick<IncomingMessage, 'headers'> {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly responded: Responded;
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface RecorderSource {
  readonly contract: () => Contract;
  /** The names of query parameters whose values are not told. */
  readonly queryCredentials: () => readonly string[];
}

/** What is told of a request is made when it is asked for. */
export function createRecorder({ contract, queryCredentials }: RecorderSource): Recorder {
  let noted: Noted[] = [];
  let bytes = 0;
  const toRecorded = ({
    method = '',
    url = '',
    headers,
    responded,
    startedAt,
    durationMs,
  }: Noted): RecordedRequest => ({
    ...toEntry({ method, url }, responded, durationMs, queryCredentials),
    time: new Date(startedAt).toISOString(),
    headers: withoutCredentials(headers, contract()),
    ...(sizeOf(responded) > 0 ? { body: responded.body?.toString('utf8') ?? '' } : {}),
  });
  return {
    note({ method, url, headers }, whole, startedAt, durationMs) {
      const responded = sizeOf(whole) > LONGEST_BODY ? cut(whole) : whole;
      noted.push({ method, url, headers, responded, startedAt, durationMs });
      bytes += sizeOf(responded);
      while (noted.length > MOST_REQUESTS || bytes > MOST_BYTES) bytes -= sizeOf(noted.shift()?.responded);
    },
    list: (operation) =>
      noted.filter(({ responded }) => operation === undefined || responded.operation === operation).map(toRecorded),
    reset() {
      noted = [];
      bytes = 0;
    },
  };
}

function sizeOf(responded: Responded | undefined): number {
  return responded?.body?.length ?? 0;
}

/** A copy: otherwise what is cut off would be kept, too. */
function cut({ body, ...responded }: Responded): Responded {
  return { ...responded, body: body && Buffer.from(body.subarray(0, LONGEST_BODY)) };
}

/** Of `Authorization` the scheme is left, which often is what somebody looks for. */
function withoutCredentials(headers: IncomingMessage['headers'], { operations }: Contract): Record<string, string> {
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  const secret = new Set(schemes.filter((each) => each.in === 'header').map(({ field }) => field.toLowerCase()));
  const told = Object.entries(headers).map(([name, value]) => {
    const text = [value].flat().join(', ');
    if (/^(?:proxy-)?authorization$/.test(name))
      return [name, text.replace(/^(\S+)\s.*$|^.*$/s, (_, scheme) => `${scheme ?? ''} ***`.trim())];
    return [name, secret.has(name) || name === 'cookie' ? '***' : text];
  });
  return Object.fromEntries(told) as Record<string, string>;
}
