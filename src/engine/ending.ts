/** How a run ends: how long what is under way is waited for, and how long what was made is removed. */

import { setMaxListeners } from 'node:events';
import { abortAfter, pause } from '../support/waiting';
import type { Run } from './run/run';

/** A run that did not come to its end. */
export const UNENDED: Run = { givenUp: undefined, unmade: new Map(), whyUnasked: () => undefined, sentAside: 0 };

/** What became of a run: its end, or what went wrong with us. One that waits for its last requests too long is not waited for. */
export async function endOfRun(
  running: Promise<Run>,
  isOver: AbortSignal,
  deadlineMs: number | undefined,
  underWayMs: number,
): Promise<Run | { readonly bug: unknown }> {
  const over = new AbortController();
  const overtime = async (): Promise<Run> => {
    await until(isOver, over.signal);
    await pause(underWayMs, over.signal);
    const reason = `the run was not done within ${Number(deadlineMs) / 1000} s (--deadline), and what was under way did not end either`;
    return { ...UNENDED, givenUp: { reason, provenStands: true } };
  };
  try {
    return await Promise.race([running, overtime()]);
  } catch (bug) {
    return { bug };
  } finally {
    over.abort();
  }
}

/** Waits until a signal aborts, or the other one does: the first must then no longer hold what waits, which may be all of a run. */
function until(signal: AbortSignal, noMore: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      noMore.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted || noMore.aborted) resolve();
    else for (const each of [signal, noMore]) each.addEventListener('abort', end);
  });
}

/** For removing what the run made, at its end, in milliseconds; what a run made in longer than that is not removed in less. */
const MOST_CLEANING_MS = 120_000;

/** However long the run took, in milliseconds. */
const LONGEST_CLEANING_MS = 600_000;

/**
 * How long removing what the run made may take, in milliseconds: as long as its deadline leaves, or else as long as the run took; and always a
 * little.
 * @param elapsedMs since the run began.
 * @param leastMs in milliseconds.
 */
export function cleaningLimit(
  elapsedMs: number,
  deadlineMs: number | undefined,
  isCutShort: boolean,
  leastMs: number,
): number {
  if (isCutShort) return leastMs;
  if (deadlineMs === undefined) return Math.floor(Math.min(LONGEST_CLEANING_MS, Math.max(MOST_CLEANING_MS, elapsedMs)));
  // A timer of Node's takes whole milliseconds alone.
  return Math.floor(Math.min(MOST_CLEANING_MS, Math.max(leastMs, deadlineMs - elapsedMs)));
}

/**
 * Ends the removal of what the run made: after so long, and a little after somebody wants the run to end meanwhile.
 * @param limitMs in milliseconds, as `soonMs`.
 * @param ending somebody wants the run to end.
 */
export function cleaningSignal(limitMs: number, ending: AbortSignal | undefined, soonMs: number): AbortSignal {
  const limit = abortAfter(limitMs);
  // Each request that is under way listens to it.
  setMaxListeners(0, limit);
  // What was ended before has its limit already.
  if (!ending || ending.aborted) return limit;
  const cut = new AbortController();
  const hurry = () => abortAfter(soonMs).addEventListener('abort', () => cut.abort());
  ending.addEventListener('abort', hurry, { once: true, signal: limit });
  const either = AbortSignal.any([limit, cut.signal]);
  setMaxListeners(0, either);
  return either;
}
