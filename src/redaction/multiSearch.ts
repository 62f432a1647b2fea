/**
 * Finds many words in one pass over a text, with the algorithm of Wu and Manber: the rarer the words, the more text it
 * skips.
 */

/** A text reduced to its letters and digits, as numbers from 0 to 35. Letter case is ignored. */
export type Symbols = Uint8Array;

interface FoundNeedle {
  /** The index of the needle. */
  readonly needle: number;
  /** Where the needle begins. */
  readonly at: number;
}

interface MultiSearch {
  /** Finds every place of every needle. */
  readonly find: (text: Symbols) => FoundNeedle[];
  /**
   * Returns where a needle may begin that continues after the end of the text. The last `loose` symbols may be part of
   * an unfinished escape.
   */
  readonly tail: (text: Symbols, loose: number) => number;
}

/**
 * This many symbols are looked at in one step. They are combined into one number, which a few other combinations share.
 */
const BLOCK = 3;
const NUMBERS = 1 << 13;

/** The least length of a needle, in symbols. */
export const SHORTEST_NEEDLE = 2 * BLOCK;

export function createMultiSearch(needles: readonly Symbols[]): MultiSearch {
  const window = Math.min(...needles.map(({ length }) => length));
  const last = window - BLOCK;
  // For each block of symbols, how far the search may move on without missing a needle; 0 if a needle's first window
  // ends with the block.
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
    const places: FoundNeedle[] = [];
    for (let at = last; at + BLOCK <= text.length; ) {
      const block = blockAt(text, at);
      const shift = shifts[block] ?? 0;
      if (shift === 0) {
        const candidates = (endingIn.get(block) ?? []).filter((index) => standsAt(needles[index], text, at - last));
        places.push(...candidates.map((needle) => ({ needle, at: at - last })));
      }
      at += Math.max(1, shift);
    }
    return places;
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

/**
 * Returns where a beginning of the needle reaches the end of the text, with the algorithm of Knuth, Morris and Pratt.
 */
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

/** Returns, for each beginning of the needle, how long a beginning of the needle is also its end. */
function overlaps(needle: Symbols): number[] {
  const lengths = [0];
  for (let at = 1; at < needle.length; at++) {
    let matched = lengths[at - 1] ?? 0;
    while (matched > 0 && needle[matched] !== needle[at]) matched = lengths[matched - 1] ?? 0;
    lengths.push(needle[matched] === needle[at] ? matched + 1 : 0);
  }
  return lengths;
}
