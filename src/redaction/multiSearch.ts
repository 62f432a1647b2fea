/** Many words looked for in one pass over a text, as Wu and Manber do it: the rarer they are, the more of it is skipped. */

/** A text reduced to its letters and digits, 0 to 35, without regard to case. */
export type Symbols = Uint8Array;

export interface FoundNeedle {
  /** Index of the needle. */
  readonly needle: number;
  /** Where it begins. */
  readonly at: number;
}

export interface MultiSearch {
  /** Every place at which a needle stands. */
  readonly find: (text: Symbols) => FoundNeedle[];
  /** Where a needle may begin that goes on behind the end; `loose` symbols before the end may not be what they seem. */
  readonly tail: (text: Symbols, loose: number) => number;
}

/** So many symbols are looked at in one step, by a number that they share with a few others. */
const BLOCK = 3;
const NUMBERS = 1 << 13;

/** The least that a needle has to have. */
export const SHORTEST_NEEDLE = 2 * BLOCK;

export function createMultiSearch(needles: readonly Symbols[]): MultiSearch {
  const window = Math.min(...needles.map(({ length }) => length));
  const last = window - BLOCK;
  // How far to go on from a block of symbols, so that no needle's first window is missed; 0 at the end of one.
  const shifts = new Uint8Array(NUMBERS).fill(Math.min(last + 1, 0xff));
  const endingIn = new Map<number, number[]>();
  for (const [index, needle] of needles.entries()) {
    for (let at = 0; at <= last; at++) {
      const block = blockAt(needle, at);
      shifts[block] = Math.min(shifts[block] ?? 0, last - at);
      if (at === last) endingIn.set(block, [...(endingIn.get(block) ?? []), index]);
    }
  }
  const find = (text: Symbols): FoundNeedle[] => {
    const found: FoundNeedle[] = [];
    for (let at = last; at + BLOCK <= text.length; ) {
      const block = blockAt(text, at);
      const shift = shifts[block] ?? 0;
      if (shift === 0) {
        const candidates = (endingIn.get(block) ?? []).filter((index) => standsAt(needles[index], text, at - last));
        found.push(...candidates.map((needle) => ({ needle, at: at - last })));
      }
      at += Math.max(1, shift);
    }
    return found;
  };
  const tail = (text: Symbols, loose: number) => Math.min(...needles.map((needle) => beginningIn(text, needle, loose)));
  return { find, tail };
}

function blockAt(symbols: Symbols, at: number): number {
  return ((symbols[at] ?? 0) * 1369 + (symbols[at + 1] ?? 0) * 37 + (symbols[at + 2] ?? 0)) & (NUMBERS - 1);
}

function standsAt(needle: Symbols | undefined, text: Symbols, start: number): boolean {
  return needle?.every((symbol, at) => symbol === text[start + at]) ?? false;
}

/** As Knuth, Morris and Pratt do it: how much of the needle the text ends with, at each of its last places. */
function beginningIn(text: Symbols, needle: Symbols, loose: number): number {
  const within = overlaps(needle);
  let first = Math.max(0, text.length - loose);
  let matched = 0;
  for (let at = Math.max(0, text.length - loose - needle.length); at < text.length; at++) {
    while (matched > 0 && (matched === needle.length || needle[matched] !== text[at]))
      matched = within[matched - 1] ?? 0;
    if (needle[matched] === text[at]) matched++;
    if (at + 1 > text.length - loose) first = Math.min(first, at + 1 - matched);
  }
  return first;
}

/** For each beginning of the needle, how much of it its own end repeats. */
function overlaps(needle: Symbols): number[] {
  const lengths = [0];
  for (let at = 1; at < needle.length; at++) {
    let matched = lengths[at - 1] ?? 0;
    while (matched > 0 && needle[matched] !== needle[at]) matched = lengths[matched - 1] ?? 0;
    lengths.push(needle[matched] === needle[at] ? matched + 1 : 0);
  }
  return lengths;
}
