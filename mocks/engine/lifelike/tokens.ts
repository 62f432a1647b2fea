/** Makes tokens that programs can decode, and makes true what an answer says of a token that it hands out: whose it is, and until when it lets in. */

import type { MutableJson } from '../../../conformance/values/generator';
import { isObject } from '../../../src/json/value';
import { letsInByItself } from '../../../src/resources/vocabulary/secrets';
import { nameWords } from './byName';

interface Claims {
  /** Whose token it is. */
  readonly sub: string;
  /** When it is handed out, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** How long it lets in, in seconds. */
  readonly lifetime: number;
}

/** How long a token lets in if nobody says so, in seconds. */
export const USUAL_LIFETIME = 3600;

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const HEAD = encoded(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));
/** The signature is that of nobody. */
const SIGNATURE = encoded('signed by a mock');

/** Makes a token (RFC 7519). */
export function jwt({ sub, issuedAt, lifetime }: Claims): string {
  const iat = Math.floor(issuedAt / 1000);
  const claims = encoded(JSON.stringify({ sub, iss: 'https://example.com', iat, exp: iat + lifetime }));
  return `${HEAD}.${claims}.${SIGNATURE}`;
}

function isMadeHere(value: unknown): boolean {
  return typeof value === 'string' && value.endsWith(`.${SIGNATURE}`);
}

export interface HandingOut {
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The name with which somebody logs in; undefined if the request says none. */
  readonly login?: string | undefined;
}

const LIFETIME = /^(?:access |token |access token )?expires in(?: seconds)?$|^ttl$/;
const EXPIRY = /(?:^| )(?:expires|expiry|expire|expiration|exp|valid until)(?: at| on| date| time)?$/;

/** The least number that stands for a time in milliseconds since 1970, and not in seconds: in 2001. */
const LEAST_MILLISECONDS = 1e12;

/**
 * Returns the members of an object that are to be others, since it hands out a token: one lets in from now on, as long as the object says. No other
 * value depends on the clock.
 * @param isGiven tells of which members the contract gives the value. They stay as they are.
 */
export function membersOfToken(
  members: Readonly<Record<string, MutableJson>>,
  { now, login }: HandingOut,
  isGiven: (name: string) => boolean,
): Record<string, MutableJson> {
  const names = Object.keys(members);
  if (!names.some((name) => typeof members[name] === 'string' && (letsInByItself(name) || isMadeHere(members[name]))))
    return {};
  const own = names.filter((name) => !isGiven(name));
  const tokens = own.filter((name) => isMadeHere(members[name]));
  const expiries = own.filter((name) => EXPIRY.test(nameWords(name)));
  if (tokens.length + expiries.length === 0) return {};
  const said = names.find((name) => LIFETIME.test(nameWords(name)) && Number(members[name]) > 0);
  const lifetime = said === undefined ? USUAL_LIFETIME : Number(members[said]);
  const issuedAt = now();
  const token = jwt({ sub: userIn(members) ?? login ?? '1', issuedAt, lifetime });
  return Object.fromEntries([
    ...tokens.map((name): [string, MutableJson] => [name, token]),
    ...expiries.map((name): [string, MutableJson] => [name, timeLike(members[name], issuedAt + lifetime * 1000)]),
  ]);
}

/** Returns the id of the user whom the answer shows beside the token: `user: { id: 7 }`, `userId: 7`. */
function userIn(members: Readonly<Record<string, MutableJson>>): string | undefined {
  const ids = Object.entries(members).map(([name, value]) =>
    isObject(value) ? value['id'] : /^(?:user|account|member|customer) id$/.test(nameWords(name)) ? value : undefined,
  );
  const id = ids.find((each) => typeof each === 'string' || typeof each === 'number');
  return id === undefined ? undefined : String(id);
}

/** Writes a time as another one is written. A number is one of seconds, unless it is too large for that. */
function timeLike(like: MutableJson | undefined, time: number): MutableJson {
  if (typeof like === 'number') return like >= LEAST_MILLISECONDS ? time : Math.floor(time / 1000);
  const text = new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
  return typeof like === 'string' && !like.includes('T') ? text.slice(0, 10) : text;
}
