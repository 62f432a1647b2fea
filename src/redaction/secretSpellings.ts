/** Lists the ways in which a secret may appear again after escapes are undone (see `unescape.ts`). */

import { SHORTEST_NEEDLE, type Symbols } from './multiSearch';
import { foldText, layersOf } from './unescape';

/** A shorter secret is found only where it stands as a whole word. Otherwise, it would be found inside many words. */
export const LONG_ENOUGH = 8;

/** A secret of digits alone must be longer: ignoring punctuation, short ones would match many numbers and dates. */
const LONG_ENOUGH_IN_DIGITS = 16;

interface Spellings {
  /**
   * The letters and digits of the secret: as it is, in hexadecimal, in base64 (once and twice), in base32, and its
   * bytes as numbers.
   */
  readonly needles: readonly Needle[];
  /** Texts to find as whole words, if the letters and digits of the secret are too few to recognise it. */
  readonly words: readonly string[];
}

export interface Needle {
  readonly symbols: Symbols;
  /** The codes of the characters before the first letter or digit, innermost first, and after the last one. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function spellingsOf(secret: string): Spellings {
  const bytes = Buffer.from(secret);
  const symbols = toSymbols(bytes);
  const isLongEnough = symbols.length >= (/\D/.test(secret) ? LONG_ENOUGH : LONG_ENOUGH_IN_DIGITS);
  const plain = isLongEnough ? plainNeedles(secret) : [];
  return {
    needles: [...plain, ...(secret.length < LONG_ENOUGH ? [] : encodedNeedles(secret))],
    words: isLongEnough ? [] : wordsOf(secret),
  };
}

/**
 * Returns the secret as it is, and as it becomes when the text around it is unescaped, if it contains what looks like
 * an escape.
 */
function plainNeedles(secret: string): Needle[] {
  const [before = '', after = ''] = [/^[^a-z0-9]*/i, /[^a-z0-9]*$/i].map((ends) => ends.exec(secret)?.[0]);
  const ends = { before: [...Buffer.from(before, 'latin1')].reverse(), after: [...Buffer.from(after, 'latin1')] };
  return Array.from(layersOf(secret), ({ codes }) => ({ symbols: toSymbols(codes), ...ends }));
}

/**
 * Returns the secret in hexadecimal and base64, with the bytes of UTF-8 or UTF-16; with those of UTF-8 also in further
 * encodings.
 */
function encodedNeedles(secret: string): Needle[] {
  const utf8 = Buffer.from(secret);
  const utf16 = Buffer.from(secret, 'utf16le');
  const usual = [utf8, utf16, Buffer.from(utf16).swap16()].flatMap((bytes) => [
    bytes.toString('hex'),
    ...inBase64(bytes),
  ]);
  const twice = inBase64(utf8).flatMap((text) =>
    [text, toUrlBase64(text)].flatMap((encoded) => inBase64(Buffer.from(encoded))),
  );
  return [...new Set([...usual, ...twice, ...inBase32(utf8), ...asNumbers(secret, utf8)])]
    .map((text) => ({ symbols: toSymbols(Buffer.from(text)), before: [], after: [] }))
    .filter(({ symbols }) => symbols.length >= SHORTEST_NEEDLE);
}

/**
 * Returns the secret in base64. Within a longer text it may begin at one of three positions. Characters that also
 * depend on its neighbours are left out.
 */
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

/** Returns the secret in base32 (RFC 4648 §6), where it may begin at one of five positions. */
function inBase32(secret: Buffer): string[] {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 1, 2, 3, 4].map((offset) => {
    const groups = bits.slice((5 - ((offset * 8) % 5)) % 5).match(/.{5}/g) ?? [];
    return groups.map((group) => BASE32[Number.parseInt(group, 2)]).join('');
  });
}

/**
 * Returns the secret as a list of byte values, with and without a sign, and of character codes. Separators are ignored.
 */
function asNumbers(secret: string, bytes: Buffer): string[] {
  const signed = Array.from(bytes, (byte) => (byte > 0x7f ? 0x100 - byte : byte));
  return [[...bytes], signed, Array.from(secret, (char) => char.charCodeAt(0))].map((numbers) => numbers.join(''));
}

/** From which lengths, in characters, a short secret is also looked for in base64 and in hexadecimal. */
const LEAST_IN_BASE64 = 3;
const LEAST_IN_HEX = 4;

/**
 * Returns the secret as words: folded as by {@link foldText}, with its UTF-8 bytes as characters, and encoded as a
 * whole.
 */
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

/** The symbol of each character: 0 to 35 for digits and letters in either case. */
const SYMBOLS = new Uint8Array(256).fill(NONE);
for (const [symbol, char] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) {
  for (const either of [char, char.toUpperCase()]) SYMBOLS[either.charCodeAt(0)] = symbol;
}

/**
 * Returns the letters and digits of a text. Other characters do not matter, even in base64.
 * @param symbols memory that may be reused.
 */
export function toSymbols(codes: Uint8Array, symbols: Symbols = new Uint8Array(codes.length)): Symbols {
  let length = 0;
  for (let at = 0; at < codes.length; at++) {
    const symbol = SYMBOLS[codes[at] ?? 0] ?? NONE;
    symbols[length] = symbol;
    // This avoids a branch that the processor would mispredict often.
    length += (symbol >> 7) ^ 1;
  }
  return symbols.subarray(0, length);
}

/** Returns where each symbol stands in the text, and then the length of the text. */
export function placesOf(codes: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < codes.length; at++) if (SYMBOLS[codes[at] ?? 0] !== NONE) places.push(at);
  return [...places, codes.length];
}
