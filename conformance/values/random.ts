/** Chance that is the same again: a function of the seed and of the place that it is for, whatever was made before. */

import { alea } from 'seedrandom';
import { lazy } from '../../src/contract/lazy';

export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  /** Lower-case letters that can be spoken and mean nothing. */
  word(length: number): string;
  /** Hexadecimal digits. */
  hex(length: number): string;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

export function randomFor(seed: number | string, place: string): Random {
  // Most places need none of it.
  const next = lazy(() => alea(`${seed} ${place}`));
  const below = (limit: number) => Math.floor(next()() * limit);
  return {
    below,
    word: (length) =>
      Array.from({ length }, (_, at) => {
        const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
        return letters[below(letters.length)];
      }).join(''),
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  };
}
