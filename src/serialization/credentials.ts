/** Adds credentials to requests, as the security schemes of the contract say. */

import type { Security, SecurityAlternative, SecurityScheme } from '../contract/contract';
import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';

/** The parts of a request that contain credentials. */
export interface Authorisation {
  readonly headers: Fields;
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
}

export const NOBODY: Authorisation = { headers: [], query: [], cookies: [] };

/**
 * Returns the credential that the user gave for a scheme; undefined if there is none. For HTTP basic it is
 * `user:password`.
 */
export type Credentials = (scheme: SecurityScheme) => string | undefined;

/** Writes a credential in the way that its scheme says. */
export function present({ in: where, field, http }: SecurityScheme, credential: string): Authorisation {
  const value = http === undefined ? credential : `${schemeName(http)} ${encoded(http, credential)}`;
  switch (where) {
    case 'header':
      return { ...NOBODY, headers: [[field, value]] };
    case 'query':
      return { ...NOBODY, query: [{ name: field, value }] };
    case 'cookie':
      return { ...NOBODY, cookies: [{ name: field, value }] };
    case 'connection':
    case 'nowhere':
      return NOBODY;
    default:
      return where satisfies never;
  }
}

function encoded(http: string, credential: string): string {
  return http === 'basic' ? Buffer.from(credential).toString('base64') : credential;
}

/** Returns the registered spelling of a scheme: `Bearer`, `Basic`. */
export function schemeName(http: string): string {
  return http.charAt(0).toUpperCase() + http.slice(1);
}

export function together(parts: readonly Authorisation[]): Authorisation {
  const cookies = parts.flatMap((part) => part.cookies);
  return { headers: parts.flatMap((part) => part.headers), query: parts.flatMap((part) => part.query), cookies };
}

/** One way in which the contract allows a request, with the credentials that were given for it. */
export interface Let {
  /** Undefined if the contract allows the request without a credential. */
  readonly alternative: SecurityAlternative | undefined;
  readonly authorisation: Authorisation;
}

/** Returns the first alternative for which all credentials were given; undefined if there is none. */
export function authorise({ alternatives, optional }: Security, credentials: Credentials): Let | undefined {
  for (const alternative of alternatives) {
    const shown = alternative.schemes.map((scheme) => {
      const credential = credentials(scheme);
      return credential === undefined ? undefined : present(scheme, credential);
    });
    const parts = shown.filter((part) => part !== undefined);
    if (parts.length === shown.length) return { alternative, authorisation: together(parts) };
  }
  return optional ? { alternative: undefined, authorisation: NOBODY } : undefined;
}

const patterns = new Map<string, RegExp>();

/** Returns a pattern of an `Authorization` field that contains a credential of an HTTP scheme. */
function credentialOf(http: string): RegExp {
  const pattern = patterns.get(http) ?? new RegExp(`^${http.replace(/[^a-z0-9]/g, '\\$&')} +\\S`, 'i');
  patterns.set(http, pattern);
  return pattern;
}

/**
 * Returns whether credentials satisfy all schemes of one alternative.
 * @param connected whether the connection itself shows who the client is (mutual TLS).
 */
export function isLetIn({ alternatives }: Security, shown: Authorisation, connected: boolean): boolean {
  const shows = (scheme: SecurityScheme) => {
    switch (scheme.in) {
      case 'header':
        return shown.headers.some(
          ([name, value]) =>
            name.toLowerCase() === scheme.field.toLowerCase() &&
            (scheme.http === undefined ? value !== '' : credentialOf(scheme.http).test(value)),
        );
      case 'query':
        return shown.query.some(({ name, value }) => name === scheme.field && value !== '');
      case 'cookie':
        return shown.cookies.some(({ name, value }) => name === scheme.field && value !== '');
      case 'connection':
        return connected;
      case 'nowhere':
        return false;
      default:
        return scheme.in satisfies never;
    }
  };
  return alternatives.some(({ schemes }) => schemes.every(shows));
}
