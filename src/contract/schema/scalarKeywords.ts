/** What a schema says of a number or a text. */

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

/** @param isFraction whether it was written as a fraction that the nearest double knows nothing of. @returns the keywords that a number breaks. */
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
  // What no double holds is written whole, unless it is a fraction.
  const isInteger = !isFraction && (typeof value === 'bigint' || Number.isInteger(value) || !Number.isFinite(value));
  // That it is no integer is said by `type`, where that is there.
  if (isInteger ? value < range[0] || value > range[1] : isOfType(type, value)) broken.push('format');
  return broken;
}

/** Beyond this a double is a number that may have been written otherwise: all that come to the same one are. */
function below(one: number | bigint, other: number | bigint): boolean {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other;
  return Number(one) < Number(other);
}

/** Whether the bound is the nearest double to a number, so that either may be the greater. */
function isNear(value: number | bigint, bound: number): boolean {
  return typeof value === 'bigint' && Number(value) === bound && BigInt(bound) !== value;
}

/** Whether a number is a multiple of another, as decimals or as doubles: of 0.01 both 19.99 is one and 0.1 + 0.2. */
export function isMultiple(value: number | bigint, step: number): boolean {
  const times = Number(value) / step;
  if (Math.abs(Math.round(times) - times) <= 4 * Number.EPSILON * Math.abs(times) && typeof value === 'number')
    return true;
  const [one, other] = [toDecimal(String(value)), toDecimal(String(step))];
  if (!one || !other || other.digits === '') return true;
  const scale = Math.min(one.scale, other.scale);
  // Both as whole numbers of the same unit.
  const [whole, unit] = [one, other].map((each) => BigInt(each.digits || '0') * 10n ** BigInt(each.scale - scale));
  return (whole ?? 0n) % (unit ?? 1n) === 0n;
}

/** @param binding whether formats that bind nobody are left out. @returns the keywords that a text breaks. */
export function brokenByText(keywords: Keywords, value: string, binding: boolean): string[] {
  const { minLength, maxLength, pattern, format } = keywords;
  const broken: string[] = [];
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(value);
    if (typeof minLength === 'number' && length < minLength) broken.push('minLength');
    if (typeof maxLength === 'number' && length > maxLength) broken.push('maxLength');
  }
  if (typeof pattern === 'string' && patternOf(pattern).test(value) === false) broken.push('pattern');
  if (typeof format === 'string' && (!binding || isBinding(format)) && !isOfFormat(format, value))
    broken.push('format');
  return broken;
}

/** In code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
