/** Sends a request again where the target asks for patience: a quota or a rate limit is no verdict. */

import { fieldValues, type Request, type Response } from '../http/message';
import { pause } from '../support/waiting';
import { type Limits, type Outcome, type SendOptions, send } from './send';
import type { Target } from './target';

/** How often, and for how long at most each time, in milliseconds. */
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 5000;
/** Where the target does not say for how long. */
const USUAL_WAIT_MS = 500;

/** So many requests that were waited for in vain are enough: nothing is waited for any more. */
const MOST_IN_VAIN = 2;

/**
 * As {@link send}; a 429, and a 503 that says when to come again, are waited for within a bound.
 * @param again is waited for before a request is sent once more.
 */
export function createPatientSender(again: (signal?: AbortSignal) => Promise<void> = async () => {}): typeof send {
  let inVain = 0;
  return async (
    request: Request,
    target: Target,
    limits: Limits,
    signal?: AbortSignal,
    options?: SendOptions,
  ): Promise<Outcome> => {
    for (let waits = 0; ; waits++) {
      const outcome = await send(request, target, limits, signal, options);
      const waitMs = outcome.response ? waitOf(outcome.response) : undefined;
      if (waitMs === undefined || signal?.aborted) {
        if (waits > 0) inVain = 0;
        return outcome;
      }
      if (waits === MOST_WAITS) inVain++;
      if (inVain >= MOST_IN_VAIN || waits === MOST_WAITS) return outcome;
      await pause(waitMs, signal);
      await again(signal);
    }
  };
}

/** For how long the target asks us to wait, in milliseconds; undefined where it does not, or for longer than we would. */
function waitOf(response: Response): number | undefined {
  const [after] = fieldValues(response, 'retry-after');
  if (response.status !== 429 && (response.status !== 503 || after === undefined)) return undefined;
  return after === undefined ? USUAL_WAIT_MS : retryAfter(response);
}

/** For how long a response asks to wait (RFC 9110 §10.2.3), in milliseconds; undefined where it does not, or for longer than we would. */
export function retryAfter(response: Response): number | undefined {
  const [after] = fieldValues(response, 'retry-after');
  if (after === undefined) return undefined;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return ms <= LONGEST_WAIT_MS ? Math.max(ms, 50) : undefined;
}
