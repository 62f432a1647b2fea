/** Makes texts that identify a thing. Many services refuse a second thing of the same name, or take it for the existing one. */

import { facets, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Random } from '../../src/support/random';

/** Matches members whose values services want to be unique. */
export const NAMES = /(^|[a-z_-])(name|title|slug|login|e?mail|key|label|handle|sku|reference|uuid)$|^(_?id|code)$/i;

/** Tells whether many services set a member themselves, whatever was sent: a resource name, a key, an id. */
export function isOftenSet(name: string): boolean {
  return /^(_?id|uuid|name|key|code|slug|reference)$/i.test(name);
}

/**
 * Returns the members of a body that are to be like no other: its names, and a text beside them; see {@link textBeside}. For example:
 * `{ name, content }` → `name`, `content`.
 */
export function tellingMembers(body: Body): string[] {
  const beside = textBeside(body);
  return [...namesIn(body), ...(beside === undefined ? [] : [beside])];
}

/**
 * Returns a text that tells a thing where a service may set each of its names itself: the answer to `{ name, content }` may be
 * `{ "name": "memos/abc", "content": … }`. Undefined if the body has another name, or no such text.
 */
function textBeside(body: Body): string | undefined {
  const names = namesIn(body);
  if (!names.every(isOftenSet)) return undefined;
  const isPlain = ([name, value]: readonly [string, unknown]) =>
    typeof value === 'string' && !names.includes(name) && MADE_UP.test(value) && !/pass|secret|token|pin$/i.test(name);
  return Object.entries(body).find(isPlain)?.[0];
}

type Body = Readonly<Record<string, unknown>>;

function namesIn(body: Body): string[] {
  return Object.keys(body).filter((name) => typeof body[name] === 'string' && NAMES.test(name));
}

/** Matches a text that was made up where the contract says no more than that it is one; it may have a token already. */
const MADE_UP = /^[a-z]{8,16}(-[0-9a-f]{8})?$/;

/** Returns the first of these that fits: the text with a token before or after it, so that it is unique, or the token alone. */
export function unlikeOthers(text: string, fits: (text: string) => boolean, random: Random, token = random.hex(8)) {
  const beside = [`${text}-${token}`, `${token}-${text}`];
  // An address keeps its host, since another host may belong to somebody.
  return [...(text.includes('@') ? beside.reverse() : beside), token, random.uuid()].find(fits);
}

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
