/** Adds credentials to requests, as the security schemes of the contract say. */

import type { Security, SecurityAlternative, SecurityScheme } from '../contract/contract';
import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';
import { createRecent } from '../support/caching';

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

/**
 * Returns the ways in which the contract allows a request with what was given, in its order: an entry for each alternative for which all
 * credentials were given, and that shows something else than the ones before it. Without any, the way without a credential, if the contract
 * allows that.
 */
export function authoriseEach({ alternatives, optional }: Security, credentials: Credentials): Let[] {
  const ways = new Map<string, Let>();
  for (const alternative of alternatives) {
    const shown = alternative.schemes.map((scheme) => {
      const credential = credentials(scheme);
      return credential === undefined ? undefined : present(scheme, credential);
    });
    const parts = shown.filter((part) => part !== undefined);
    if (parts.length < shown.length) continue;
    const authorisation = together(parts);
    const key = JSON.stringify(authorisation);
    if (!ways.has(key)) ways.set(key, { alternative, authorisation });
  }
  if (ways.size === 0) return optional ? [{ alternative: undefined, authorisation: NOBODY }] : [];
  return [...ways.values()];
}

const patternOf = createRecent<string, RegExp>(100);

/** Returns a pattern of an `Authorization` field that contains a credential of an HTTP scheme. */
function credentialOf(http: string): RegExp {
  return patternOf(http, () => new RegExp(`^${http.replace(/[^a-z0-9]/g, '\\$&')} +\\S`, 'i'));
}

/**
 * Returns whether credentials satisfy all schemes of one alternative.
 * @param connected whether the connection itself shows who the client is (mutual TLS).
 */
export function isLetIn({ alternatives }: Security, shown: Authorisation, connected: boolean): boolean {
  return alternatives.some((each) => isSatisfied(each, shown, connected));
}

/**
 * Returns the alternatives that credentials are for: those that they satisfy, and of these the ones with the most schemes. A key and a token
 * are for the alternative that requires both, and not for the one that requires the token alone.
 */
export function shownAlternatives(
  { alternatives }: Security,
  shown: Authorisation,
  connected: boolean,
): SecurityAlternative[] {
  const satisfied = alternatives.filter((each) => isSatisfied(each, shown, connected));
  const most = Math.max(0, ...satisfied.map(({ schemes }) => schemes.length));
  return satisfied.filter(({ schemes }) => schemes.length === most);
}

function isSatisfied({ schemes }: SecurityAlternative, shown: Authorisation, connected: boolean): boolean {
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
  return schemes.every(shows);
}
