/**
 * Reads the content of a response: it decodes the codings, then the text, then the value, of sequences (NDJSON, JSON Lines, events) one by one.
 * Each step is done once for all rules.
 */

import type { Media } from '../contract/contract';
import { typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { type Failure, undoCodings } from '../http/contentCodings';
import { type MediaKind, mediaKind } from '../http/mediaType';
import { fieldValues, type Response } from '../http/message';
import {
  DEEPEST_JSON,
  extentOfJson,
  MOST_JSON_VALUES,
  type ReadJson,
  readJson,
  readJsonInParts,
  TooDeepJson,
} from '../json/exactJson';
import { remembered } from '../support/caching';
import { atOnce, type Parts } from '../support/letOthersRun';
import { withCommas } from '../support/words';
import { contentKind } from './contentKind';
import { readForm } from './formReadings';
import { readsAsJson } from './readings';
import { isTooLong, readXml, whyNotXml } from './xml';

export type { Failure };

/** Returns the content without its codings (RFC 9110 §8.4); undefined if a coding is not known here. */
export const decodedContent: (response: Response) => Buffer | Failure | undefined = remembered(undoCodings);

/** Returns the charset that a `Content-Type` names, in lower case. */
function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(contentType)?.[1]?.toLowerCase();
}

/**
 * Returns the text of the content. JSON, and text without a charset, is UTF-8 (RFC 8259 §8.1). A byte order mark is
 * kept.
 */
export function textOf(response: Response, kind: MediaKind): string | Failure | undefined {
  const content = decodedContent(response);
  if (!Buffer.isBuffer(content)) return content;
  const [contentType = ''] = fieldValues(response, 'content-type');
  const charset = kind === 'json' || kind === 'sequence' ? undefined : charsetOf(contentType);
  const named = kind === 'xml' ? (charset ?? xmlEncoding(content)) : charset;
  // XML may do with its mark alone, which goes before all else (RFC 7303 §3); UTF-16 has one for its byte order (RFC 2781 §3.2).
  const declared = kind === 'xml' || charset === 'utf-16' ? (markedEncoding(content) ?? named) : named;
  const decoder = decoderOf(declared ?? 'utf-8');
  try {
    // A charset that is not known here is not the target's fault.
    return decoder?.decode(content);
  } catch {
    return { failure: `is not ${declared === undefined ? 'UTF-8' : declared}` };
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/** Returns the encoding that a byte order mark at the beginning of a text stands for: `FE FF` → `utf-16be`. */
function markedEncoding(content: Buffer): string | undefined {
  const [first, second, third] = content;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** Returns the encoding that an XML declaration names (XML 1.0 §4.3.3). */
function xmlEncoding(content: Buffer): string | undefined {
  return /^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(content.toString('latin1', 0, 200))?.[1];
}

/** What content contains: one value, several, or nothing that can be judged. */
export type Read =
  | { readonly kind: 'value'; readonly json: ReadJson }
  | { readonly kind: 'items'; readonly items: readonly ReadJson[] }
  /** There is nothing that a schema could judge. */
  | { readonly kind: 'opaque' };

/** What was read of a response so far. */
const readings = remembered((_response: Response) => new Map<Media, Read | Failure | undefined>());

/** Reads content as a media type; undefined if its coding or charset is not known here, or it exceeds the limits. */
export function readResponseContent(response: Response, media: Media, type: string): Read | Failure | undefined {
  return atOnce(readResponseInParts(response, media, type));
}

/** As {@link readResponseContent}, and stops after each part. */
export function* readResponseInParts(
  response: Response,
  media: Media,
  type: string,
): Parts<Read | Failure | undefined> {
  const byMedia = readings(response);
  if (!byMedia.has(media)) byMedia.set(media, yield* read(response, media, type));
  return byMedia.get(media);
}

function* read(response: Response, media: Media, type: string): Parts<Read | Failure | undefined> {
  const { schema } = media;
  const kind = mediaKind(type);
  if (kind === 'binary' || kind === 'multipart' || contentKind(media) === 'binary') return { kind: 'opaque' };
  const text = textOf(response, kind);
  if (typeof text !== 'string') return text;
  try {
    switch (kind) {
      case 'json': {
        const plainText = type.endsWith('/*') ? readUntyped(response, schema, text) : undefined;
        if (plainText) return plainText;
        if (isTooMuch(response, text)) return undefined;
        yield;
        return { kind: 'value', json: yield* readJsonInParts(text) };
      }
      case 'sequence':
        return {
          kind: 'items',
          items: type === 'text/event-stream' ? eventsOf(text) : linesOf(text, type).map(readJson),
        };
      case 'xml': {
        if (isTooLong(text)) return undefined;
        const why = whyNotXml(text);
        if (why !== undefined) return { failure: `is not XML: ${why}` };
        const value = schema && readXml(text, schema);
        return value === undefined ? { kind: 'opaque' } : { kind: 'value', json: plain(value, text) };
      }
      case 'form': {
        const value = schema && readForm(text, schema);
        return value === undefined ? { kind: 'opaque' } : { kind: 'value', json: plain(value, text) };
      }
      case 'text': {
        // Objects and lists have no text form that a contract could define.
        const types = schema && typesOf(schema);
        const judged = schema !== undefined && (types === undefined || types.has('string'));
        return judged ? { kind: 'value', json: plain(text, text) } : { kind: 'opaque' };
      }
      default:
        return kind satisfies never;
    }
  } catch (error) {
    if (error instanceof TooDeepJson) {
      unreadWhys.set(response, TOO_DEEP);
      return { kind: 'opaque' };
    }
    return {
      failure: `is not ${kind === 'sequence' ? 'a sequence of JSON texts' : 'JSON'}: ${whyNotJson(error as Error)}`,
    };
  }
}

/**
 * Reads content without a `Content-Type` for which the contract declares a range of types, such as `*\/*`. Nothing says then that it is JSON
 * (RFC 9110 §8.3), so it may be the text that the schema describes, or anything where there is no schema.
 * @returns undefined if it is to be read as JSON.
 */
function readUntyped(response: Response, schema: Schema | undefined, text: string): Read | undefined {
  if (fieldValues(response, 'content-type').length > 0) return undefined;
  if (!schema) return { kind: 'opaque' };
  const types = typesOf(schema);
  if (types && !types.has('string')) return undefined;
  return readsAsJson(text, schema, 'response') ? undefined : { kind: 'value', json: plain(text, text) };
}

const TOO_DEEP = `it is nested more than ${withCommas(DEEPEST_JSON)} deep`;
const TOO_MANY = `it holds more than ${withCommas(MOST_JSON_VALUES)} values`;

const unreadWhys = new WeakMap<Response, string>();

/** Says which limit kept the content of a response from being read, as a sentence that speaks of the content as `it`; undefined where none did. */
export function whyUnread(response: Response): string | undefined {
  return unreadWhys.get(response);
}

/** Looks at how much a text holds before it is read, since reading so much would keep all else waiting. */
function isTooMuch(response: Response, text: string): boolean {
  const { values, isTooDeep } = extentOfJson(text, MOST_JSON_VALUES);
  if (values <= MOST_JSON_VALUES) return false;
  unreadWhys.set(response, isTooDeep ? TOO_DEEP : TOO_MANY);
  return true;
}

function plain(value: unknown, { length }: string): ReadJson {
  return { value, length, written: new Map(), repeated: [] };
}

/** Removes the excerpt of the text from the engine's message, because it may contain half of a secret. */
function whyNotJson({ message }: Error): string {
  return message.replace(/,? (\.{3})?"[\s\S]*$/, '');
}

/** At most this many entries of a sequence are read. */
const MOST_EVENTS = 1000;

/** Returns the complete texts of a sequence. A stream may have been cut in the middle of one. */
function linesOf(text: string, type: string): string[] {
  return text
    .split(type.endsWith('json-seq') ? '\u001e' : '\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_EVENTS);
}

/** Reads events as objects of their fields (OpenAPI 3.2.0 §4.14.3). Their data stays text, whatever it contains. */
function eventsOf(text: string): ReadJson[] {
  const events = text.split(/\r?\n\r?\n|\r\r/, MOST_EVENTS + 1).slice(0, -1);
  return events.flatMap((event) => {
    const fields: Record<string, string | number> = {};
    const data: string[] = [];
    for (const line of event.split(/\r?\n|\r/)) {
      const [, name, value = ''] = /^(data|event|id|retry)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'data') data.push(value);
      else if (name === 'retry' && /^\d+$/.test(value)) fields[name] = Number(value);
      else if (name === 'event' || name === 'id') fields[name] = value;
    }
    return data.length === 0 ? [] : [plain({ ...fields, data: data.join('\n') }, event)];
  });
}
