/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import { createAgenda } from './agenda';
import type { Contract } from './contract/contract';
import { createLedger, type LedgerEvent, type Unremoved } from './ledger';
import { createNotFoundWatch } from './notFound';
import { whyStopped, whyUnexercised } from './outcome';
import { createPace } from './pace';
import { beginPlan, type Planning, type PlanOptions, type Suite } from './plan';
import type { Leftover, Report, ShardReport } from './report';
import { toRequest } from './request/request';
import { atServers } from './request/servers';
import type { Requirement } from './rule';
import { runCases } from './run';
import { createSession, type SessionOptions } from './session';
import { describeShard, type Shard } from './shards';
import { createConnections } from './wire/connections';
import { printable, toEvidence } from './wire/evidence';
import type { Exchange } from './wire/exchange';
import { type Secrets, secretsOf } from './wire/secrets';
import { LIMITS, type Limits } from './wire/send';

export interface VerifyOptions extends PlanOptions, SessionOptions {
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  readonly limits?: Partial<Limits>;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  /** How many may begin in a second. Default: as many as the target takes. */
  readonly rate?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: VerifyEvent) => void;
  /** Told at once of what the run makes and removes. */
  readonly onMade?: (event: LedgerEvent) => void;
}

/** What happens during a run, for whoever wants to show it. */
export type VerifyEvent =
  | { readonly type: 'planned'; readonly requirements: readonly Requirement[]; readonly total: number }
  /** `total` is how many there will be, about. */
  | { readonly type: 'exchanged'; readonly exchange: Exchange; readonly done: number; readonly total: number }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link plan}. Whatever happens on the wire becomes part of the report.
 */
export async function verify(contract: Contract, suite: Suite, options: VerifyOptions): Promise<Report> {
  const started = performance.now();
  const startedAt = (options.now ?? (() => new Date()))();
  const planned = beginPlan(contract, suite, options);
  const concurrency = options.concurrency ?? 4;
  const agenda = createAgenda(planned.cases, options.everythingExists ?? false, concurrency);
  const target = options.everythingExists ? options.target : atServers(options.target, contract.operations);
  options.onEvent?.({ type: 'planned', requirements: planned.requirements, total: planned.cases.total });
  const secrets = secretsOf(options);
  const session = createSession(
    contract,
    suite,
    planned,
    secrets,
    { ...options, target, now: () => startedAt, isPart: options.shard !== undefined },
    started,
  );
  const notFound = createNotFoundWatch();
  const limits = { ...LIMITS, ...options.limits };
  const connections = createConnections(target);
  const mayRemove = planned.others.items.length === 0;
  const pace = createPace({ concurrency, rate: options.rate });
  const ledger = createLedger({
    ...planned,
    kinds: mayRemove ? planned.kinds : planned.others,
    mayRemove,
    target,
    limits,
    connections,
    pace,
    headers: options.headers ?? [],
    onEvent: options.onMade,
  });
  let done = 0;
  let sentAgain = 0;
  const progress = () => ({ done, total: planned.cases.total + sentAgain });
  const { givenUp, unmade, whyUnasked } = await runCases(agenda, {
    target,
    limits,
    connections,
    deadlineMs: options.deadlineMs,
    concurrency,
    pace,
    headers: options.headers ?? [],
    signal: options.signal,
    kinds: planned.kinds,
    onPlanned: ledger.look,
    onSending: ledger.intend,
    onAnswered: ledger.note,
    findMade: ledger.prove,
    isOwn: options.writes === 'any' ? () => true : ledger.isOwn,
    onExchange(exchange) {
      done++;
      session.note(exchange);
      notFound.note(exchange);
      options.onEvent?.({ type: 'exchanged', exchange, ...progress() });
    },
    onCredential(exchange, isMore) {
      if (isMore) sentAgain++;
      done++;
      session.keep(exchange);
      options.onEvent?.({ type: 'exchanged', exchange, ...progress() });
    },
  });

  const unremoved = await ledger.settle(options.signal?.aborted ? LEAST_CLEANING_MS : MOST_CLEANING_MS);
  const history = session.history();
  const stop = whyStopped(history.all, options.signal, givenUp ?? notFound.end());
  const judged = session.end(history, stop, (each) => {
    const why = whyUnexercised(each, { ...planned, unmade }, history, stop, options.complete ?? false);
    const unasked = stop ? undefined : whyUnasked(each.subject.operation);
    return unasked === undefined ? why : { ...why, reason: `${why.reason}; ${unasked}` };
  });
  const left = unremoved.length === 0 ? {} : { leftovers: toLeftovers(unremoved, options, secrets) };
  const report: Report = {
    ...judged,
    ...left,
    sent: judged.sent + ledger.sent(),
    target: options.target.origin + options.target.basePath,
    durationMs: Math.round(performance.now() - started),
    ...(options.shard ? { shard: shardOf(options.shard, contract, planned, options) } : {}),
  };
  options.onEvent?.({ type: 'reported', report });
  return report;
}

function shardOf(
  shard: Shard,
  contract: Contract,
  { rules }: Pick<Planning, 'rules'>,
  options: VerifyOptions,
): ShardReport {
  const { selection, writes, strict, closed, complete, thorough } = options;
  const settings = [rules.map(({ id }) => id), writes, strict, closed, complete, thorough];
  const selected = contract.operations.filter((operation) => selection?.(operation) ?? true);
  return describeShard(shard, contract, selected, settings);
}

/** For removing what the run made, in milliseconds: at its end, and after it was interrupted. */
const MOST_CLEANING_MS = 120_000;
const LEAST_CLEANING_MS = 15_000;

/** As a report shows them: nothing secret, and with the request that removes each. */
export function toLeftovers(
  unremoved: readonly Unremoved[],
  { target, headers = [] }: Pick<VerifyOptions, 'target' | 'headers'>,
  secrets: Secrets,
): Leftover[] {
  return unremoved.map(({ leftover, case: each }) => {
    const request = toRequest(each, target, headers);
    const unsent = {
      index: 0,
      case: each,
      request,
      response: null,
      error: null,
      received: Buffer.alloc(0),
      durationMs: 0,
    };
    const { request: shown, curl } = toEvidence(unsent, target, secrets);
    const { operation, reason } = leftover;
    return { operation, url: shown.url, reason: printable(secrets.redact(reason)), curl };
  });
}
