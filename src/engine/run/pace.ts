/** How many requests are under way at once, and how often one begins. */

import { pause } from '../../support/waiting';

interface PaceOptions {
  /** How many may be under way at once. */
  readonly concurrency: number;
  /** How many may begin in a second; as many as it takes where there is none. */
  readonly rate?: number | undefined;
}

export interface Pace {
  /**
   * Waits for its turn, or until the signal says otherwise.
   * @returns what ends it: to be called once the answer is there, more than once does no harm.
   */
  begin(signal?: AbortSignal): Promise<() => void>;
  /** Waits as long as the rate wants before what has its turn sends once more. */
  again(signal?: AbortSignal): Promise<void>;
  /** What has not ended by now is waited for no more: its places are free. */
  free(): void;
}

/** A target is taken to be overloaded once its answers take so many times as long as it usually did, and no less than this, in milliseconds. */
const MUCH_SLOWER = 4;
const SLOW_MS = 100;

/** Of how many answers the usual time is made up. */
const USUAL_OF = 50;

export function createPace({ concurrency, rate }: PaceOptions, now: () => number = () => performance.now()): Pace {
  const waiting: (() => void)[] = [];
  let allowed = concurrency;
  let underWay = 0;
  let usualMs = 0;
  let recentMs = 0;
  let answers = 0;
  let nextAt = Number.NEGATIVE_INFINITY;

  let era = 0;

  const next = () => {
    while (underWay < Math.max(1, Math.floor(allowed))) {
      const turn = waiting.shift();
      if (!turn) return;
      underWay++;
      turn();
    }
  };
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        underWay++;
        resolve();
      };
      waiting.push(begin);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  /** What answers slower and slower is asked less: half as much at once, and by and by more again. */
  const note = (ms: number) => {
    answers++;
    recentMs += (ms - recentMs) / 8;
    usualMs += (ms - usualMs) / Math.min(answers, USUAL_OF);
    if (answers < USUAL_OF) recentMs = usualMs;
    else if (recentMs > SLOW_MS && recentMs > MUCH_SLOWER * usualMs) {
      allowed = Math.max(1, allowed / 2);
      recentMs = usualMs;
    } else allowed = Math.min(concurrency, allowed + 1 / (4 * concurrency));
  };
  const again = async (signal?: AbortSignal) => {
    if (rate === undefined) return;
    const at = Math.max(now(), nextAt);
    nextAt = at + 1000 / rate;
    await pause(at - now(), signal);
  };
  return {
    again,
    async begin(signal) {
      if (underWay < Math.floor(allowed) && waiting.length === 0) underWay++;
      else await turn(signal);
      const begun = era;
      await again(signal);
      const started = now();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        if (begun !== era) return;
        underWay--;
        note(now() - started);
        next();
      };
    },
    free() {
      era++;
      underWay = 0;
      next();
    },
  };
}
