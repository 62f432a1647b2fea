/** What exchanges hold in memory, of all of them together: beyond a budget each waits until others have let go, one at a time. */

import { type BufferBudget, createBufferBudget } from './bufferBudget';

/** What one exchange holds. */
export interface Holding {
  /**
   * Takes room for so many bytes.
   * @returns undefined where there is some; else what settles as soon as there is, or as nobody waits for it any more.
   */
  take(bytes: number): Promise<void> | undefined;
  /** Nothing more will come. What came is still held. */
  answered(): void;
  /** Lets go of all that it holds. More may be taken afterwards. */
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

/** One exchange that has not been answered may always go on, beyond the budget if need be: else all might wait for each other. */
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
        for (const each of waiting.filter((other) => other.holding === holding)) {
          waiting.splice(waiting.indexOf(each), 1);
          each.admit(false);
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
