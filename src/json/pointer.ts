/** JSON Pointers (RFC 6901) as URI fragments: `#/paths/~1plants~1{id}/delete`; `#` for the whole document. */

/** Escapes one reference token (RFC 6901 §3). */
export function escapePointer(token: string | number): string {
  const text = String(token);
  // This is asked for each member of a contract.
  return text.includes('/') || text.includes('~') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Reverses {@link escapePointer}. */
export function unescapePointer(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/**
 * Returns the unescaped reference tokens of a pointer. Percent signs are kept, because our pointers are never
 * percent-encoded.
 */
export function pointerTokens(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePointer);
}

/** Reverses {@link pointerTokens}. */
export function pointerOf(tokens: readonly (string | number)[]): string {
  return `#${tokens.map((token) => `/${escapePointer(token)}`).join('')}`;
}

/** Returns the value at a JSON Pointer; undefined if there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  // Most pointers have only one token.
  if (pointer.lastIndexOf('/') === 0 && !pointer.includes('~')) return memberOf(whole, pointer.slice(1));
  let value = whole;
  for (const token of pointerTokens(pointer)) value = memberOf(value, token);
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
