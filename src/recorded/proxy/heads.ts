/** Reads and writes header sections as the proxy passes them on. */

import type { IncomingMessage } from 'node:http';
import type { Fields } from '../../http/message';
import type { Target } from '../../wire/target';

/** How long a header section may be in either direction, in bytes. */
export const LONGEST_HEAD = 64 * 1024;

type Head = Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders'>;

/** Turns Node's list of names and values into header fields. */
export function pairsOf(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

/** Returns a header section as it was on the wire. The text is to be written as latin1. */
export function headOf({ statusCode = 0, statusMessage, rawHeaders }: Head): string {
  const fields = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(statusCode).padStart(3, '0')} ${statusMessage}\r\n${fields.join('')}\r\n`;
}

/**
 * Returns the header fields of a request as they came, by name. For a service on another machine, `Host` is replaced by the name of the
 * service, since its gateway needs it.
 */
export function requestFields(
  { rawHeaders, httpVersion, headers }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion' | 'headers'>,
  { host, hostname }: Target,
): Map<string, string | string[]> {
  const isNear = /^(localhost|127\.[\d.]+|::1)$/.test(hostname);
  const fields = new Map<string, string | string[]>();
  const names = new Map<string, string>();
  for (const [name, value] of pairsOf(rawHeaders)) {
    const key = name.toLowerCase();
    // `Trailer` announces fields after the last chunk (RFC 9110 §6.6.2). Node refuses to send it with a request that has no chunks.
    if (key === 'trailer' && !isInChunks(headers)) continue;
    const firstSpelling = names.get(key) ?? name;
    names.set(key, firstSpelling);
    const own = key === 'host' && !isNear ? host : value;
    const before = fields.get(firstSpelling);
    fields.set(firstSpelling, before === undefined ? own : [...[before].flat(), own]);
  }
  // The service is asked in HTTP/1.1, which needs `Host` (RFC 9112 §3.2). A client of HTTP/1.0 need not send it.
  if (httpVersion === '1.0' && !names.has('host')) fields.set('Host', host);
  return fields;
}

/** Returns the path and the query of a request. Some clients send the whole URL, as to a forward proxy (RFC 9112 §3.2.2). */
export function originForm(url: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

/** Says why an answer cannot be passed on: HTTP does not allow its header section. Undefined if it can. */
export function whyMalformed({ statusCode = 0, statusMessage = '' }: Head): string | undefined {
  if (statusCode < 100) return `${String(statusCode).padStart(3, '0')} is no status`;
  return CONTROLS.test(statusMessage) ? 'the reason phrase has a control character' : undefined;
}

/** Matches what a reason phrase may not hold. Tabs, spaces, visible characters and bytes above them are allowed (RFC 9112 §4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for these characters.
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;

/** Returns the header fields of an answer for the client, and whether its content comes in chunks. */
export function answerFields(
  { rawHeaders, headers, statusCode }: IncomingMessage,
  { httpVersion }: Pick<IncomingMessage, 'httpVersion'>,
): { readonly fields: string[]; readonly isChunked: boolean } {
  const isChunked = httpVersion !== '1.0' && isInChunks(headers);
  const endsWithConnection = !isChunked && 'transfer-encoding' in headers;
  const hasTrailers = isChunked && statusCode !== 204 && statusCode !== 304;
  const fields = pairsOf(rawHeaders).flatMap(([name, value]): readonly string[] => {
    if (/^trailer$/i.test(name) && !hasTrailers) return [];
    if (/^(connection|keep-alive)$/i.test(name) && endsWithConnection) return [];
    // HTTP/1.0 has no chunks (RFC 9112 §6.1), so the content ends with the connection.
    if (/^transfer-encoding$/i.test(name) && httpVersion === '1.0') {
      const codings = value.replace(/,?\s*chunked\s*$/i, '');
      return codings === '' ? [] : [name, codings];
    }
    return [name, value];
  });
  return { fields, isChunked };
}

/** Tells whether a request is the handshake of a WebSocket (RFC 6455 §4.1). It has no content. */
export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  const offers = (headers.upgrade ?? '').split(',').map((each) => each.trim().toLowerCase());
  return method === 'GET' && offers.includes('websocket') && !hasContent(headers);
}

function isInChunks(headers: IncomingMessage['headers']): boolean {
  return /(^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
}

/** Tells whether the header fields of a request announce content. */
export function hasContent(headers: IncomingMessage['headers']): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the header section of a request without its offer to change the protocol. The text is to be read as latin1. */
export function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const fields = pairsOf(rawHeaders).flatMap(([name, value]) => {
    if (/^(upgrade|http2-settings)$/i.test(name)) return [];
    const kept = value.split(',').filter((each) => !/^\s*(upgrade|http2-settings)\s*$/i.test(each));
    if (/^connection$/i.test(name)) return kept.length === 0 ? [] : [`${name}: ${kept.join(',').trim()}\r\n`];
    return [`${name}: ${value}\r\n`];
  });
  return `${method} ${url} HTTP/${httpVersion}\r\n${fields.join('')}\r\n`;
}
