/** The addresses of a target's name. */

import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** How long the answer to a lookup is used, in milliseconds: in this time a run opens some hundred connections, and hardly any name moves. */
const KEPT_MS = 1000;

interface Answer {
  readonly address: string | LookupAddress[];
  readonly family: number | undefined;
  /** When it came, in milliseconds. */
  readonly at: number;
}

/**
 * Returns a function that looks up names for `net.connect`. Node asks the system for each connection anew, in another thread. Failures are not
 * kept.
 * @param lookup asks the system.
 * @param now the clock, in milliseconds.
 */
export function createLookup(
  lookup: (
    name: string,
    options: LookupOptions,
    done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
  ) => void = systemLookup,
  now: () => number = () => performance.now(),
): LookupFunction {
  const answers = new Map<string, Answer>();
  return (name, options, done) => {
    const { all, family, hints, order, verbatim } = options;
    const key = [name, all, family, hints, order, verbatim].join(' ');
    const known = answers.get(key);
    if (known && now() - known.at < KEPT_MS) {
      process.nextTick(done, null, known.address, known.family);
      return;
    }
    lookup(name, options, (error, address, ofFamily) => {
      if (error) answers.delete(key);
      else answers.set(key, { address, family: ofFamily, at: now() });
      done(error, address, ofFamily);
    });
  };
}
