/** Keeps secrets out of a text that is partly in our own words, and leaves those as they are. */

import { STATUS_CODES } from 'node:http';
import type { Redact, Secrets } from '../../redaction/redact';
import type { Finding } from '../../report/report';

const byFinding = new WeakMap<Finding, readonly string[]>();

/** Notes which parts of what came instead (`actual`) are our own words. */
export function noteOwnWords(finding: Finding, words: readonly string[]): void {
  byFinding.set(finding, words);
}

/**
 * Removes secrets from what came instead. What came from the wire is redacted; of our own words only what they quote is.
 * Example: with the secret `no`, "200 no to no Authorization header" becomes "200 $ESPALIER_TOKEN to no Authorization header".
 */
export function redactActual(finding: Finding, { redact, sentence }: Secrets, isCut: boolean): string {
  return redactParts(finding.actual, byFinding.get(finding) ?? [], { redact, sentence }, isCut);
}

/**
 * Redacts a text between our own words.
 *
 * @param text begins where a part of the text begins. A status with its usual name is ours there.
 * @param words parts of the text, in their order.
 */
function redactParts(
  text: string,
  [word, ...words]: readonly string[],
  secrets: { readonly redact: Redact; readonly sentence: Redact },
  isCut: boolean,
): string {
  const status = usualStatusOf(text);
  if (status !== '') {
    const rest = word === undefined ? [] : [word, ...words];
    return secrets.sentence(status) + redactParts(text.slice(status.length), rest, secrets, isCut);
  }
  const at = word === undefined ? -1 : text.indexOf(word);
  if (word === undefined || at < 0) return text === '' ? '' : secrets.redact(text, isCut);
  const before = text.slice(0, at);
  const after = text.slice(at + word.length);
  return (
    (before === '' ? '' : secrets.redact(before)) + secrets.sentence(word) + redactParts(after, words, secrets, isCut)
  );
}

/** Returns the status with its usual name with which a text begins, and the empty text where there is none. Example: "404 Not Found". */
function usualStatusOf(text: string): string {
  const code = /^(\d{3}) /.exec(text)?.[1] ?? '';
  const line = `${code} ${STATUS_CODES[code] ?? ''}`;
  return code !== '' && text.startsWith(line) && /^(?:$|[ ,])/.test(text.slice(line.length)) ? line : '';
}
