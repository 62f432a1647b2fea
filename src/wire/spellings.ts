/** A secret in all the ways in which it may be written down again, once escapes are undone (see `layers.ts`). */

import { escapeRegExp } from '../escapeRegExp';
import { layersOf } from './layers';
import { SHORTEST_NEEDLE, type Symbols } from './needles';

/** Secrets shorter than this are looked for only where they stand as a word, or every text would be torn. */
export const LONG_ENOUGH = 8;

/** Digits alone make up many a number and date, once what stands between them is passed over. */
const LONG_ENOUGH_IN_DIGITS = 16;

export interface Spellings {
  /** Its letters and digits: as they are, in hexadecimal and in base64. */
  readonly needles: readonly Needle[];
  /** What to look for where letters and digits are not enough to know it by. */
  readonly word: RegExp | undefined;
}

export interface Needle {
  readonly symbols: Symbols;
  /** The codes of what stands before the first letter or digit, innermost first, and after the last one. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function spellingsOf(secret: string): Spellings {
  const bytes = Buffer.from(secret);
  const symbols = toSymbols(bytes);
  const known = symbols.length >= (/\D/.test(secret) ? LONG_ENOUGH : LONG_ENOUGH_IN_DIGITS);
  const plain = known ? plainNeedles(secret) : [];
  return {
    needles: [...plain, ...(secret.length < LONG_ENOUGH ? [] : encodedNeedles(secret))],
    word: known ? undefined : wordOf(secret),
  };
}

/** As it is, and as it is unescaped along with the text around it, where it holds what looks like an escape. */
function plainNeedles(secret: string): Needle[] {
  const [before = '', after = ''] = [/^[^a-z0-9]*/i, /[^a-z0-9]*$/i].map((ends) => ends.exec(secret)?.[0]);
  const ends = { before: [...Buffer.from(before, 'latin1')].reverse(), after: [...Buffer.from(after, 'latin1')] };
  return Array.from(layersOf(secret), ({ codes }) => ({ symbols: toSymbols(codes), ...ends }));
}

/** In hexadecimal and in base64, its bytes being those of UTF-8 or of UTF-16. */
function encodedNeedles(secret: string): Needle[] {
  const utf16 = Buffer.from(secret, 'utf16le');
  return [Buffer.from(secret), utf16, Buffer.from(utf16).swap16()]
    .flatMap((bytes) => [bytes.toString('hex'), ...inBase64(bytes)])
    .map((text) => ({ symbols: toSymbols(Buffer.from(text)), before: [], after: [] }))
    .filter(({ symbols }) => symbols.length >= SHORTEST_NEEDLE);
}

/** Within a longer text in base64 a secret begins at one of three places; what its neighbours decide is left out. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), secret]);
    const end = Math.floor((bytes.length * 8) / 6);
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), end);
  });
}

function wordOf(secret: string): RegExp {
  const literal = escapeRegExp(secret);
  const torn = /[a-z0-9]/i.test(secret);
  return new RegExp(torn ? `(?<![\\w-])${literal}(?![\\w-])` : literal, 'gi');
}

const NONE = 0xff;

/** Of letters without regard to case, and of digits, 0 to 35. */
const SYMBOLS = new Uint8Array(256).fill(NONE);
for (const [symbol, char] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) {
  for (const either of [char, char.toUpperCase()]) SYMBOLS[either.charCodeAt(0)] = symbol;
}

/** The letters and digits of a text. In base64 as well it is them alone that count. @param symbols memory that may be used. */
export function toSymbols(codes: Uint8Array, symbols: Symbols = new Uint8Array(codes.length)): Symbols {
  let length = 0;
  for (let at = 0; at < codes.length; at++) {
    const symbol = SYMBOLS[codes[at] ?? 0] ?? NONE;
    symbols[length] = symbol;
    // Without a branch, which would be guessed wrong at every second place.
    length += (symbol >> 7) ^ 1;
  }
  return symbols.subarray(0, length);
}

/** Where each of the symbols stands in the text, and where that ends. */
export function placesOf(codes: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < codes.length; at++) if (SYMBOLS[codes[at] ?? 0] !== NONE) places.push(at);
  return [...places, codes.length];
}
