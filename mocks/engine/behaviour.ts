/** What a frontend wants to see of a service and a contract does not say: latency, failures, and that a deletion lasts. */

import { inspect } from 'node:util';
import seedrandom from 'seedrandom';
import type { Operation } from '../../src/contract/contract';
import { UsageError } from '../../src/support/errors';

export interface MockBehaviour {
  /** The least and the most time to wait before each answer, in milliseconds. */
  readonly delay: readonly [least: number, most: number];
  /** The share of requests that fail, from 0 to 1. */
  readonly fail: number;
  /** Whether what was made, changed and removed stays so until it is reset. */
  readonly stateful: boolean;
}

/** The longest wait that may be asked for, in milliseconds. */
export const LONGEST_DELAY = 60_000;

/** What is wanted of a mock in code, where one number is enough for a delay. */
export type WantedBehaviour = Partial<Omit<MockBehaviour, 'delay'>> & {
  readonly delay?: number | MockBehaviour['delay'];
};

/** @throws UsageError where the delay is no time, or the failures are no share. */
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

/** What one request prefers, beside what the engine takes: `Prefer: wait=2` (RFC 7240 §4.3, here as a wish) and `drop`. */
export interface Wishes {
  /** In milliseconds; undefined where none is wished for. */
  readonly delay: number | undefined;
  /** Whether the connection is to be dropped without an answer. */
  readonly drop: boolean;
}

export function readWishes(prefer: string | undefined): Wishes {
  if (prefer === undefined) return { delay: undefined, drop: false };
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d+(?:\.\d+)?)"?\s*(?:[,;]|$)/i.exec(prefer)?.[1];
  return {
    delay: seconds === undefined ? undefined : Math.min(Number(seconds) * 1000, LONGEST_DELAY),
    drop: /(?:^|,)\s*drop\s*(?:[,;]|$)/i.test(prefer),
  };
}

/** Random choices, repeatable where there is a seed. */
export interface Chance {
  /** Milliseconds between the least and the most of a delay. */
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

/** The declared status that says of an operation that something is wrong with the service itself. */
export function declaredFailure({ responses }: Operation): number | undefined {
  const status = responses.map((response) => response.status).find((each) => /^5(?:\d\d|XX)$/i.test(each));
  if (status !== undefined) return Number(status.replace(/XX/i, '03'));
  return responses.some((response) => response.status === 'default') ? 503 : undefined;
}
