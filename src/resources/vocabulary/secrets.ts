/** Names of what lets somebody in, or of what nobody should see. */

import { plain, wordsIn } from './words';

/**
 * Tells whether a request field is one by which credentials are usually sent: `Authorization` (RFC 9110 §11.6.2), `Cookie`, `X-Api-Key`,
 * `X-Auth-Token`.
 */
export function holdsCredential(name: string): boolean {
  return /^authorization$|^cookie$|api-?key|token|^x-auth/i.test(name);
}

/** The last words of the names of secrets, as they stand in any text. */
const LAST = 'jwt|pass(?:word|wd|phrase)|pwd|secret|signature|token';

/** Matches the end of a name, in words that are joined by `-`. */
const SECRET_NAME = new RegExp(
  `^(proxy-)?authorization$|^(set-)?cookie$|^x-auth$|(^|-)(api-?key|(access|auth|private|secret)-key|${LAST})s?$`,
);

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

/** Matches the end of what may be the name of a secret. */
const END = new RegExp(`(?:key|${LAST})s?(?![\\w-])`, 'gi');

/** A name with more characters before its last word is not looked for. */
const LONGEST_BEFORE = 40;

/** Returns the words of a text that would be the names of secrets, were they names. */
export function secretNamesIn(text: string): string[] {
  const words = [...text.matchAll(END)].map(({ 0: end, index }) => {
    const [before = ''] = /[\w-]*$/.exec(text.slice(Math.max(0, index - LONGEST_BEFORE), index)) ?? [];
    return before + end;
  });
  return [...new Set(words)].filter(isSecretByName);
}

const PERHAPS =
  /passw|passphrase|passcode|pass$|pwd|secret|token|jwt|credential|apikey|privatekey|accesskey|session|cookie|signature|salt/;

/** Words that are secrets where they end a name. */
const PERHAPS_LAST = /^(pin|otp|cvv|cvc|ssn|iban)$/;

/**
 * Tells whether a value of this name may be secret. It is asked where little is lost by leaving out what is none, so it says so of more names than
 * {@link isSecretByName}: `passwordHash`, `session_id`, `card_pin`.
 */
export function mayBeSecret(name: string): boolean {
  return PERHAPS.test(plain(name)) || PERHAPS_LAST.test(wordsIn(name).at(-1) ?? '');
}

/** Tells whether a member of this name holds a password: `password`, `userPassword`, `pwd`. */
export function callsPassword(name: string): boolean {
  return /(pass(word|wd|phrase)|pwd)$/i.test(name);
}

/** Tells whether a member of an answer lets somebody in by itself: `access_token`, `jwt`, `apiKey`; not what only gets another one, or proves something. */
export function letsInByItself(name: string): boolean {
  return isSecretByName(name) && !/refresh|csrf|xsrf|pass|secret|signature|reset|confirm|verif/i.test(name);
}

/** Tells the same as {@link mayBeSecret} of what a service answers to a login, and of what it shows of a new thing: a key lets somebody in there. */
export function mayLetIn(name: string): boolean {
  return mayBeSecret(name) || /key/i.test(name);
}

/** Tells whether a service may show a value of this name in another form than it was told: a secret, or a number of a card, of which it shows the end. */
export function mayBeMasked(name: string): boolean {
  return mayBeSecret(name) || /key$|code$|card|number$/i.test(name);
}
