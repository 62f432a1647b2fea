/**
 * Decides when a run gives up on a target: when its time is over, or when it has waited too long without an answer. A refused connection ends the
 * run in `run.ts`.
 */

import type { Stop } from '../../report/outcome';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';

interface PatienceOptions {
  /** How long the whole run may take, in milliseconds. Without it, only waiting without success has a limit. */
  readonly deadlineMs?: number | undefined;
  /** When the run began, as `now` tells: some of its time may have passed before the first exchange. Default: now. */
  readonly began?: number | undefined;
  /** How many exchanges may be under way at once by now. */
  readonly concurrency: () => number;
}

/** How much there is to ask, as far as it is known. */
export interface Extent {
  readonly cases: number;
  readonly operations: number;
}

/**
 * So many time-outs in a row, by all that may be under way at once, are no accident; but some operations may hang,
 * while the others answer.
 */
const MOST_IN_A_ROW = 20;
const MOST_WAVES = 3;
const LEAST_OPERATIONS = 5;

/** How long a run waits without success at most, in milliseconds. A slow target that answers in time is given all the time it needs. */
const MOST_WASTED_MS = 60 * 60 * 1000;

/** The longest that a timer of Node's can take, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Watches over the exchanges of a run, from now on. */
export class Patience {
  private readonly controller = new AbortController();
  /** Aborted when it is at its end. */
  readonly signal: AbortSignal = this.controller.signal;
  private readonly timer: NodeJS.Timeout | undefined;
  private stop: Stop | undefined;
  private done = 0;
  private answered = 0;
  private wastedMs = 0;
  private wastedUntil = Number.NEGATIVE_INFINITY;
  /** The last exchanges, as far as all of them timed out. */
  private row: Exchange[] = [];

  /** @param now the clock, in milliseconds. */
  constructor(
    private readonly extent: Extent,
    private readonly options: PatienceOptions,
    private readonly now: () => number = () => performance.now(),
  ) {
    const { deadlineMs, began = now() } = options;
    if (deadlineMs === undefined) return;
    const leftMs = deadlineMs - (now() - began);
    if (leftMs <= 0) this.runOutOfTime(deadlineMs);
    this.timer = setTimeout(() => this.runOutOfTime(deadlineMs), Math.min(leftMs, LONGEST_TIMER));
  }

  /** Takes note of what an exchange came to. */
  note(exchange: Exchange): void {
    const { response, error, durationMs } = exchange;
    this.done++;
    if (response) this.answered++;
    if (error?.kind === 'stalled') return;
    if (error?.kind === 'timeout') this.row.push(exchange);
    else this.row = [];
    if (error) {
      // Time that several requests waited at the same time counts once.
      this.wastedMs += Math.min(durationMs, this.now() - this.wastedUntil);
      this.wastedUntil = this.now();
    }
    if (this.isStuck()) {
      const before = this.answered === 0 ? '' : `; it had answered ${this.answered} times before`;
      this.giveUp(
        `the target answered none of the last ${this.row.length} requests in time${before}. Is it stuck?`,
        this.answered > 0,
      );
    } else if (this.wastedMs >= MOST_WASTED_MS) {
      this.giveUp(
        `an hour was spent on exchanges that failed, most of them by time-out, after ${this.done} of ${this.extent.cases}; mend those first`,
        true,
      );
    }
  }

  /** Ends the watch. @returns why it came to its end, if it did. */
  end(): Stop | undefined {
    clearTimeout(this.timer);
    return this.stop;
  }

  private isStuck(): boolean {
    const { extent, row } = this;
    const mostInARow = Math.max(MOST_IN_A_ROW, MOST_WAVES * Math.min(this.options.concurrency(), extent.cases));
    const leastOperations = Math.min(LEAST_OPERATIONS, extent.operations);
    return row.length >= mostInARow && countOperations(row.map((each) => each.case)) >= leastOperations;
  }

  private runOutOfTime(deadlineMs: number): void {
    this.giveUp(
      `the run was not done within ${deadlineMs / 1000} s (--deadline), after ${this.done} of ${this.extent.cases} exchanges`,
      true,
    );
  }

  private giveUp(reason: string, provenStands: boolean): void {
    this.stop ??= { reason, provenStands };
    this.controller.abort();
  }
}

/** How many operations cases are about. */
function countOperations(cases: readonly Case[]): number {
  return new Set(cases.map(({ request: { operation } }) => operation)).size;
}
