/** Chance that is the same again: by a run's seed and the place that it is for, whatever else is planned. */

import { alea } from 'seedrandom';

export interface Random {
  /** A whole number from `low` up to, and without, `high`. */
  int(low: number, high: number): number;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** A random UUID (RFC 9562 §5.4). */
  uuid(): string;
}

export function createRandom(seed: number | string, place: string): Random {
  const next = alea(`${seed} ${place}`);
  const int = (low: number, high: number) => low + Math.floor(next.double() * (high - low));
  const hex = (digits: number) => Array.from({ length: digits }, () => int(0, 16).toString(16)).join('');
  return {
    int,
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[int(0, 4)]}${hex(3)}-${hex(12)}`,
  };
}
