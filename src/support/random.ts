/** Chance that is the same again: a function of the seed and of the place that it is for, whatever was made before. */

import { lazy } from './caching';
import { createRandom } from './random.part1';

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

/** @param seed may be made when it is first needed. */
export function randomFor(seed: number | string | (() => string), place: string): Random {
  // Most places need none of it.
  const random = lazy(() => createRandom(typeof seed === 'function' ? seed() : seed, place));
  return {
    below: (limit) => random().int(0, limit),
    word: (length) =>
      Array.from({ length }, (_, at) => {
        const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
        return letters[random().int(0, letters.length)];
      }).join(''),
    hex: (length) => random().hex(length),
  };
}
