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

/** Keeps a credential whose value is fetched. Requests that need a new one at the same time share one fetch. */
export function keepFresh(options: KeptFreshOptions): FetchedCredential {
  return new KeptFresh(options);
}

class KeptFresh implements FetchedCredential {
  readonly name: string;
  private first: string | undefined;
  private value = '';
  /** When it was fetched, and when it is to be fetched anew, by the clock. */
  private fetchedAt = 0;
  private renewAt = Number.POSITIVE_INFINITY;
  /** How often it lasted a short time only. */
  private timesShort = 0;
  private pending: Promise<void> | undefined;
  private readonly now: () => number;

  constructor(private readonly options: KeptFreshOptions) {
    this.name = options.name;
    this.now = options.now ?? (() => performance.now());
  }

  get planned(): string {
    return this.first ?? '';
  }

  current(): string {
    return this.value;
  }

  async begin(): Promise<void> {
    const { value, lifetimeMs } = await this.options.fetch();
    this.value = value;
    this.first ??= value;
    this.fetchedAt = this.now();
    this.renewAt =
      lifetimeMs === undefined
        ? Number.POSITIVE_INFINITY
        : this.fetchedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10);
  }

  renew(refused: string): Promise<void> {
    if (this.value !== refused) return Promise.resolve();
    this.pending ??= this.fetchAnew();
    return this.pending;
  }

  async ready(): Promise<void> {
    if (this.pending) return this.pending;
    if (this.now() >= this.renewAt) await this.renew(this.value);
  }

  private async fetchAnew(): Promise<void> {
    try {
      if (this.now() - this.fetchedAt < LONG_MS && ++this.timesShort > MOST_SHORT)
        throw new UsageError(
          `${this.name} was fetched anew ${count(MOST_SHORT, 'time')}, and never lasted ${LONG_MS / 1000} s; what ends it so soon?`,
        );
      await this.begin();
    } finally {
      this.pending = undefined;
    }
  }
}
