/**
 * Rejects with the failure of Espalier itself, once the command has had time to end by itself or the process has nothing left to do.
 * @param graceMs that time, in milliseconds.
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
