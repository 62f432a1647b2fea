/** A secret in all the ways in which it may be written down again, once escapes are undone (see `layers.ts`). */

import { SHORTEST_NEEDLE, type Symbols } from './multiSearch';
import { foldText, layersOf } from './unescape';

/** Secrets shorter than this are looked for only where they stand as a word, or every text would be torn. */
export const LONG_ENOUGH = 8;

/** Digits alone make up many a number and date, once what stands between them is passed over. */
const LONG_ENOUGH_IN_DIGITS = 16;

export interface Spellings {
  /** Its letters and digits: as they are, in hexadecimal, in base64 (once and twice), in base32, and its bytes as numbers. */
  readonly needles: readonly Needle[];
  /** What to look for, where it stands as a word, if letters and digits are not enough to know it by. */
  readonly words: readonly string[];
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
    words: known ? [] : wordsOf(secret),
  };
}

/** As it is, and as it is unescaped along with the text around it, where it holds what looks like an escape. */
function plainNeedles(secret: string): Needle[] {
  const [before = '', after = ''] = [/^[^a-z0-9]*/i, /[^a-z0-9]*$/i].map((ends) => ends.exec(secret)?.[0]);
  const ends = { before: [...Buffer.from(before, 'latin1')].reverse(), after: [...Buffer.from(after, 'latin1')] };
  return Array.from(layersOf(secret), ({ codes }) => ({ symbols: toSymbols(codes), ...ends }));
}

/** In hexadecimal and in base64, its bytes being those of UTF-8 or of UTF-16; of UTF-8 in further ways. */
function encodedNeedles(secret: string): Needle[] {
  const utf8 = Buffer.from(secret);
  const utf16 = Buffer.from(secret, 'utf16le');
  const usual = [utf8, utf16, Buffer.from(utf16).swap16()].flatMap((bytes) => [
    bytes.toString('hex'),
    ...inBase64(bytes),
  ]);
  const twice = inBase64(utf8).flatMap((text) =>
    [text, toUrlBase64(text)].flatMap((each) => inBase64(Buffer.from(each))),
  );
  return [...new Set([...usual, ...twice, ...inBase32(utf8), ...asNumbers(secret, utf8)])]
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

function toUrlBase64(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Likewise in base32 (RFC 4648 §6), where there are five such places. */
function inBase32(secret: Buffer): string[] {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 1, 2, 3, 4].map((offset) => {
    const groups = bits.slice((5 - ((offset * 8) % 5)) % 5).match(/.{5}/g) ?? [];
    return groups.map((group) => BASE32[Number.parseInt(group, 2)]).join('');
  });
}

/** The numbers of a list of bytes, with and without a sign, and of one of characters; what stands between them does not count. */
function asNumbers(secret: string, bytes: Buffer): string[] {
  const signed = Array.from(bytes, (byte) => (byte > 0x7f ? 0x100 - byte : byte));
  return [[...bytes], signed, Array.from(secret, (char) => char.charCodeAt(0))].map((numbers) => numbers.join(''));
}

/** What a short secret is in base64 and in hexadecimal is looked for from these lengths on, in characters. */
const LEAST_IN_BASE64 = 3;
const LEAST_IN_HEX = 4;

/** As {@link foldText} has them: as it is, with the bytes of UTF-8 for characters, and encoded as a whole. */
function wordsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const encoded = [
    ...(secret.length < LEAST_IN_BASE64 ? [] : [base64, toUrlBase64(base64)]),
    ...(secret.length < LEAST_IN_HEX ? [] : [bytes.toString('hex')]),
  ];
  return [...new Set([foldText(secret), bytes.toString('latin1'), ...encoded])];
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
