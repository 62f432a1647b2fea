/** Makes texts that identify a thing. Many services refuse a second thing of the same name, or take it for the existing one. */

import type { Media } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { facets, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { PlanChance } from '../../src/engine/model/probe';
import type { JsonValue } from '../../src/json/value';
import { singularOf } from '../../src/resources/names';
import { isWantedUnique } from '../../src/resources/vocabulary/naming';
import { mayBeSecret } from '../../src/resources/vocabulary/secrets';
import {
  isConfined,
  isMadeByService,
  isOftenSet,
  isRefusedWhenSent,
} from '../../src/resources/vocabulary/setByService';
import { plain } from '../../src/resources/vocabulary/words';
import type { Random } from '../../src/support/random';
import { satisfiesWith } from '../values/partOfValue';
import { shuffled } from './shuffledTexts';
import type { UsersValues } from './usersValues';

/**
 * Returns the members of a body that are to be like no other: its names, and a text beside them; see {@link textBeside}. For example:
 * `{ name, content }` → `name`, `content`.
 */
export function tellingMembers(body: Described): string[] {
  const beside = textBeside(body);
  return [...namesIn(body), ...(beside === undefined ? [] : [beside])];
}

/** Returns the members that hold a text by which a thing is named in paths, where several do. @param keys as `plain` gives them. */
export function keyMembers(body: Described, keys: readonly string[]): string[] {
  return Object.keys(body).filter((name) => typeof body[name] === 'string' && keys.includes(plain(name)));
}

/**
 * Returns a text that tells a thing where a service may set each of its names itself: the answer to `{ name, content }` may be
 * `{ "name": "memos/abc", "content": … }`. Undefined if the body has another name, no name, or no such text.
 */
function textBeside(body: Described): string | undefined {
  const names = namesIn(body);
  if (names.length === 0 || !names.every(isOftenSet)) return undefined;
  const isPlain = ([name, value]: readonly [string, unknown]) =>
    typeof value === 'string' && !names.includes(name) && MADE_UP.test(value) && !mayBeSecret(name);
  return Object.entries(body).find(isPlain)?.[0];
}

/** An object that has texts among its members. */
type Described = Readonly<Record<string, unknown>>;

function namesIn(body: Described): string[] {
  return Object.keys(body).filter((name) => typeof body[name] === 'string' && isWantedUnique(name));
}

/**
 * Matches a text that was made up where the contract says no more than that it is one. It may be as long as it may be at most, with a character
 * other than ASCII in it, and it may have a token already.
 */
const MADE_UP = /^(?=.{8})([0-9a-f]{8}-?)?[a-z]+(\p{So}[a-z]+)?(-?[0-9a-f]{8})?$/u;

/**
 * Makes of a text one that nothing else has: the first of these that fits, the text with a token before or after it, the token alone, or the text
 * with other letters and digits. Where its last part names something, as in a path, that part gets the token; see {@link besideToken}.
 * @param token default: a new one.
 */
export type Unlike = (text: string, fits: (text: string) => boolean, token?: string) => string | undefined;

/** Returns what makes texts like no other by the chance of a run. */
export function unlikeOthers(chance: OwnChance, random: Random): Unlike {
  return (text, fits, token = newToken(chance, random)) => {
    // An address keeps its host, since another host may belong to somebody.
    const isFirst = isSalted(chance) || text.includes('@');
    const beside = [true, false].map((isBefore) => besideToken(text, token, isBefore));
    const withToken = [...(isFirst ? beside : beside.reverse()), token, random.uuid()].find(fits);
    // A form that has no room for a token, such as that of a plate or a stock number, keeps its form.
    return withToken ?? (isInParts(text) || /[@:]/.test(text) ? undefined : shuffled(text, fits, random));
  };
}

/**
 * Puts a token beside a text, so that nothing in it names what somebody else has: in a path, a URI or another name in parts the last part names
 * the thing, and in a list each item does. `Rosemary` → `a1b2c3d4-Rosemary`; `/orders/3` → `/orders/a1b2c3d4-3`; `1,2` → `a1b2c3d4-1,a1b2c3d4-2`;
 * `https://plants.example` → `https://plants.example/a1b2c3d4`.
 */
export function besideToken(text: string, token: string, isBefore: boolean): string {
  const beside = (part: string) => (isBefore ? `${token}-${part}` : `${part}-${token}`);
  if (/\s/.test(text)) return beside(text);
  if (/,/.test(text))
    return text
      .split(',')
      .map((item) => besideToken(item, token, isBefore))
      .join(',');
  if (AN_ORIGIN.test(text)) return `${text.replace(/\/$/, '')}/${token}`;
  const [, lead = '', last = text] = IN_PARTS.exec(text.replace(/\/+$/, '')) ?? [];
  return lead + beside(last);
}

/** Matches a URI that has an authority and no path. */
const AN_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?$/i;

/** Matches a name in parts, up to its last part: a path, a URI, a query, `urn:order:3`. The local part of an address has none before its `@`. */
const IN_PARTS = /^([^\s@]*[/\\:?#=&;|])([^\s/\\:?#=&;|]+|[^\s/\\:?#=&;|]+@\S+)$/;

/** Whether the last part of a text names something by itself. */
export function isInParts(text: string): boolean {
  return !/\s/.test(text) && (/,/.test(text) || IN_PARTS.test(text.replace(/\/+$/, '')));
}

type OwnChance = Pick<PlanChance, 'own'>;

/**
 * Whether a run has a salt, since others use the service, too. Then its own share of a text stands first: some services keep or compare no more
 * than the beginning, which two runs would have from the same example of the contract.
 */
export function isSalted({ own }: OwnChance): boolean {
  return typeof own === 'string';
}

/** Returns a token for {@link unlikeOthers}. */
export function newToken(chance: OwnChance, random: Random): string {
  return isSalted(chance) ? tokenInFront(random) : random.hex(8);
}

/** Returns a token that may stand first: many services want a name to begin with a letter. */
export function tokenInFront(random: Random): string {
  const token = random.hex(8);
  return LETTERS.charAt(Number.parseInt(token.charAt(0), 16) % LETTERS.length) + token.slice(1);
}

const LETTERS = 'abcdef';

/**
 * Tells whether somebody may have used a text already: the contract gives it as an example, or it is an address.
 * @param wholes the examples of objects that have the member.
 */
export function isCommon(schema: Schema, wholes: readonly unknown[], name: string, text: string): boolean {
  return text.includes('@') || givenTexts(schema, wholes, name).has(text);
}

/** Returns the texts that the contract gives for a member of an object, as examples or defaults. */
function givenTexts(schema: Schema, given: readonly unknown[], name: string): ReadonlySet<unknown> {
  const members = (memberSchemas(schema).get(name) ?? []).flatMap((member) => facets(member, true).flatMap(examplesIn));
  const wholes = [...given, ...facets(schema, true).flatMap(examplesIn)];
  const inWholes = wholes.map((whole) => Object.entries(Object(whole) as object).find(([each]) => each === name)?.[1]);
  return new Set<unknown>([...members, ...(inWholes as unknown[])]);
}

function examplesIn({ example, examples, default: usual }: Readonly<Record<string, unknown>>): unknown[] {
  return [example, usual, ...(Array.isArray(examples) ? (examples as unknown[]) : [])];
}

/**
 * Returns the optional members that a body lacks and that may hold any text, as far as their names say: what names a thing, a state or a place, or
 * is secret, or set by the service, is none of them. The plainest come first: those whose schema says no more than that they are texts.
 */
export function roomForText(schema: Schema, body: Described): string[] {
  const rooms = [...memberSchemas(schema)].flatMap(([name, schemas]) => {
    if (name in body || isOftenSet(name) || isMadeByService(name) || isRefusedWhenSent(name)) return [];
    if (isConfined(name) || mayBeSecret(name)) return [];
    const keywords = schemas.flatMap((each) => facets(each, true));
    const isText = keywords.some(({ type }) => [type].flat().includes('string'));
    if (!isText || keywords.some((each) => each.readOnly === true || 'enum' in each || 'const' in each)) return [];
    return [{ name, isPlain: !keywords.some((each) => 'format' in each || 'pattern' in each) }];
  });
  return rooms.sort((one, other) => Number(other.isPlain) - Number(one.isPlain)).map(({ name }) => name);
}

/** A JSON object that is sent. */
export type Body = Readonly<Record<string, JsonValue>>;

/**
 * Gives a list of names a single one that is like no other, for makers that take names alone: `{ "usernames": ["a"] }` →
 * `{ "usernames": ["a-1f2e3d4c"] }`.
 * @returns undefined if the body has no such list.
 */
export function unlikeInList(body: Body, media: Media, unlike: Unlike, users: Pick<UsersValues, 'has'>) {
  for (const [member, list] of Object.entries(body)) {
    const name = singularOf(member);
    const [first] = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
    if (typeof first !== 'string' || !isWantedUnique(name) || users.has(member, first)) continue;
    const withText = (text: string) => ({ ...body, [member]: [text] });
    const fitting = unlike(first, (text) => fitsMedia(media, body, member, [text]));
    if (fitting !== undefined) return { body: withText(fitting), like: { [name]: fitting } };
  }
  return undefined;
}

export function satisfiesMedia({ schema }: Media, value: JsonValue): boolean {
  return schema !== undefined && surelySatisfies(schema, value, 'request');
}

/** Tells the same of a body of which one member was changed. */
export function fitsMedia({ schema }: Media, body: Body, name: string, member: JsonValue): boolean {
  return schema !== undefined && satisfiesWith(schema, body, [name], member);
}
