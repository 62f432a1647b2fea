/** Makes pauses that end early when the client goes away, or when the mock is closed. */

import type { ServerResponse } from 'node:http';

export interface Pauses {
  /** Waits for `ms` milliseconds, or until the connection of the response ends. @returns undefined if there is nothing to wait for. */
  pause(ms: number, response: ServerResponse): Promise<void> | undefined;
  end(): void;
}

export function createPauses(): Pauses {
  const waiting = new Set<() => void>();
  let ended = false;
  return {
    pause(ms, response) {
      if (ms <= 0 || ended) return undefined;
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          response.off('close', done);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        response.once('close', done);
        waiting.add(done);
      });
    },
    end() {
      ended = true;
      for (const done of [...waiting]) done();
    },
  };
}
