/** Reads JSON and keeps the texts of numbers that `JSON.parse` rounds to doubles. */

import { atOnce, type Parts } from '../support/letOthersRun';
import { escapePointer, pointerTokens, valueAt } from './pointer';
import { extentOfJson, type NumberPlaces, scanJson } from './scanNumbers';
import type { JsonValue } from './value';

export { escapePointer, unescapePointer } from './pointer';
export { DEEPEST_JSON, extentOfJson, TooDeepJson } from './scanNumbers';

export interface ReadJson {
  /** The length of the JSON text, in characters. */
  readonly length: number;
  /** The value as `JSON.parse` returns it. */
  readonly value: unknown;
  /** The texts of the numbers that were rounded. */
  readonly written: WrittenNumbers;
  /** The first ten member names that one object repeats (RFC 8259 §4: names should be unique). */
  readonly repeated: readonly string[];
}

export interface WrittenNumbers {
  /** Returns the text of the number at a JSON Pointer; undefined if there is none, or if a double holds it exactly. */
  get(pointer: string): string | undefined;
}

/**
 * Reads one JSON text (RFC 8259).
 * @throws SyntaxError if the text is not JSON; TooDeepJson if it is, and nests deeper than {@link DEEPEST_JSON}.
 */
export function readJson(text: string): ReadJson {
  return atOnce(readJsonInParts(text));
}

/** As {@link readJson}, and stops after each part. */
export function* readJsonInParts(text: string): Parts<ReadJson> {
  // The parser of the JavaScript engine checks the syntax, so the scanner can rely on it.
  const value: unknown = JSON.parse(text);
  if (text.length > LONG) yield;
  const { inexact, repeated } = yield* scanJson(text, isDouble);
  return { length: text.length, value, written: { get: (pointer) => writtenAt(inexact, pointer) }, repeated };
}

/** A text of more characters than this is read in several parts. */
const LONG = 64 * 1024;

function writtenAt(inexact: NumberPlaces, pointer: string): string | undefined {
  if (inexact.size === 0) return undefined;
  let place: NumberPlaces | string | undefined = inexact;
  // A list of numbers is asked for each of them.
  if (pointer.lastIndexOf('/') === 0 && !pointer.includes('~')) {
    const list = inexact.get('');
    place = typeof list === 'object' ? list.get(pointer.slice(1)) : undefined;
    return typeof place === 'string' ? place : undefined;
  }
  for (const token of ['', ...pointerTokens(pointer)]) {
    if (typeof place !== 'object') return undefined;
    place = place.get(token);
  }
  return typeof place === 'string' ? place : undefined;
}

/** Returns whether a double holds the number of a text exactly. */
function isDouble(text: string): boolean {
  // No double needs more digits to be told apart from its neighbours.
  if (text.length > MOST_OF_DOUBLE && significantDigits(text) > MOST_OF_DOUBLE) return false;
  const nearest = String(Number(text));
  // An integer below 10^21 has only one plain spelling.
  if (nearest === text || /^-?\d{1,20}$/.test(text)) return nearest === text;
  const [exact, rounded] = [toDecimal(text), toDecimal(nearest)];
  return exact?.digits === rounded?.digits && (exact?.digits === '' || exact?.scale === rounded?.scale);
}

const MOST_OF_DOUBLE = 17;

/** Counts the digits of a number from the first to the last that is not zero. */
function significantDigits(text: string): number {
  let [digits, upToLast] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if ((char | 0x20) === 0x65) break;
    if (char < 0x30 || (char === 0x30 && digits === 0)) continue;
    digits++;
    if (char !== 0x30) upToLast = digits;
  }
  return upToLast;
}

/**
 * Returns the first `most` characters of the JSON at a place, with numbers as they were written. It does not use `JSON.stringify` on
 * the whole value, which may be too long or nested too deep.
 */
export function startOfJson(
  { value, written }: Pick<ReadJson, 'value' | 'written'>,
  pointer: string,
  most: number,
): string {
  const start = (part: unknown, at: string, left: number): string => {
    if (left <= 0) return '';
    if (typeof part === 'string') return JSON.stringify(part.slice(0, left));
    if (typeof part !== 'object' || part === null) return written.get(at) ?? String(JSON.stringify(part));
    const isArray = Array.isArray(part);
    let text = isArray ? '[' : '{';
    // Only the beginning of a long array is listed, because even its indices would take long.
    for (const name in isArray ? part.slice(0, left) : part) {
      if (text.length > 1) text += ',';
      if (!isArray) text += `${start(name, '', left)}:`;
      text += start((part as Record<string, unknown>)[name], `${at}/${escapePointer(name)}`, left - text.length);
      if (text.length >= left) return text;
    }
    return text + (isArray ? ']' : '}');
  };
  return start(valueAt(value, pointer), pointer, most).slice(0, most);
}

/** The text of a JSON number, exactly: `digits` × 10^`scale`. The digits neither begin nor end with a zero. */
interface NumberText {
  readonly negative: boolean;
  /** Empty for the number zero. */
  readonly digits: string;
  readonly scale: number;
}

/**
 * Reads the text of a number.
 * @returns undefined if the text is not a number.
 */
export function toDecimal(text: string): NumberText | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const allDigits = whole + fraction;
  let [start, end] = [0, allDigits.length];
  while (allDigits[start] === '0') start++;
  while (end > start && allDigits[end - 1] === '0') end--;
  const digits = allDigits.slice(start, end);
  return { negative: sign === '-', digits, scale: Number(exponent) - fraction.length + (allDigits.length - end) };
}

/** Returns whether the text of a JSON number means an integer: 1.0 and 1e3 do. */
export function isWhole(text: string): boolean {
  const decimal = toDecimal(text);
  return decimal !== undefined && (decimal.digits === '' || decimal.scale >= 0);
}

/** No integer format has room for more digits than this. */
const MOST_DIGITS = 40;

/** Returns the integer that the text of a JSON number means; undefined for a fraction, and for more than 40 digits. */
export function wholeNumber(text: string): bigint | undefined {
  const decimal = toDecimal(text);
  if (!decimal) return undefined;
  const { negative, digits, scale } = decimal;
  if (digits === '') return 0n;
  if (scale < 0 || digits.length + scale > MOST_DIGITS) return undefined;
  return BigInt(`${negative ? '-' : ''}${digits}${'0'.repeat(scale)}`);
}

/** The size of the largest body that is parsed where nobody says otherwise, in bytes. */
const MOST_PARSED = 256 * 1024;

/** How many values are read of an answer at most: each takes many times as much memory as its text, and as much time. */
export const MOST_JSON_VALUES = 200_000;

/**
 * Returns the JSON of a body; undefined if it is not JSON, or is too large, holds more than {@link MOST_JSON_VALUES}, or nests too deep.
 * @param most the size of the largest body that is parsed, in bytes.
 */
export function parsedBody(body: Buffer, most = MOST_PARSED): ReadJson | undefined {
  if (body.length === 0 || body.length > most) return undefined;
  const text = body.toString('utf8');
  if (extentOfJson(text, MOST_JSON_VALUES).values > MOST_JSON_VALUES) return undefined;
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the text of a string or number at a JSON Pointer. Numbers keep their original text. */
export function textAt(json: ReadJson, pointer: string): string | undefined {
  const value = valueAt(json.value, pointer);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return json.written.get(pointer) ?? String(value);
}

/** Returns the value of a JSON text, with whole numbers as they are written. */
export function exactValue(json: ReadJson): JsonValue {
  return inFull(json.value as JsonValue, json, '');
}

function inFull(value: JsonValue, { written }: Pick<ReadJson, 'written'>, pointer: string): JsonValue {
  if (typeof value === 'number') return asNumber(written.get(pointer) ?? '') ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = (each: JsonValue, name: string | number) =>
    inFull(each, { written }, `${pointer}/${escapePointer(name)}`);
  if (Array.isArray(value)) return value.map((each: JsonValue, at) => inner(each, at));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each, name)]));
}

/** Returns the number that a text stands for, with all digits if it is an integer; undefined if it is not a number. */
export function asNumber(text: string): number | bigint | undefined {
  if (/^-?(0|[1-9]\d*)$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
