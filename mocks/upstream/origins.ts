/**
 * Decides which pages may use the service behind the mock. A page of any origin may use a mock, since that holds nothing. A real service
 * may hold something, and may be reachable for this machine only.
 */

import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1)$/i;

/**
 * Says why a request must not reach the service; undefined if it may.
 * @param host the address that the mock was told to listen on.
 * @param allowed further origins, such as `http://192.168.0.7:5173`.
 */
export function whyForeign(
  { headers, socket }: IncomingMessage,
  host: string,
  allowed: readonly string[],
): string | undefined {
  const { origin } = headers;
  const listens = socket.localAddress?.replace(/^::ffff:/i, '') ?? host;
  const isOwn = (name: string) => LOOPBACK.test(name) || name === host.toLowerCase() || name === listens;
  if (origin !== undefined && !allowed.includes(origin) && !isOwn(nameOf(origin.replace(/^[a-z]+:\/\//i, ''))))
    return `Pages of ${origin} may not use the service behind the mock: start the mock with --origin ${origin} to let them.`;
  // Somebody else's name that leads to this machine makes their page one of the same origin (DNS rebinding).
  const name = nameOf(headers.host ?? '');
  if (LOOPBACK.test(listens) && !isOwn(name))
    return `The service behind the mock is not passed on as "${name}": ask for localhost, or for what --host names.`;
  return undefined;
}

/** Returns the name in a `Host` field or an origin, without the port. */
function nameOf(authority: string): string {
  return authority
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
