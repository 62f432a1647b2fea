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
const DIGITS = '0123456789abcdef';

/**
 * Creates the random values of one place.
 * @param seed the seed of the run, or a function that makes it when it is first needed: most places need no random
 * values.
 * @param place the name of the place.
 */
export function createRandom(seed: number | string | (() => string), place: string): Random {
  return new PlaceRandom(seed, place);
}

/** It is a class, and it writes digit after digit into a text, since a large contract asks for a million of them. */
class PlaceRandom implements Random {
  private source: { double(): number } | undefined;

  constructor(
    private readonly seed: number | string | (() => string),
    private readonly place: string,
  ) {}

  private begin(): { double(): number } {
    const { seed, place } = this;
    this.source ??= alea(`${typeof seed === 'function' ? seed() : seed} ${place}`);
    return this.source;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.begin().double() * (high - low));
  }

  below(limit: number): number {
    return this.int(0, limit);
  }

  hex(digits: number): string {
    if (digits === 0) return '';
    const source = this.begin();
    let text = '';
    for (let at = 0; at < digits; at++) text += DIGITS[Math.floor(source.double() * 16)];
    return text;
  }

  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${'89ab'[this.int(0, 4)]}${this.hex(3)}-${this.hex(12)}`;
  }

  word(length: number): string {
    if (length === 0) return '';
    const source = this.begin();
    let text = '';
    for (let at = 0; at < length; at++) {
      const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
      text += letters[Math.floor(source.double() * letters.length)];
    }
    return text;
  }
}
