/** Makes up credentials that cannot be good, in the form of those that were handed over. */

import type { Operation, SecurityAlternative, SecurityScheme } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { jsonOfText } from '../../src/json/value';
import { type Authorisation, present, together } from '../../src/serialization/credentials';
import { remembered } from '../../src/support/caching';
import { createRandom, type Random } from '../../src/support/random';
import { describeScheme } from './toCase';

interface WrongCredential {
  /** What it is, in a few words: "a random token". */
  readonly what: string;
  readonly value: string;
}

/**
 * Returns the ways to show an alternative to an operation with a credential that cannot be good. Of schemes that are required together each is spoilt alone
 * if the others were handed over, else all at once.
 */
export function spoiltWays(
  { schemes }: SecurityAlternative,
  operation: Operation,
  known: Known,
  /** Makes the credentials of one scheme. */
  make: typeof wrongCredentials = wrongCredentials,
): { readonly name: string; readonly authorisation: Authorisation }[] {
  const spoilable = schemes.filter(({ in: where }) => where !== 'connection' && where !== 'nowhere');
  const shown = schemes.map((scheme) => ({ scheme, credential: known.handedOver.credentials(scheme) }));
  const isAllGiven = shown.every(({ credential }) => credential !== undefined);
  if (spoilable.length > 1 && !isAllGiven) {
    const parts = spoilable.map((scheme) => present(scheme, make(scheme, operation, known)[0]?.value ?? ''));
    return [{ name: 'credentials that are not valid', authorisation: together(parts) }];
  }
  return spoilable.flatMap((scheme) => {
    const others = shown.filter((each) => each.scheme !== scheme);
    const right = others.map(({ scheme: other, credential = '' }) => present(other, credential));
    return make(scheme, operation, known).map(({ what, value }) => ({
      name: what,
      authorisation: together([...right, present(scheme, value)]),
    }));
  });
}

/**
 * Returns one credential that cannot be good, for requests that are to be refused; undefined if no request can carry one. It never goes with the
 * name of a user: failed sign-ins may lock an account.
 */
export function wrongCredential(operation: Operation, known: Known): Authorisation | undefined {
  for (const alternative of operation.security.alternatives) {
    const [spoilt] = spoiltWays(alternative, operation, known, ofNobody);
    if (spoilt) return spoilt.authorisation;
  }
  return undefined;
}

function ofNobody(scheme: SecurityScheme, operation: Operation, known: Known): WrongCredential[] {
  return scheme.http === 'basic' ? [unknownUser(known)] : wrongCredentials(scheme, operation, known);
}

function unknownUser(known: Known): WrongCredential {
  const password = known.handedOver.wrongToken ?? alike(undefined, createRandom(known.chance.seed, 'token'));
  return { what: 'an unknown user', value: `nobody:${password}` };
}

/**
 * Of HTTP basic, the right name goes with a wrong password and with an empty one only to a target of the user's own, and there to one
 * operation, since failed sign-ins may lock an account. The other operations are shown an unknown name.
 */
function wrongCredentials(scheme: SecurityScheme, operation: Operation, known: Known): WrongCredential[] {
  const good = known.handedOver.credentials(scheme);
  const wrong = (text: string | undefined) =>
    known.handedOver.wrongToken ?? alike(text, createRandom(known.chance.seed, 'token'));
  if (scheme.http === 'bearer') return [{ what: 'a token that is not valid', value: wrong(good) }];
  if (scheme.http !== 'basic') return [{ what: `${describeScheme(scheme)}, which is not valid`, value: wrong(good) }];
  const at = good?.indexOf(':') ?? -1;
  const { isPrivate, everythingExists } = known.wanted;
  if (good === undefined || at < 1 || !isPrivate || everythingExists || !isFirstWith(scheme, operation, known))
    return [unknownUser(known)];
  const [user, password] = [good.slice(0, at), good.slice(at + 1)];
  return [
    { what: 'a wrong password', value: `${user}:${wrong(password)}` },
    ...(password === '' ? [] : [{ what: 'an empty password', value: `${user}:` }]),
  ];
}

/** By the names of schemes, the operation that was planned first. */
const firstWith = remembered((_: Known) => new Map<string, Operation>());

function isFirstWith({ name }: SecurityScheme, operation: Operation, known: Known): boolean {
  const firsts = firstWith(known);
  const first = firsts.get(name) ?? operation;
  firsts.set(name, first);
  return first === operation;
}

/** A text with fewer random characters than this might be another valid credential. */
const LEAST_RANDOM = 16;

const CLASSES = [
  { of: /[0-9]/, from: '0123456789' },
  { of: /[a-z]/, from: 'abcdefghijklmnopqrstuvwxyz' },
  { of: /[A-Z]/, from: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
] as const;

/**
 * Makes a random text of the form and the length of a credential: `9f3a-77c0` from `1b2c-00aa`. A JSON Web Token (RFC 7519) stays one that can
 * be read, of an unknown subject and with a signature that is none.
 * @param good undefined or short: then a text is made that says that it is not valid.
 */
export function alike(good: string | undefined, random: Random): string {
  const web = good === undefined ? undefined : likeWebToken(good, random);
  if (web !== undefined) return web;
  if (good === undefined || good.replace(/[^0-9a-z]/gi, '').length < LEAST_RANDOM) return `not-valid-${random.hex(24)}`;
  return scrambled(good, random);
}

function scrambled(text: string, random: Random): string {
  const letters = text.replace(/[^a-z]/gi, '');
  // What is written in hexadecimal digits stays so.
  const isHex = /^([a-f]*|[A-F]*)$/.test(letters);
  return text.replace(/[0-9a-z]/gi, (character) => {
    const from = CLASSES.find(({ of }) => of.test(character))?.from ?? '';
    return from.charAt(random.below(isHex ? Math.min(from.length, from.length === 10 ? 10 : 6) : from.length));
  });
}

function likeWebToken(good: string, random: Random): string | undefined {
  const [head = '', , signature = '', ...more] = good.split('.');
  if (more.length > 0 || signature.length < LEAST_RANDOM || !isJsonObject(head)) return undefined;
  const claims = { sub: `nobody-${random.hex(8)}`, exp: FAR_AWAY };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), scrambled(signature, random)].join('.');
}

/** The start of the year 2100, in seconds. */
const FAR_AWAY = 4_102_444_800;

function isJsonObject(part: string): boolean {
  const value = jsonOfText(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null;
}
