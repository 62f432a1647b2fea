import type { Redact } from './redact';

/** The most that a report shows of one body or of the raw bytes, in characters. */
const LONGEST_EVIDENCE = 4096;

/** More bytes for a character than a text is looked at for: whatever is cut off there is far beyond what is shown. */
const MOST_BYTES = 16;

/** Bytes as readable text: UTF-8 where they are, everything else escaped; cut with a word on what was left out. */
export function excerpt(bytes: Buffer, redact: Redact, longest = LONGEST_EVIDENCE): string {
  const cut = bytes.length > longest * MOST_BYTES;
  const text = printable(redact(decode(bytes.subarray(0, longest * MOST_BYTES), cut), cut));
  return text.length <= longest && !cut ? text : `${text.slice(0, longest)}… (${bytes.length} bytes in all)`;
}

/** @param cut whether the last character may lack some of its bytes. */
function decode(bytes: Buffer, cut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');
  }
}

/** Escapes what a terminal or an editor would act on instead of showing; lines stay lines. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
