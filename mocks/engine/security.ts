/** Decides which requests are admitted, and answers those that lack a required credential. */

import type { Operation, Security, SecurityScheme } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import type { Pair } from '../../src/http/uri';
import { isLetIn, schemeName } from '../../src/serialization/credentials';
import { remembered } from '../../src/support/caching';
import type { MockedRequest } from './engine';

/** Tells whether a request has the credentials of one alternative. The mock accepts any well-formed credential. */
export function isAdmitted(operation: Operation, { headers, query }: MockedRequest): boolean {
  const { described, fields, inQuery, inCookies } = read(operation);
  if (described.alternatives.length === 0) return true;
  // If no credential is needed, one of another kind is still refused, as Prism does.
  if (described.optional && headers['authorization'] === undefined) return true;
  const shown: [string, string][] = [];
  for (const name of fields) {
    const value = headers[name];
    if (value !== undefined && (name !== 'authorization' || !isBrokenBasic(value))) shown.push([name, value]);
  }
  const pairs = inQuery ? [...query].map(([name, value]): Pair => ({ name, value })) : [];
  return isLetIn(
    described,
    { headers: shown, query: pairs, cookies: inCookies ? readCookies(headers['cookie'] ?? '') : [] },
    true,
  );
}

interface Read {
  /** The security without the schemes that the contract does not describe, since no request can have their credentials. */
  readonly described: Security;
  /** The header fields that hold credentials, in lower case. */
  readonly fields: readonly string[];
  readonly inQuery: boolean;
  readonly inCookies: boolean;
}

const read = remembered((operation: Operation): Read => {
  const { security } = operation;
  const alternatives = security.alternatives.map((each) => ({
    schemes: each.schemes.filter(({ in: where }) => where !== 'nowhere'),
    // This is a getter, since finding the place of a clause takes a while.
    get clause() {
      return each.clause;
    },
  }));
  const schemes = alternatives.flatMap((each) => each.schemes);
  const standsIn = (place: SecurityScheme['in']) => schemes.filter((scheme) => scheme.in === place);
  return {
    described: { ...security, alternatives },
    fields: [...new Set(standsIn('header').map(({ field }) => field.toLowerCase()))],
    inQuery: standsIn('query').length > 0,
    inCookies: standsIn('cookie').length > 0,
  };
});

/** Tells whether a credential lacks the colon between user and password (RFC 7617 §2). */
function isBrokenBasic(authorization: string): boolean {
  const [, credential] = /^basic\s+(.*)$/i.exec(authorization) ?? [];
  return credential !== undefined && !Buffer.from(credential, 'base64').includes(':');
}

/** Says which credential a request lacks, as the end of a sentence. */
export function lackOf({ alternatives }: Security): string {
  const wanted = alternatives.map(({ schemes }) => schemes.map(nameOf).join(' and '));
  return `no credential of the kind that is required: ${wanted.join(' or ')}`;
}

function nameOf({ type, in: where, field, http }: SecurityScheme): string {
  if (http !== undefined) return schemeName(http);
  return where === 'connection' || where === 'nowhere'
    ? type
    : `the ${where === 'query' ? 'query parameter' : where} ${field}`;
}

/**
 * Adds the challenges of the required schemes to a 401 (RFC 9110 §15.5.2), unless it has one of them already. Prism adds them only to
 * answers that the contract does not declare, and some of its names are no schemes.
 */
export function challenge(headers: Record<string, string>, { alternatives }: Security): void {
  const schemes = alternatives.flatMap(({ schemes }) => schemes);
  // Keys and certificates have no challenge (IANA, HTTP Authentication Schemes).
  const challenges = [...new Set(schemes.flatMap(({ http }) => (http === undefined ? [] : challengeOf(http))))];
  const [name = 'WWW-Authenticate'] = Object.keys(headers).filter((each) => each.toLowerCase() === 'www-authenticate');
  // If a declared field has no example, its value was made up and is replaced.
  if (challenges.length > 0 && !challenges.map(schemeOf).includes(schemeOf(headers[name] ?? '')))
    headers[name] = challenges.join(', ');
}

function schemeOf(field: string): string {
  return (field.split(/[\s,]/, 1)[0] ?? '').toLowerCase();
}

function challengeOf(http: string): string {
  const parameters: Readonly<Record<string, string>> = { basic: ' realm="*"', digest: ' realm="*", nonce="abc123"' };
  return `${schemeName(http)}${parameters[http] ?? ''}`;
}
