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
  // By far the most are such.
  if (pointer.lastIndexOf('/') === 0 && !pointer.includes('~')) return memberOf(whole, pointer.slice(1));
  let value = whole;
  for (const token of pointerTokens(pointer)) value = memberOf(value, token);
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
