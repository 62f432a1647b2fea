/**
 * Writes and reads simple requests and responses directly. Anything that is not simple is left to Node's own parser
 * (`parseResponse.ts`), which is much slower.
 */

import { isToken } from '../http/fields';
import type { Fields, Request, Response } from '../http/message';
import { endsWithHead } from '../http/statuses';

/** A longer header section is not simple. In bytes. */
const LONGEST_HEAD = 16 * 1024;

/** Methods for which Node adds no header field if there is no content. */
const PLAIN_METHODS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH']);

/**
 * Returns the bytes of a request; undefined if it is not simple.
 * @param connection whether the connection is closed or kept afterwards.
 */
export function writePlain(request: Request, host: string, connection: 'close' | 'keep-alive'): Buffer | undefined {
  const { method, path, headers, body } = request;
  if (!PLAIN_METHODS.has(method) || !/^\/[\x21-\x7e]*$/.test(path)) return undefined;
  let length: string | undefined;
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  for (const [name, value] of headers) {
    if (!isToken(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return undefined;
    if (/^(connection|transfer-encoding|expect|host|upgrade)$/i.test(name)) return undefined;
    if (/^content-length$/i.test(name)) length = length === undefined ? value : '';
    head += `${name}: ${value}\r\n`;
  }
  const expected = body ? String(body.length) : method.startsWith('P') ? '0' : undefined;
  if (length !== expected) return undefined;
  const bytes = Buffer.from(`${head}Connection: ${connection}\r\n\r\n`, 'latin1');
  return body ? Buffer.concat([bytes, body]) : bytes;
}

export interface PlainAnswer {
  readonly response: Omit<Response, 'afterHead'>;
  /** Whether the connection may be used again. */
  readonly persists: boolean;
}

/**
 * Reads a response from the bytes received so far.
 * @returns `odd` if the response is not simple, or its header section is not complete; the total number of bytes that
 * are needed at least if the response is not complete.
 */
export function readPlain(method: string, bytes: Buffer): PlainAnswer | number | 'odd' {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0 || headEnd > LONGEST_HEAD) return 'odd';
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const [, code, statusText = ''] = /^HTTP\/1\.1 ([2-5]\d\d) ([\t\x20-\x7e\x80-\xff]*)$/.exec(statusLine) ?? [];
  const headers = toFields(lines);
  if (code === undefined || !headers) return 'odd';
  const status = Number(code);
  const framing = framingOf(headers, method === 'HEAD' || endsWithHead(status));
  if (framing === undefined) return 'odd';
  const start = headEnd + 4;
  const content = framing === 'chunked' ? readChunks(bytes, start) : readLength(bytes, start, framing);
  if (typeof content !== 'object') return content;
  // Node's parser must judge the bytes that follow.
  if (content.end < bytes.length) return 'odd';
  return {
    response: { httpVersion: '1.1', status, statusText, headers, interim: [], body: content.body },
    persists: !headers.some(([name, value]) => /^connection$/i.test(name) && !/^keep-alive$/i.test(value)),
  };
}

function toFields(lines: readonly string[]): Fields | undefined {
  const fields: (readonly [string, string])[] = [];
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    fields.push([name, value.replace(/[\t ]+$/, '')]);
  }
  return fields;
}

/**
 * Returns the length of the content in bytes, or `chunked`. Returns undefined if only a parser, or the end of the
 * connection, can tell.
 */
function framingOf(headers: Fields, bodiless: boolean): number | 'chunked' | undefined {
  let framing: number | 'chunked' | undefined;
  for (const [name, value] of headers) {
    if (/^upgrade$/i.test(name)) return undefined;
    const isLength = /^content-length$/i.test(name);
    if (!isLength && !/^transfer-encoding$/i.test(name)) continue;
    // Two lengths, or a length where there must be no content, are left to the parser.
    if (framing !== undefined || bodiless) return undefined;
    if (isLength && /^\d{1,12}$/.test(value)) framing = Number(value);
    else if (!isLength && /^chunked$/i.test(value)) framing = 'chunked';
    else return undefined;
  }
  return bodiless ? 0 : framing;
}

interface Content {
  readonly body: Buffer;
  readonly end: number;
}

function readLength(bytes: Buffer, start: number, length: number): Content | number {
  const end = start + length;
  return bytes.length < end ? end : { body: Buffer.from(bytes.subarray(start, end)), end };
}

/** The length of the line with the size of a chunk, in bytes. */
const LONGEST_SIZE = 16;

/** Reads chunks without extensions and without trailer fields (RFC 9112 §7.1). */
function readChunks(bytes: Buffer, start: number): Content | number | 'odd' {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return bytes.length - at > LONGEST_SIZE ? 'odd' : bytes.length + 1;
    const digits = bytes.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]{1,8}$/i.test(digits)) return 'odd';
    const from = lineEnd + 2;
    const to = from + Number.parseInt(digits, 16);
    if (bytes.length < to + 2) return to + 2;
    if (bytes[to] !== 0x0d || bytes[to + 1] !== 0x0a) return 'odd';
    if (to === from) return { body: Buffer.concat(chunks), end: to + 2 };
    chunks.push(bytes.subarray(from, to));
    at = to + 2;
  }
}
