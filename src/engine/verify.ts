/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Contract, Operation } from '../contract/contract';
import { asRead } from '../http/contentCodings';
import type { Secrets } from '../redaction/redact';
import type { Stop } from '../report/outcome';
import type { Leftover, Report } from '../report/report';
import type { Kinds } from '../resources/kinds';
import { UsageError } from '../support/errors';
import { atOnce, letOthersRun, lettingOthersRun, type Parts } from '../support/letOthersRun';
import { abortAfter, pause } from '../support/waiting';
import { Connections } from '../wire/connections';
import type { Target } from '../wire/target';
import { cleaningLimit, cleaningSignal, endOfRun, UNENDED } from './ending';
import { createHookSecrets, type HookSecrets } from './evidence/hookSecrets';
import { toLeftovers } from './evidence/leftovers';
import { workflowReports } from './evidence/workflowReports';
import { Ledger } from './ledger/ledger';
import type { LedgerEvent } from './ledger/ledgerEvents';
import { notedWithoutSecrets } from './ledger/notedWithoutSecrets';
import type { Case } from './model/case';
import type { Exchange } from './model/exchange';
import type { Planning } from './model/planning';
import type { Requirement } from './model/rule';
import type { GivenSettings, RunSettings } from './model/settings';
import type { Suite } from './model/suite';
import { OwnFailure } from './ownFailure';
import { namedCredential } from './plan/credentialOrigins';
import { secretsOfRun } from './plan/handedOverSecrets';
import { beginPlan, describePart, selectRules, withChance } from './plan/plan';
import { atServers } from './plan/servers';
import { openCallbacks, type ReceivedCallbacks } from './run/callbacks/callbacks';
import { LedgerSender } from './run/ledgerSender';
import type { RunMeans } from './run/means';
import { createNotFoundWatch } from './run/opening/wrongBasePath';
import { mostAtOnce } from './run/pace';
import { reachOf } from './run/reach';
import { type Run, runCases } from './run/run';
import { type Agenda, createAgenda } from './run/schedule';
import { createSending, type Sending } from './run/sending';
import { FoundValues } from './run/tries/shownValues';
import { Session, type SessionListeners } from './session';
import { aimedAt, settingsOf } from './settingsOf';
import { whyStopped, whyUnexercised } from './verdict/whyUnexercised';

/** Who wants to know how a run goes, and may end it. */
export interface RunListeners extends SessionListeners {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: RunEvent) => void;
  /** Is called when nothing more is sent, before the report is made. */
  readonly onAsked?: () => Promise<void>;
  /** Is told at once of what the run makes and removes. */
  readonly onMade?: (event: LedgerEvent) => void;
  /** Is given a function that returns, at any time, a report of what is proven so far. @param reason why the report is made now. */
  readonly onBegun?: (proven: (reason: string) => Report) => void;
}

/** What is given of a run, and who listens to it, in one row. */
export interface GivenRun extends GivenSettings, RunListeners {
  readonly target: Target;
}

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

/** As {@link verifyWith}, with what a program gives. */
export function verifyTarget(contract: Contract, suite: Suite, given: GivenRun): Promise<Report> {
  return verifyWith(contract, suite, aimedAt(settingsOf(given), given.target), given);
}

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link beginPlan}, OwnFailure where Espalier itself fails. Whatever happens on the wire becomes part of the report.
 */
export async function verifyWith(
  contract: Contract,
  suite: Suite,
  given: RunSettings,
  listeners: RunListeners = {},
): Promise<Report> {
  const settings = withChance(given);
  const callbacks = await openCallbacks(contract, suite, selectRules(suite.rules, settings), settings);
  try {
    const began = performance.now();
    const { deadlineMs } = settings.pace;
    const deadline = deadlineMs === undefined ? [] : [abortAfter(deadlineMs)];
    const now = (listeners.now ?? (() => new Date()))();
    const planned = await lettingOthersRun(beginPlan(contract, suite, settings, callbacks?.urlFor.bind(callbacks)));
    const begun = { contract, suite, settings, planned, callbacks, began };
    return await new OngoingRun(begun, { ...listeners, now: () => now }).end(deadline);
  } finally {
    callbacks?.close();
  }
}

/** A run that is planned, and begins. */
interface Begun {
  readonly contract: Contract;
  readonly suite: Suite;
  readonly settings: RunSettings;
  readonly planned: Planning;
  readonly callbacks: ReceivedCallbacks | undefined;
  /** When, as `performance.now()` tells. */
  readonly began: number;
}

class OngoingRun {
  /** Aborted when the run has failed enough, and when Espalier itself failed. */
  private readonly enough = new AbortController();
  private readonly broken = new AbortController();
  private readonly agenda: Agenda;
  private readonly secrets: Secrets;
  private readonly hookSecrets: HookSecrets;
  private readonly session: Session;
  private readonly sending: Sending;
  private readonly connections: Connections;
  private readonly ledger: Ledger;
  private readonly notFound = createNotFoundWatch();
  /** The kinds whose things the ledger looks after. */
  private readonly kinds: Kinds;
  /** The numbers of the requests that may be making something. */
  private readonly underWay = new Set<number>();
  private left: readonly Leftover[] = [];
  private done = 0;
  private sentAgain = 0;

  constructor(
    private readonly begun: Begun,
    private readonly listeners: RunListeners,
  ) {
    const { contract, suite, settings, planned, began } = begun;
    const { target, pace } = settings;
    const mayRemove = planned.others.items.length === 0;
    this.kinds = mayRemove ? planned.kinds : planned.others;
    this.agenda = createAgenda(planned.cases, {
      everythingExists: target.everythingExists,
      concurrency: mostAtOnce(pace),
      makes: (operation) => planned.kinds.madeBy(operation) !== undefined,
      reachesNoOthers: reachOf(contract.operations, this.kinds),
      // What the run makes is judged by what others show of it, and so is asked as quietly as can be.
      isMaking: settings.consent.writes !== 'handed-over',
    });
    this.hookSecrets = createHookSecrets(secretsOfRun(contract, settings), settings.credentials.hooks.length > 0);
    this.secrets = this.hookSecrets.secrets;
    const onFailure = pace.failFast ? { onFailure: () => this.enough.abort() } : {};
    const told = { ...listeners, ...onFailure };
    this.session = new Session(contract, suite, planned, this.secrets, settings, told, began);
    const served = target.everythingExists ? target.at : atServers(target.at, contract.operations);
    this.sending = createSending(settings, served, contract.operations);
    this.connections = new Connections(served);
    this.ledger = this.openLedger(mayRemove);
  }

  private openLedger(mayRemove: boolean): Ledger {
    const { settings, planned } = this.begun;
    const { everythingExists } = settings.target;
    const { onMade } = this.listeners;
    return new Ledger({
      port: new LedgerSender({ ...this.sending, connections: this.connections, ask: planned.ask }),
      target: this.sending.target,
      users: this.sending.users,
      show: planned.show,
      mended: planned.mended,
      kinds: this.kinds,
      mayRemove,
      writes: planned.writes,
      knowsFirst: settings.consent.writes === 'own',
      looksLast: !everythingExists,
      atOnce: () => this.sending.pace.allowed,
      onEvent: onMade && ((event) => onMade(notedWithoutSecrets(event, this.secrets.redact))),
    });
  }

  /** Sends all, removes what was made, and makes the report. @param deadline aborted when the time of the run is over. */
  async end(deadline: readonly AbortSignal[]): Promise<Report> {
    const { begun, listeners, broken, enough, underWay } = this;
    const { callbacks, settings } = begun;
    const { deadlineMs, ending } = settings.pace;
    const ended = AbortSignal.any([broken.signal, ...(listeners.signal ? [listeners.signal] : [])]);
    const signal = AbortSignal.any([ended, enough.signal]);
    const isOver = AbortSignal.any([signal, ...deadline]);
    const running = this.send(signal, isOver);
    const proven = (reason: string) => atOnce(this.report({ reason, provenStands: false }, UNENDED));
    listeners.onBegun?.(proven);
    const run = await endOfRun(running, isOver, deadlineMs, ending.underWayMs);
    if ('bug' in run) {
      // What was made by requests that are still under way is to be removed, too.
      broken.abort();
      const patience = performance.now() + ending.underWayMs;
      while (underWay.size > 0 && performance.now() < patience) await pause(LOOKING_MS);
    }
    // What is removed next could no longer cause a callback.
    else await callbacks?.settle(isOver);
    await this.clean('bug' in run || ended.aborted);
    await listeners.onAsked?.();
    if ('bug' in run) throw failureOf(run.bug, proven);
    await this.lookBack();
    const stop = this.whyStopped(run);
    for (const each of callbacks?.end(() => this.agenda.number()) ?? []) this.session.noteCalled(each);
    const report = await lettingOthersRun(this.report(stop, run));
    listeners.onEvent?.({ type: 'reported', report });
    return report;
  }

  private async send(signal: AbortSignal, isOver: AbortSignal): Promise<Run> {
    const { planned } = this.begun;
    await this.agenda.planAhead(isOver);
    this.listeners.onEvent?.({ type: 'planned', requirements: planned.requirements, total: planned.cases.total });
    return runCases(this.agenda, this.means(signal));
  }

  private means(signal: AbortSignal): RunMeans {
    const { ledger, session, underWay, secrets } = this;
    return {
      ...this.begun,
      sending: this.sending,
      connections: this.connections,
      ledger,
      found: new FoundValues((text) => secrets.redact(text) !== text),
      signal,
      listener: {
        onSending: (each, index) => {
          if (this.mayMake(each)) underWay.add(index);
          ledger.intend(each, index);
        },
        onAnswered: (exchange) => {
          underWay.delete(exchange.index);
          ledger.note(asRead(exchange));
        },
        onExchange: (exchange, isMore) => this.judge(exchange, isMore),
        onCredential: (exchange, isMore) => {
          this.hookSecrets.note(exchange);
          session.keep(exchange);
          this.tell(exchange, isMore);
        },
      },
    };
  }

  private *judge(exchange: Exchange, isMore: boolean): Parts<void> {
    this.hookSecrets.note(exchange);
    yield* this.session.noteInParts(exchange);
    this.begun.callbacks?.note(exchange);
    this.notFound.note(exchange);
    this.tell(exchange, isMore);
  }

  private mayMake({ request: { operation, method } }: Case): boolean {
    return method === undefined && (!operation.safe || this.kinds.ofItem(operation) !== undefined);
  }

  private tell(exchange: Exchange, isMore: boolean): void {
    const { cases } = this.begun.planned;
    this.done++;
    if (isMore) this.sentAgain++;
    const { done, sentAgain } = this;
    const isPlanned = cases.upcoming === undefined;
    this.listeners.onEvent?.({ type: 'exchanged', exchange, done, total: cases.total + sentAgain, isPlanned });
  }

  /** Removes what the run made. */
  private async clean(isCutShort: boolean): Promise<void> {
    const { settings, began } = this.begun;
    const { deadlineMs, ending } = settings.pace;
    const { signal } = this.listeners;
    const limitMs = cleaningLimit(performance.now() - began, deadlineMs, isCutShort, ending.leastCleaningMs);
    this.sending.pace.free();
    const unremoved = await this.ledger.settle(cleaningSignal(limitMs, signal, ending.leastCleaningMs));
    this.left = toLeftovers(unremoved, settings, this.secrets);
  }

  /** Finds out what requests could have broken in operations that the run did not come to. */
  private async lookBack(): Promise<void> {
    const looking = performance.now();
    const mostMs = this.listeners.signal?.aborted ? LOOKING_BACK_SOON_MS : LOOKING_BACK_MS;
    for (const _part of this.begun.planned.findViolable()) {
      await letOthersRun();
      if (performance.now() - looking > mostMs) break;
    }
  }

  private whyStopped({ givenUp }: Run): Stop | undefined {
    const { credentials } = this.begun.settings;
    const why = givenUp ?? (this.enough.signal.aborted ? ENOUGH : this.notFound.end());
    const { all } = this.session.history();
    return whyStopped(all, this.listeners.signal, why, (operation) => namedCredential(operation, credentials));
  }

  private *report(stop: Stop | undefined, run: Run): Generator<void, Report> {
    const { session, ledger, left } = this;
    const { contract, suite, settings, planned, callbacks, began } = this.begun;
    const { at } = settings.target;
    const history = session.history();
    const whyUnasked = (operation: Operation) => run.whyUnasked(operation) ?? ledger.whyNoMore(operation);
    const surroundings = { ...planned, ...run, whyUnasked, isReceiving: callbacks !== undefined };
    const { complete } = settings.reporting;
    const judged = yield* session.end(history, stop, (each) =>
      whyUnexercised(each, surroundings, history, stop, complete),
    );
    const shard = describePart(contract, suite, settings);
    const told = settings.selection.script?.told() ?? [];
    return {
      ...judged,
      // A mock that was started for this run keeps nothing.
      ...(left.length === 0 || planned.isMocked ? {} : { leftovers: left }),
      sent: judged.sent + ledger.sent() + run.sentAside,
      target: at.origin + at.basePath,
      durationMs: Math.round(performance.now() - began),
      ...workflowReports(told, this.secrets),
      ...(shard ? { shard } : {}),
    };
  }
}

/** Why a run ended that was to stop at its first failure. */
const ENOUGH: Stop = { reason: 'the run stopped after its first failure (--fail-fast)', provenStands: true };

/** For what requests could have broken in operations that a run did not come to, in milliseconds. */
const LOOKING_BACK_MS = 500;

/** The same where somebody waits for the end of the run. */
const LOOKING_BACK_SOON_MS = 100;

/** Between two looks at what is under way, in milliseconds. */
const LOOKING_MS = 50;

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
