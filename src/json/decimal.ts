/** Exact decimal numbers: `digits` × 10^−`scale`. With doubles, 0.1 + 0.2 would be 0.30000000000000004. */

export interface Decimal {
  readonly digits: bigint;
  /** The number of digits after the point; 0 or more. */
  readonly scale: number;
}

/** Digits after the point beyond this number are dropped; nobody writes them. */
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

/** Returns the digits of both numbers at a common scale. */
function aligned(left: Decimal, right: Decimal): [left: bigint, right: bigint, scale: number] {
  const scale = Math.max(left.scale, right.scale);
  return [left.digits * 10n ** BigInt(scale - left.scale), right.digits * 10n ** BigInt(scale - right.scale), scale];
}

export function compare(first: Decimal, second: Decimal): number {
  const [left, right] = aligned(first, second);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function plus(first: Decimal, second: Decimal): Decimal {
  const [left, right, scale] = aligned(first, second);
  return reduced({ digits: left + right, scale });
}

export function minus(first: Decimal, second: Decimal): Decimal {
  return plus(first, { digits: -second.digits, scale: second.scale });
}

export function times({ digits, scale }: Decimal, count: number | bigint): Decimal {
  return reduced({ digits: digits * BigInt(count), scale });
}

export function half({ digits, scale }: Decimal): Decimal {
  return reduced({ digits: digits * 5n, scale: scale + 1 });
}

/** Returns 10^−`places`. */
export function unit(places: number): Decimal {
  return places < 0 ? { digits: 10n ** BigInt(-places), scale: 0 } : { digits: 1n, scale: places };
}

/** Returns how often a step fits into a value, rounded down. The step must be greater than 0. */
export function timesIn(step: Decimal, value: Decimal): bigint {
  const [left, right] = aligned(value, step);
  const count = left / right;
  return count * right > left ? count - 1n : count;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [left, right] = aligned(value, step);
  return left % right === 0n;
}

/** Returns the least common multiple of two numbers. */
export function commonMultiple(first: Decimal, second: Decimal): Decimal {
  const [left, right, scale] = aligned(first, second);
  let [divisor, rest] = [left, right];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return reduced({ digits: (left / divisor) * right, scale });
}

/**
 * Returns the number as JSON has it: a bigint if it is an integer that a double does not hold. Returns undefined if it
 * is a fraction that a double does not hold.
 */
export function decimalToNumber(value: Decimal): number | bigint | undefined {
  const { digits, scale } = reduced(value);
  if (scale === 0) {
    const number = Number(digits);
    // A double that is larger would be written with other digits.
    return Number.isSafeInteger(number) ? number : digits;
  }
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const number = Number(`${negative ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`);
  return Number.isFinite(number) && compare(decimalOf(number), value) === 0 ? number : undefined;
}
