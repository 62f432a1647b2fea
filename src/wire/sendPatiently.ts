/**
 * Sends a request again if the target asks the client to wait (429, 503), and reads how long `Retry-After` asks for. A quota or a rate limit is not a
 * fault of the target.
 */

import { fieldValues, type Request, type Response } from '../http/message';
import { LONGEST_WAIT_MS, pause } from '../support/waiting';
import { type Limits, type Outcome, type SendOptions, send } from './send';
import type { Target } from './target';

/** A request waits at most this often. */
const MOST_WAITS = 3;
/** A request waits this long if the target does not say how long, in milliseconds. */
const USUAL_WAIT_MS = 500;
/** Where the target says that no wait is needed any more, it is this long, in milliseconds. */
const SHORTEST_WAIT_MS = 50;

/** After this many requests that waited without success, no request waits any more. */
const MOST_IN_VAIN = 2;

interface PatientOptions extends SendOptions {
  /** Asked after a wait: whether the request may be sent once more. It has no turn by then, and may send others. */
  readonly maySendAgain?: ((signal?: AbortSignal) => Promise<boolean>) | undefined;
}

/** As {@link send}, with a request or with what makes it anew each time that it is sent. */
type PatientSender = (
  request: Request | (() => Promise<Request>),
  target: Target,
  limits: Limits,
  signal?: AbortSignal,
  options?: PatientOptions,
) => Promise<Outcome>;

/**
 * Creates a sender like {@link send}. It waits, within limits, after a 429, and after a 503 with a `Retry-After` field.
 * @param again is awaited before a request is sent once more.
 * @param heard is told of each outcome, those after which it waits, too.
 */
export function createPatientSender(
  again: (signal?: AbortSignal) => Promise<void> = async () => {},
  heard: (outcome: Outcome) => void = () => {},
): PatientSender {
  let inVain = 0;
  return async (
    request: Request | (() => Promise<Request>),
    target: Target,
    limits: Limits,
    signal?: AbortSignal,
    { maySendAgain, ...options }: PatientOptions = {},
  ): Promise<Outcome> => {
    for (let waits = 0; ; waits++) {
      const now = typeof request === 'function' ? await request() : request;
      const outcome = await send(now, target, limits, signal, options);
      heard(outcome);
      const waitMs = outcome.response ? waitOf(outcome.response) : undefined;
      if (waitMs === undefined || signal?.aborted) {
        if (waits > 0) inVain = 0;
        return outcome;
      }
      if (waits === MOST_WAITS) inVain++;
      if (inVain >= MOST_IN_VAIN || waits === MOST_WAITS) return outcome;
      await pause(waitMs, signal);
      if (maySendAgain) {
        options.onAnswered?.();
        if (!(await maySendAgain(signal))) return outcome;
      }
      await again(signal);
    }
  };
}

/** Returns how long a request waits here before it is sent again, in milliseconds; undefined if it is not, since the target does not ask for that, or asks for too long. */
function waitOf(response: Response): number | undefined {
  const after = retryAfter(response);
  if (response.status !== 429 && (response.status !== 503 || after === undefined)) return undefined;
  const ms = after ?? USUAL_WAIT_MS;
  return ms <= LONGEST_WAIT_MS ? ms : undefined;
}

/**
 * Returns how long the `Retry-After` field of an answer asks to wait, as seconds or until a date (RFC 9110 §10.2.3), in milliseconds; undefined if
 * there is none, or nobody can read it. It may be very long: each caller has a limit of its own.
 * @example `Retry-After: 120` → 120000
 */
export function retryAfter(response: Response): number | undefined {
  const [after] = fieldValues(response, 'retry-after');
  if (after === undefined) return undefined;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, SHORTEST_WAIT_MS);
}
