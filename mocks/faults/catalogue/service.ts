/** What the catalogue holds, whichever service it is of. */

import type { RunVerifyOptions } from '../../../src/engine/verify';

/** A known-good service, and what deviates from it. */
export interface Service {
  /** "plant store". */
  readonly name: string;
  /** The file of its contract. */
  readonly contract: string;
  /** Each draws at least one rule. */
  readonly faults: readonly CatalogueEntry[];
  /** They draw none. */
  readonly variants: readonly CatalogueEntry[];
}

/** A fault or a variant that can be started. */
export interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  readonly draws: readonly string[];
  readonly operations?: readonly string[];
  /** Starts it on a free port of 127.0.0.1. What it holds is used up by one run. */
  readonly start: () => Promise<Started>;
}

export interface Started {
  readonly url: string;
  /** What to verify it with. */
  readonly handOver: HandOver;
  close(): Promise<void>;
}

export type HandOver = Pick<RunVerifyOptions, 'token' | 'credentials' | 'params' | 'writes' | 'closed'>;
