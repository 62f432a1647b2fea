/** Divides characters into sets that patterns distinguish, and chooses the most readable one of several. */

import type { Random } from '../../../src/support/random';

/** One character that takes two UTF-16 units. */
export const ASTRAL = '🌱';

/** A range of code points that includes both ends. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A set of characters. */
export interface Chars {
  readonly id: number;
  /** The ranges in ascending order, without overlaps. */
  readonly ranges: readonly Range[];
  has(char: number): boolean;
}

interface Cell {
  readonly example: number;
  readonly ranges: readonly Range[];
}

/** Surrogates are halves of characters, so they are not used alone. */
const SURROGATES: Range = { min: 0xd800, max: 0xdfff };

/**
 * Creates a function that divides all characters into cells that several sets do not distinguish. The most readable
 * cells come first.
 * @param highest the highest code point that is used.
 */
export function createPartition(highest: number): (sets: readonly Chars[]) => readonly Cell[] {
  const cellsBySets = new Map<string, readonly Cell[]>();
  return (sets) => {
    const key = sets
      .map(({ id }) => id)
      .sort((left, right) => left - right)
      .join();
    const cells = cellsBySets.get(key) ?? divide(sets, highest);
    cellsBySets.set(key, cells);
    return cells;
  };
}

function divide(sets: readonly Chars[], highest: number): Cell[] {
  const cuts = new Set([0, SURROGATES.min, SURROGATES.max + 1]);
  for (const { ranges } of sets) {
    for (const { min, max } of ranges) cuts.add(min).add(max + 1);
  }
  const starts = [...cuts].filter((cut) => cut <= highest).sort((left, right) => left - right);
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
    .sort((left, right) => left.rank - right.rank);
}

/** The preferred characters: letters first, then digits, then other visible ones. */
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

/** Picks one of the most readable characters. */
export function pick(ranges: readonly Range[], random: Random): string {
  const { within } = bestIn(ranges);
  const [first = { min: 0x61, max: 0x61 }] = within;
  const range = within[random.below(within.length)] ?? first;
  return String.fromCodePoint(range.min + random.below(range.max - range.min + 1));
}
