/** Makes texts as long as a contract wants them, so that they still read as what they are: more sentences, a longer address. */

import type { Around } from './byName';
import { oneOf } from './subject';
import { LABELS, SENTENCES } from './words';

/** A longer text is left to whoever completes the value, in characters. */
const LONGEST = 20_000;

/** The part of an e-mail address before the @ is no longer than this, in bytes (RFC 5321 §4.5.3.1.1). */
const LONGEST_LOCAL = 64;

/** Returns a text with at least so many characters. */
export function lengthened(text: string, least: number, { random }: Around): string {
  if (text.length >= least || least > LONGEST) return text;
  const [, local, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(text) ?? [];
  if (local !== undefined && domain !== undefined) {
    const wanted = Math.min(LONGEST_LOCAL, least - domain.length - 1);
    const longer = grown(local, wanted, () => `.${oneOf(LABELS, random)}`).slice(0, Math.max(local.length, wanted));
    const start = longer.replace(/\.$/, 'a');
    return (
      start +
      '@' +
      grown(
        domain,
        least - start.length - 1,
        () => '',
        () => `${oneOf(LABELS, random)}.`,
      )
    );
  }
  if (/^https?:/.test(text)) return grown(text, least, () => `/${oneOf(LABELS, random)}`);
  return grown(/[.!?]$/.test(text) ? text : `${text}.`, least, () => ` ${oneOf(SENTENCES, random)}`);
}

function grown(text: string, least: number, after: () => string, before: () => string = () => ''): string {
  let long = text;
  while (long.length < least) long = before() + long + after();
  return long;
}
