import { closest, distance } from 'fastest-levenshtein';

/** "1 byte", "2 bytes". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A text as the source of a regular expression that matches it alone. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The candidate that a misspelling probably meant; undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = closest(word, candidates);
  const [, tail = word] = /([^/]*)$/.exec(word) ?? [];
  return distance(word, best) <= Math.max(2, tail.length / 2) ? best : undefined;
}
