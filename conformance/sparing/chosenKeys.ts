/**
 * Finds keys that the client chooses: `POST /currencies` with `code: EUR` for `/currencies/{code}`. Some services treat a POST with an existing
 * key as a change, and would overwrite a thing of somebody else. So a key that the run makes up has to be one that nobody has.
 */

import { memberSchemas, requiredMembers } from '../../src/contract/schema/facets';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import type { Schema } from '../../src/contract/schema/schema';
import type { JsonValue } from '../../src/json/value';
import type { Items } from '../../src/resources/kinds';
import { namingMembers } from '../../src/resources/names';
import { plain } from '../../src/resources/vocabulary/words';
import type { Random } from '../../src/support/random';
import { NOBODYS_HOST } from '../values/types/formats';
import { anotherOf, shuffled } from './shuffledTexts';
import { besideToken, isInParts, tokenInFront } from './uniqueTexts';

/** The members of a body that name the thing which it is about. */
export interface ChosenKeys {
  /** The keys that a body must have. */
  readonly required: readonly string[];
  /** The keys that the service chooses if they are left out. */
  readonly optional: readonly string[];
}

/** Returns the members of a thing's body that have the name of the id in its path. */
export function chosenKeys(kind: Items | undefined, schema: Schema): ChosenKeys {
  if (!kind) return { required: [], optional: [] };
  const called = new Set(namingMembers(kind));
  const hidden = hiddenMembers(schema, 'request');
  const members = [...memberSchemas(schema).keys()].filter((name) => called.has(plain(name)) && !hidden.has(name));
  const required = new Set(requiredMembers(schema));
  return {
    required: members.filter((name) => required.has(name)),
    optional: members.filter((name) => !required.has(name)),
  };
}

/** Ranges for keys that are numbers. Services that count their ids stay far below them, and a double can hold all of them. */
const RANGES = [
  [2 ** 42, 2 ** 53],
  [0x6000_0000, 0x7fff_0000],
  [0x1000_0000, 0x4000_0000],
] as const;

/**
 * Returns a random key that nobody has, a new one at each call.
 * @param value a valid key, or the one that was to be sent.
 * @param fits tells whether another key is valid in its place.
 * @returns undefined if there are too few possible values, so that somebody may have the one that is made up.
 */
export function improbableKey(
  value: JsonValue,
  fits: (value: JsonValue) => boolean,
  random: Random,
): string | number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint')
    return RANGES.map(([low, high]) => random.int(low, high)).find(fits);
  if (typeof value !== 'string') return undefined;
  // Many services take the time off a date, and a day is nobody's alone.
  if (A_DATE.test(value)) return undefined;
  const token = random.hex(16);
  const usual = [
    random.uuid(),
    `none-${random.hex(24)}`,
    token,
    `${token}@${NOBODYS_HOST}`,
    `https://${NOBODYS_HOST}/${token}`,
  ];
  // The length of the text does not change. An address is not shuffled, since another host or mailbox may belong to somebody; nor is a path, whose
  // last part names something: `/orders/3`, shuffled, is somebody's order 7.
  const stays = isAddress(value) || isInParts(value);
  return (stays ? undefined : shuffled(value, fits, random)) ?? usual.find(fits);
}

const A_DATE = /^\d{4}-\d{2}-\d{2}/;

/** Matches a URI; where it has an `@`, that may be the address of somebody. */
const A_URI = /^[a-z][a-z\d+.-]*:[^\s@]+$/i;

function isAddress(text: string): boolean {
  return /[@:]/.test(text);
}

/** So many letters and digits of a text make it one that nobody has. */
const ENOUGH_LETTERS = 12;

/** Tells whether {@link ownText} keeps the length of a text. */
export function keepsLength(text: string): boolean {
  return !isAddress(text) && !isInParts(text) && (text.match(/[A-Za-z\d]/g)?.length ?? 0) >= ENOUGH_LETTERS;
}

/**
 * Returns a text that is the run's own in place of one that may be anybody's: a long one with other letters, so that each part of it that a
 * service may keep is the run's own, and a short one with a token, which stands first, since a service may keep no more than the beginning: `d` → `c4f0c91b-d`. What is left of it once it is brought into the form of a
 * path is never empty.
 * @param fits tells whether another text is valid in its place.
 * @returns undefined if the contract has no room for such a text.
 */
export function ownText(text: string, fits: (value: JsonValue) => boolean, random: Random): string | undefined {
  const isWord = /^[a-z]+$/.test(text);
  const relettered = () => [...text].map((letter) => anotherOf(letter, random)).join('');
  const other = isWord ? random.word(text.length) : relettered();
  const long = keepsLength(text) ? [other] : [];
  const token = tokenInFront(random);
  const mailbox = isAddress(text) ? [`${token}@${NOBODYS_HOST}`] : [];
  // What a URI names is at its end, and before that is its scheme.
  const besideIt = [besideToken(text, token, !A_URI.test(text)), besideToken(text, token, A_URI.test(text))];
  const beside = isAddress(text) && !A_URI.test(text) ? mailbox : [...besideIt, ...mailbox];
  const found = [...long, ...beside, token, random.uuid()].find(fits);
  if (found !== undefined) return found;
  // Each letter of a word may have to be a hexadecimal digit.
  const alike = isWord && keepsLength(text) ? relettered() : undefined;
  if (alike !== undefined && fits(alike)) return alike;
  // Where a pattern has no room for a token, it may have room for more letters or digits: `Oak` → `Oakvkqwjzlpmnra`. At the end of an address they
  // would name another host.
  const word = random.word(OWN_LETTERS);
  const longer = isAddress(text)
    ? []
    : [word, word.toUpperCase(), String(random.int(10 ** 11, 10 ** 12))].map((end) => text + end);
  const whole = longer.find(fits) ?? (improbableKey(text, fits, random) as string | undefined);
  return whole ?? longerAndShuffled(text, fits, random);
}

/** So many letters by chance are the run's own. */
const OWN_LETTERS = 12;

/** Returns a text with as many more letters as there is room for, and with others in place of its own: `M-8` → `K-4UFTOVEZI`. */
function longerAndShuffled(text: string, fits: (value: JsonValue) => boolean, random: Random): string | undefined {
  if (isAddress(text) || isInParts(text)) return undefined;
  for (let more = OWN_LETTERS - 1; more > 0; more--) {
    const word = random.word(more);
    const longer = [word, word.toUpperCase()].map((end) => text + end).find(fits);
    if (longer !== undefined) return shuffled(longer, fits, random);
  }
  return undefined;
}
