/** Writes what a real service answered into a HAR, without what is secret: `mock --upstream URL --record FILE`. */

import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Contract } from '../../src/contract/contract';
import { whyUnreadable } from '../../src/contract/document/files';
import { whyCodedHidden } from '../../src/engine/evidence/codedContent';
import { type Fields, fieldValues } from '../../src/http/message';
import { pairsOf } from '../../src/recorded/proxy/heads';
import type { Redact } from '../../src/redaction/redact';
import { UsageError } from '../../src/support/errors';
import { TOOL } from '../../src/support/version';
import { messagesOf, type Responded } from './entry';
import { hiddenText, hidingOf } from './hiding';

export interface Tape {
  /** Writes an exchange, if a real service has answered and all of its answer is known. */
  note(request: IncomingMessage, responded: Responded, startedAt: number, durationMs: number): void;
  close(): void;
}

const TAIL = '\n]}}\n';

/**
 * Begins a recording. The file is a whole HAR after each exchange, so nothing is lost if the process ends.
 * @param url by which clients know the mock, without a slash at the end: `http://127.0.0.1:4010`.
 * @throws UsageError if the file cannot be written.
 */
export function createTape(file: string, url: () => string, contract: () => Contract): Tape {
  const descriptor = opened(file);
  const creator = { name: `${TOOL.name} mock`, version: TOOL.version };
  const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
  let end = writeSync(descriptor, head, 0);
  writeSync(descriptor, TAIL, end);
  let isFirst = true;
  let isOpen = true;
  return {
    note(request, responded, startedAt, durationMs) {
      if (!isOpen || responded.answeredBy !== 'service' || responded.isPart) return;
      const entry = JSON.stringify(
        entryOf(request, responded, { startedAt, durationMs, url: url(), contract: contract() }),
      );
      const text = `${isFirst ? '' : ',\n'}${entry}`;
      isFirst = false;
      const at = end;
      end += Buffer.byteLength(text);
      writeSync(descriptor, text + TAIL, at);
    },
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function opened(file: string): number {
  try {
    // Only its owner may read it: what a service answers may be for one person's eyes.
    return openSync(file, 'w', 0o600);
  } catch (error) {
    throw new UsageError(`The recording ${file} cannot be written: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
}

interface Noting {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly url: string;
  readonly contract: Contract;
}

/** Makes the entry of an exchange (HAR 1.2 §4.6 `entries`). */
function entryOf(
  request: IncomingMessage,
  responded: Responded,
  { startedAt, durationMs, url, contract }: Noting,
): object {
  const { method = 'GET', url: target = '/', rawHeaders } = request;
  const { status = 0, body, sent } = responded;
  const hiding = hidingOf(contract);
  const asked = pairsOf(rawHeaders);
  const { redact } = hiding.of({ method, url: target, headers: asked, ...messagesOf(responded) }, 'all');
  const answered = Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  const shown = (fields: Fields) =>
    fields.map(([name, value]) => ({ name: redact(name), value: redact(hiding.field(name, value)) }));
  const whole = new URL(redact(hiding.target(method, target)), url);
  const content = sent?.body === undefined ? undefined : Buffer.from(sent.body);
  const sizes = { headersSize: -1, bodySize: -1, cookies: [], httpVersion: 'HTTP/1.1' };
  const answer = content && textOf({ headers: answered, body: content }, redact);
  const posted = body && body.length > 0 ? textOf({ headers: asked, body }, redact) : undefined;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url: whole.href,
      headers: shown(asked),
      queryString: [...whole.searchParams].map(([name, value]) => ({ name, value })),
      ...(posted ? { postData: { mimeType: typeOf(asked), ...posted.written } } : {}),
      ...sizes,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: shown(answered),
      content: {
        size: answer?.size ?? 0,
        mimeType: typeOf(answered),
        ...(answer?.written ?? {}),
      },
      redirectURL: '',
      ...sizes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function typeOf(headers: Fields): string {
  return fieldValues({ headers }, 'content-type')[0] ?? '';
}

/** Returns a content without what is secret, and its size in bytes; without its text if something in it cannot be hidden. */
function textOf(message: { readonly headers: Fields; readonly body: Buffer }, redact: Redact) {
  const { body } = message;
  if (isUtf8(body)) {
    const text = hiddenText(body, redact, false);
    return { size: Buffer.byteLength(text), written: { text } };
  }
  const bytes = body.toString('latin1');
  const isHidden = whyCodedHidden(message, redact, false) !== undefined || redact(bytes) !== bytes;
  return { size: body.length, written: isHidden ? {} : { text: body.toString('base64'), encoding: 'base64' } };
}
