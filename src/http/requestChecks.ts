/** Says which requests are not to be taken or passed on, whatever the contract says. */

import type { IncomingMessage } from 'node:http';

/** Matches the value of `Host`: a name, an address, or nothing, with or without a port (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST =
  /^(?:\[[0-9a-f:.]+\]|\[v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

/**
 * Says why the `Host` of a request is refused with 400; undefined if it is not: there must be one in HTTP/1.1, there may be one alone, and it
 * must be valid (RFC 9112 §3.2). Programs that each take another of two fields would see two different requests.
 */
export function whyBadHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ''));
  const [host] = hosts;
  if (hosts.length > 1) return 'the request has more than one Host field';
  if (host === undefined) return httpVersion === '1.1' ? 'the request has no Host field' : undefined;
  return HOST.test(host) ? undefined : 'the Host field of the request names no host';
}

/** Matches what some programs take for an ASCII character: in UTF-8 with too many bytes (`%c0%ae`), and in UTF-16 (`%u002e`). */
const ODD_ESCAPE = /%(?:c[01]%|e0%8[01]%)[89ab][0-9a-f]|%u00[0-7][0-9a-f]/gi;

/** So often is a path decoded that was encoded again and again. No request line is long enough for more that mean anything. */
const MOST_DECODINGS = 16;

/**
 * Tells whether some program may take a path to lead out of the folder that it is joined to: by `..`, however it is encoded, with a
 * backslash for a slash, and with parameters behind the dots (`/..;a=1/`). Empty segments count as none, since some programs join slashes.
 * @example leadsOut('/orders/../../admin') // true
 * @example leadsOut('/orders/..') // false
 */
export function leadsOut(path: string): boolean {
  let text = path;
  for (let times = 0; times < MOST_DECODINGS; times++) {
    if (climbs(text)) return true;
    const decoded = text
      .replace(ODD_ESCAPE, oddCharacter)
      .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => ascii(hex));
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

function climbs(path: string): boolean {
  let depth = 0;
  for (const segment of path.split(/[/\\]/)) {
    // Some programs end a name at a control character or a space, or leave it out.
    const name = segment.replace(/;.*$/s, '').replace(/[\0-\x20]/g, '');
    if (name === '' || name === '.') continue;
    depth += name === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

function oddCharacter(written: string): string {
  if (/^%u/i.test(written)) return ascii(written.slice(4));
  // The last byte has the lower six bits, and the one before it the seventh.
  const bytes = written
    .slice(1)
    .split('%')
    .map((hex) => Number.parseInt(hex, 16));
  const [high = 0, low = 0] = bytes.slice(-2);
  return String.fromCharCode(((high & 1) << 6) | (low & 0x3f));
}

function ascii(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
