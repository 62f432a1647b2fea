/** How many requests are under way at once, and how often one begins: when a run slows down (`RateLimit-Remaining`, 429, 503) and goes faster again. */

import { pause } from '../../support/waiting';
import type { Outcome } from '../../wire/send';

interface PaceOptions {
  /** How many may be under way at once; found out where it is not said. */
  readonly concurrency?: number | undefined;
  /** Where it is found out, no more than so many. */
  readonly widest?: number;
  /** How many may begin in a second; as many as it takes where there is none. */
  readonly rate?: number | undefined;
}

/** With so many at once a run begins that finds out how many the target takes; and where nothing else is said, it has never more than so many. */
const AT_FIRST = 4;
export const WIDEST = 32;

/** How many requests of a run may be under way at once at most. */
export function mostAtOnce({ concurrency, widest = WIDEST }: Omit<PaceOptions, 'rate'>): number {
  return concurrency ?? Math.max(1, widest);
}

/** A target is taken to be overloaded once its answers take so many times as long as it usually did, and no less than this, in milliseconds. */
const MUCH_SLOWER = 4;
const SLOW_MS = 100;

/** Of how many answers the usual time is made up. */
const USUAL_OF = 50;

export class Pace {
  private readonly waiting: Record<'urgent' | 'other', (() => void)[]> = { urgent: [], other: [] };
  private readonly width: Width;
  private underWay = 0;
  private nextAt = Number.NEGATIVE_INFINITY;
  /** When as many were under way as might be, for the last time. */
  private fullAt = Number.NEGATIVE_INFINITY;
  /** How often the places were freed: what began before that no longer holds one. */
  private era = 0;

  constructor(
    private readonly options: PaceOptions,
    private readonly now: () => number = () => performance.now(),
  ) {
    const most = mostAtOnce(options);
    this.width = options.concurrency === undefined ? new FoundWidth(Math.min(AT_FIRST, most), most) : new Width(most);
  }

  /** How many may be under way at once by now. */
  get allowed(): number {
    return this.width.allowed;
  }

  /**
   * Waits for its turn, or until the signal says otherwise.
   * @param isUrgent it goes before those that are not: others wait for it, or what it acts on was just looked at.
   * @returns what ends it: to be called once the answer is there, more than once does no harm.
   */
  async begin(signal?: AbortSignal, isUrgent = false): Promise<() => void> {
    const { urgent, other } = this.waiting;
    if (this.underWay < this.width.allowed && urgent.length + other.length === 0) this.underWay++;
    else await this.turn(isUrgent ? urgent : other, signal);
    const begun = this.era;
    await this.again(signal);
    const started = this.now();
    if (this.underWay >= this.width.allowed) this.fullAt = started;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (begun !== this.era) return;
      this.underWay--;
      this.width.note(this.now() - started, this.fullAt >= started);
      this.next();
    };
  }

  /** Takes note of what one came to. */
  heard({ response, error }: Outcome): void {
    const isTrouble = response?.status === 429 || response?.status === 503 || error?.kind === 'reset';
    if (isTrouble) this.width.noteTrouble();
    else if (error?.kind === 'timeout') this.width.noteSilence();
  }

  /** Waits as long as the rate wants before what has its turn sends once more. */
  async again(signal?: AbortSignal): Promise<void> {
    const { rate } = this.options;
    if (rate === undefined) return;
    const at = Math.max(this.now(), this.nextAt);
    this.nextAt = at + 1000 / rate;
    await pause(at - this.now(), signal);
  }

  /** What has not ended by now is waited for no more: its places are free. */
  free(): void {
    this.era++;
    this.underWay = 0;
    this.next();
  }

  private next(): void {
    while (this.underWay < this.width.allowed) {
      const turn = this.waiting.urgent.shift() ?? this.waiting.other.shift();
      if (!turn) return;
      this.underWay++;
      turn();
    }
  }

  private turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        this.underWay++;
        resolve();
      };
      waiting.push(begin);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/** How many may be under way at once. What answers slower and slower is asked less: half as much, and by and by more again. */
class Width {
  protected width: number;
  private usualMs = 0;
  private recentMs = 0;
  private answers = 0;

  constructor(protected readonly most: number) {
    this.width = most;
  }

  get allowed(): number {
    return Math.max(1, Math.floor(this.width));
  }

  /** Takes note of how long an answer took, in milliseconds. @param _isFull whether no more could have been under way meanwhile. */
  note(ms: number, _isFull: boolean): void {
    this.answers++;
    this.recentMs += (ms - this.recentMs) / 8;
    this.usualMs += (ms - this.usualMs) / Math.min(this.answers, USUAL_OF);
    if (this.answers < USUAL_OF) this.recentMs = this.usualMs;
    else if (this.recentMs > SLOW_MS && this.recentMs > MUCH_SLOWER * this.usualMs) {
      this.narrow();
      this.recentMs = this.usualMs;
    } else this.recover();
  }

  /** Takes note that the target wants to be asked less, or let go of a connection. */
  noteTrouble(): void {}

  /** Takes note that no answer came in time. */
  noteSilence(): void {}

  protected narrow(): void {
    this.width = Math.max(1, this.width / 2);
  }

  protected recover(): void {
    this.width = Math.min(this.most, this.width + 1 / (4 * this.most));
  }
}

/** A width that was tried is kept where answers take so many times as long with it as they did at best, and so much more, in milliseconds. */
const SLOWER = 1.4;
const SLOWER_MS = 15;

/** After so many answers without any trouble one more at once is tried; after twice as many, each time that trouble comes again. */
const QUIET = 200;

/**
 * A width that begins small, and grows by half as long as answers take no longer for it. What the target cannot take, it says (429, 503), or lets
 * go of: then it is asked half as much at once, and hardly more again.
 */
class FoundWidth extends Width {
  private times: number[] = [];
  private bestMs = Number.POSITIVE_INFINITY;
  /** Where trouble came, the half of what was under way then. */
  private ceiling: number;
  /** How many answers are still to come of requests that were under way as trouble came: they tell of the same. */
  private deaf = 0;
  private quiet = 0;
  /** How often trouble came. */
  private troubles = 0;

  constructor(
    private readonly first: number,
    most: number,
  ) {
    super(most);
    this.width = first;
    this.ceiling = most;
  }

  override note(ms: number, isFull: boolean): void {
    this.deaf = Math.max(0, this.deaf - 1);
    super.note(ms, isFull);
    if (++this.quiet >= QUIET * 2 ** Math.max(0, this.troubles - 1)) {
      this.quiet = 0;
      this.ceiling = Math.min(this.most, this.ceiling + 1);
    }
    // Where fewer are under way than might be, nothing shows how many the target takes.
    if (!isFull) return;
    this.times.push(ms);
    if (this.times.length < 2 * this.allowed) return;
    const usual = this.times.sort((one, other) => one - other)[this.times.length >> 1] ?? ms;
    this.times = [];
    this.bestMs = Math.min(this.bestMs, usual);
    if (usual <= this.bestMs * SLOWER + SLOWER_MS) this.width = Math.min(this.ceiling, Math.ceil(this.width * 1.5));
    else if (usual > 2 * (this.bestMs * SLOWER + SLOWER_MS)) this.narrow();
  }

  override noteTrouble(): void {
    this.quiet = 0;
    if (this.deaf > 0) return;
    this.deaf = this.allowed;
    this.troubles++;
    this.narrow();
    this.ceiling = this.allowed;
    this.times = [];
  }

  /** What some operations never answer is no reason to ask less than at first. */
  override noteSilence(): void {
    this.quiet = 0;
    this.width = Math.min(this.width, this.first);
    this.ceiling = Math.min(this.ceiling, this.first);
    this.times = [];
  }

  protected override recover(): void {
    this.width = Math.min(Math.max(this.width, this.first), this.ceiling, this.width + 1 / (4 * this.most));
  }
}
