/**
 * Rejects with our own failure, after the time that the command is given to end by itself, or once nothing is under way any more.
 * @param graceMs in milliseconds.
 */
export function failing(failed: AbortSignal | undefined, graceMs: () => number): Promise<never> {
  return new Promise((_, reject) => {
    const begin = () => {
      const end = () => reject(failed?.reason);
      process.once('beforeExit', end);
      setTimeout(end, graceMs()).unref();
    };
    if (failed?.aborted) begin();
    else failed?.addEventListener('abort', begin, { once: true });
  });
}
