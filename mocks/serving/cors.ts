/** Makes the header fields that let a page of another origin use the mock from a browser (Fetch standard, "CORS protocol"). */

import type { IncomingHttpHeaders } from 'node:http';

/** How long a browser need not send another preflight request, in seconds. */
const PREFLIGHT_SECONDS = 600;

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** @param methods of the path. The method that is asked for is allowed, too, so that a page can see a 404 or 405. */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: readonly string[]): Record<string, string> {
  const asked = headers['access-control-request-headers'];
  const wanted = headers['access-control-request-method'] ?? [];
  return {
    ...originHeaders(headers),
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Methods': [...new Set([methods, wanted].flat())].join(', '),
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
}

/** @param exposed the names of the answer's header fields, since `*` does not hold for a request with credentials. */
export function corsHeaders(headers: IncomingHttpHeaders, exposed: readonly string[]): Record<string, string> {
  if (headers.origin === undefined) return { Vary: 'Origin' };
  return {
    ...originHeaders(headers),
    Vary: 'Origin',
    ...(exposed.length > 0 ? { 'Access-Control-Expose-Headers': exposed.join(', ') } : {}),
  };
}

function originHeaders({ origin = '*' }: IncomingHttpHeaders): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
}
