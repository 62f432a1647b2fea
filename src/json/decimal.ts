/** Numbers as they are written: `digits` × 10^−`scale`, exactly. Doubles would make 0.30000000000000004 of 0.1 and 0.2. */

export interface Decimal {
  readonly digits: bigint;
  /** Digits after the point; 0 or more. */
  readonly scale: number;
}

/** Further digits after the point are dropped: nobody writes them. */
const MOST_DIGITS = 400;

export function decimalOf(value: number | bigint): Decimal {
  if (typeof value === 'bigint' || Number.isInteger(value)) return { digits: BigInt(value), scale: 0 };
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`${value} is no number of JSON`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return reduced(scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale });
}

function reduced({ digits, scale }: Decimal): Decimal {
  let [left, places] = [digits, scale];
  while (places > MOST_DIGITS || (places > 0 && left % 10n === 0n)) {
    left /= 10n;
    places--;
  }
  return { digits: left, scale: places };
}

/** The digits of both at one scale. */
function aligned(one: Decimal, other: Decimal): [one: bigint, other: bigint, scale: number] {
  const scale = Math.max(one.scale, other.scale);
  return [one.digits * 10n ** BigInt(scale - one.scale), other.digits * 10n ** BigInt(scale - other.scale), scale];
}

export function compare(one: Decimal, other: Decimal): number {
  const [left, right] = aligned(one, other);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const [left, right, scale] = aligned(one, other);
  return reduced({ digits: left + right, scale });
}

export function minus(one: Decimal, other: Decimal): Decimal {
  return plus(one, { digits: -other.digits, scale: other.scale });
}

export function times({ digits, scale }: Decimal, count: number | bigint): Decimal {
  return reduced({ digits: digits * BigInt(count), scale });
}

export function half({ digits, scale }: Decimal): Decimal {
  return reduced({ digits: digits * 5n, scale: scale + 1 });
}

/** 10^−`places`. */
export function unit(places: number): Decimal {
  return places < 0 ? { digits: 10n ** BigInt(-places), scale: 0 } : { digits: 1n, scale: places };
}

/** How often a step goes into a value, rounded down; the step is more than 0. */
export function timesIn(step: Decimal, value: Decimal): bigint {
  const [left, right] = aligned(value, step);
  const count = left / right;
  return count * right > left ? count - 1n : count;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [left, right] = aligned(value, step);
  return left % right === 0n;
}

/** The least that is a multiple of both. */
export function commonMultiple(one: Decimal, other: Decimal): Decimal {
  const [left, right, scale] = aligned(one, other);
  let [divisor, rest] = [left, right];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return reduced({ digits: (left / divisor) * right, scale });
}

/** As JSON has it: a bigint where it is a whole number that a double does not hold; undefined for such a fraction. */
export function decimalToNumber(value: Decimal): number | bigint | undefined {
  const { digits, scale } = reduced(value);
  if (scale === 0) {
    const number = Number(digits);
    // What is larger is written with other digits than these.
    return Number.isSafeInteger(number) ? number : digits;
  }
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const number = Number(`${negative ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`);
  return Number.isFinite(number) && compare(decimalOf(number), value) === 0 ? number : undefined;
}
