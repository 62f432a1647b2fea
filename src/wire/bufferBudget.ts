/** How many bytes all the exchanges that are under way together may hold: one budget, from which each of them takes. */

export interface BufferBudget {
  /** @returns whether so many bytes were still free, in which case they are taken; where they were not, nothing is taken. */
  take(bytes: number): boolean;
  /** Gives bytes back that were taken before. */
  give(bytes: number): void;
}

/** The default of a budget, in bytes: 256 MB. */
export const MOST_BUFFERED = 256 * 1024 * 1024;

/** @param most how many bytes may be taken at the same time. */
export function createBufferBudget(most = MOST_BUFFERED): BufferBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken = Math.max(0, taken - bytes);
    },
  };
}
