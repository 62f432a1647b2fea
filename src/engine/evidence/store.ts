/** The exchanges that a report shows: all of a small run, of a large one those that say something. */

import type { Secrets } from '../../redaction/redact';
import type { ExchangeReport } from '../../report/report';
import { createRecent } from '../../support/caching';
import type { Target } from '../../wire/target';
import type { Exchange } from '../model/exchange';
import { redactAgain, toEvidence } from './toEvidence';

/** A run of this many exchanges is shown as a whole. */
const SMALL = 200;

/** How much is kept, in bytes: of what breaks something, and of what only exercises something. */
const MOST_BREAKING = 12_000_000;
const MOST_KEEPING = 4_000_000;

/** Of larger bodies, in bytes, evidence shows the beginning. */
const LARGE = 16 * 1024;

export interface EvidenceStore {
  /** Takes note of an exchange, which is shown while the run is a small one. */
  note(exchange: Exchange): void;
  /** Keeps an exchange to be shown. @param breaks whether it breaks something. */
  keep(exchange: Exchange, breaks: boolean): void;
  has(index: number): boolean;
  /** @param named indices of those that something in the report names. */
  end(named: ReadonlySet<number>): readonly ExchangeReport[];
}

/** Of what is shown in the end evidence is made then; of a large exchange at once, so that it can be let go: no function may hold it. */
type Kept = { readonly exchange: Exchange } | { readonly evidence: ExchangeReport };

export function createEvidenceStore(target: Target, secrets: Secrets): EvidenceStore {
  const kept = new Map<number, Kept>();
  const answers = new AlikeAnswers();
  const toReport = (exchange: Exchange, isLetGo = false) =>
    toEvidence(exchange, target, secrets.of?.(exchange.index) ?? secrets, isLetGo);
  const show = (each: Kept): ExchangeReport => {
    if ('exchange' in each) return toReport(each.exchange);
    return secrets.isGrowing ? redactAgain(each.evidence, target, secrets) : each.evidence;
  };
  const firsts = new Set<number>();
  let seen = 0;
  let size = 0;
  /** What exchanges with long URLs take of it. */
  let sizeOfLong = 0;
  const take = (exchange: Exchange, most: number) => {
    if (kept.has(exchange.index) || size > most) return;
    const whole = sizeOf(exchange);
    // No URL is cut, so that the request can be sent again. In a large run, exchanges with long ones take half of the room at most.
    const isLong = seen > SMALL && shownTwice(exchange) > LARGE;
    const own = isLong ? shownTwice(exchange) : Math.min(whole, LARGE);
    if (isLong && sizeOfLong + own > most / 2) return;
    size += own;
    if (isLong) sizeOfLong += own;
    kept.set(
      exchange.index,
      whole < LARGE ? { exchange: { ...exchange, ...answers.keep(exchange) } } : { evidence: toReport(exchange, true) },
    );
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
      const shown = [...kept.keys()].filter((index) => seen <= SMALL || named.has(index) || firsts.has(index));
      return shown
        .sort((one, other) => one - other)
        .flatMap((index) => {
          const each = kept.get(index);
          if (!each) return [];
          const evidence = show(each);
          // The exchange is let go.
          kept.set(index, { evidence });
          return [evidence];
        });
    },
  };
}

type Answer = Pick<Exchange, 'response' | 'received'>;

/** Answers that are the same to the byte, kept once. Those that are alike mostly come soon one after another, as their dates are the same. */
class AlikeAnswers {
  private readonly recent = createRecent<string, Answer>(MOST_COMPARED);

  /** @returns an answer of its own: what was read of the one that is handed in is kept as long as that is. */
  keep({ response, received }: Exchange): Answer {
    if (!response) return { response, received };
    const { body, afterHead, ...head } = response;
    const key = [JSON.stringify(head), ...[body, afterHead, received].map((bytes) => bytes.toString('latin1'))].join(
      '\n',
    );
    return this.recent(key, () => ({
      response: { ...response, body: ofItsOwn(body), afterHead: ofItsOwn(afterHead) },
      received: ofItsOwn(received),
    }));
  }
}

/** With so many of the last answers another one is compared. */
const MOST_COMPARED = 256;

/** Returns bytes that lie in no larger store, which they would keep: Node puts small ones together in 8 KiB. */
function ofItsOwn(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

/** In bytes, about. */
function sizeOf({ request, response, received }: Exchange): number {
  const fields = [...request.headers, ...(response?.headers ?? [])].flat();
  const bodies = (request.body?.length ?? 0) + (response?.body.length ?? 0) + received.length;
  return fields.reduce((sum, { length }) => sum + length, shownTwice({ request }) + bodies);
}

/** The URL stands in the evidence by itself and, but for callbacks, in the curl line. */
function shownTwice({ request: { path } }: Pick<Exchange, 'request'>): number {
  return 2 * path.length;
}
