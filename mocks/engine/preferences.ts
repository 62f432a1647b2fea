/** Reads the preferences of a request that the mock itself obeys (`Prefer`, RFC 7240): how long it waits, and whether it drops the connection. */

import { LONGEST_DELAY } from './behaviour';

/**
 * The preferences of a request that the engine does not read: `Prefer: wait=2` delays the answer by 2 seconds (in RFC 7240 §4.3 it is
 * the longest time that the client waits), and `Prefer: drop` drops the connection.
 */
interface Wishes {
  /** The delay in milliseconds; undefined if the request asks for none. */
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

/** Tells whether a request asks the mock itself for an answer: by `Prefer: code=404` and the like, or by a query such as `?__code=404`. */
export function asksTheMock(prefer: string | undefined, query: URLSearchParams): boolean {
  if (prefer !== undefined && /(?:^|,)\s*(?:(?:code|example|dynamic|seed)\s*=|drop\s*(?:[,;]|$))/i.test(prefer))
    return true;
  return query.size > 0 && [...query.keys()].some((name) => /^__(?:code|example|dynamic|seed)$/.test(name));
}
