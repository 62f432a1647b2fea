/** JSON read with its numbers as they are written, which `JSON.parse` rounds to doubles. */

import { isLosslessNumber, parse } from 'lossless-json';

export interface Json {
  /** Of its text, in characters. */
  readonly length: number;
  /** The value as `JSON.parse` gives it. */
  readonly value: unknown;
  /** The text of each number that is not written as JavaScript writes it, by its JSON Pointer. */
  readonly written: ReadonlyMap<string, string>;
  /** Member names that one object repeats with another value (RFC 8259 §4: names should be unique). */
  readonly repeated: readonly string[];
}

/**
 * Reads one JSON text (RFC 8259).
 * @throws SyntaxError where it is none, or where it nests too deep to be read.
 */
export function readJson(text: string): Json {
  // The engine's own parser decides on the syntax; the lossless one only recovers what it rounds.
  const value: unknown = JSON.parse(text);
  const repeated = new Set<string>();
  const written = new Map<string, string>();
  try {
    const lossless = parse(text, null, {
      onDuplicateKey: ({ key, newValue }) => {
        repeated.add(key);
        return newValue;
      },
    });
    collectNumbers(lossless, '', written);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('it nests too deep to be read');
    throw error;
  }
  return { length: text.length, value, written, repeated: [...repeated] };
}

function collectNumbers(node: unknown, path: string, found: Map<string, string>): void {
  if (isLosslessNumber(node)) {
    if (String(Number(node.value)) !== node.value) found.set(path, node.value);
  } else if (typeof node === 'object' && node !== null) {
    for (const [key, child] of Object.entries(node)) collectNumbers(child, `${path}/${escapePointer(key)}`, found);
  }
}

/** A JSON number's text, exactly: `digits` × 10^`scale`, without zeros at either end of the digits. */
interface Decimal {
  readonly negative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly scale: number;
}

function toDecimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start++;
  while (end > start && all[end - 1] === '0') end--;
  const digits = all.slice(start, end);
  return { negative: sign === '-', digits, scale: Number(exponent) - fraction.length + (all.length - end) };
}

/** Whether a JSON number's text denotes a whole number: 1.0 and 1e3 do. */
export function isWhole(text: string): boolean {
  const decimal = toDecimal(text);
  return decimal !== undefined && (decimal.digits === '' || decimal.scale >= 0);
}

/** More digits than any integer format has room for. */
const MOST_DIGITS = 40;

/** The whole number that a JSON number's text denotes exactly; undefined for a fraction, and beyond 40 digits. */
export function wholeNumber(text: string): bigint | undefined {
  const decimal = toDecimal(text);
  if (!decimal) return undefined;
  const { negative, digits, scale } = decimal;
  if (digits === '') return 0n;
  if (scale < 0 || digits.length + scale > MOST_DIGITS) return undefined;
  return BigInt(`${negative ? '-' : ''}${digits}${'0'.repeat(scale)}`);
}

/** Escapes one reference token of a JSON Pointer (RFC 6901 §3). */
export function escapePointer(token: string | number): string {
  return String(token).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Undoes {@link escapePointer}. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
