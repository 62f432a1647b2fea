import { clearTimeout, setTimeout } from 'node:timers';

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
