/** Helps with what may come later: values that may be promises, pauses that end early, and limits of time. */

import { clearTimeout, setTimeout } from 'node:timers';

/** A run waits at most this long before it repeats a request, however long an answer asks for, in milliseconds. */
export const LONGEST_WAIT_MS = 5000;

/**
 * Calls `next` with a value that may still be a promise. It calls it at once if the value is there, because waiting
 * would cost a mock more time than most answers need.
 */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Waits for a number of milliseconds, or until the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** A timer can take no more, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns a signal that aborts after a number of milliseconds, or as soon as one of the others does. It does not keep the process alive. Its timer
 * holds it: Node frees an `AbortSignal.timeout` that only an `AbortSignal.any` knows, and then that never aborts.
 */
export function abortAfter(ms: number, ...others: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), Math.min(ms, LONGEST_TIMER)).unref();
  return others.length === 0 ? controller.signal : AbortSignal.any([controller.signal, ...others]);
}

/** Waits until a promise resolves, at most for a number of milliseconds. The promise must not reject. */
export function settled(promise: Promise<unknown>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
