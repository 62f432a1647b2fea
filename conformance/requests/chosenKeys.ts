/**
 * Keys that the client chooses: `POST /currencies` with `code: EUR` for `/currencies/{code}`. A service that takes a POST of a key that is there
 * for a change of it would overwrite what somebody else made, so a key that the run makes up has to be one that nobody has.
 */

import { memberSchemas, requiredMembers } from '../../src/contract/schema/facets';
import { hiddenMembers, type Schema } from '../../src/contract/schema/schema';
import type { JsonValue } from '../../src/json/value';
import type { Items } from '../../src/resources/kinds';
import { plain, singular } from '../../src/resources/names';
import type { Random } from '../../src/support/random';

/** The members of a body that name the thing which it is about. */
export interface ChosenKeys {
  /** Those that have to be there. */
  readonly required: readonly string[];
  /** Those that the service chooses where they are left out. */
  readonly optional: readonly string[];
}

/** Which members of the body of a thing are called as the id in its path is. */
export function chosenKeys(kind: Items | undefined, schema: Schema): ChosenKeys {
  if (!kind) return { required: [], optional: [] };
  const [parameter, thing] = [plain(kind.parameter.name), singular(kind.item)];
  const isId = parameter.endsWith('id') || [thing, 'key', 'uuid', 'guid'].includes(parameter);
  const called = new Set([parameter, ...(isId ? [`${thing}id`, 'id', 'uuid', 'guid'] : [])]);
  const hidden = hiddenMembers(schema, 'request');
  const members = [...memberSchemas(schema).keys()].filter((name) => called.has(plain(name)) && !hidden.has(name));
  const required = new Set(requiredMembers(schema));
  return {
    required: members.filter((name) => required.has(name)),
    optional: members.filter((name) => !required.has(name)),
  };
}

/** So many values, as a power of two, are enough that nobody has the one that is chosen by chance. */
const ENOUGH_BITS = 40;

/** Numbers that services give one after another lie far below; a double holds all of these. */
const RANGES = [
  [2 ** 42, 2 ** 53],
  [0x6000_0000, 0x7fff_0000],
  [0x1000_0000, 0x4000_0000],
] as const;

/**
 * A key by chance that nobody has, a new one at each call.
 * @param value one that is valid, or was asked for in its place.
 * @param fits whether another one is valid in its place.
 * @returns undefined where there are too few values: one that is made up may be somebody's.
 */
export function improbableKey(
  value: JsonValue,
  fits: (value: JsonValue) => boolean,
  random: Random,
): string | number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint')
    return RANGES.map(([low, high]) => random.int(low, high)).find(fits);
  if (typeof value !== 'string') return undefined;
  const token = random.hex(16);
  const usual = [
    random.uuid(),
    `none-${random.hex(24)}`,
    token,
    `${token}@example.com`,
    `https://example.com/${token}`,
  ];
  // A text at one of its bounds stays there; another host, or another's mailbox, is none of ours.
  return (/[@:]/.test(value) ? undefined : shuffled(value, fits, random)) ?? usual.find(fits);
}

/** How many characters of a text are changed. */
const MOST_CHANGED = 64;

/** The same text with other digits and letters, where so many may be others that it is improbable. */
function shuffled(text: string, fits: (value: string) => boolean, random: Random): string | undefined {
  let [changed, bits] = [text, 0];
  for (let at = Math.max(0, text.length - MOST_CHANGED); at < text.length; at++) {
    const letters = CLASSES.find((each) => each.includes(text[at] ?? ''));
    if (letters === undefined) continue;
    const first = random.int(0, letters.length);
    const letter = letters[letters[first] === text[at] ? (first + 1) % letters.length : first];
    const next = `${changed.slice(0, at)}${letter}${changed.slice(at + 1)}`;
    if (!fits(next)) continue;
    changed = next;
    bits += Math.log2(letters.length - 1);
  }
  return bits < ENOUGH_BITS ? undefined : changed;
}

/** Hexadecimal digits stay such. */
const CLASSES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
