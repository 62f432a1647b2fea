/**
 * Limits the memory of all exchanges together. If the budget is used up, an exchange waits until others release memory.
 */

import { type BufferBudget, createBufferBudget } from './bufferBudget';

/** The memory that one exchange holds. */
export interface Holding {
  /**
   * Takes memory.
   * @param bytes how many bytes are needed.
   * @returns undefined if there is enough; else a promise that resolves when there is, or when the exchange no longer
   * waits.
   */
  take(bytes: number): Promise<void> | undefined;
  /** Says that the answer is complete. The memory is still held. */
  answered(): void;
  /** Releases all memory. More may be taken afterwards. */
  release(): void;
}

export interface Holdings {
  open(): Holding;
}

interface Waiting {
  readonly holding: Holding;
  readonly bytes: number;
  readonly admit: (isCounted: boolean) => void;
}

/**
 * Creates the accounts of all exchanges. One exchange that is not answered yet may always continue, even beyond the
 * budget. Otherwise, all of them might wait for each other.
 */
export function createHoldings(budget: BufferBudget = createBufferBudget()): Holdings {
  const waiting: Waiting[] = [];
  let ahead: Holding | undefined;

  const admit = () => {
    for (let [next] = waiting; next; [next] = waiting) {
      const isCounted = budget.take(next.bytes);
      if (!isCounted) {
        if (ahead && ahead !== next.holding) return;
        ahead = next.holding;
      }
      waiting.shift();
      next.admit(isCounted);
    }
  };
  return {
    open() {
      let held = 0;
      const leave = () => {
        if (ahead === holding) ahead = undefined;
        for (const entry of waiting.filter((candidate) => candidate.holding === holding)) {
          waiting.splice(waiting.indexOf(entry), 1);
          entry.admit(false);
        }
      };
      const holding: Holding = {
        take(bytes) {
          if (budget.take(bytes)) {
            held += bytes;
            return undefined;
          }
          ahead ??= holding;
          if (ahead === holding) return undefined;
          return new Promise((done) => {
            const admitted = (isCounted: boolean) => {
              if (isCounted) held += bytes;
              done();
            };
            waiting.push({ holding, bytes, admit: admitted });
          });
        },
        answered() {
          leave();
          admit();
        },
        release() {
          leave();
          budget.give(held);
          held = 0;
          admit();
        },
      };
      return holding;
    },
  };
}
