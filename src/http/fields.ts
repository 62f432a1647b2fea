/** What the fields of a message may be made of. */

/** What may name a header field, a cookie or a way of authentication (RFC 9110 §5.6.2). */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
