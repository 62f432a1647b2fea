/**
 * Tells whether a text was made up for one request alone: it has a token of eight hexadecimal digits that stands by itself, as in `soil-7f3e91c2`.
 * Nobody else has such a text. An ordinary word and an example of the contract, which somebody else may have sent as well, have none.
 */
export function hasToken(text: string): boolean {
  return /(^|[-_])[0-9a-f]{8}($|[-_])/.test(text);
}

/** Returns the token of a text that has one; else the whole text. */
export function tokenIn(text: string): string {
  return /(?<=^|[-_])[0-9a-f]{8}(?=$|[-_])/.exec(text)?.[0] ?? text;
}

/** Does the same as {@link hasToken}, but counts no token of letters alone, since that may be a word. */
export function hasSureToken(text: string): boolean {
  return /(^|[-_])(?=[a-f]*\d)[0-9a-f]{8}($|[-_])/.test(text);
}
