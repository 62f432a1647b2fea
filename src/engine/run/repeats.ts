/**
 * Says whether an answer may be a passing one, such as a 503 under load, and whether its request is sent again to see that. A service that
 * fails all the time is not asked twice as much for it: what fails again is counted, and there is a limit.
 */

import { fieldValues } from '../../http/message';
import { IDEMPOTENT_METHODS } from '../../http/methods';
import { isOverload } from '../../http/statuses';
import { endsSession } from '../../resources/destructiveness';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';

/** Decides for all requests of a run. */
interface Repeats {
  /**
   * Takes note of an outcome.
   * @param failures how often the same request failed before this outcome.
   * @param makes whether the request may make something.
   * @returns how long to wait before the request is sent again, in milliseconds; undefined if the outcome stands.
   */
  next(each: Case, outcome: Pick<Outcome, 'response' | 'error'>, failures: number, makes: boolean): number | undefined;
}

/** How long to wait before a request is sent again, time after time, in milliseconds. A time-out has cost enough time itself. */
const AFTER_STATUS_MS = [250, 500, 1000];
const AFTER_TIMEOUT_MS = [1000];

/** How long to wait further, where such failures have been seen to pass: of a hundred requests that fail once in ten, one fails twice in a row. */
const AFTER_PASSING_MS = [2000, 4000];

/** So many repeats that fail again show that an operation fails all the time; one more is taken for each of its requests that passed. */
const MOST_IN_VAIN = 3;

/** So many show it of the whole target. */
const MOST_IN_VAIN_OF_ALL = 20;

/** So many repeats of one request count: that one fails several times in a row says little of the others. */
const MOST_OF_ONE = 2;

/** What a repeat weighs that ends in a time-out: an operation has one of them. */
const WEIGHT_OF_TIMEOUT = 3;

/** After so many time-outs in a row, of whatever was asked, the target is stuck rather than under load. */
const MOST_IN_A_ROW = 4;

/**
 * What fails more often than once in five requests, and five times more, is no passing thing: then the first answer stands. Where one request in ten
 * fails, four of ten fail in one of eighty such rows, and a run has many rows; more than seven of ten fail in one of millions.
 */
const FEW = 5;
const ONE_IN = 5;

interface Counted {
  asked: number;
  /** How many requests failed, and did not fail when they were sent again. */
  passed: number;
  inVain: number;
}

export function createRepeats(): Repeats {
  const operations = new Map<string, Counted>();
  let inVainOfAll = 0;
  let hasPassed = false;
  let hasAnswered = false;
  let timeoutsInARow = 0;
  return {
    next(each, outcome, failures, makes) {
      const { name } = each.request.operation;
      const counted = operations.get(name) ?? { asked: 0, passed: 0, inVain: 0 };
      operations.set(name, counted);
      if (failures === 0) counted.asked++;
      if (outcome.response) [hasAnswered, timeoutsInARow] = [true, 0];
      if (whatFailed(outcome) === undefined) {
        if (failures > 0) {
          counted.passed++;
          hasPassed = true;
          // A failure that passed in the end was worth repeating.
          const repeats = Math.min(failures, MOST_OF_ONE + 1) - 1;
          counted.inVain = Math.max(0, counted.inVain - repeats);
          inVainOfAll = Math.max(0, inVainOfAll - repeats);
        }
        return undefined;
      }
      const isTimeout = outcome.error !== null;
      if (failures > 0 && failures <= MOST_OF_ONE) {
        const weight = isTimeout ? WEIGHT_OF_TIMEOUT : 1;
        counted.inVain += weight;
        inVainOfAll += weight;
      }
      if (isTimeout && (!hasAnswered || ++timeoutsInARow > MOST_IN_A_ROW)) return undefined;
      if (!isHarmless(each, outcome, makes) || asksToWait(outcome)) return undefined;
      if (counted.inVain >= MOST_IN_VAIN + counted.passed || inVainOfAll >= MOST_IN_VAIN_OF_ALL) return undefined;
      if (counted.passed >= FEW + counted.asked / ONE_IN) return undefined;
      const waitsMs = hasPassed ? [...AFTER_STATUS_MS, ...AFTER_PASSING_MS] : AFTER_STATUS_MS;
      return (isTimeout ? AFTER_TIMEOUT_MS : waitsMs)[failures];
    },
  };
}

/** Describes an answer that may pass: `503` or `no answer in time`; undefined for any other outcome. A 500 is a fault each time. */
export function whatFailed({ response, error }: Pick<Outcome, 'response' | 'error'>): string | undefined {
  if (error) return error.kind === 'timeout' ? 'no answer in time' : undefined;
  return response && isOverload(response.status) ? String(response.status) : undefined;
}

/**
 * Whether a second request of the same kind changes nothing that the first one did not: it only reads, or names nothing that there is, or does
 * the same to what the run made itself (RFC 9110 §9.2.2). What has a text of its own may be made again after an answer that it was not: it can
 * be told from all else.
 */
function isHarmless({ claim, request: { operation, method, input } }: Case, { response }: Failed, makes: boolean) {
  if (method !== undefined) return true;
  if (operation.safe) return !endsSession(operation);
  if (makes) return response?.status === 503 && Object.keys(input.like ?? {}).length > 0;
  return !claim.exists || (!claim.handedOver && response !== null && IDEMPOTENT_METHODS.has(operation.method));
}

type Failed = Pick<Outcome, 'response'>;

/** A service that says how long to wait was waited for already. */
function asksToWait({ response }: Pick<Outcome, 'response'>): boolean {
  return response !== null && fieldValues(response, 'retry-after').length > 0;
}
