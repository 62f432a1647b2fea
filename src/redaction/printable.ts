/** Turns the bytes of a body into the text that a report shows: cut, without secrets, with binary and control characters escaped. */

import type { Redact } from './redact';

/** A report shows at most this many characters of one body, or of the raw bytes. */
export const LONGEST_EVIDENCE = 4096;

/** This many bytes for each shown character are decoded. No character needs more, not even with escapes. */
const MOST_BYTES = 16;

/**
 * Returns bytes as readable text, cut if it is too long, with a note about the full length. Bytes that are not UTF-8
 * are escaped.
 * @param total the length that the note tells. Default: that of `bytes`.
 */
export function excerpt(bytes: Buffer, redact: Redact, longest = LONGEST_EVIDENCE, total = bytes.length): string {
  const cut = bytes.length > longest * MOST_BYTES;
  const text = printable(redact(decode(bytes.subarray(0, longest * MOST_BYTES), cut), cut));
  return text.length <= longest && !cut ? text : `${text.slice(0, longest)}… (${total} bytes in all)`;
}

/** Takes secrets out of what `excerpt` returned. Where that was cut, an end that may be the first part of a secret goes, too. */
export function redactExcerpt(shown: string, redact: Redact): string {
  const [note] = /… \(\d+ bytes in all\)$/.exec(shown) ?? [];
  return note === undefined ? redact(shown) : redact(shown.slice(0, -note.length), true) + note;
}

/**
 * Decodes UTF-8, or escapes the bytes that are not ASCII.
 * @param cut whether the last character may lack some of its bytes.
 */
function decode(bytes: Buffer, cut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');
  }
}

/** Escapes characters that a terminal or an editor would act on and not show. Line breaks are kept. */
export function printable(text: string): string {
  // Nearly every text has letters, digits and marks of ASCII alone, and a report has hundreds of thousands of texts.
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
