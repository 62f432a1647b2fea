/** JSON read with its numbers as they are written, which `JSON.parse` rounds to doubles. */

import { pointerTokens, valueAt } from './pointer';
import { type NumberPlaces, scanJson } from './scanNumbers';

export { escapePointer, unescapePointer } from './pointer';

export interface ReadJson {
  /** Of its text, in characters. */
  readonly length: number;
  /** The value as `JSON.parse` gives it. */
  readonly value: unknown;
  /** The texts of numbers that it rounds. */
  readonly written: WrittenNumbers;
  /** Member names that one object repeats (RFC 8259 §4: names should be unique), the first ten. */
  readonly repeated: readonly string[];
}

export interface WrittenNumbers {
  /** The text of the number at a JSON Pointer; undefined where a double holds it exactly, and where there is none. */
  get(pointer: string): string | undefined;
}

/**
 * Reads one JSON text (RFC 8259), however deep it nests.
 * @throws SyntaxError where it is none.
 */
export function readJson(text: string): ReadJson {
  // The engine's own parser decides on the syntax; what is scanned is JSON then.
  const value: unknown = JSON.parse(text);
  const { inexact, repeated } = scanJson(text, isDouble);
  return { length: text.length, value, written: { get: (pointer) => writtenAt(inexact, pointer) }, repeated };
}

function writtenAt(inexact: NumberPlaces, pointer: string): string | undefined {
  if (inexact.size === 0) return undefined;
  let found: NumberPlaces | string | undefined = inexact;
  for (const token of ['', ...pointerTokens(pointer)]) {
    if (typeof found !== 'object') return undefined;
    found = found.get(token);
  }
  return typeof found === 'string' ? found : undefined;
}

/** Whether a double holds the number that a text denotes. */
function isDouble(text: string): boolean {
  const nearest = String(Number(text));
  // Whole numbers below 10^21 are written in one way only.
  if (nearest === text || /^-?\d{1,20}$/.test(text)) return nearest === text;
  const [one, other] = [toDecimal(text), toDecimal(nearest)];
  return one?.digits === other?.digits && (one?.digits === '' || one?.scale === other?.scale);
}

/** The first `most` characters of a value's JSON, or a few more: all of it may be long, or nest too deep for `JSON.stringify`. */
export function startOfJson(value: unknown, most: number): string {
  if (most <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const isArray = Array.isArray(value);
  let text = isArray ? '[' : '{';
  // Of a long array not even the indices are listed.
  for (const name in isArray ? value.slice(0, most) : value) {
    if (text.length > 1) text += ',';
    if (!isArray) text += `${startOfJson(name, most)}:`;
    text += startOfJson((value as Record<string, unknown>)[name], most - text.length);
    if (text.length >= most) return text;
  }
  return text + (isArray ? ']' : '}');
}

/** A JSON number's text, exactly: `digits` × 10^`scale`, without zeros at either end of the digits. */
export interface NumberText {
  readonly negative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly scale: number;
}

/** @returns undefined where the text is no number. */
export function toDecimal(text: string): NumberText | undefined {
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

/** The most of a body that is looked into, in bytes. */
const MOST_PARSED = 256 * 1024;

/** The JSON of a body; undefined where it is none, or too long to be looked into. */
export function parsedBody(body: Buffer): ReadJson | undefined {
  if (body.length === 0 || body.length > MOST_PARSED) return undefined;
  try {
    return readJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The text of a scalar at a JSON Pointer, numbers as they are written. */
export function textAt(json: ReadJson, pointer: string): string | undefined {
  const value = valueAt(json.value, pointer);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return json.written.get(pointer) ?? String(value);
}
