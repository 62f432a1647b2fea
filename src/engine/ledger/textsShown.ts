/** The texts and numbers in a value, wherever they stand in it. */

/** A text in a value, and the name of the member that holds it. */
export interface ShownText {
  readonly name: string;
  readonly text: string;
}

/** A value is searched to this depth for texts. */
const DEEPEST = 5;

export function textsWithin(whole: unknown): ShownText[] {
  return scalarsIn(whole).flatMap(({ name, value }) => (typeof value === 'string' ? { name, text: value } : []));
}

/** All of them, as text. */
export function textsAndNumbers(whole: unknown): string[] {
  return scalarsIn(whole).map(({ value }) => String(value));
}

function scalarsIn(value: unknown, name = '', depth = 0): { name: string; value: string | number }[] {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return [{ name, value }];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([inner, member]) =>
    scalarsIn(member, Array.isArray(value) ? name : inner, depth + 1),
  );
}
