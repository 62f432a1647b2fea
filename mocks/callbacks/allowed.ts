/**
 * Decides where the mock may send a callback. Its URL comes from a request, so that whoever reaches the mock could otherwise let it ask any
 * machine that it reaches (server-side request forgery).
 */

import { isIP } from 'node:net';
import { UsageError } from '../../src/support/errors';
import { isLoopback } from '../../src/wire/target';

/** Tells whether a pattern of `--callbacks` takes a URL. */
type UrlPattern = (url: URL) => boolean;

const PATTERN = /^(?:(https?):\/\/)?(\[[0-9a-f:.]+\]|[\w.*-]+)(?::(\d{1,5}))?(\/[^?#]*)?$/i;

/**
 * Reads a pattern such as `hooks.example.com`, `*.example.com:8080` or `https://hooks.example.com/orders/*`. `*` stands for any text. A scheme,
 * a port or a path that it does not name may be any.
 * @throws UsageError if it is no pattern.
 */
export function readUrlPattern(text: string): UrlPattern {
  const [, scheme, host, port, path] = PATTERN.exec(text) ?? [];
  if (host === undefined)
    throw new UsageError(
      `"${text}" is no pattern of URLs for callbacks; write it as hooks.example.com, *.example.com:8080 or https://hooks.example.com/orders/*.`,
    );
  const [hosts, paths] = [wildcard(host.toLowerCase()), path === undefined ? undefined : wildcard(path)];
  return (url) =>
    (scheme === undefined || url.protocol === `${scheme.toLowerCase()}:`) &&
    hosts.test(url.hostname) &&
    (port === undefined || portOf(url) === Number(port)) &&
    (paths === undefined || paths.test(url.pathname));
}

function wildcard(text: string): RegExp {
  const parts = text.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Returns the name or address of a URL, as sockets take it. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Says why a callback is not sent to a URL, as the end of a sentence; undefined if it may be.
 * @param isAsked whether somebody on this machine asked for it; only then is it sent to loopback without a pattern.
 */
export function whyNotAllowed(url: URL, patterns: readonly UrlPattern[], isAsked: boolean): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it is sent to http and https alone, not to ${url.protocol}`;
  if (url.username !== '' || url.password !== '') return 'its URL holds a user name or a password';
  if (patterns.some((takes) => takes(url))) return undefined;
  const host = hostOf(url);
  const hint = `allow it with --callbacks ${isIP(host) === 6 ? `[${host}]` : host}`;
  if (!isLoopback({ hostname: host })) return `${host} is not this machine; ${hint}`;
  return isAsked ? undefined : `another machine, or a page of one, asked for it; ${hint}`;
}
