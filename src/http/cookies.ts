/** The cookies of a request. */

import { percentDecoded } from './uri';

export interface Cookie {
  readonly name: string;
  /** The value without quotes around it, and percent-decoded if that is possible. */
  readonly value: string;
  /** The value exactly as it was sent. */
  readonly written: string;
}

/** Reads the text of a `Cookie` field (RFC 6265 §4.2.1). */
export function readCookies(field: string): Cookie[] {
  return field.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    const written = value.join('=');
    return name === '' ? [] : [{ name, value: percentDecoded(written.replace(/^"(.*)"$/, '$1')), written }];
  });
}

/** Returns the cookies in the header fields of a request. */
export function cookiesIn(fields: readonly (readonly [name: string, value: string])[]): Cookie[] {
  return fields.filter(([name]) => /^cookie$/i.test(name)).flatMap(([, value]) => readCookies(value));
}
