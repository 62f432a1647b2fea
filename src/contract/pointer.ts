/** JSON Pointers (RFC 6901) as URI fragments: `#/paths/~1plants~1{id}/delete`; `#` for the whole. */

/** Escapes one reference token (RFC 6901 §3). */
export function escapePointer(token: string | number): string {
  const text = String(token);
  return /[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Undoes {@link escapePointer}. */
export function unescapePointer(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** The reference tokens of a pointer, unescaped. Percent signs stand for themselves: a pointer of ours is never encoded. */
export function pointerTokens(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePointer);
}

/** The value at a JSON Pointer; undefined where there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  let value = whole;
  for (const token of pointerTokens(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}
