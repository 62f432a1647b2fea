/** Says which whole numbers services may read in a text that is no id, or in a number that is too large for them. Pure. */

/**
 * Returns what lenient services make of a text where they want a whole number, but for that number itself: the digits with which it begins, 0 where
 * there are none, its lowest 32 or 64 bits, and the greatest or least number that they have. For example: `abc` → 0, `7.25` → 7,
 * `9223372036854775808` → 0, 2147483647, 9223372036854775807, …
 */
export function looseReadings(text: string): readonly string[] {
  const begins = /^\s*[-+]?\d+/.exec(text)?.[0].trim().replace(/^\+/, '') ?? '0';
  const read = BigInt(begins);
  const readings = [read, ...[32, 64].flatMap((bits) => inBits(read, bits))];
  return [...new Set(readings.map(String))].filter((each) => each !== text);
}

/** What becomes of a number that does not fit into so many bits: cut, without its sign, or the nearest that fits. */
function inBits(value: bigint, bits: number): readonly bigint[] {
  const cut = BigInt.asIntN(bits, value);
  if (cut === value) return [];
  const most = (1n << BigInt(bits - 1)) - 1n;
  return [cut, cut < 0n ? -cut : cut, BigInt.asUintN(bits, value), value > 0n ? most : -most - 1n];
}
