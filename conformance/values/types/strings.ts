/**
 * Makes strings by their length in code points, by patterns, by format, and by what the name of their member suggests (an e-mail address, a URL, a
 * time in the future).
 */

import { lengthOf } from '../../../src/contract/schema/evaluate';
import { isBinding, isOfFormat } from '../../../src/contract/schema/formats';
import { callsPassword } from '../../../src/resources/vocabulary/secrets';
import type { Parts } from '../../../src/support/letOthersRun';
import type { Random } from '../../../src/support/random';
import { ASTRAL } from '../patterns/characters';
import { findTextInParts, isWanted, type Length, type TextWanted } from '../patterns/patterns';
import type { MutableJson, Valid } from '../results';
import { type Atom, refusedBy, type SchemaPlan, said } from '../schemaPlan';
import { formatNamed } from './formats';

/** The usual length of a string, in characters: long enough that random strings do not repeat. */
const USUAL = 12;

/** The length of the longest string that is made, in characters. */
export const LONGEST = 64 * 1024;

/** Longer strings are made only if there is no pattern. */
const LONGEST_BY_PATTERN = 4096;

interface Strings {
  readonly least: number;
  readonly most: number;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  readonly formats: readonly string[];
  readonly notFormats: readonly string[];
}

/**
 * Yields strings that fit, the plainest first, and undefined where others may run.
 * @param name of what has the string; a text that is called an e-mail address, a URL or a password is one.
 * @param examples of it. Where none has a fitting length, a text like one comes first.
 */
export function* plainStrings(
  plan: SchemaPlan,
  random: Random,
  name = '',
  examples: readonly unknown[] = [],
): Generator<MutableJson | undefined> {
  const strings = read(plan);
  const { least, most, must, mustNot, formats, notFormats } = strings;
  if (least > most || least > LONGEST) return;
  const fits = (text: string) => isFitting(strings, text);
  for (const not of notFormats) yield* (formatNamed(not)?.wrong ?? []).filter(fits);
  for (const format of formats) yield* (formatNamed(format)?.right(random) ?? []).filter(fits);
  const isBare = formats.length + notFormats.length + must.length + mustNot.length === 0;
  if (isBare && MAIL.test(name)) yield* (formatNamed('email')?.right(random) ?? []).slice(0, 1).filter(fits);
  if (isBare && ADDRESS.test(name)) yield* (formatNamed('uri')?.right(random) ?? []).slice(0, 1).filter(fits);
  // Of a password, services want a capital letter and a digit, which no schema says; and their refusals may not say it either.
  if (isBare && callsPassword(name)) yield* [`Zx7${random.word(Math.max(least, USUAL) - 3)}`].filter(fits);
  const wanted = shaped(strings);
  if (wanted.must.length > 0 || mustNot.length > 0) {
    const text = (yield* find(wanted, USUAL, random)) ?? (yield* find({ ...strings }, USUAL, random));
    if (text !== undefined) yield text;
    const shortest = yield* find({ must, mustNot, least, most }, 'least', random);
    if (shortest !== undefined) yield shortest;
    return;
  }
  const usual = Math.min(most, Math.max(least, USUAL));
  const isOfLength = (text: unknown) => typeof text === 'string' && isFitting(strings, text);
  const like = examples.some(isOfLength) ? undefined : likeAny(examples, usual);
  if (like !== undefined) yield like;
  for (let tries = 0; tries < 8; tries++) yield random.word(usual);
}

/**
 * Returns a text of a length that is made of the characters of an example, in their order: services ask more of a text than its length, such as a
 * digit and a capital letter in a password, and an example has that. `Zx7vogazefun` → `Zx7vogaz`, `Zx7vogazefunZx7`.
 * @returns undefined where no example is of characters that may stand in any place, or so little would be left of one that it could name anything.
 */
function likeAny(examples: readonly unknown[], length: number): string | undefined {
  const example = examples.find((each): each is string => typeof each === 'string' && PLAIN.test(each));
  if (example === undefined || length < Math.min(SHORTEST_LIKE, example.length) || length > LONGEST) return undefined;
  return example.repeat(Math.ceil(length / example.length)).slice(0, length);
}

const PLAIN = /^[A-Za-z0-9]+$/;
const SHORTEST_LIKE = 6;

/** `webhookUrl`, `urls`, `image_uri`, `website`. */
const ADDRESS = /(^|[a-z0-9_-])(ur[il]|href|web[-_]?site|home[-_]?page)s?$/i;

const MAIL = /e[-_]?mail([-_]?address)?$/i;

/** Returns the shortest and the longest string, and one of each format, in parts. @param examples of it. */
export function* edgesOfStrings(
  plan: SchemaPlan,
  path: string,
  random: Random,
  examples: readonly unknown[] = [],
): Parts<Valid[]> {
  const strings = read(plan);
  const edges: Valid[] = [];
  const add = (value: string | undefined, atom: Atom | undefined, keyword: string, what: string) => {
    if (value !== undefined && atom && isFitting(strings, value))
      edges.push({ value, shows: [{ schema: atom.schema, keyword, path, what }] });
  };
  const count = (length: number) => `${length} ${length === 1 ? 'character' : 'characters'}`;
  const shortest = said<number>(plan, 'minLength').find(({ value }) => value === strings.least);
  const longest = said<number>(plan, 'maxLength').find(({ value }) => value === strings.most);
  for (const end of [
    { owner: shortest?.atom, length: strings.least, keyword: 'minLength', which: 'the least' },
    { owner: longest?.atom, length: strings.most, keyword: 'maxLength', which: 'the most' },
  ]) {
    if (!end.owner) continue;
    const [first, plain] = yield* ofLength(strings, end.length, random);
    const like = likeAny(examples, end.length);
    add(first, end.owner, end.keyword, `${count(end.length)}, ${end.which}`);
    if (like !== undefined && isFitting(strings, like))
      add(like, end.owner, end.keyword, `${count(end.length)}, ${end.which}, like the example`);
    else add(plain, end.owner, end.keyword, `${count(end.length)}, ${end.which}, of plain letters`);
  }
  for (const { atom } of said<string>(plan, 'pattern')) {
    const least = yield* find(shaped(strings), 'least', random);
    add(least, atom, 'pattern', 'the shortest match');
    if (!longest) continue;
    const greatest = yield* find(shaped(strings), 'greatest', random);
    if (greatest !== undefined) add(greatest, atom, 'pattern', `a match of ${count(lengthOf(greatest))}`);
  }
  for (const { atom, value } of said<string>(plan, 'format')) {
    if (!isBinding(value)) continue;
    for (const text of formatNamed(value)?.right(random) ?? []) add(text, atom, 'format', text);
  }
  return edges;
}

/** Returns texts with this many code points. If possible, one character of the first takes two UTF-16 units; the second has plain ones alone. */
function* ofLength(strings: Strings, length: number, random: Random): Parts<readonly string[]> {
  if (length > LONGEST) return [];
  const exactly = { ...shaped(strings), least: length, most: length };
  const plain = exactly.must.length > 0 ? yield* find(exactly, 'least', random) : random.word(length);
  if (plain === undefined) return [];
  // Few services take such a character for part of an address.
  if (length === 0 || strings.formats.length > 0) return [plain];
  const middle = length >> 1;
  // Nearly all texts have one unit for each character, and some have many thousands.
  const chars = IN_PAIRS.test(plain) ? [...plain] : plain;
  const [before, after] = [chars.slice(0, middle), chars.slice(middle + 1)];
  const astral = [before, after].map((part) => (typeof part === 'string' ? part : part.join(''))).join(ASTRAL);
  return isFitting(strings, astral) ? [astral, plain] : [plain];
}

/** Matches what may be half of a character. */
const IN_PAIRS = /[\ud800-\udfff]/;

function* find(wanted: TextWanted, length: Length, random: Random): Parts<string | undefined> {
  const most = Math.min(wanted.most, LONGEST_BY_PATTERN);
  return wanted.least > most ? undefined : yield* findTextInParts({ ...wanted, most }, length, random);
}

function read(plan: SchemaPlan): Strings {
  let [least, most] = [0, Number.MAX_SAFE_INTEGER];
  const must: string[] = [];
  const formats: string[] = [];
  for (const { keywords } of plan.atoms) {
    const { minLength, maxLength, pattern, format } = keywords;
    if (minLength !== undefined) least = Math.max(least, minLength as number);
    if (maxLength !== undefined) most = Math.min(most, maxLength as number);
    if (pattern !== undefined && !must.includes(pattern as string)) must.push(pattern as string);
    if (format !== undefined && !formats.includes(format as string)) formats.push(format as string);
  }
  const isRefused = plan.refused.length > 0;
  return {
    least,
    most,
    must,
    mustNot: isRefused ? [...new Set(refusedBy<string>(plan, 'pattern'))] : [],
    formats,
    notFormats: isRefused ? refusedBy<string>(plan, 'format') : [],
  };
}

/** Returns what is wanted, with the patterns of the formats added. */
function shaped({ least, most, must, mustNot, formats }: Strings): TextWanted {
  return { least, most, mustNot, must: [...must, ...formats.flatMap((name) => formatNamed(name)?.shape ?? [])] };
}

function isFitting(strings: Strings, text: string): boolean {
  const { least, most, formats, notFormats } = strings;
  const length = lengthOf(text);
  return (
    length >= least &&
    length <= most &&
    isWanted(strings, text) &&
    formats.every((name) => isOfFormat(name, text)) &&
    notFormats.every((name) => !isOfFormat(name, text))
  );
}
