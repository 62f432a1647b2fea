/** Waits that end early: when the client goes away, and all at once when the mock is closed. */

import type { ServerResponse } from 'node:http';

export interface Pauses {
  /** Undefined where there is nothing to wait for. @param ms at most; @param response whose connection may end before. */
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
