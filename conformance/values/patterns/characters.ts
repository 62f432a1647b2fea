/** Characters by what patterns tell apart, and which of several reads best. */

import type { Random } from '../../../src/support/random';

/** Two units of UTF-16, one character. */
export const ASTRAL = '🌱';

/** Code points, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A set of characters. */
export interface Chars {
  readonly id: number;
  /** Ascending and apart from each other. */
  readonly ranges: readonly Range[];
  has(char: number): boolean;
}

export interface Cell {
  readonly example: number;
  readonly ranges: readonly Range[];
}

/** Halves of pairs are no characters of a text. */
const SURROGATES: Range = { min: 0xd800, max: 0xdfff };

/**
 * Divides all characters into those that several sets do not tell apart; the ones that read best come first.
 * @param highest the highest character that is used.
 */
export function createPartition(highest: number): (sets: readonly Chars[]) => readonly Cell[] {
  const known = new Map<string, readonly Cell[]>();
  return (sets) => {
    const key = sets
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join();
    const cells = known.get(key) ?? divide(sets, highest);
    known.set(key, cells);
    return cells;
  };
}

function divide(sets: readonly Chars[], highest: number): Cell[] {
  const cuts = new Set([0, SURROGATES.min, SURROGATES.max + 1]);
  for (const { ranges } of sets) {
    for (const { min, max } of ranges) cuts.add(min).add(max + 1);
  }
  const starts = [...cuts].filter((cut) => cut <= highest).sort((one, other) => one - other);
  const cells = new Map<string, Range[]>();
  for (const [at, min] of starts.entries()) {
    if (min === SURROGATES.min) continue;
    const signature = sets.map((set) => (set.has(min) ? '1' : '0')).join('');
    const ranges = cells.get(signature) ?? [];
    cells.set(signature, ranges);
    const max = (starts[at + 1] ?? highest + 1) - 1;
    const last = ranges.at(-1);
    if (last && last.max + 1 === min) ranges[ranges.length - 1] = { min: last.min, max };
    else ranges.push({ min, max });
  }
  return [...cells.values()]
    .map((ranges) => ({ example: ranges[0]?.min ?? 0, ranges, rank: bestIn(ranges).rank }))
    .sort((one, other) => one.rank - other.rank);
}

/** What is taken where there is a choice: letters, digits, then what can be seen. */
const PREFERRED: readonly Range[] = [
  { min: 0x61, max: 0x7a },
  { min: 0x30, max: 0x39 },
  { min: 0x41, max: 0x5a },
  { min: 0x2d, max: 0x2e },
  { min: 0x5f, max: 0x5f },
  { min: 0x21, max: 0x7e },
  { min: 0x20, max: 0x20 },
  { min: 0xc0, max: 0x24f },
  { min: 0xa1, max: 0xff },
  { min: 0x370, max: 0xd7ff },
  { min: 0x100, max: 0x10ffff },
  { min: 0, max: 0x10ffff },
];

function bestIn(ranges: readonly Range[]): { rank: number; within: readonly Range[] } {
  for (const [rank, preferred] of PREFERRED.entries()) {
    const within = ranges.flatMap(({ min, max }) => {
      const shared = { min: Math.max(min, preferred.min), max: Math.min(max, preferred.max) };
      return shared.min <= shared.max ? [shared] : [];
    });
    if (within.length > 0) return { rank, within };
  }
  return { rank: PREFERRED.length, within: ranges };
}

/** One of some characters, of those that read best. */
export function pick(ranges: readonly Range[], random: Random): string {
  const { within } = bestIn(ranges);
  const [first = { min: 0x61, max: 0x61 }] = within;
  const range = within[random.below(within.length)] ?? first;
  return String.fromCodePoint(range.min + random.below(range.max - range.min + 1));
}
