/** What is said to a request without the credential that an operation requires. */

import type { HttpSecurityScheme, IHttpOperation } from '@stoplight/types';

/** Alternatives, each of which may ask for several credentials at once. */
export type Security = NonNullable<IHttpOperation['security']>;

/** Why a request is refused for want of a credential, as a sentence without an end. */
export function lackOf(security: Security): string {
  const alternatives = security.filter((schemes) => schemes.length > 0);
  return `no credential of the kind that is required: ${alternatives.map((schemes) => schemes.map(nameOf).join(' and ')).join(' or ')}`;
}

function nameOf(scheme: HttpSecurityScheme): string {
  if (scheme.type !== 'apiKey') return challengeOf(scheme)?.split(' ', 1)[0] ?? scheme.type;
  return `the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${scheme.name}`;
}

/**
 * Gives a 401 the challenges of the schemes that are required (RFC 9110 §15.5.2), unless it has one of them. Prism gives them
 * only to answers that the contract does not declare, and some by names that are no schemes.
 */
export function challenge(headers: Record<string, string>, security: Security): void {
  const challenges = [...new Set(security.flat().flatMap((scheme) => challengeOf(scheme) ?? []))];
  const schemes = challenges.map(schemeOf);
  const [name = 'WWW-Authenticate'] = Object.keys(headers).filter((each) => each.toLowerCase() === 'www-authenticate');
  // A declared field without an example has a value that was made up.
  if (challenges.length > 0 && !schemes.includes(schemeOf(headers[name] ?? ''))) headers[name] = challenges.join(', ');
}

function schemeOf(field: string): string {
  return (field.split(/[\s,]/, 1)[0] ?? '').toLowerCase();
}

const CHALLENGES: Readonly<Record<string, string>> = {
  bearer: 'Bearer',
  basic: 'Basic realm="*"',
  digest: 'Digest realm="*", nonce="abc123"',
};

/** Undefined for a key or a certificate, for which there is no scheme (IANA, HTTP Authentication Schemes). */
function challengeOf(scheme: HttpSecurityScheme): string | undefined {
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return CHALLENGES['bearer'];
  return scheme.type === 'http' ? (CHALLENGES[scheme.scheme] ?? scheme.scheme) : undefined;
}
