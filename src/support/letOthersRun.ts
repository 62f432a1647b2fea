/** Gives up control during long computations, so that signals, timers and sockets are handled. */

/** Other events wait at most this long, in milliseconds. */
const LONGEST_MS = 50;

let last = 0;

/** Lets other events run, if they had to wait too long. */
export async function letOthersRun(): Promise<void> {
  if (performance.now() - last < LONGEST_MS) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  last = performance.now();
}
