/** Who may ask for the mock's own page. What is served of the contract is open to everybody. */

import type { IncomingMessage } from 'node:http';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Why a request for the page is refused; undefined where it is not.
 * @param host what the mock was told to listen on.
 */
export function whyRefused(request: IncomingMessage, host: string): string | undefined {
  const name = nameOf(request.headers.host ?? '');
  if (![...LOOPBACK, host.toLowerCase(), addressOf(request)].includes(name))
    return `The page of the mock is not at "${name}": ask for localhost, for the address that the mock listens on, or for what --host names.`;
  if (!/^(?:GET|HEAD)$/.test(request.method ?? '') && isFromElsewhere(request))
    return 'The page of the mock takes no orders from pages of other origins.';
  return undefined;
}

/** Whoever owns a name can let it lead to this machine, and a page that was loaded by it is of one origin with us then. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Where the connection came in, which tells more than `0.0.0.0`. */
function addressOf({ socket }: IncomingMessage): string | undefined {
  return socket.localAddress?.replace(/^::ffff:/i, '');
}

/** A browser says where a page is from; what is no browser need not. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  return headers.origin !== undefined && headers.origin.replace(/^https?:\/\//i, '') !== headers.host;
}
