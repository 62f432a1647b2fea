/** Values for path parameters: ones that name nothing, and ones that the declared type excludes. */

import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Parameter } from '../src/contract/contract';

/**
 * A value of the declared type so improbable that it names nothing, a new one at each call.
 * It stays improbable when a target keeps only its lowest 32 bits or rounds it to a double,
 * so that even a target at fault is not led to something real.
 * @returns undefined where none can be made up (an enumeration, a pattern, a boolean).
 */
export function improbableValue(parameter: Parameter): string | undefined {
  return candidates(parameter).find((text) => parameter.accepts(text));
}

function candidates({ types, format }: Parameter): string[] {
  if (types.some((type) => type === 'integer' || type === 'number')) {
    const low = randomInt(0xb000_0000, 0xf000_0000);
    const high = randomInt(0x1000_0000, 0x7000_0000);
    const wide = (BigInt(high) << 32n) + BigInt(low);
    return format === 'int32' ? [String(randomInt(0x6000_0000, 0x7fff_0000))] : [String(wide), String(high)];
  }
  if (types.length > 0 && !types.includes('string')) return [];
  return [randomUUID(), `none-${randomBytes(12).toString('hex')}`, randomBytes(8).toString('hex')];
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
 * Values outside the declared type. Those that a lenient target may read as an id are made from `base`,
 * which must be safe to act on: handed over, or improbable.
 */
export function invalidValues(parameter: Parameter, base: string, improbable: string): InvalidValue[] {
  const words = [
    { text: 'abc', why: 'letters' },
    { text: 'true', why: 'a boolean' },
    { text: 'null', why: 'null' },
    { text: ' ', why: 'a space' },
  ];
  const beyondLength = { text: 'x'.repeat(300), why: '300 characters' };
  const all = isWholeNumber(base) ? [...words, ...numbers(parameter, base, improbable)] : [...words, beyondLength];
  return all.filter(({ text }) => !parameter.accepts(text));
}

function numbers({ format }: Parameter, base: string, improbable: string): InvalidValue[] {
  const range = RANGES[format ?? ''];
  const hexadecimal = `${base.startsWith('-') ? '-' : ''}0x${BigInt(base.replace('-', '')).toString(16)}`;
  return [
    { text: `${base}.5`, why: 'a fraction' },
    { text: hexadecimal, why: 'hexadecimal' },
    { text: `${base},${improbable}`, why: 'two numbers' },
    ...(range
      ? [
          { text: String(range[1] + 1n), why: `2^${range[2]}, one too large` },
          { text: String(range[0] - 1n), why: `−2^${range[2]} − 1, one too small` },
          { text: fortyDigits(), why: '40 digits' },
        ]
      : []),
  ];
}

/** Far beyond 64 bits; at random, so that its lowest bits are not those of a real id either. */
function fortyDigits(): string {
  return `7${Array.from({ length: 39 }, () => randomInt(10)).join('')}`;
}

/**
 * Values that differ from `text`, yet become it where a target keeps only the lowest 32 bits or rounds to a double.
 * They are chosen at random and far out, so that they name nothing real.
 */
export function lookalikes(parameter: Parameter, text: string): InvalidValue[] {
  if (!parameter.types.includes('integer') || !isWholeNumber(text)) return [];
  const id = BigInt(text);
  const far = BigInt(randomInt(0x1000_0000, 0x3000_0000)) << 32n;
  const narrowed = { text: String(id > 0n ? id - far * 2n : id + far * 2n), why: 'equal in its lowest 32 bits' };
  // Other whole numbers that a double rounds to the same value.
  const rounded = [1n, -1n]
    .map((step) => id + step)
    .filter((near) => Number(near) === Number(id))
    .map((near) => ({ text: String(near), why: 'equal once rounded to a double' }));
  return [narrowed, ...rounded.slice(0, 1)].filter((value) => parameter.accepts(value.text));
}

export function isWholeNumber(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** Values of the declared type at its ends, where a target that narrows it goes wrong. None of them is a usual id. */
export function edgeValues(parameter: Parameter): InvalidValue[] {
  if (!parameter.types.includes('integer') || parameter.format !== 'int64') return [];
  const edges = [
    // Not representable as a double, and with improbable lowest 32 bits.
    { text: String(2n ** 53n + BigInt(randomInt(0x5000_0000, 0x7800_0000)) * 2n + 1n), why: 'beyond 2^53, odd' },
    { text: String(2n ** 63n - 1n), why: '2^63 − 1, the largest' },
    { text: String(-(2n ** 63n)), why: '−2^63, the smallest' },
  ];
  return edges.filter(({ text }) => parameter.accepts(text));
}
