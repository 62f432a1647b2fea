/** Writes texts as literals of programming languages and of a shell, so that they stand for the same characters. */

/** Writes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a text between double quotes. JSON's escapes mean the same in JavaScript, Python and Go. Half a pair of surrogates, which cannot be
 * sent, becomes U+FFFD.
 */
export function quotedText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** Writes a text for Java in ASCII, since a Java compiler may read its files in another encoding than UTF-8. */
export function javaText(text: string): string {
  return quotedText(text).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a text for Go, as it is between backquotes if that is possible. A carriage return would be lost there. */
export function goText(text: string): string {
  const isPlain = /["\\]/.test(text) && !/[`\p{Cc}\ufeff]/u.test(text);
  return isPlain ? `\`${text.toWellFormed()}\`` : quotedText(text);
}

/** Indents every line but the first. */
export function indentedBy(spaces: number, text: string): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** Writes the name of a part, or of its file, as browsers do (HTML Standard, "multipart/form-data encoding algorithm"). */
export function partName(name: string): string {
  return name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
}
