/** Describes the behaviour of a service that a contract does not state: latency, failures, and whether changes last. */

import { inspect } from 'node:util';
import seedrandom from 'seedrandom';
import type { Operation } from '../../src/contract/contract';
import { UsageError } from '../../src/support/errors';

export interface MockBehaviour {
  /** The least and the most time to wait before each answer, in milliseconds. */
  readonly delay: readonly [least: number, most: number];
  /** The share of requests that fail, from 0 to 1. */
  readonly fail: number;
  /** Whether things that were made, changed or removed stay so until the mock is reset. */
  readonly stateful: boolean;
}

/** The longest delay that may be asked for, in milliseconds. */
export const LONGEST_DELAY = 60_000;

/** The behaviour as code may ask for it. A delay may also be a single number of milliseconds. */
type WantedBehaviour = Partial<Omit<MockBehaviour, 'delay'>> & {
  readonly delay?: number | MockBehaviour['delay'];
};

/** @throws UsageError if the delay is no time, or the share of failures is not from 0 to 1. */
export function behaviourOf({ delay = 0, fail = 0, stateful = false }: WantedBehaviour): MockBehaviour {
  const range = typeof delay === 'number' ? ([delay, delay] as const) : delay;
  if (!isDelay(range))
    throw new UsageError(
      `The delay ${inspect(delay)} is no time; give milliseconds up to ${LONGEST_DELAY}, such as 200 or [100, 800].`,
    );
  if (!isShare(fail))
    throw new UsageError(`The share ${inspect(fail)} to fail is none; give it from 0 to 1, such as 0.05.`);
  return { delay: range, fail, stateful };
}

export function isDelay(value: unknown): value is MockBehaviour['delay'] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [least, most] = value as unknown[];
  return typeof least === 'number' && typeof most === 'number' && 0 <= least && least <= most && most <= LONGEST_DELAY;
}

export function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Makes random choices. They are repeatable if there is a seed. */
export interface Chance {
  /** Returns a number of milliseconds between the least and the most of a delay. */
  delay(range: MockBehaviour['delay']): number;
  fails(behaviour: MockBehaviour): boolean;
}

export function createChance(seed: number | undefined): Chance {
  const random = seed === undefined ? Math.random : seedrandom(String(seed));
  return {
    delay: ([least, most]) => (most > least ? least + random() * (most - least) : least),
    fails: ({ fail }) => fail > 0 && random() < fail,
  };
}

/** Returns the declared status of an operation that says that the service itself failed: `503`, `5XX` → 503, `default` → 503. */
export function declaredFailure({ responses }: Operation): number | undefined {
  const status = responses.map((response) => response.status).find((each) => /^5(?:\d\d|XX)$/i.test(each));
  if (status !== undefined) return Number(status.replace(/XX/i, '03'));
  return responses.some((response) => response.status === 'default') ? 503 : undefined;
}
