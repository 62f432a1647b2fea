/**
 * Makes values anew that another thing has already: what was sent is not wrong then, and the same request with another value of its form may be
 * taken. An example: `{ "sku": "ABC-123" }` → 409 `already exists` → `{ "sku": "QNE-804" }`.
 */

import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { facets, hasListedValues } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Edit, EditPlace, Try } from '../../src/engine/model/tries';
import { isScalar, type JsonValue, toText } from '../../src/json/value';
import { hasToken } from '../../src/resources/tokens';
import { isReferringId } from '../../src/resources/vocabulary/ids';
import { isUniqueName } from '../../src/resources/vocabulary/naming';
import { createRandom, type Random } from '../../src/support/random';
import { isFree } from '../chains/mayMake';
import { improbableKey, ownText } from '../sparing/chosenKeys';
import { nameAt } from '../sparing/namedPlaces';
import { type UsersValues, usersValues } from '../sparing/usersValues';
import { scalarsIn } from './bodyPlaces';
import { changesOf } from './editNames';
import { lastOf, type RefusedRequest } from './refusedRequest';
import { textsOfRefusal } from './saidForms';

const TAKEN = /\b(already|exists|taken|duplicated?|in use|not unique|(must|should) be unique)\b/i;
const ABSENT = /\b(not|n't|no longer|never) (exist|found|taken|in use)|\bno such\b|\bnot found\b/i;

/** Tells whether a refusal says that another thing has a value already. */
export function saysTaken(status: number, said: readonly string[]): boolean {
  if (said.some((each) => ABSENT.test(each))) return false;
  return status === 409 || ((status === 400 || status === 422) && said.some((each) => TAKEN.test(each)));
}

/** Returns the request with what is taken made anew; nothing where the refusal says something else. */
export function takenAnew(asked: RefusedRequest): Try[] {
  const { response } = asked.refused;
  const said = response ? textsOfRefusal(response) : [];
  if (!response || asked.operation.safe || !saysTaken(response.status, said)) return [];
  // What somebody has is refused, as this answer shows, so that another value takes it from nobody.
  const chosen = { isFreed: isFree(asked.operation, asked.known), isGuarded: true } as const;
  const users = usersValues(asked.operation, asked.known);
  const edits = placesTaken(asked, said).flatMap((at): Edit[] => {
    const current = asked.valueAt(at);
    const random = createRandom(
      asked.known.chance.own,
      `${asked.operation.name} anew ${at.name} ${toText(current as string)}`,
    );
    const anew = { name: nameAt(at.name), schemas: asked.schemasOf(at), random, users };
    const value = current === undefined ? undefined : madeAnew(current, anew, chosen);
    return value === undefined ? [] : [{ ...at, value, isAnew: true, isGuarded: true }];
  });
  if (edits.length === 0) return [];
  return [{ why: `${changesOf(edits)}, since what was sent is taken`, edits, isNamed: true, isTaken: true }];
}

/**
 * Returns the places whose values may be taken: those that the refusal repeats, and those by which things are told apart. A text that was made up for
 * this request alone is taken by nobody, unless the refusal repeats it.
 */
function placesTaken(asked: RefusedRequest, said: readonly string[]): EditPlace[] {
  const places = scalarsIn(asked.body, '', 0).flatMap((name) => {
    const at: EditPlace = { place: 'body', name };
    const value = asked.valueAt(at);
    const isKind = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isKind && !asked.schemasOf(at).some(hasListedValues) ? [{ at, text: toText(value) }] : [];
  });
  const chosen = places.filter(
    ({ at, text }) =>
      (tellsApart(asked, at) && !hasToken(text)) || (text.length > 2 && said.some((each) => each.includes(text))),
  );
  return chosen.map(({ at }) => at).filter((at) => !isReferringId(lastOf(at.name)));
}

function tellsApart(asked: RefusedRequest, at: EditPlace): boolean {
  if (at.name === '' || isUniqueName(lastOf(at.name))) return true;
  return asked.schemasOf(at).some((schema) => facets(schema, false).some(({ pattern }) => pattern !== undefined));
}

/** Why a value will do that somebody may have, if that is unlikely. */
interface Leeway {
  /** Nobody has anything on the target. */
  readonly isFreed: boolean;
  /** The service refuses a value that somebody has. */
  readonly isGuarded: boolean;
}

/** The place of a value, and what makes another one. */
interface Anew {
  /** Of the member; that of the list for an item. */
  readonly name: string;
  readonly schemas: readonly Schema[];
  readonly random: Random;
  readonly users: UsersValues;
}

/** Returns another value like one: one that nobody has, or else, where that will do, one that is only unlikely to be there: `CH-9001` → `QE-4820`. */
export function madeAnew(
  value: JsonValue,
  { name, schemas, random, users }: Anew,
  { isFreed, isGuarded }: Leeway,
): JsonValue | undefined {
  if (!isScalar(value) || typeof value === 'boolean') return undefined;
  const fits = (other: JsonValue) =>
    other !== value && schemas.every((schema) => surelySatisfies(schema, other, 'request'));
  if (users.has(name, value)) return users.anew(name, value, fits, random);
  const own = typeof value === 'string' ? ownText(value, fits, random) : improbableKey(value, fits, random);
  if (own !== undefined && !(isFreed && typeof value === 'number')) return own;
  if (!isFreed && !isGuarded) return undefined;
  if (typeof value === 'string') {
    const other = redrawn(value, (each) => each === value || fits(each), random);
    return other === value ? undefined : other;
  }
  return Array.from({ length: MOST_DRAWN }, () => random.int(1000, 1_000_000)).find(fits) ?? own;
}

/** So many numbers are drawn until one satisfies the contract. */
const MOST_DRAWN = 20;

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Draws the letters and digits of a text again, one after the other, as far as the whole fits; other characters stay. */
function redrawn(text: string, fits: (text: string) => boolean, random: Random): string {
  let drawn = text;
  for (let at = 0; at < Math.min(text.length, MOST_REDRAWN); at++) {
    const letters = ALPHABETS.find((each) => each.includes(text[at] ?? ''));
    if (letters === undefined) continue;
    const next = drawn.slice(0, at) + letters[random.below(letters.length)] + drawn.slice(at + 1);
    if (fits(next)) drawn = next;
  }
  return drawn;
}

/** So many characters of a text are drawn again. */
const MOST_REDRAWN = 64;
