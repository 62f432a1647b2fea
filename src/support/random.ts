/** Random values that can be repeated: they depend only on the seed of a run and on the place that they are for. */

import type { alea as Alea } from 'seedrandom';

// The package as a whole would load eight more generators.
const alea = require('seedrandom/lib/alea') as typeof Alea;

export interface Random {
  /** Returns an integer from `low` up to but not including `high`. */
  int(low: number, high: number): number;
  /** Returns an integer from 0 up to but not including `limit`. */
  below(limit: number): number;
  /** Returns lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** Returns a random UUID (RFC 9562 §5.4). */
  uuid(): string;
  /** Returns lower-case letters that can be pronounced but mean nothing. */
  word(length: number): string;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/**
 * Creates the random values of one place.
 * @param seed the seed of the run, or a function that makes it when it is first needed: most places need no random
 * values.
 * @param place the name of the place.
 */
export function createRandom(seed: number | string | (() => string), place: string): Random {
  let next: { double(): number } | undefined;
  const int = (low: number, high: number) => {
    next ??= alea(`${typeof seed === 'function' ? seed() : seed} ${place}`);
    return low + Math.floor(next.double() * (high - low));
  };
  const hex = (digits: number) => Array.from({ length: digits }, () => int(0, 16).toString(16)).join('');
  const letterAt = (at: number) => {
    const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
    return letters[int(0, letters.length)];
  };
  return {
    int,
    below: (limit) => int(0, limit),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[int(0, 4)]}${hex(3)}-${hex(12)}`,
    word: (length) => Array.from({ length }, (_, at) => letterAt(at)).join(''),
  };
}
