import { clearTimeout, setTimeout } from 'node:timers';

/**
 * What comes after a value that may still be on its way: where it is there, at once. To wait for what is there costs a mock more than
 * most answers do.
 */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Waits so many milliseconds, or until the signal says otherwise. */
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

/** Waits for a promise that does not reject, up to a limit in milliseconds. */
export function settled(promise: Promise<unknown>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
