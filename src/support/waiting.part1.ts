import { clearTimeout, setTimeout } from 'node:timers';

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
