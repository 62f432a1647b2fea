/** One credential that is fetched: its value, and when it is fetched anew. */

import type { RenewableCredential } from '../../engine/model/renewal';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import type { Fetched } from './credentialSource';

interface FetchedCredential extends RenewableCredential {
  /** Fetches the first value. @throws UsageError if there is none. */
  readonly begin: () => Promise<void>;
}

interface KeptFreshOptions {
  readonly name: string;
  readonly fetch: () => Promise<Fetched>;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** A value is fetched anew so long before it expires, in milliseconds, or after nine tenths of its life. */
const MARGIN_MS = 10_000;

/** A credential that lasted longer, in milliseconds, may be fetched as often as it takes. Shorter ones may not be. */
const LONG_MS = 30_000;
const MOST_SHORT = 20;

/** Requests that need it at the same time share one fetch. */
export function keepFresh({ name, fetch, now = () => performance.now() }: KeptFreshOptions): FetchedCredential {
  let planned: string | undefined;
  let value = '';
  let fetchedAt = 0;
  let renewAt = Number.POSITIVE_INFINITY;
  let short = 0;
  let pending: Promise<void> | undefined;
  const take = async () => {
    const fetched = await fetch();
    value = fetched.value;
    planned ??= value;
    fetchedAt = now();
    const { lifetimeMs } = fetched;
    renewAt =
      lifetimeMs === undefined
        ? Number.POSITIVE_INFINITY
        : fetchedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10);
  };
  const renew = (refused: string): Promise<void> => {
    if (value !== refused) return Promise.resolve();
    pending ??= (async () => {
      try {
        if (now() - fetchedAt < LONG_MS && ++short > MOST_SHORT)
          throw new UsageError(
            `${name} was fetched anew ${count(MOST_SHORT, 'time')}, and never lasted ${LONG_MS / 1000} s; what ends it so soon?`,
          );
        await take();
      } finally {
        pending = undefined;
      }
    })();
    return pending;
  };
  return {
    name,
    get planned() {
      return planned ?? '';
    },
    current: () => value,
    begin: take,
    renew,
    async ready() {
      if (pending) return pending;
      if (now() >= renewAt) await renew(value);
    },
  };
}
