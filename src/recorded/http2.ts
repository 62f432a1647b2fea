/** HTTP/2 at the proxy, which speaks HTTP/1.1: an offer of it is passed over, and whoever speaks nothing else is told so. */

import type { IncomingMessage } from 'node:http';
import type { Fields } from '../wire/exchange';

/** What a client of HTTP/2 begins with (RFC 9113 §3.4). */
const PREFACE = 'PRI * HTTP/2.0';

/** Whether what a client sent, in place of a request, is that. */
export function beginsHttp2(packet: Buffer | undefined): boolean {
  return packet?.subarray(0, PREFACE.length).toString('latin1') === PREFACE;
}

export const HTTP_1_1_REQUIRED = 'A client speaks HTTP/2, which is not judged: let it speak HTTP/1.1 to the proxy.';

/** Frames of SETTINGS and GOAWAY with HTTP_1_1_REQUIRED (RFC 9113 §6.5, §6.8, §7): what such a client understands. */
export const REFUSAL = Buffer.concat([
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
  Buffer.from([0, 0, 8 + HTTP_1_1_REQUIRED.length, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13]),
  Buffer.from(HTTP_1_1_REQUIRED),
]);

/** Whether what came in place of an answer begins as a server of HTTP/2 does, or none that speaks less was found. */
export function speaksHttp2({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): boolean {
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' || (rawPacket?.[3] === 4 && rawPacket[0] === 0);
}

/** The header section of a request that does not offer to change the protocol. */
export function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const fields = pairsOf(rawHeaders).flatMap(([name, value]) => {
    if (/^(upgrade|http2-settings)$/i.test(name)) return [];
    const kept = value.split(',').filter((each) => !/^\s*(upgrade|http2-settings)\s*$/i.test(each));
    if (/^connection$/i.test(name)) return kept.length === 0 ? [] : [`${name}: ${kept.join(',').trim()}\r\n`];
    return [`${name}: ${value}\r\n`];
  });
  return `${method} ${url} HTTP/${httpVersion}\r\n${fields.join('')}\r\n`;
}

/** Header fields as Node has them in a row. */
export function pairsOf(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}
