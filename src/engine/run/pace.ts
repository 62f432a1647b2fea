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

export function createPace(options: PaceOptions, now: () => number = () => performance.now()): Pace {
  return new WatchedPace(options, now);
}

class WatchedPace implements Pace {
  private readonly waiting: (() => void)[] = [];
  private readonly width: Width;
  private underWay = 0;
  private nextAt = Number.NEGATIVE_INFINITY;
  /** How often the places were freed: what began before that no longer holds one. */
  private era = 0;

  constructor(
    private readonly options: PaceOptions,
    private readonly now: () => number,
  ) {
    this.width = new Width(options.concurrency);
  }

  async begin(signal?: AbortSignal): Promise<() => void> {
    if (this.underWay < this.width.allowed && this.waiting.length === 0) this.underWay++;
    else await this.turn(signal);
    const begun = this.era;
    await this.again(signal);
    const started = this.now();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (begun !== this.era) return;
      this.underWay--;
      this.width.note(this.now() - started);
      this.next();
    };
  }

  async again(signal?: AbortSignal): Promise<void> {
    const { rate } = this.options;
    if (rate === undefined) return;
    const at = Math.max(this.now(), this.nextAt);
    this.nextAt = at + 1000 / rate;
    await pause(at - this.now(), signal);
  }

  free(): void {
    this.era++;
    this.underWay = 0;
    this.next();
  }

  private next(): void {
    while (this.underWay < this.width.allowed) {
      const turn = this.waiting.shift();
      if (!turn) return;
      this.underWay++;
      turn();
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        this.underWay++;
        resolve();
      };
      this.waiting.push(begin);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/** How many may be under way at once. What answers slower and slower is asked less: half as much, and by and by more again. */
class Width {
  private width: number;
  private usualMs = 0;
  private recentMs = 0;
  private answers = 0;

  constructor(private readonly most: number) {
    this.width = most;
  }

  get allowed(): number {
    return Math.max(1, Math.floor(this.width));
  }

  /** Takes note of how long an answer took, in milliseconds. */
  note(ms: number): void {
    this.answers++;
    this.recentMs += (ms - this.recentMs) / 8;
    this.usualMs += (ms - this.usualMs) / Math.min(this.answers, USUAL_OF);
    if (this.answers < USUAL_OF) this.recentMs = this.usualMs;
    else if (this.recentMs > SLOW_MS && this.recentMs > MUCH_SLOWER * this.usualMs) {
      this.width = Math.max(1, this.width / 2);
      this.recentMs = this.usualMs;
    } else this.width = Math.min(this.most, this.width + 1 / (4 * this.most));
  }
}
