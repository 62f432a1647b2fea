/** English words in sentences: numbers with their nouns, lists with "and", and the name that was probably meant ("Did you mean …?"). */

import { closest, distance } from 'fastest-levenshtein';

/** Writes a number with its noun: "1 byte", "2 bytes". */
export function count(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}

/**
 * Writes a whole number with a comma before each three digits: "10,000".
 * `toLocaleString` would load what the language of each country needs, which takes 30 ms.
 */
export function withCommas(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns the source of a regular expression that matches only this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Returns the sentence that asks whether another word was meant, with a blank before it; empty if none is similar enough.
 * @param written how the other word is shown. Default: in quotes.
 */
export function didYouMean(
  word: string,
  candidates: readonly string[],
  written = (meant: string) => `"${meant}"`,
): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? '' : ` Did you mean ${written(meant)}?`;
}

/** Returns the candidate that a misspelt word probably means; undefined if none is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = closest(word, candidates);
  const [, tail = word] = /([^/]*)$/.exec(word) ?? [];
  return distance(word, best) <= Math.max(2, tail.length / 2) ? best : undefined;
}

/** Writes words as a list within a sentence: "a, b and c". */
export function joinedByAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Whether a text says a date or a time: `2026-11-28T18:00:00Z`, `Sat, 28 Nov 2026 18:00:00 GMT`. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d([T ]|$)/.test(text) || /^\w{3}, \d\d \w{3} \d{4} /.test(text);
}
