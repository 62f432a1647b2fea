/** When a run gives up on a target: the time that it is given, and what it waits for in vain. */

import type { Stop } from '../../report/outcome';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';

interface PatienceOptions {
  /** For the whole run, in milliseconds; without it, only what is waited for in vain has a limit. */
  readonly deadlineMs?: number | undefined;
  /** When the run began, as `now` tells: some of its time may have passed before the first exchange. Default: now. */
  readonly began?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
}

/** What there is to ask, as far as it is known. */
export interface Extent {
  readonly cases: number;
  readonly operations: number;
}

export interface Patience {
  /** Aborted when it is at its end. */
  readonly signal: AbortSignal;
  /** Takes note of what an exchange came to. */
  note(exchange: Exchange): void;
  /** Ends the watch. @returns why it came to its end, if it did. */
  end(): Stop | undefined;
}

/**
 * So many time-outs in a row, by all that may be under way at once, are no accident; but some operations may hang,
 * while the others answer.
 */
const MOST_IN_A_ROW = 20;
const MOST_WAVES = 3;
const LEAST_OPERATIONS = 5;

/** The most that may be waited in vain, in milliseconds. A slow target that answers in time is given all the time it needs. */
const MOST_WASTED_MS = 60 * 60 * 1000;

/** The longest that a timer of Node's can take, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Watches over the exchanges of a run, from now on. */
export function createPatience(
  extent: Extent,
  { deadlineMs, concurrency, began }: PatienceOptions,
  now: () => number = () => performance.now(),
): Patience {
  const mostInARow = () => Math.max(MOST_IN_A_ROW, MOST_WAVES * Math.min(concurrency, extent.cases));
  const leastOperations = () => Math.min(LEAST_OPERATIONS, extent.operations);
  const controller = new AbortController();
  let stop: Stop | undefined;
  let done = 0;
  let answered = 0;
  let wastedMs = 0;
  let wastedUntil = Number.NEGATIVE_INFINITY;
  let row: Exchange[] = [];

  const giveUp = (reason: string, provenStands: boolean) => {
    stop ??= { reason, provenStands };
    controller.abort();
  };
  const outOfTime = () => {
    giveUp(
      `the run was not done within ${Number(deadlineMs) / 1000} s (--deadline), after ${done} of ${extent.cases} exchanges`,
      true,
    );
  };
  const left = deadlineMs === undefined ? Number.POSITIVE_INFINITY : deadlineMs - (now() - (began ?? now()));
  if (left <= 0) outOfTime();
  const timer = deadlineMs === undefined ? undefined : setTimeout(outOfTime, Math.min(left, LONGEST_TIMER));

  return {
    signal: controller.signal,
    note(exchange) {
      const { response, error, durationMs } = exchange;
      done++;
      if (response) answered++;
      if (error?.kind === 'stalled') return;
      if (error?.kind === 'timeout') row.push(exchange);
      else row = [];
      if (error) {
        // Of what was waited for side by side the time counts once.
        wastedMs += Math.min(durationMs, now() - wastedUntil);
        wastedUntil = now();
      }
      if (row.length >= mostInARow() && countOperations(row.map((each) => each.case)) >= leastOperations()) {
        const before = answered === 0 ? '' : `; it had answered ${answered} times before`;
        giveUp(
          `the target answered none of the last ${row.length} requests in time${before}. Is it stuck?`,
          answered > 0,
        );
      } else if (wastedMs >= MOST_WASTED_MS) {
        giveUp(
          `an hour was spent on exchanges that failed, most of them by time-out, after ${done} of ${extent.cases}; mend those first`,
          true,
        );
      }
    },
    end() {
      clearTimeout(timer);
      return stop;
    },
  };
}

/** How many operations cases are about. */
function countOperations(cases: readonly Case[]): number {
  return new Set(cases.map(({ request: { operation } }) => operation)).size;
}
