/** Decides who may use the mock's own page. The operations of the contract are open to everybody. */

import type { IncomingMessage } from 'node:http';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Says why a request for the page is refused; undefined if it is not.
 * @param host the address that the mock was told to listen on.
 */
export function whyRefused(request: IncomingMessage, host: string): string | undefined {
  const name = nameOf(request.headers.host ?? '');
  if (![...LOOPBACK, host.toLowerCase(), addressOf(request)].includes(name))
    return `The page of the mock is not at "${name}": ask for localhost, for the address that the mock listens on, or for what --host names.`;
  if (!/^(?:GET|HEAD)$/.test(request.method ?? '') && isFromElsewhere(request))
    return 'The page of the mock takes no orders from pages of other origins.';
  return undefined;
}

/**
 * Returns the name in a `Host` field. It must be checked, since anybody can let a name of their own lead to this machine. A page that was
 * loaded by that name would then have the same origin as the mock (DNS rebinding).
 */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Returns the local address of the connection. If the mock listens on `0.0.0.0`, this is more precise. */
function addressOf({ socket }: IncomingMessage): string | undefined {
  return socket.localAddress?.replace(/^::ffff:/i, '');
}

/** Tells whether a page of another origin sent a request. Only browsers say so; other clients need not. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  return headers.origin !== undefined && headers.origin.replace(/^https?:\/\//i, '') !== headers.host;
}
