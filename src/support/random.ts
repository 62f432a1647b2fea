/** Chance that is the same again: a function of a run's seed and of the place that it is for, whatever else is planned or made. */

import { alea } from 'seedrandom';

export interface Random {
  /** A whole number from `low` up to, and without, `high`. */
  int(low: number, high: number): number;
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** A random UUID (RFC 9562 §5.4). */
  uuid(): string;
  /** Lower-case letters that can be spoken and mean nothing. */
  word(length: number): string;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** @param seed may be made when it is first needed: most places need no chance at all. */
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
