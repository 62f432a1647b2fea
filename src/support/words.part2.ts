import { closest, distance } from 'fastest-levenshtein';

/** The candidate that a misspelling probably meant; undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = closest(word, candidates);
  const [, tail = word] = /([^/]*)$/.exec(word) ?? [];
  return distance(word, best) <= Math.max(2, tail.length / 2) ? best : undefined;
}
