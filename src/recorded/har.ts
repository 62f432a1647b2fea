/** Reads HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as browsers, proxies and test runners write it, and what Postman and VCR save. */

import { bareType, mediaKind } from '../http/mediaType';
import type { Fields } from '../http/message';
import { isWithoutContent } from '../http/statuses';
import { isObject } from '../json/value';
import { UsageError } from '../support/errors';
import { entriesOfCassette, isCassette, readCassetteText } from './cassettes';
import { Cutter, TOO_LONG } from './cutOut';
import { entriesOfCollection, isCollection } from './postman';

/** A request that was recorded. */
export interface Asked {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  readonly requestHeaders: Fields;
  readonly requestBody: Buffer | undefined;
}

/** An exchange that was recorded. */
export interface Recorded extends Asked {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Fields;
  readonly body: Buffer;
  readonly durationMs: number;
}

/**
 * Reads the exchanges of a HAR of any length one by one.
 * @param pieces the bytes of the HAR.
 * @param name its name in messages.
 * @returns undefined for an entry without an answer, without all of its content, or longer than 64 MB.
 * @throws UsageError if it is no HAR. This may be known only at its end.
 */
export async function* readHar(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<Recorded | undefined> {
  const cutter = new Cutter(['log', 'entries']);
  let isFirst = true;
  for await (const piece of pieces) {
    // Some files begin with a byte order mark.
    const bytes = isFirst && piece.subarray(0, 3).equals(BYTE_ORDER_MARK) ? piece.subarray(3) : piece;
    isFirst = false;
    for (const entry of cutter.push(bytes)) yield entry === TOO_LONG ? undefined : readEntry(parse(entry, name));
  }
  const rest = aroundEntries(cutter.around(), name);
  const saved = isCollection(rest) ? entriesOfCollection(rest) : isCassette(rest) ? entriesOfCassette(rest) : [];
  for (const entry of saved) yield readEntry(entry);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

type Unknown = Readonly<Record<string, unknown>>;

/**
 * Returns what stands around the entries; of a Postman collection and of a cassette, that is all of it.
 * @param around the text without its entries; undefined if it is too long for a HAR.
 */
function aroundEntries(around: string | undefined, name: string): unknown {
  // A cassette is mostly YAML, which begins otherwise than JSON.
  const isJson = around === undefined || /^\s*[[{]/.test(around);
  const har = around === undefined ? undefined : isJson ? parse(around, name) : readCassetteText(around);
  if (isCollection(har) || isCassette(har)) return har;
  if (!isJson) throw new UsageError(`${name} is no HAR: it is not JSON, and it is no cassette of VCR. ${EXPORT_ANEW}`);
  const log = isObject(har) ? har['log'] : undefined;
  if (!isObject(log) || !Array.isArray(log['entries']))
    throw new UsageError(
      `${name} is no HAR: it has no list \`log.entries\`, and it is no collection of Postman and no cassette of VCR. ${EXPORT_ANEW}`,
    );
  return har;
}

const EXPORT_ANEW =
  'Export it anew as HAR from what recorded it (of mitmproxy: mitmdump -nr FILE --set hardump=FILE.har); ' +
  'where that writes none, as Insomnia, Bruno and Hoppscotch do not, send its requests through `espalier proxy URL`, which judges what passes.';

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is no HAR: it is not JSON. ${EXPORT_ANEW}`);
  }
}

/** Reads an entry; undefined if it has no answer, or not all of its content. */
function readEntry(entry: unknown): Recorded | undefined {
  if (!isObject(entry)) return undefined;
  const { request, response, time } = entry;
  if (!isObject(request) || !isObject(response)) return undefined;
  const { method, url } = request;
  const status = Number(response['status']);
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  if (!Number.isInteger(status) || status < 100 || status > 999) return undefined;
  // The content of a 304 is from the cache, and so from another answer.
  const body = status === 304 ? Buffer.alloc(0) : contentOf(response, method.toUpperCase());
  if (!body) return undefined;
  const { httpVersion, statusText } = response;
  return {
    method: method.toUpperCase(),
    url,
    requestHeaders: asWritten(fieldsOf(request['headers']), request['postData']),
    requestBody: postedBy(request['postData']),
    httpVersion: typeof httpVersion === 'string' ? httpVersion.replace(/^HTTP\//i, '') : '1.1',
    status,
    statusText: typeof statusText === 'string' ? statusText : '',
    // A HAR has the decoded content, so the fields that name its codings are removed.
    headers: asWritten(fieldsOf(response['headers']), response['content']).filter(
      ([each]) => !/^(content-encoding|transfer-encoding)$/i.test(each),
    ),
    body,
    durationMs: typeof time === 'number' && time > 0 ? time : 0,
  };
}

function contentOf(response: Unknown, method: string): Buffer | undefined {
  const content = isObject(response['content']) ? response['content'] : {};
  const { text, encoding, size } = content;
  if (typeof text !== 'string') return method === 'HEAD' || isEmpty(response, size) ? Buffer.alloc(0) : undefined;
  const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return typeof size === 'number' && size > body.length ? undefined : body;
}

/** A HAR has text in UTF-8, whatever charset it came in, so the `Content-Type` must not name another one. */
function asWritten(fields: Fields, content: unknown): Fields {
  if (!isObject(content) || typeof content['text'] !== 'string' || content['encoding'] === 'base64') return fields;
  return fields.map(([name, value]) => [name, /^content-type$/i.test(name) ? inUtf8(value) : value]);
}

function inUtf8(contentType: string): string {
  const named = contentType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^";\s]+)/i, '$1utf-8');
  if (named !== contentType || /;\s*charset\s*=/i.test(contentType)) return named;
  // The declaration of an XML document may name a charset, too. The one of the `Content-Type` goes before it.
  return mediaKind(bareType(contentType)) === 'xml' ? `${contentType}; charset=utf-8` : contentType;
}

function isEmpty({ status, bodySize, headers }: Unknown, size: unknown): boolean {
  if (typeof status === 'number' && isWithoutContent(status)) return true;
  const [, length] = fieldsOf(headers).find(([name]) => /^content-length$/i.test(name)) ?? [];
  return size === 0 && (bodySize === 0 || length === '0' || length === undefined);
}

/** Reads header fields, without the pseudo-header fields of HTTP/2, such as `:path`. */
function fieldsOf(headers: unknown): Fields {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((field) => {
    const { name, value } = isObject(field) ? field : {};
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
      ? [[name, value] as const]
      : [];
  });
}

function postedBy(posted: unknown): Buffer | undefined {
  if (!isObject(posted)) return undefined;
  const { text, params, encoding } = posted;
  if (typeof text === 'string' && text !== '') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const pairs = new URLSearchParams();
  for (const param of params) {
    const { name, value } = isObject(param) ? param : {};
    if (typeof name === 'string' && typeof value === 'string') pairs.append(name, value);
  }
  return Buffer.from(String(pairs));
}
