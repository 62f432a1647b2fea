/** Keeps the last requests, so that a test can look at them: `mock.requests()`. */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../src/contract/contract';
import { whyCodedHidden } from '../../src/engine/evidence/codedContent';
import type { Fields } from '../../src/http/message';
import { pairsOf } from '../../src/recorded/proxy/heads';
import { hiddenText, hidingOf } from '../../src/recorded/secrets/hiding';
import type { Responded } from './entry';
import { type RequestLogEntry, toEntry } from './entry';

export interface LoggedRequest extends RequestLogEntry {
  /** When the request came, in ISO 8601. */
  readonly time: string;
  /** The header fields by their names in lower case. Of a credential, only the scheme is shown. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, at most 64 KiB of it, with `***` for what is secret; absent if there was none. */
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

/** @param contract returns the contract that is served at the moment, which says what is secret. */
export function createRecorder(contract: () => Contract): Recorder {
  let noted: Noted[] = [];
  let bytes = 0;
  const shared = createShared();
  const toRecorded = (request: Noted): LoggedRequest => {
    const rawHeaders = request.headers === '' ? [] : request.headers.split('\n');
    const seen = { ...request, rawHeaders };
    return {
      ...toEntry(seen, request, request.durationMs, contract()),
      time: new Date(request.startedAt).toISOString(),
      headers: headersOf(pairsOf(rawHeaders), contract()),
      ...(request.body && request.body.length > 0 ? { body: bodyOf(seen, contract()) } : {}),
    };
  };
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

function headersOf(fields: Fields, contract: Contract): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, all] of fields) {
    const key = name.toLowerCase();
    const value = hidingOf(contract).field(key, all);
    shown[key] = Object.hasOwn(shown, key) ? `${shown[key]}, ${value}` : value;
  }
  return shown;
}

function bodyOf(
  { method, url, rawHeaders, body = NOTHING }: Noted & Pick<IncomingMessage, 'rawHeaders'>,
  contract: Contract,
): string {
  const headers = pairsOf(rawHeaders);
  const { redact } = hidingOf(contract).of({ method, url, headers, body });
  return whyCodedHidden({ headers, body }, redact, false) ?? hiddenText(body, redact, body.length === LONGEST_BODY);
}

const NOTHING = Buffer.alloc(0);
