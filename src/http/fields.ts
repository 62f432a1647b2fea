/** The syntax of header fields. */

/**
 * Returns whether a text is a token. Names of header fields, cookies and authentication schemes are tokens (RFC 9110
 * §5.6.2).
 */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** What the mock says of itself in the field `Server`. */
export const MOCK_SERVER = 'espalier-mock';
