/** Writes exchanges into a HAR, without what is secret: `mock --upstream URL --record FILE`, `proxy URL --record FILE`. */

import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Contract } from '../contract/contract';
import { whyUnreadable } from '../contract/document/files';
import { whyCodedHidden } from '../engine/evidence/codedContent';
import { type Fields, fieldValues } from '../http/message';
import type { Redact } from '../redaction/redact';
import { UsageError } from '../support/errors';
import { TOOL } from '../support/version';
import type { Recorded } from './har';
import { hiddenText, hidingOf } from './secrets/hiding';

export interface Tape {
  /** Writes an exchange, all of which is known. @param startedAt when it began, in milliseconds since 1970. */
  note(exchange: Recorded, startedAt: number): void;
  close(): void;
}

const TAIL = '\n]}}\n';

/**
 * Begins a recording. The file is a whole HAR after each exchange, so nothing is lost if the process ends.
 * @param by the command that records: `mock`, `proxy`.
 * @throws UsageError if the file cannot be written.
 */
export function createTape(file: string, by: string, contract: () => Contract): Tape {
  const descriptor = opened(file);
  const creator = { name: `${TOOL.name} ${by}`, version: TOOL.version };
  const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
  let end = writeSync(descriptor, head, 0);
  writeSync(descriptor, TAIL, end);
  let isFirst = true;
  let isOpen = true;
  return {
    note(exchange, startedAt) {
      if (!isOpen) return;
      const text = `${isFirst ? '' : ',\n'}${JSON.stringify(entryOf(exchange, startedAt, contract()))}`;
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

/** Makes the entry of an exchange (HAR 1.2 §4.6 `entries`). */
function entryOf(exchange: Recorded, startedAt: number, contract: Contract): object {
  const {
    method,
    url,
    requestHeaders: asked,
    requestBody: sent,
    status,
    headers: answered,
    body,
    durationMs,
  } = exchange;
  const { origin, pathname, search } = new URL(url);
  const hiding = hidingOf(contract);
  const target = pathname + search;
  const answer = { status, headers: answered, body };
  const { redact } = hiding.of({ method, url: target, headers: asked, body: sent, answer }, 'all');
  const shown = (fields: Fields) =>
    fields.map(([name, value]) => ({ name: redact(name), value: redact(hiding.field(name, value)) }));
  const whole = new URL(redact(hiding.target(method, target)), origin);
  const sizes = { headersSize: -1, bodySize: -1, cookies: [], httpVersion: 'HTTP/1.1' };
  const content = textOf(answer, redact);
  const posted = sent && sent.length > 0 ? textOf({ headers: asked, body: sent }, redact) : undefined;
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
      statusText: exchange.statusText,
      headers: shown(answered),
      content: { size: content.size, mimeType: typeOf(answered), ...(body.length > 0 ? content.written : {}) },
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
