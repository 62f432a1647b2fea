/** Turns of the event loop amid long computing, so that signals, timers and sockets are heard. */

/** For how long others may have to wait, in milliseconds. */
const LONGEST_MS = 50;

let last = 0;

/** Lets all run that is due, where nothing could for a while. */
export async function letOthersRun(): Promise<void> {
  if (performance.now() - last < LONGEST_MS) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  last = performance.now();
}
