/**
 * Tells whether a request field is one by which credentials are usually sent: `Authorization` (RFC 9110 §11.6.2), `Cookie`, `X-Api-Key`,
 * `X-Auth-Token`.
 */
export function holdsCredential(name: string): boolean {
  return /^authorization$|^cookie$|api-?key|token|^x-auth/i.test(name);
}

/** Matches the end of a name, in words that are joined by `-`. */
const SECRET_NAME =
  /^(proxy-)?authorization$|^(set-)?cookie$|^x-auth$|(^|-)(api-?key|(access|auth|private|secret)-key|jwt|pass(word|wd|phrase)|pwd|secret|signature|token)s?$/;

/** Matches a token that leads to another part of a list, and lets nobody in: `pageToken`, `next-token`. */
const PAGE_TOKEN = /(^|-)(page|next|prev|previous|continuation)-tokens?$/;

/**
 * Tells whether a header field, a parameter or a member of this name holds what nobody should see, for want of a contract that says so:
 * `Authorization`, `X-Api-Key`, `access_token`, `clientSecret`.
 */
export function isSecretByName(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_.\s]/g, '-')
    .toLowerCase();
  return SECRET_NAME.test(words) && !PAGE_TOKEN.test(words);
}

/** A longer name, in characters, is a text that only stands where names do. */
const LONGEST_NAME = 100;
