/** A budget of bytes that all current exchanges share. */

export interface BufferBudget {
  /**
   * Takes bytes if enough are free.
   * @returns whether they were taken.
   */
  take(bytes: number): boolean;
  /** Returns bytes that were taken before. */
  give(bytes: number): void;
}

/** The default size of a budget, in bytes: 256 MB. */
export const MOST_BUFFERED = 256 * 1024 * 1024;

/**
 * Creates a budget.
 * @param most how many bytes may be taken at the same time.
 */
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
