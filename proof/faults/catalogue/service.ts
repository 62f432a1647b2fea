/** Describes the services of the catalogue, and their faults and variants. */

import type { GivenRun } from '../../../src/engine/verify';

/** A known-good service, with its faults and variants. */
export interface Service {
  /** The name, such as "plant store". */
  readonly name: string;
  /** The file of its contract. */
  readonly contract: string;
  /** The faults. Each breaks at least one rule. */
  readonly faults: readonly CatalogueEntry[];
  /** The variants, which break no rule. */
  readonly variants: readonly CatalogueEntry[];
}

/** A fault or a variant that can be started. */
export interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  readonly draws: readonly string[];
  readonly operations?: readonly string[];
  /** Starts the service on a free port of 127.0.0.1. Its resources suffice for one run. */
  readonly start: () => Promise<Started>;
}

export interface Started {
  readonly url: string;
  /** The values to hand over when it is verified. */
  readonly handOver: HandOver;
  close(): Promise<void>;
}

export type HandOver = Pick<
  GivenRun,
  'token' | 'credentials' | 'otherCredentials' | 'privateThings' | 'params' | 'writes' | 'closed' | 'thorough'
> & {
  /** The file of an Arazzo document whose workflows the run makes. */
  readonly workflow?: string;
};

/** Deviations of a service by their names: how each answers, beside what the catalogue says of it. */
export type Deviations<Deviation> = Readonly<Record<string, Deviation & Pick<CatalogueEntry, 'summary' | 'draws'>>>;

/** Makes entries of the catalogue. @param start starts the service with a deviation. */
export function catalogueEntries<Deviation>(
  named: Deviations<Deviation>,
  start: (deviation: Deviation) => Promise<Started>,
): CatalogueEntry[] {
  return Object.entries(named).map(([name, deviation]) => ({
    name,
    summary: deviation.summary,
    draws: deviation.draws,
    start: () => start(deviation),
  }));
}
