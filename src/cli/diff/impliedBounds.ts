/** Tells whether a bound of a value follows from the bounds that it has already, as numbers and types say. */

import type { Part } from '../../contract/schema/applied';
import { isBinding, isTextFormat, RANGES } from '../../contract/schema/formats';
import type { FormatReading } from './sameSchemas';

/** What is known of a value: the schemas that it satisfies, and the types that it may have. */
export interface KnownValue {
  readonly parts: readonly Part[];
  readonly types: readonly string[];
}

const LEAST: Readonly<Record<string, number>> = { minLength: 0, minItems: 0, minProperties: 0 };

/** Returns whether each value of which that much is known satisfies a keyword, as far as its own bounds tell. */
export function impliesBound(known: KnownValue, name: string, value: unknown, formats: FormatReading): boolean {
  if (name === 'uniqueItems') return value === false || known.parts.some(({ keywords }) => keywords[name] === true);
  if (name === 'format') return impliesFormat(known, String(value), formats);
  if (name === 'minimum' || name === 'exclusiveMinimum') {
    const [lowest, isOpen] = limitOf(known, 'minimum', Math.max);
    const bound = asLimit(known, name, value);
    return lowest > bound || (lowest === bound && (isOpen || name === 'minimum' || isWhole(known)));
  }
  if (name === 'maximum' || name === 'exclusiveMaximum') {
    const [highest, isOpen] = limitOf(known, 'maximum', Math.min);
    const bound = asLimit(known, name, value);
    return highest < bound || (highest === bound && (isOpen || name === 'maximum' || isWhole(known)));
  }
  const own = known.parts.flatMap(({ keywords }) => (typeof keywords[name] === 'number' ? [keywords[name]] : []));
  if (name === 'multipleOf')
    return own.some((each) => (each / Number(value)) % 1 === 0) || (isWhole(known) && (1 / Number(value)) % 1 === 0);
  if (/^min/.test(name)) return Math.max(LEAST[name] ?? Number.NEGATIVE_INFINITY, ...own) >= Number(value);
  return /^max(Length|Items|Properties)$/.test(name) && Math.min(Number.POSITIVE_INFINITY, ...own) <= Number(value);
}

function isWhole({ types }: KnownValue): boolean {
  return !types.includes('number');
}

/** Returns a bound as the limit itself: of whole numbers, the next one stands for an exclusive one. */
function asLimit(known: KnownValue, name: string, value: unknown): number {
  const number = Number(value);
  if (!isWhole(known)) return number;
  if (name === 'exclusiveMinimum') return Math.floor(number) + 1;
  if (name === 'exclusiveMaximum') return Math.ceil(number) - 1;
  return name === 'minimum' ? Math.ceil(number) : Math.floor(number);
}

/** Returns the narrowest limit, and whether the limit itself is not allowed. */
function limitOf(
  known: KnownValue,
  name: 'minimum' | 'maximum',
  narrowest: (...limits: number[]) => number,
): readonly [limit: number, isOpen: boolean] {
  const exclusive = `exclusive${name === 'minimum' ? 'Minimum' : 'Maximum'}`;
  const valuesOf = (keyword: string) =>
    known.parts.flatMap(({ keywords }) =>
      typeof keywords[keyword] === 'number' ? [asLimit(known, keyword, keywords[keyword])] : [],
    );
  const [closed, open] = [valuesOf(name), valuesOf(exclusive)];
  const none = name === 'minimum' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const limit = narrowest(none, ...closed, ...open);
  return [limit, !isWhole(known) && open.includes(limit)];
}

/** A format that no standard makes binding refuses nothing, and a range of numbers takes what a narrower one takes. */
function impliesFormat({ parts }: KnownValue, format: string, formats: FormatReading): boolean {
  const own = parts.flatMap(({ keywords }) => (keywords['format'] === undefined ? [] : [String(keywords['format'])]));
  const range = RANGES[format];
  if (!range && !isBinding(format) && (formats === 'letter' || !isTextFormat(format))) return true;
  return own.some((each) => {
    const inner = RANGES[each];
    return each === format || (range && inner && inner[0] >= range[0] && inner[1] <= range[1]) === true;
  });
}
