/** Gives up control during long computations, so that signals, timers and sockets are handled. */

/** Other events wait at most this long, in milliseconds. */
const LONGEST_MS = 50;

let last = 0;

function isLate(): boolean {
  return performance.now() - last >= LONGEST_MS;
}

/** Lets other events run, if they had to wait too long. */
export async function letOthersRun(): Promise<void> {
  if (!isLate()) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  last = performance.now();
}

/**
 * Carries out work that stops after each of its parts, and lets others run between them. It is carried out to its end: work that can be left
 * undone looks at a signal itself.
 */
export async function lettingOthersRun<T>(parts: Generator<void, T>): Promise<T> {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    if (isLate()) await letOthersRun();
  }
}

/** Carries out the same without a pause, for callers that cannot wait. */
export function atOnce<T>(parts: Generator<void, T>): T {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}
