/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Case } from './case';
import type { Contract } from './contract/contract';
import { createNotFoundWatch } from './notFound';
import { whyStopped, whyUnexercised } from './outcome';
import { type PlanOptions, plan, type Suite } from './plan';
import type { Report } from './report';
import type { Requirement } from './rule';
import { runCases } from './run';
import { createSession, type SessionOptions } from './session';
import type { Exchange } from './wire/exchange';
import { secretsOf } from './wire/secrets';
import { LIMITS, type Limits } from './wire/send';

export interface VerifyOptions extends PlanOptions, SessionOptions {
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  readonly limits?: Partial<Limits>;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: VerifyEvent) => void;
}

/** What happens during a run, for whoever wants to show it. */
export type VerifyEvent =
  | { readonly type: 'planned'; readonly requirements: readonly Requirement[]; readonly cases: readonly Case[] }
  | { readonly type: 'exchanged'; readonly exchange: Exchange; readonly done: number; readonly total: number }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link plan}. Whatever happens on the wire becomes part of the report.
 */
export async function verify(contract: Contract, suite: Suite, options: VerifyOptions): Promise<Report> {
  const started = performance.now();
  const now = (options.now ?? (() => new Date()))();
  const planned = plan(contract, suite, options);
  options.onEvent?.({ type: 'planned', ...planned });
  const session = createSession(contract, suite, planned, secretsOf(options), { ...options, now: () => now }, started);
  const notFound = createNotFoundWatch();
  let done = 0;
  const { givenUp } = await runCases(planned.cases, {
    target: options.target,
    limits: { ...LIMITS, ...options.limits },
    deadlineMs: options.deadlineMs,
    concurrency: options.concurrency ?? 4,
    headers: options.headers ?? [],
    signal: options.signal,
    everythingExists: options.everythingExists ?? false,
    onExchange(exchange) {
      done++;
      session.note(exchange);
      notFound.note(exchange);
      options.onEvent?.({ type: 'exchanged', exchange, done, total: planned.cases.length });
    },
  });
  const history = session.history();
  const stop = whyStopped(history.all, options.signal, givenUp ?? notFound.end());
  const report = session.end(history, stop, (each) =>
    whyUnexercised(each, planned, history, stop, options.complete ?? false),
  );
  options.onEvent?.({ type: 'reported', report });
  return report;
}
