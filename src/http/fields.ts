/** The syntax of header fields, and which of them are about a message and not about its connection. */

import type { Fields } from './message';

/**
 * Returns whether a text is a token. Names of header fields, cookies and authentication schemes are tokens (RFC 9110
 * §5.6.2).
 */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** What the mock says of itself in the field `Server`. */
export const MOCK_SERVER = 'espalier-mock';

/** Names the fields that are about one connection only (RFC 9110 §7.6.1). What expects something of the next one on the way (`Expect`) is among them. */
const ONE_CONNECTION =
  /^(?:connection|keep-alive|proxy-connection|proxy-authorization|te|trailer|transfer-encoding|upgrade|http2-settings|expect)$/i;

/** Returns the fields that pass: all but those about the connection, and those that `Connection` names. */
export function fieldsThatPass(fields: Fields): Fields {
  const named = fields.flatMap(([name, value]) =>
    /^connection$/i.test(name) ? value.toLowerCase().split(/[,\s]+/) : [],
  );
  return fields.filter(([name]) => !ONE_CONNECTION.test(name) && !named.includes(name.toLowerCase()));
}
