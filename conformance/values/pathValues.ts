/** Values for path parameters: values that name nothing, and values that the declared type excludes. */

import type { Parameter } from '../../src/contract/contract';
import { hasListedValues, nearestKeyword } from '../../src/contract/schema/facets';
import type { Random } from '../../src/support/random';
import { findText } from './patterns/patterns';

/**
 * Returns a value of the declared type that is so improbable that it names nothing, and another one at each call. It
 * stays improbable if a faulty target keeps only its lowest 32 bits or rounds it to a double. So even such a target is
 * not led to something real.
 * @returns undefined if no such value can be made up (for an enumeration, a pattern or a boolean).
 */
export function improbableValue(parameter: Parameter, random: Random): string | undefined {
  return candidates(parameter, random).find((text) => parameter.accepts(text));
}

/**
 * Returns a new name of the form that a known one has, since a service may ask for that and its contract not say so: `t_aB3dE5gH7jK9` →
 * `t_a81f04c77be2`. It is so long that nobody else has it, and another one at each call.
 * @returns undefined if no part of the name is long enough.
 */
export function valueAlike(parameter: Parameter, known: string, random: Random): string | undefined {
  if (parameter.types.length > 0 && !parameter.types.includes('string')) return undefined;
  const [longest = ''] = (known.match(/[A-Za-z0-9]+/g) ?? []).sort((one, other) => other.length - one.length);
  // A word is no form: any name may stand in its place.
  if (longest.length < LEAST_ALIKE || !/\d/.test(longest)) return undefined;
  const digits = random.hex(longest.length - 1);
  const cased = /[a-z]/.test(longest) ? digits : digits.toUpperCase();
  const rest = /[A-Za-z]/.test(longest)
    ? cased
    : digits.replace(/[a-f]/g, (letter) => String(letter.charCodeAt(0) % 10));
  const text = known.replace(longest, (longest[0] ?? '') + rest);
  return text !== known && parameter.accepts(text) ? text : undefined;
}

/**
 * Returns a text of the pattern and the length of a parameter, where these leave no room for a name that nobody else has: `^[a-z]{3,12}$`. It may
 * name what somebody has, so it is for places in which nobody else has anything.
 * @returns undefined where a few values are listed, and where none was found.
 */
export function shortName(parameter: Parameter, random: Random): string | undefined {
  const { schema } = parameter;
  if (!schema || hasListedValues(schema)) return undefined;
  const keyword = (name: string) => nearestKeyword(schema, name);
  const [pattern, least, most] = [keyword('pattern'), keyword('minLength'), keyword('maxLength')];
  if (typeof pattern !== 'string') return undefined;
  const length = { least: typeof least === 'number' ? least : 0, most: typeof most === 'number' ? most : USUAL };
  const text = findText({ must: [pattern], mustNot: [], ...length }, USUAL, random);
  return text !== undefined && parameter.accepts(text) ? text : undefined;
}

const USUAL = 12;

/** Eleven hexadecimal digits, which are chosen, are 44 bits. */
const LEAST_ALIKE = 12;

function candidates({ types, format }: Parameter, random: Random): string[] {
  if (types.some((type) => type === 'integer' || type === 'number')) {
    const low = random.int(0xb000_0000, 0xf000_0000);
    const middle = random.int(0x1000_0000, 0x7000_0000);
    // Many services refuse what a double does not hold (2^53 and more), unless the contract speaks of 64 bits.
    const high = format === 'int64' ? middle : middle >> 12;
    const wide = (BigInt(high) << 32n) + BigInt(low);
    return format === 'int32' ? [String(random.int(0x6000_0000, 0x7fff_0000))] : [String(wide), String(middle)];
  }
  if (types.length > 0 && !types.includes('string')) return [];
  return [random.uuid(), `none-${random.hex(24)}`, random.hex(16)];
}

export interface InvalidValue {
  readonly text: string;
  /** What makes it invalid: "a fraction". */
  readonly why: string;
}

const RANGES: Readonly<Record<string, readonly [low: bigint, high: bigint, name: string]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n, '31'],
  int64: [-(2n ** 63n), 2n ** 63n - 1n, '63'],
};

/**
 * Returns values outside the declared type. A lenient target may read some of them as an id, or round or cut them to
 * one. These are made from `base`, so that such a target acts on `base`.
 * @param base an id that is safe to act on: one that the user gave, or an improbable one.
 * @param improbable another value that names nothing; undefined if none can be made up.
 */
export function invalidValues(
  parameter: Parameter,
  base: string,
  improbable: string | undefined,
  random: Random,
): InvalidValue[] {
  const numeric = parameter.types.some((type) => ['integer', 'number', 'boolean'].includes(type));
  const values = [
    ...(numeric ? WORDS : invalidTexts(random)),
    ...(isWholeNumber(base) ? numbers(parameter, base, improbable, random) : []),
  ];
  // Many services read a number as a double, which may turn an invalid number into a valid one.
  const read = (text: string) => (parameter.types.includes('integer') ? text : asDouble(text));
  return values.filter(({ text }) => !parameter.accepts(text) && !parameter.accepts(read(text)));
}

function asDouble(text: string): string {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(number) ? String(BigInt(number)) : text;
}

/** No number is spelt like these texts. */
const WORDS: readonly InvalidValue[] = [
  { text: 'abc', why: 'letters' },
  { text: 'true', why: 'a boolean' },
  { text: 'null', why: 'null' },
  { text: ' ', why: 'a space' },
];

/** Returns invalid texts. Any text may be a key, so only texts that nobody would choose are safe to ask for. */
function invalidTexts(chance: Random): InvalidValue[] {
  const random = chance.hex(32);
  return [
    { text: `~${random.slice(0, 2)}`, why: 'three characters' },
    { text: `none of ${random}`, why: 'several words' },
    { text: `none-${random.repeat(10)}`, why: 'more than 300 characters' },
  ];
}

function numbers({ format }: Parameter, base: string, improbable: string | undefined, random: Random): InvalidValue[] {
  const range = RANGES[format ?? ''];
  const hexadecimal = `${base.startsWith('-') ? '-' : ''}0x${BigInt(base.replace('-', '')).toString(16)}`;
  return [
    { text: `${fractionOf(base, random)}.25`, why: 'a fraction' },
    { text: hexadecimal, why: 'hexadecimal' },
    ...(improbable === undefined ? [] : [{ text: `${base},${improbable}`, why: 'two numbers' }]),
    ...(range
      ? [
          { text: String(range[1] + 1n), why: `2^${range[2]}, one too large` },
          { text: String(range[0] - 1n), why: `−2^${range[2]} − 1, one too small` },
          { text: fortyDigits(random), why: '40 digits' },
        ]
      : []),
  ];
}

/** A double has quarters only below this number: `5656033785360701945.25` is read as a whole number. */
const MOST_WITH_QUARTERS = 2n ** 51n;

/** Returns the whole part of a fraction: the base, or an improbable number where a double could not have the fraction. */
function fractionOf(base: string, random: Random): string {
  const whole = BigInt(base);
  if (whole < MOST_WITH_QUARTERS && whole > -MOST_WITH_QUARTERS) return base;
  // Its lowest 32 bits are improbable, too.
  const wide = (BigInt(random.int(0x1_0000, 0x7_0000)) << 32n) + BigInt(random.int(0xb000_0000, 0xf000_0000));
  return String(whole < 0n ? -wide : wide);
}

/** Returns a number far beyond 64 bits, whose lowest 32 bits are not those of a real id either. */
function fortyDigits(random: Random): string {
  const digits = BigInt(`7${Array.from({ length: 39 }, () => random.int(0, 10)).join('')}`);
  return String(((digits >> 32n) << 32n) + BigInt(random.int(0xb000_0000, 0xf000_0000)));
}

/**
 * Returns values that differ from `text` but become equal to it if a target keeps only the lowest 32 bits, or rounds to
 * a double. They are random and far from usual ids, so that they name nothing real.
 */
export function lookalikes(parameter: Parameter, text: string, random: Random): InvalidValue[] {
  if (!parameter.types.includes('integer') || !isWholeNumber(text)) return [];
  const id = BigInt(text);
  const far = BigInt(random.int(0x1000_0000, 0x3000_0000)) << 33n;
  const accepted = (value: bigint | undefined) => value !== undefined && parameter.accepts(String(value));
  const narrowed = (id > 0n ? [id - far, id + far] : [id + far, id - far]).find(accepted);
  const rounded = roundedNeighbours(id, random).find(accepted);
  return [
    ...(narrowed === undefined ? [] : [{ text: String(narrowed), why: 'equal in its lowest 32 bits' }]),
    ...(rounded === undefined ? [] : [{ text: String(rounded), why: 'equal once rounded to a double' }]),
  ];
}

/** Returns other integers that round to the same double. The nearest ones are returned only if there are no others. */
function roundedNeighbours(id: bigint, random: Random): bigint[] {
  let reach = 1n;
  while (Number(id + reach * 2n) === Number(id) || Number(id - reach * 2n) === Number(id)) reach *= 2n;
  const step = reach < 4n ? reach : BigInt(random.int(Number(reach / 2n) + 1, Number(reach)));
  return [id + step, id - step, id + 1n, id - 1n].filter((near) => Number(near) === Number(id));
}

function isWholeNumber(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/**
 * Returns values at the ends of the declared type, which a target with a narrower type misreads. None of them is a
 * usual id.
 */
export function edgeValues(parameter: Parameter, random: Random): InvalidValue[] {
  if (!parameter.types.includes('integer') || parameter.format !== 'int64') return [];
  const edges = [
    // This number does not fit a double, and its lowest 32 bits are improbable.
    { text: String(2n ** 53n + BigInt(random.int(0x5000_0000, 0x7800_0000)) * 2n + 1n), why: 'beyond 2^53, odd' },
    { text: String(2n ** 63n - 1n), why: '2^63 − 1, the largest' },
    { text: String(-(2n ** 63n)), why: '−2^63, the smallest' },
  ];
  return edges.filter(({ text }) => parameter.accepts(text));
}
