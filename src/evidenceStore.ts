/** The exchanges that a report shows: all of a small run, of a large one those that say something. */

import type { ExchangeReport } from './report';
import { toEvidence } from './wire/evidence';
import type { Exchange } from './wire/exchange';
import type { Secrets } from './wire/secrets';
import type { Target } from './wire/target';

/** A run of this many exchanges is shown as a whole. */
const SMALL = 200;

/** How much is kept, in characters: of what breaks something, and of what only exercises something. */
const MOST_BREAKING = 12_000_000;
const MOST_KEEPING = 4_000_000;

export interface EvidenceStore {
  /** Takes note of an exchange, which is shown while the run is a small one. */
  note(exchange: Exchange): void;
  /** Keeps an exchange to be shown. @param breaks whether it breaks something. */
  keep(exchange: Exchange, breaks: boolean): void;
  has(index: number): boolean;
  /** @param named indices of those that something in the report names. */
  end(named: ReadonlySet<number>): readonly ExchangeReport[];
}

export function createEvidenceStore(target: Target, secrets: Secrets): EvidenceStore {
  const kept = new Map<number, ExchangeReport>();
  const firsts = new Set<number>();
  let seen = 0;
  let size = 0;
  const take = (exchange: Exchange, most: number) => {
    if (kept.has(exchange.index) || size > most) return;
    const evidence = toEvidence(exchange, target, secrets);
    size += sizeOf(evidence);
    kept.set(exchange.index, evidence);
  };
  return {
    note(exchange) {
      if (++seen <= SMALL) take(exchange, MOST_KEEPING);
    },
    keep(exchange, breaks) {
      if (!breaks) firsts.add(exchange.index);
      take(exchange, breaks ? MOST_BREAKING : MOST_KEEPING);
    },
    has: (index) => kept.has(index),
    end(named) {
      const shown = [...kept.values()].filter(({ index }) => seen <= SMALL || named.has(index) || firsts.has(index));
      return shown.sort((one, other) => one.index - other.index);
    },
  };
}

function sizeOf({ request, response, raw, curl }: ExchangeReport): number {
  const fields = [...request.headers, ...(response?.headers ?? [])].flat();
  return fields.reduce((sum, { length }) => sum + length, raw.length + curl.length + (response?.body.length ?? 0));
}
