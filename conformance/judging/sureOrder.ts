/** Compares values as every service would that sorts: where collations differ, nobody can say which of two texts comes first. */

/** @returns less than 0 where the first one surely comes first, more where the other one does, 0 where nobody can tell. */
function surelyBefore(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  if (/^\d{4}-\d\d-\d\d/.test(one) && /^\d{4}-\d\d-\d\d/.test(other)) return Date.parse(one) - Date.parse(other) || 0;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left = '', right = ''] = [a[at], b[at]];
    // Some compare numbers as numbers, and leave out signs and accents.
    if (!/[a-z]/.test(left) || !/[a-z]/.test(right)) return 0;
    if (left === right) continue;
    const [byLetter, byCode] = [left < right ? -1 : 1, one < other ? -1 : 1];
    // Some put all capital letters before the small ones: `Small`, `dill`.
    return byLetter === byCode ? byLetter : 0;
  }
  return 0;
}

/** Finds two neighbours that are surely in the wrong order. @returns undefined where there are none. */
export function outOfOrder(
  values: readonly unknown[],
  direction: 'up' | 'down' | undefined,
): readonly [unknown, unknown] | undefined {
  const pairs = values.slice(1).map((value, at) => [values[at], value] as const);
  const falling = pairs.find(([one, other]) => surelyBefore(one, other) > 0);
  const rising = pairs.find(([one, other]) => surelyBefore(one, other) < 0);
  if (direction === 'up') return falling;
  if (direction === 'down') return rising;
  // The one that rises shows it as well as the other one.
  return falling && rising;
}
