/** Credentials as parts of a request, by the contract's security schemes. */

import type { Security, SecurityAlternative, SecurityScheme } from '../contract/contract';
import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';

/** What of a request shows who asks. */
export interface Authorisation {
  readonly headers: Fields;
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
}

export const NOBODY: Authorisation = { headers: [], query: [], cookies: [] };

/** What was handed over for a scheme; undefined for nothing. For HTTP basic it is `user:password`. */
export type Credentials = (scheme: SecurityScheme) => string | undefined;

/** Shows a credential in the way that its scheme says. */
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

/** As its registration spells it: `Bearer`, `Basic`. */
export function schemeName(http: string): string {
  return http.charAt(0).toUpperCase() + http.slice(1);
}

export function together(parts: readonly Authorisation[]): Authorisation {
  const cookies = parts.flatMap((part) => part.cookies);
  return { headers: parts.flatMap((part) => part.headers), query: parts.flatMap((part) => part.query), cookies };
}

/** How a request is let in, with what was handed over. */
export interface Let {
  /** Undefined where the contract lets it in without a credential. */
  readonly alternative: SecurityAlternative | undefined;
  readonly authorisation: Authorisation;
}

/** The first way in that everything was handed over for; undefined where there is none. */
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

const credentials = new Map<string, RegExp>();

/** What a field has that shows a credential of an HTTP scheme. */
function credentialOf(http: string): RegExp {
  const known = credentials.get(http) ?? new RegExp(`^${http.replace(/[^a-z0-9]/g, '\\$&')} +\\S`, 'i');
  credentials.set(http, known);
  return known;
}

/** Whether a request that shows this is let in by one of the alternatives: each of whose schemes is satisfied. */
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
