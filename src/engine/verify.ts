/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Contract, Operation } from '../contract/contract';
import { printable } from '../redaction/printable';
import type { Secrets } from '../redaction/redact';
import type { Stop } from '../report/outcome';
import type { Leftover, Report } from '../report/report';
import { UsageError } from '../support/errors';
import { atOnce, letOthersRun, lettingOthersRun } from '../support/letOthersRun';
import { abortAfter, pause } from '../support/waiting';
import { createConnections } from '../wire/connections';
import type { Holdings } from '../wire/holdings';
import { LIMITS, type Limits } from '../wire/send';
import { isLoopback } from '../wire/target';
import { toEvidence } from './evidence/toEvidence';
import { createLedger } from './ledger/ledger';
import type { LedgerEvent, Unremoved } from './ledger/ledgerState';
import { notedWithoutSecrets } from './ledger/notedWithoutSecrets';
import type { Exchange } from './model/exchange';
import type { PlanOptions } from './model/options';
import type { Renewal } from './model/renewal';
import type { Requirement } from './model/rule';
import type { Suite } from './model/suite';
import { OwnFailure } from './ownFailure';
import { type CredentialOrigins, namedCredential } from './plan/credentialOrigins';
import { secretsOfRun } from './plan/handedOverSecrets';
import { beginPlanInParts, describePart, saltOf, seedOf, selectRules } from './plan/plan';
import { atServers, otherBasePaths } from './plan/servers';
import { readUsers } from './plan/users';
import { openCallbacks, type ReceivedCallbacks } from './run/callbacks/callbacks';
import { createRenewing } from './run/credentials/renewing';
import { Users } from './run/credentials/users';
import { createNotFoundWatch } from './run/opening/wrongBasePath';
import { createPace } from './run/pace';
import { type Run, type RunOptions, runCases } from './run/run';
import { createAgenda } from './run/schedule';
import { createShownTags } from './run/shownTags';
import { toRequest } from './run/toRequest';
import { createFoundValues } from './run/tries/shownValues';
import { createSession, type SessionOptions } from './session';
import { whyStopped, whyUnexercised } from './verdict/whyUnexercised';

export interface RunVerifyOptions extends PlanOptions, SessionOptions {
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  readonly limits?: Partial<Limits>;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs?: number | undefined;
  /** The run stops after the first breach that fails it. What it made is removed all the same. */
  readonly failFast?: boolean;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  /** How many may begin in a second. Default: as many as the target takes. */
  readonly rate?: number | undefined;
  /** What exchanges may hold together. Default: 256 MB. */
  readonly holdings?: Holdings;
  /** Where the credentials were handed over, to be named where they are refused. Default: the options of {@link verifyTarget}. */
  readonly origins?: CredentialOrigins;
  /** The credentials that are fetched, and are fetched anew when they expire: requests are planned with the first value of each. */
  readonly renewal?: Renewal;
  readonly signal?: AbortSignal | undefined;
  readonly ending?: Ending;
  readonly onEvent?: (event: RunEvent) => void;
  /** Is called when nothing more is sent, before the report is made. */
  readonly onAsked?: () => Promise<void>;
  /** Is told at once of what the run makes and removes. */
  readonly onMade?: (event: LedgerEvent) => void;
  /** Is given a function that returns, at any time, a report of what is proven so far. @param reason why the report is made now. */
  readonly onBegun?: (proven: (reason: string) => Report) => void;
}

/** How long the end of a run may take, in milliseconds. */
interface Ending {
  /** For what is under way and may make something, once the run is over. */
  readonly underWayMs: number;
  /** For removing what the run made, once its time is over. */
  readonly leastCleaningMs: number;
}

/** Half a minute together. For what is under way it is a little more than one exchange has by default. */
export const ENDING: Ending = { underWayMs: 12_000, leastCleaningMs: 15_000 };

/** What happens during a run, for whoever wants to show it. */
export type RunEvent =
  | { readonly type: 'planned'; readonly requirements: readonly Requirement[]; readonly total: number }
  /** `total` is how many there will be: about, until all are planned. */
  | {
      readonly type: 'exchanged';
      readonly exchange: Exchange;
      readonly done: number;
      readonly total: number;
      readonly isPlanned: boolean;
    }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link plan}, OwnFailure where Espalier itself fails. Whatever happens on the wire becomes part of the report.
 */
export async function verifyTarget(contract: Contract, suite: Suite, options: RunVerifyOptions): Promise<Report> {
  const seed = seedOf(options);
  const salt = saltOf(options);
  const callbacks = await openCallbacks(contract, suite, selectRules(suite.rules, options), { ...options, seed });
  try {
    return await verifyWith(
      contract,
      suite,
      { ...options, seed, salt, ...(callbacks ? { callbackUrl: callbacks.urlFor.bind(callbacks) } : {}) },
      callbacks,
    );
  } finally {
    callbacks?.close();
  }
}

async function verifyWith(
  contract: Contract,
  suite: Suite,
  options: RunVerifyOptions,
  callbacks: ReceivedCallbacks | undefined,
): Promise<Report> {
  const started = performance.now();
  const deadline = options.deadlineMs === undefined ? [] : [abortAfter(options.deadlineMs)];
  const prepared = await prepare(contract, suite, options, started);
  const { planned, secrets, session, ledger, notFound, enough } = prepared;
  /** What may be making something, by the index of its exchange. */
  const underWay = new Set<number>();
  const broken = new AbortController();
  const { underWayMs, leastCleaningMs } = options.ending ?? ENDING;
  const ending = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])]);
  const signal = AbortSignal.any([ending, enough.signal]);
  const isOver = AbortSignal.any([signal, ...deadline]);
  const begin = async (): Promise<Run> => {
    await prepared.agenda.planAhead(isOver);
    options.onEvent?.({ type: 'planned', requirements: planned.requirements, total: planned.cases.total });
    return runCases(prepared.agenda, { ...runOptionsOf(prepared, suite, options, underWay, callbacks), signal });
  };
  const running = begin();
  let left: Leftover[] = [];
  const shard = describePart(contract, suite, options);
  const reportOf = function* (stop: Stop | undefined, run: Run): Generator<void, Report> {
    const history = session.history();
    const whyUnasked = (operation: Operation) => run.whyUnasked(operation) ?? ledger.whyNoMore(operation);
    const judged = yield* session.end(history, stop, (each) =>
      whyUnexercised(
        each,
        { ...planned, ...run, whyUnasked, isReceiving: callbacks !== undefined },
        history,
        stop,
        options.complete ?? false,
      ),
    );
    return {
      ...judged,
      ...(left.length === 0 ? {} : { leftovers: left }),
      sent: judged.sent + ledger.sent() + run.sentAside,
      target: options.target.origin + options.target.basePath,
      durationMs: Math.round(performance.now() - started),
      ...(shard ? { shard } : {}),
    };
  };
  const proven = (reason: string) => atOnce(reportOf({ reason, provenStands: false }, UNENDED));
  options.onBegun?.(proven);

  const ended = await endOf(running, isOver, options.deadlineMs, underWayMs);
  if ('bug' in ended) {
    // What was made by requests that are still under way is to be removed, too.
    broken.abort();
    const patience = performance.now() + underWayMs;
    while (underWay.size > 0 && performance.now() < patience) await pause(LOOKING_MS);
  }
  // What is removed next could no longer cause a callback.
  else await callbacks?.settle(isOver);
  const isCutShort = 'bug' in ended || ending.aborted;
  const limitMs = cleaningLimit(performance.now() - started, options.deadlineMs, isCutShort, leastCleaningMs);
  prepared.sending.pace.free();
  left = toLeftovers(await ledger.settle(cleaningSignal(limitMs, options.signal, leastCleaningMs)), options, secrets);
  await options.onAsked?.();
  if ('bug' in ended) throw failureOf(ended.bug, proven);
  const looking = performance.now();
  for (const _part of planned.findViolable()) {
    await letOthersRun();
    if (performance.now() - looking > LOOKING_BACK_MS) break;
  }
  const stop = whyStopped(
    session.history().all,
    options.signal,
    ended.givenUp ?? (enough.signal.aborted ? ENOUGH : notFound.end()),
    (operation) => namedCredential(operation, options),
  );
  for (const each of callbacks?.end(() => prepared.agenda.number()) ?? []) session.noteCalled(each);
  const report = await lettingOthersRun(reportOf(stop, ended));
  options.onEvent?.({ type: 'reported', report });
  return report;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** All that a run needs, before anything is planned or sent. */
async function prepare(contract: Contract, suite: Suite, options: RunVerifyOptions, started: number) {
  const startedAt = (options.now ?? (() => new Date()))();
  const isPrivate = options.isPrivate ?? isLoopback(options.target);
  const planned = await lettingOthersRun(beginPlanInParts(contract, suite, { ...options, isPrivate }));
  const concurrency = options.concurrency ?? 4;
  const agenda = createAgenda(planned.cases, options.everythingExists ?? false, concurrency);
  const target = options.everythingExists ? options.target : atServers(options.target, contract.operations);
  const secrets = secretsOfRun(contract, options);
  const enough = new AbortController();
  const session = createSession(
    contract,
    suite,
    planned,
    secrets,
    {
      ...options,
      ...(options.failFast ? { onFailure: () => enough.abort() } : {}),
      target,
      now: () => startedAt,
      isPart: options.shard !== undefined,
    },
    started,
  );
  const { onMade } = options;
  const mayRemove = planned.others.items.length === 0;
  const kinds = mayRemove ? planned.kinds : planned.others;
  const sending = {
    target,
    limits: { ...LIMITS, ...options.limits },
    connections: createConnections(target),
    pace: createPace({ concurrency, rate: options.rate }),
    headers: options.headers ?? [],
    renewing: createRenewing({ renewal: options.renewal, target, headers: options.headers ?? [] }),
    users: readUsers(options.users),
    tags: createShownTags(),
  };
  const ledger = createLedger({
    ...planned,
    ...sending,
    kinds,
    mayRemove,
    writes: options.everythingExists ? 'any' : (options.writes ?? 'handed-over'),
    knowsFirst: options.writes === 'own',
    looksLast: !options.everythingExists,
    concurrency,
    onEvent: onMade && ((event) => onMade(notedWithoutSecrets(event, secrets.redact))),
  });
  const notFound = createNotFoundWatch();
  return { enough, started, planned, concurrency, agenda, secrets, session, sending, kinds, ledger, notFound };
}

/** Says how the cases of a run are sent, and who is told of the answers. @param underWay holds the numbers of requests that may be making something. */
function runOptionsOf(
  { started, planned, concurrency, session, secrets, sending, kinds, ledger, notFound }: Prepared,
  suite: Suite,
  options: RunVerifyOptions,
  underWay: Set<number>,
  callbacks: ReceivedCallbacks | undefined,
): RunOptions {
  let done = 0;
  let sentAgain = 0;
  const tell = (exchange: Exchange) => {
    done++;
    const isPlanned = planned.cases.upcoming === undefined;
    options.onEvent?.({ type: 'exchanged', exchange, done, total: planned.cases.total + sentAgain, isPlanned });
  };
  return {
    ...sending,
    users: new Users(sending.users),
    deadlineMs: options.deadlineMs,
    began: started,
    concurrency,
    holdings: options.holdings,
    kinds: planned.kinds,
    lookAt({ request: { operation, values, method } }) {
      const isHere = (each: Operation) => each.path === operation.path && each.method === 'GET';
      const reader = kinds.ofItem(operation)?.reader ?? planned.operations.find(isHere);
      return reader?.safe && method === undefined ? planned.ask(reader, values) : undefined;
    },
    pass: ledger.pass,
    passAgain: ledger.passAgain,
    onDropped: ledger.drop,
    onSending(each, index) {
      const { operation, method } = each.request;
      if (method === undefined && (!operation.safe || kinds.ofItem(operation))) underWay.add(index);
      ledger.intend(each, index);
    },
    onAnswered(exchange) {
      underWay.delete(exchange.index);
      ledger.note(exchange);
    },
    findMade: (exchange, signal) => ledger.prove(exchange, signal),
    onSequenceEnd: ({ touches }, signal) => ledger.removeUnseen(touches, signal),
    isShown: suite.isShown,
    isAllowed: suite.isAllowed,
    opening: options.everythingExists
      ? undefined
      : {
          otherBases: otherBasePaths(options.target.basePath, planned.operations),
          url: options.target.origin + options.target.basePath,
          credentialOf: (operation) => namedCredential(operation, options),
        },
    isOwn: options.writes === 'any' ? () => true : ledger.isOwn,
    tries: {
      tries: planned.tries,
      placesFound: planned.placesFound,
      mended: planned.mended,
      most: options.thorough ? MOST_TRIES_THOROUGH : MOST_TRIES,
    },
    // Where only what is proven may be changed, what a script makes must not keep the run from making more.
    script: options.script && { script: options.script, letIn: planned.letIn, isFirst: options.writes !== 'own' },
    found: createFoundValues((text) => secrets.redact(text) !== text),
    onExchange(exchange, isMore) {
      if (isMore) sentAgain++;
      session.note(exchange);
      callbacks?.note(exchange);
      notFound.note(exchange);
      tell(exchange);
    },
    onCredential(exchange, isMore) {
      if (isMore) sentAgain++;
      session.keep(exchange);
      tell(exchange);
    },
  };
}

/** How many more requests an operation may draw whose valid ones are refused; with `--thorough`, the second number. */
const MOST_TRIES = 10;
const MOST_TRIES_THOROUGH = 30;

/** Why a run ended that was to stop at its first failure. */
const ENOUGH: Stop = { reason: 'the run stopped after its first failure (--fail-fast)', provenStands: true };

/** A run that did not come to its end. */
const UNENDED: Run = { givenUp: undefined, unmade: new Map(), whyUnasked: () => undefined, sentAside: 0 };

/** For what requests could have broken in operations that a run did not come to, in milliseconds. */
const LOOKING_BACK_MS = 500;

/** Between two looks at what is under way, in milliseconds. */
const LOOKING_MS = 50;

/** What became of a run: its end, or what went wrong with us. One that waits for its last requests too long is not waited for. */
async function endOf(
  running: Promise<Run>,
  isOver: AbortSignal,
  deadlineMs: number | undefined,
  underWayMs: number,
): Promise<Run | { readonly bug: unknown }> {
  const over = new AbortController();
  const overtime = async (): Promise<Run> => {
    await until(isOver, over.signal);
    await pause(underWayMs, over.signal);
    const reason = `the run was not done within ${Number(deadlineMs) / 1000} s (--deadline), and what was under way did not end either`;
    return { ...UNENDED, givenUp: { reason, provenStands: true } };
  };
  try {
    return await Promise.race([running, overtime()]);
  } catch (bug) {
    return { bug };
  } finally {
    over.abort();
  }
}

/** Waits until a signal aborts, or the other one does: the first must then no longer hold what waits, which may be all of a run. */
function until(signal: AbortSignal, noMore: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      noMore.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted || noMore.aborted) resolve();
    else for (const each of [signal, noMore]) each.addEventListener('abort', end);
  });
}

/** What is wrong with what the user said stays that; all else is a bug of ours, and what was proven stands. */
function failureOf(bug: unknown, proven: (reason: string) => Report): unknown {
  if (bug instanceof UsageError) return bug;
  const { message } = new OwnFailure(bug);
  try {
    return new OwnFailure(bug, proven(message));
  } catch {
    // What is broken may be the judging.
    return new OwnFailure(bug);
  }
}

/** For removing what the run made, at its end, in milliseconds. */
const MOST_CLEANING_MS = 120_000;

/**
 * How long removing what the run made may take, in milliseconds: as long as its deadline leaves, and always a little.
 * @param elapsedMs since the run began.
 * @param leastMs in milliseconds.
 */
export function cleaningLimit(
  elapsedMs: number,
  deadlineMs: number | undefined,
  isCutShort: boolean,
  leastMs: number,
): number {
  if (isCutShort) return leastMs;
  if (deadlineMs === undefined) return MOST_CLEANING_MS;
  // A timer of Node's takes whole milliseconds alone.
  return Math.floor(Math.min(MOST_CLEANING_MS, Math.max(leastMs, deadlineMs - elapsedMs)));
}

/**
 * Ends the removal of what the run made: after so long, and a little after somebody wants the run to end meanwhile.
 * @param limitMs in milliseconds, as `soonMs`.
 * @param ending somebody wants the run to end.
 */
export function cleaningSignal(limitMs: number, ending: AbortSignal | undefined, soonMs: number): AbortSignal {
  const limit = abortAfter(limitMs);
  // What was ended before has its limit already.
  if (!ending || ending.aborted) return limit;
  const cut = new AbortController();
  const hurry = () => abortAfter(soonMs).addEventListener('abort', () => cut.abort());
  ending.addEventListener('abort', hurry, { once: true, signal: limit });
  return AbortSignal.any([limit, cut.signal]);
}

/** As a report shows them: nothing secret, and with the request that removes each. */
export function toLeftovers(
  unremoved: readonly Unremoved[],
  { target, headers = [] }: Pick<RunVerifyOptions, 'target' | 'headers'>,
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
    return { operation, url: shown.url, reason: printable(secrets.sentence(reason)), curl };
  });
}
