/** Who is let in, and what is said to a request without the credential that an operation requires. */

import type { Operation, Security, SecurityScheme } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import type { Pair } from '../../src/http/uri';
import { isLetIn, schemeName } from '../../src/serialization/credentials';
import type { MockedRequest } from './engine';

/** Whether a request shows what one of the alternatives asks for; the mock takes any credential that is one. */
export function isAdmitted(operation: Operation, { headers, query }: MockedRequest): boolean {
  const { described, fields, inQuery, inCookies } = known.get(operation) ?? read(operation);
  if (described.alternatives.length === 0) return true;
  // Where none is needed, a credential of another kind is refused all the same, as by Prism.
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
  /** Without what the contract does not describe, which nobody can show. */
  readonly described: Security;
  /** The header fields that credentials stand in, in lower case. */
  readonly fields: readonly string[];
  readonly inQuery: boolean;
  readonly inCookies: boolean;
}

const known = new WeakMap<Operation, Read>();

function read(operation: Operation): Read {
  const { security } = operation;
  const alternatives = security.alternatives.map((each) => ({
    schemes: each.schemes.filter(({ in: where }) => where !== 'nowhere'),
    // To find out where it stands takes a while.
    get clause() {
      return each.clause;
    },
  }));
  const schemes = alternatives.flatMap((each) => each.schemes);
  const standsIn = (place: SecurityScheme['in']) => schemes.filter((scheme) => scheme.in === place);
  const made = {
    described: { ...security, alternatives },
    fields: [...new Set(standsIn('header').map(({ field }) => field.toLowerCase()))],
    inQuery: standsIn('query').length > 0,
    inCookies: standsIn('cookie').length > 0,
  };
  known.set(operation, made);
  return made;
}

/** RFC 7617 §2: a user and a password, with a colon between them. */
function isBrokenBasic(authorization: string): boolean {
  const [, credential] = /^basic\s+(.*)$/i.exec(authorization) ?? [];
  return credential !== undefined && !Buffer.from(credential, 'base64').includes(':');
}

/** Why a request is refused for want of a credential, as a sentence without an end. */
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
 * Gives a 401 the challenges of the schemes that are required (RFC 9110 §15.5.2), unless it has one of them. Prism gives them
 * only to answers that the contract does not declare, and some by names that are no schemes.
 */
export function challenge(headers: Record<string, string>, { alternatives }: Security): void {
  const schemes = alternatives.flatMap(({ schemes }) => schemes);
  // There is none for a key or a certificate (IANA, HTTP Authentication Schemes).
  const challenges = [...new Set(schemes.flatMap(({ http }) => (http === undefined ? [] : challengeOf(http))))];
  const [name = 'WWW-Authenticate'] = Object.keys(headers).filter((each) => each.toLowerCase() === 'www-authenticate');
  // A declared field without an example has a value that was made up.
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
