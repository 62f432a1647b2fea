/** The keywords of a schema that apply to numbers and texts. */

import { isNumeric } from '../../json/equality';
import { toDecimal } from '../../json/exactJson';
import { isBinding, isOfFormat, RANGES } from './formats';
import { patternOf } from './patterns';

type Keywords = Readonly<Record<string, unknown>>;

export function isOfType(type: unknown, value: unknown): boolean {
  return type === undefined || (Array.isArray(type) ? type.some((each) => is(each, value)) : is(type, value));
}

function is(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return isNumeric(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return false;
  }
}

/**
 * Returns the keywords that a number breaks.
 * @param isFraction whether the number was written as a fraction that its nearest double does not show.
 */
export function brokenByNumber(keywords: Keywords, value: number | bigint, isFraction: boolean): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, type } = keywords;
  const broken: string[] = [];
  if (typeof minimum === 'number' && below(value, minimum)) broken.push('minimum');
  if (typeof maximum === 'number' && below(maximum, value)) broken.push('maximum');
  if (typeof exclusiveMinimum === 'number' && !below(exclusiveMinimum, value) && !isNear(value, exclusiveMinimum))
    broken.push('exclusiveMinimum');
  if (typeof exclusiveMaximum === 'number' && !below(value, exclusiveMaximum) && !isNear(value, exclusiveMaximum))
    broken.push('exclusiveMaximum');
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) broken.push('multipleOf');
  const range = typeof format === 'string' && Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  if (!range) return broken;
  // A number that does not fit a double is an integer, unless it was written as a fraction.
  const isInteger = !isFraction && (typeof value === 'bigint' || Number.isInteger(value) || !Number.isFinite(value));
  // If `type` already refuses a fraction, `format` is not reported as well.
  if (isInteger ? value < range[0] || value > range[1] : isOfType(type, value)) broken.push('format');
  return broken;
}

/**
 * Compares a number that may be a bigint with a double. Several written numbers share one large double, so they are
 * compared as doubles.
 */
function below(left: number | bigint, right: number | bigint): boolean {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right;
  return Number(left) < Number(right);
}

/**
 * Returns whether the bound is the double nearest to a number but not equal to it, so that either may be the greater.
 */
function isNear(value: number | bigint, bound: number): boolean {
  return typeof value === 'bigint' && Number(value) === bound && BigInt(bound) !== value;
}

/**
 * Returns whether a number is a multiple of `step`, as decimals or as doubles. Both 19.99 and 0.1 + 0.2 are multiples
 * of 0.01.
 */
export function isMultiple(value: number | bigint, step: number): boolean {
  const times = Number(value) / step;
  if (Math.abs(Math.round(times) - times) <= 4 * Number.EPSILON * Math.abs(times) && typeof value === 'number')
    return true;
  const [dividend, divisor] = [toDecimal(String(value)), toDecimal(String(step))];
  if (!dividend || !divisor || divisor.digits === '') return true;
  const scale = Math.min(dividend.scale, divisor.scale);
  // Both are written as whole numbers of the same unit.
  const [whole, unit] = [dividend, divisor].map(
    (decimal) => BigInt(decimal.digits || '0') * 10n ** BigInt(decimal.scale - scale),
  );
  return (whole ?? 0n) % (unit ?? 1n) === 0n;
}

/** How a text is judged. */
interface HowTextsAreJudged {
  /** Whether to ignore formats that are not binding. */
  readonly binding: boolean;
  /** Whether every reading of the standard of a format must accept the text. */
  readonly everyReading: boolean;
  /** Called if it takes too many steps to tell whether the text matches the pattern, with what that counts for; then it counts as matching. */
  readonly untold: (steps: number) => void;
}

/** Returns the keywords that a text breaks. */
export function brokenByText(
  keywords: Keywords,
  value: string,
  { binding, everyReading, untold }: HowTextsAreJudged,
): string[] {
  const { minLength, maxLength, pattern, format } = keywords;
  const broken: string[] = [];
  if ((minLength !== undefined || maxLength !== undefined) && !surelyFits(value, minLength, maxLength)) {
    const length = lengthOf(value);
    if (typeof minLength === 'number' && length < minLength) broken.push('minLength');
    if (typeof maxLength === 'number' && length > maxLength) broken.push('maxLength');
  }
  if (typeof pattern === 'string') {
    const wanted = patternOf(pattern);
    const isFound = wanted.test(value);
    if (isFound === false) broken.push('pattern');
    else if (isFound === undefined) untold(wanted.whenUntold);
  }
  if (typeof format === 'string' && (!binding || isBinding(format)) && !isOfFormat(format, value, everyReading))
    broken.push('format');
  return broken;
}

/** Tells whether the bounds of a length are kept however the text is counted: a code point has one or two UTF-16 units. */
function surelyFits({ length }: string, minLength: unknown, maxLength: unknown): boolean {
  return (
    (typeof minLength !== 'number' || length >= 2 * minLength) && (typeof maxLength !== 'number' || length <= maxLength)
  );
}

/** Returns the length of a text in code points (JSON Schema Validation §6.3.1). */
export function lengthOf(text: string): number {
  let { length } = text;
  // The second half of a pair counts with the first; half a pair counts as one.
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) {
      length--;
      at++;
    }
  return length;
}
