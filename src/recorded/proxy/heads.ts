/** Header sections, as the proxy passes them on. */

import type { IncomingMessage } from 'node:http';
import type { Fields } from '../../http/message';
import type { Target } from '../../wire/target';

/** The most that a header section may have, in bytes, in either direction. */
export const LONGEST_HEAD = 64 * 1024;

type Head = Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders'>;

/** Header fields as Node has them in a row. */
export function pairsOf(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

/** A header section as it stood on the wire, to be written as latin1. */
export function headOf({ statusCode = 0, statusMessage, rawHeaders }: Head): string {
  const fields = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(statusCode).padStart(3, '0')} ${statusMessage}\r\n${fields.join('')}\r\n`;
}

/** The fields of a request as they came, by name. A service elsewhere is asked by its own name, or its gateway would not know it. */
export function requestFields(
  { rawHeaders, httpVersion, headers }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion' | 'headers'>,
  { host, hostname }: Target,
): Map<string, string | string[]> {
  const isNear = /^(localhost|127\.[\d.]+|::1)$/.test(hostname);
  const fields = new Map<string, string | string[]>();
  const names = new Map<string, string>();
  for (const [name, value] of pairsOf(rawHeaders)) {
    const key = name.toLowerCase();
    // It announces fields after the last chunk (RFC 9110 §6.6.2), which only a request in chunks has: Node sends it with no other.
    if (key === 'trailer' && !isInChunks(headers)) continue;
    const known = names.get(key) ?? name;
    names.set(key, known);
    const own = key === 'host' && !isNear ? host : value;
    const before = fields.get(known);
    fields.set(known, before === undefined ? own : [...[before].flat(), own]);
  }
  // HTTP/1.0 needs no `Host`, and HTTP/1.1, in which the service is asked, does (RFC 9112 §3.2).
  if (httpVersion === '1.0' && !names.has('host')) fields.set('Host', host);
  return fields;
}

/** The path and the query that a request is for: some clients name the whole URL, as they would to a proxy (RFC 9112 §3.2.2). */
export function originForm(url: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

/** Why nobody can pass a final answer on, since HTTP allows no such header section; undefined where there is no reason. */
export function whyMalformed({ statusCode = 0, statusMessage = '' }: Head): string | undefined {
  if (statusCode < 100) return `${String(statusCode).padStart(3, '0')} is no status`;
  return CONTROLS.test(statusMessage) ? 'the reason phrase has a control character' : undefined;
}

/** What a reason phrase may not have: it is tabs, spaces, visible characters and bytes above them (RFC 9112 §4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;

/** The fields of an answer as they go to a client, and whether they say that its content comes in chunks. */
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
    // HTTP/1.0 has no chunks (RFC 9112 §6.1): the content ends with the connection.
    if (/^transfer-encoding$/i.test(name) && httpVersion === '1.0') {
      const codings = value.replace(/,?\s*chunked\s*$/i, '');
      return codings === '' ? [] : [name, codings];
    }
    return [name, value];
  });
  return { fields, isChunked };
}

/** Whether a request is the handshake of a WebSocket (RFC 6455 §4.1), which has no content. */
export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  const offers = (headers.upgrade ?? '').split(',').map((each) => each.trim().toLowerCase());
  return method === 'GET' && offers.includes('websocket') && !hasContent(headers);
}

function isInChunks(headers: IncomingMessage['headers']): boolean {
  return /(^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
}

/** Whether the fields of a request announce content. */
export function hasContent(headers: IncomingMessage['headers']): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** The header section of a request that does not offer to change the protocol, to be read as latin1. */
export function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const fields = pairsOf(rawHeaders).flatMap(([name, value]) => {
    if (/^(upgrade|http2-settings)$/i.test(name)) return [];
    const kept = value.split(',').filter((each) => !/^\s*(upgrade|http2-settings)\s*$/i.test(each));
    if (/^connection$/i.test(name)) return kept.length === 0 ? [] : [`${name}: ${kept.join(',').trim()}\r\n`];
    return [`${name}: ${value}\r\n`];
  });
  return `${method} ${url} HTTP/${httpVersion}\r\n${fields.join('')}\r\n`;
}
