/** JSON read with its numbers as they are written, which `JSON.parse` rounds to doubles. */

import { isLosslessNumber, parse } from 'lossless-json';

export interface Json {
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
  return { value, written, repeated: [...repeated] };
}

function collectNumbers(node: unknown, path: string, found: Map<string, string>): void {
  if (isLosslessNumber(node)) {
    if (String(Number(node.value)) !== node.value) found.set(path, node.value);
  } else if (typeof node === 'object' && node !== null) {
    for (const [key, child] of Object.entries(node)) collectNumbers(child, `${path}/${escapePointer(key)}`, found);
  }
}

/** More digits than any integer format needs; beyond it a number is out of every range, and costly to write out. */
const MOST_DIGITS = 400;

/** The whole number that a JSON number's text denotes exactly; undefined where it is a fraction or beyond 400 digits. */
export function wholeNumber(text: string): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = digits.replace(/0+$/, '');
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (scale < 0 || significant.length + scale > MOST_DIGITS) return undefined;
  return BigInt(sign + significant + '0'.repeat(scale));
}

/** Escapes one reference token of a JSON Pointer (RFC 6901 §3). */
export function escapePointer(token: string | number): string {
  return String(token).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Undoes {@link escapePointer}. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
