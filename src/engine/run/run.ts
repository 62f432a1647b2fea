/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import { setMaxListeners } from 'node:events';
import type { Operation } from '../../contract/contract';
import type { Request } from '../../http/message';
import type { Stop } from '../../report/outcome';
import type { Identity } from '../../resources/identity';
import type { Kinds } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import { NOBODY } from '../../serialization/credentials';
import { pause } from '../../support/waiting';
import type { Connections } from '../../wire/connections';
import { createHoldings, type Holding, type Holdings } from '../../wire/holdings';
import type { Limits, Outcome, send } from '../../wire/send';
import { createPatientSender } from '../../wire/sendPatiently';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Suite } from '../model/suite';
import { type ChainResults, createChainResults, type Unmade } from './chainResults';
import { createCredentialWatch } from './credentials/credentialWatch';
import type { Renewing } from './credentials/renewing';
import type { Users } from './credentials/users';
import { createPatience, type Patience } from './giveUp';
import { type OpeningOptions, openRun } from './opening/opening';
import type { Pace } from './pace';
import { createRepeats, whatFailed } from './passing';
import { type Agenda, outermost, type Phase, type ScheduledCase } from './schedule';
import { toRequest } from './toRequest';
import type { FoundValues } from './tries/found';
import { Ladder, type LadderOptions } from './tries/ladder';
import { type Seeker, Seeking } from './tries/seeking';

export interface RunOptions {
  readonly target: Target;
  readonly limits: Limits;
  /** Those that are kept are closed at the end. */
  readonly connections: Connections;
  /** For the whole run, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
  /** By which every request has its turn. */
  readonly pace: Pace;
  /** Header fields sent with every request. */
  readonly headers: Request['headers'];
  /** Keeps credentials that the run fetches itself working. */
  readonly renewing: Renewing;
  /** As whom each request is sent. */
  readonly users: Users;
  readonly signal?: AbortSignal | undefined;
  /** What makes things. */
  readonly kinds: Kinds;
  /** What exchanges that are under way, or wait to be judged, hold together. Default: as much as a process should. */
  readonly holdings?: Holdings | undefined;
  /** Told of each case that is about to be sent, and of what came of it. @param index that of its exchange. */
  readonly onSending: (each: Case, index: number) => void;
  readonly onAnswered: (exchange: Exchange) => void;
  /** Told of each before it has its turn: looks at what is there. @returns whether it may be sent. */
  readonly onPlanned: (each: Case, signal: AbortSignal) => boolean | Promise<boolean>;
  /** Told of each that was to have its turn, and is not sent after all. */
  readonly onDropped: (each: Case) => void;
  /** Looks at what was made. @returns its name, where that is known. */
  readonly findMade: (exchange: Exchange, signal: AbortSignal) => Promise<Identity | undefined>;
  /** Whether requests that are not safe may go to a thing. */
  readonly isOwn: (thing: Thing) => boolean;
  /** What the first requests are to find out; undefined where the target is our mock. */
  readonly opening: Pick<OpeningOptions, 'otherBases' | 'url' | 'credentialOf'> | undefined;
  /** As the suite has them. */
  readonly isShown: Suite['isShown'];
  readonly isAllowed: Suite['isAllowed'];
  /** How a refused request is tried again. */
  readonly tries: LadderOptions;
  /** What answers show that other requests may carry. */
  readonly found: FoundValues;
  /** Told of each exchange as it ends. @param isMore whether it was not planned. */
  readonly onExchange: (exchange: Exchange, isMore: boolean) => void;
  /** Told of each that says nothing of the target, but whether the credential still works. @param isMore whether it was not planned. */
  readonly onCredential: (exchange: Exchange, isMore: boolean) => void;
}

/** After so many time-outs in a row the remaining cases of an operation on a resource are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

/** What came of a case, for what builds on it; and what it is judged by, where its connection is still watched. */
interface Sent {
  readonly exchange: Exchange;
  readonly watched: Promise<Exchange> | undefined;
  readonly holding: Holding;
}

export interface Run {
  /** Why the target, or the credential, was given up on, where it was. */
  readonly givenUp: Stop | undefined;
  /** Why an operation was not asked all that was planned, where its session had been ended. */
  readonly whyUnasked: (operation: Operation) => string | undefined;
  /** By operation, why what its cases needed never came, so that they were not sent. */
  readonly unmade: ReadonlyMap<string, Unmade>;
  /** How many requests were sent that no case had planned, and that nothing is judged by. */
  readonly sentAside: number;
}

/** Sends the cases, until all are sent, the target cannot be reached or is given up on, or the signal says so. */
export async function runCases(agenda: Agenda, options: RunOptions): Promise<Run> {
  const running = new RunningCases(agenda, options);
  await running.open();
  // What takes away what others need waits for all of them.
  for (const phase of agenda.phases) {
    await running.runPhase(phase);
    await running.seek();
  }
  return running.end();
}

class RunningCases {
  private readonly patience: Patience;
  private readonly signal: AbortSignal;
  private readonly answers: ChainResults;
  private readonly credentials: ReturnType<typeof createCredentialWatch>;
  private readonly patient: typeof send;
  private readonly holdings: Holdings;
  private readonly unmade = new Map<string, Unmade>();
  /** Cases that were answered with a server error. */
  private readonly failed = new WeakSet<Case>();
  /** How many time-outs came in a row, by what each says something of. */
  private readonly timeouts = new Map<string, number>();
  /** By the outermost thing, how often it was asked to no purpose whether something was done. */
  private readonly exhausted = new Map<string, number>();
  /** By operation, what is still to be told of it. */
  private readonly untold = new Map<string, Promise<void>>();
  private isUnreachable = false;
  /** While the first requests are weighed: what came of them, and what tells of it. */
  private opening: { readonly exchange: Exchange; readonly tell: (isTelling: boolean) => Promise<void> }[] | undefined;
  private stop: Stop | undefined;
  private sentAside = 0;
  private readonly repeats = createRepeats();
  private readonly ladder: Ladder;
  /** While what only reads is sent: what waits for values that others show. */
  private seeking: Seeking | undefined = new Seeking();

  constructor(
    private readonly agenda: Agenda,
    private readonly options: RunOptions,
  ) {
    this.patience = createPatience(agenda.extent, options);
    this.credentials = createCredentialWatch(options.opening?.credentialOf);
    const { signal } = this.patience;
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    // Every exchange that is under way listens to it.
    setMaxListeners(0, this.signal);
    this.answers = createChainResults(options.kinds, options.target, options.isOwn);
    this.patient = createPatientSender((signal) => options.pace.again(signal));
    this.holdings = options.holdings ?? createHoldings();
    this.ladder = new Ladder(options.tries, options.found, options.kinds, options.target.origin);
  }

  /** Sends what shows first whether the run is worth it. What came is told once that is known. */
  async open(): Promise<void> {
    const { opening } = this.options;
    if (!opening) return;
    const begun: NonNullable<typeof this.opening> = [];
    this.opening = begun;
    this.stop = await openRun({
      ...opening,
      take: (choose) => this.agenda.takeOut(choose),
      send: async (entries) => {
        const before = begun.length;
        await Promise.all(entries.map((entry) => this.runSequence([entry])));
        // What is said of them does not depend on which was answered first.
        const answers = begun.slice(before).map(({ exchange }) => exchange);
        return answers.sort((one, other) => one.index - other.index);
      },
      askBelow: (basePath, each) => this.askBelow(basePath, each),
    });
    this.opening = undefined;
    for (const { tell } of begun) await tell(this.stop === undefined);
  }

  async runPhase(phase: Phase): Promise<void> {
    const worker = async () => {
      // Nothing more is planned for a run that is over.
      while (!this.isOver()) {
        const next = await phase.take(this.signal);
        if (!next) return;
        await this.runSequence(next.entries);
        next.end();
      }
    };
    // Those that only watch for bytes that should not come hold no place among what is under way.
    await Promise.all(Array.from({ length: Math.min(this.options.concurrency, MOST_AT_ONCE) + MOST_WATCHED }, worker));
  }

  /** Asks again for what was not found, with what all answers of a phase have shown. */
  async seek(): Promise<void> {
    const { options, seeking } = this;
    const parked: ScheduledCase[] = [];
    for (let round = 0; seeking && round < MOST_ROUNDS; round++) {
      options.found.settle();
      const waiting = seeking.take();
      const taken = await Promise.all(spread(waiting, options.concurrency).map((own) => this.seekEach(own, parked)));
      if (this.isOver() || !taken.includes(true)) break;
    }
    this.seeking = undefined;
    options.found.settle();
    parked.sort((one, other) => one.index - other.index);
    await Promise.all(spread(parked, options.concurrency).map((own) => this.runSequence(own)));
  }

  /** @returns whether something was taken. */
  private async seekEach(seekers: readonly Seeker[], parked: ScheduledCase[]): Promise<boolean> {
    let isTaken = false;
    for (const { entry, refused, parked: own } of seekers) {
      const exchange = this.isOver() ? undefined : await this.climb(entry, refused);
      if (exchange) isTaken = true;
      else this.seeking?.add(entry, refused);
      parked.push(...own);
    }
    return isTaken;
  }

  async end(): Promise<Run> {
    await Promise.all(this.untold.values());
    this.options.connections.distrust();
    const { patience, stop, credentials, unmade, sentAside } = this;
    const givenUp = patience.end() ?? stop ?? this.options.renewing.end() ?? credentials.end();
    return { givenUp, unmade, whyUnasked: (each) => credentials.whyUnasked(each), sentAside };
  }

  private isOver(): boolean {
    const isStopped = this.stop !== undefined || this.options.renewing.end() !== undefined;
    return this.isUnreachable || isStopped || this.signal.aborted;
  }

  private async runSequence(sequence: ScheduledCase[]): Promise<void> {
    const { answers, unmade } = this;
    for (let entry = sequence.shift(); entry; entry = sequence.shift()) {
      if (this.isOver()) return;
      const { each } = entry;
      if (this.isSkipped(each)) continue;
      const made = answers.fill(each);
      if (!made) {
        const { name } = each.request.operation;
        unmade.set(name, unmade.get(name) ?? answers.failed(each));
      }
      const filled = made ?? answers.fillInstead(each);
      if (!filled || this.seeking?.park(entry, filled) || this.ladder.isVain(filled)) continue;
      await this.runAndTry(entry, this.ladder.mend(filled));
    }
  }

  /** Sends a case, and tries it again in other forms where it is refused and nothing of its operation was taken so far. */
  private async runAndTry(entry: ScheduledCase, filled: Case): Promise<void> {
    const { each } = entry;
    const isStep = each.chain?.step !== undefined;
    const answer = await this.options.users.send(entry, filled, {
      send: (one, index) => this.runOne(each, one, index),
      number: () => this.agenda.number(),
    });
    if (!answer) return;
    const { exchange, tell } = answer;
    const isWorthIt = !this.opening && this.ladder.isWorthTrying(exchange);
    // Of the steps of a chain, the one that was taken stands in the place that was planned.
    if (!isStep || !isWorthIt) await tell(exchange.index, isStep);
    const isSeeking = this.seeking !== undefined && this.ladder.isWorthTrying(exchange);
    const taken = isWorthIt ? await this.climb(entry, exchange, isStep ? tell : undefined) : undefined;
    if (!taken && isSeeking) this.seeking?.add(entry, exchange);
  }

  /**
   * Tries a refused request again.
   * @param tellRefused tells of the refused one, where that waits for what comes of the tries.
   * @returns what was taken; undefined where nothing was.
   */
  private async climb(entry: ScheduledCase, refused: Exchange, tellRefused?: Tell): Promise<Exchange | undefined> {
    const endTurn = await this.ladder.turn(refused);
    const climb = this.ladder.climb(refused);
    let taken: Exchange | undefined;
    for (let next = climb.next(); next && !this.isOver(); next = climb.next()) {
      const answer = await this.runOne(entry.each, next, this.agenda.number());
      if (!answer) break;
      const { exchange, tell } = answer;
      const isTaken = climb.answered(exchange);
      await tell(isTaken && tellRefused ? refused.index : exchange.index, isTaken, true);
      if (isTaken) taken = exchange;
      if (isTaken) break;
    }
    endTurn();
    await tellRefused?.(taken?.index ?? refused.index, taken === undefined);
    return taken;
  }

  /** Sends one request, unless it may not be sent. */
  private async runOne(each: Case, filled: Case, index: number): Promise<Told | undefined> {
    const { options } = this;
    if (!(await options.onPlanned(filled, this.signal))) return undefined;
    const onAnswered = await options.pace.begin(this.signal);
    if (this.isOver()) {
      onAnswered();
      return undefined;
    }
    options.onSending(filled, index);
    return this.runCase(each, filled, index, onAnswered);
  }

  /** Whether sending a case would be of no use. */
  private isSkipped(each: Case): boolean {
    if ((this.timeouts.get(hangingOf(each)) ?? 0) >= MOST_TIMEOUTS || this.credentials.skips(each)) return true;
    const { unless, failed, allowed } = each.waitsFor ?? {};
    if (failed !== undefined && !this.failed.has(failed)) return true;
    if (allowed !== undefined && !this.options.isAllowed(allowed, this.answers.chainOf(each))) return true;
    return unless !== undefined && this.answers.named(unless);
  }

  /** A function of its own, since the engine keeps what a suspended one held, such as an answer, until that is written over. */
  private async runCase(each: Case, filled: Case, index: number, onAnswered: () => void): Promise<Told | undefined> {
    const { answers, options, timeouts } = this;
    const hanging = hangingOf(each);
    const sent = await this.sendCase(each, filled, index, onAnswered);
    // What names no place there cannot be asked for.
    if (!sent) {
      onAnswered();
      return undefined;
    }
    const { exchange } = sent;
    options.onAnswered(exchange);
    if ((exchange.response?.status ?? 0) >= 500) this.failed.add(each);
    answers.keep(each, exchange);
    answers.name(each, await options.findMade(exchange, this.signal));
    this.patience.note(exchange);
    this.ladder.note(exchange);
    // Our mock takes whatever is valid, and what somebody else is shown may be theirs.
    if (options.opening && !each.request.byOther) options.found.note(exchange);
    const isTelling =
      !options.renewing.isOfExpired(exchange) &&
      (await this.credentials.note(exchange, (witness) => this.askAgain(witness)));
    if (exchange.error?.kind === 'timeout') timeouts.set(hanging, (timeouts.get(hanging) ?? 0) + 1);
    else timeouts.delete(hanging);
    if (exchange.error?.kind === 'unreachable') this.isUnreachable = true;
    const tell: Tell = async (as, isStep, isMore = false, isOfTarget = true) => {
      const place = (whole: Exchange) =>
        as === index && (isStep || !whole.case.chain?.step) ? whole : placed(whole, as, isStep);
      const told = (tells: boolean) =>
        this.tell(sent, (whole) =>
          tells ? options.onExchange(place(whole), isMore) : options.onCredential(place(whole), isMore),
        );
      const tells = isTelling && isOfTarget;
      if (this.opening) this.opening.push({ exchange, tell: (isWorthIt) => told(tells && isWorthIt) });
      else await told(tells);
    };
    return { exchange, tell };
  }

  /**
   * @param planned the case before its values came.
   * @param onAnswered called once the target has answered, though its connection may still be watched.
   */
  private async sendCase(planned: Case, each: Case, index: number, onAnswered: () => void): Promise<Sent | undefined> {
    const { options, signal, answers } = this;
    const plain = toRequest(each, options.target, options.headers);
    const request = planned.waitsFor?.located ? answers.redirect(planned, plain) : plain;
    if (!request) return undefined;
    const holding = this.holdings.open();
    // Not every service knows at once what was done.
    for (let asked = 1; ; asked++) {
      const { watched, ...outcome } = await this.askPatiently(each, request, onAnswered, holding);
      const content = answers.contentOf(each, request, outcome);
      const more = { ...(content ? { content } : {}), ...(asked > 1 ? { asked } : {}) };
      const exchange: Exchange = { index, case: each, request, ...outcome, ...more };
      const waitMs = this.waitBeforeNext(planned, exchange, asked);
      if (waitMs === undefined || signal.aborted)
        return { exchange, watched: watched?.then((ended) => ({ ...exchange, ...ended })), holding };
      holding.release();
      await pause(waitMs, signal);
      await options.pace.again(signal);
    }
  }

  /** Sends a request; again where it failed in a way that may pass, and where that is harmless. */
  private async askPatiently(
    each: Case,
    request: Request,
    onAnswered: () => void,
    holding: Holding,
  ): Promise<Answered> {
    const { options, signal, repeats } = this;
    const failedBefore: string[] = [];
    for (;;) {
      const outcome = await ask(each, request, this.asking(onAnswered, holding));
      onAnswered();
      const waitMs = repeats.next(each, outcome, failedBefore.length, mayMake(each, options.kinds));
      const failed = whatFailed(outcome);
      if (waitMs !== undefined && failed !== undefined) await pause(waitMs, signal);
      if (waitMs === undefined || failed === undefined || signal.aborted)
        return failedBefore.length === 0 ? outcome : { ...outcome, failedBefore };
      failedBefore.push(failed);
      holding.release();
      await options.pace.again(signal);
    }
  }

  /**
   * How long to wait, in milliseconds, before it is asked once more whether what was done shows; undefined where it does, or was asked often
   * enough.
   * @param asked how often it was asked.
   */
  private waitBeforeNext(planned: Case, exchange: Exchange, asked: number): number | undefined {
    const awaits = exchange.case.chain?.awaits;
    if (!awaits || this.options.isShown(awaits, exchange, this.answers.chainOf(exchange.case))) return undefined;
    const thing = outermost(planned.touches);
    const inVain = this.exhausted.get(thing) ?? 0;
    const waitMs = inVain < MOST_IN_VAIN ? SETTLING_MS[asked - 1] : undefined;
    if (waitMs === undefined) this.exhausted.set(thing, inVain + 1);
    return waitMs;
  }

  /** Asks once more for what was let in before, to see whether the credential still works. */
  private async askAgain(each: Case): Promise<Exchange> {
    const { options } = this;
    const name = `is the credential still good? ${each.claim.name}`;
    await this.agenda.count(this.signal);
    const index = this.agenda.number();
    const request = toRequest(each, options.target, options.headers);
    const onAnswered = await options.pace.begin(this.signal);
    options.onSending(each, index);
    const holding = this.holdings.open();
    const { watched, ...outcome } = await ask(each, request, this.asking(onAnswered, holding));
    onAnswered();
    const exchange: Exchange = { index, case: { ...each, claim: { ...each.claim, name } }, request, ...outcome };
    options.onAnswered(exchange);
    options.onCredential(exchange, true);
    holding.release();
    return exchange;
  }

  /** Asks whether something is there below another base path. What the user handed over for one place is not sent to another. */
  private async askBelow(basePath: string, planned: Case): Promise<Exchange> {
    const { options } = this;
    this.sentAside++;
    const { user: _user, ...asked } = planned.request;
    const each = { ...planned, request: { ...asked, authorisation: NOBODY, authorised: false } };
    const request = toRequest(each, { basePath }, []);
    const onAnswered = await options.pace.begin(this.signal);
    const holding = this.holdings.open();
    const { watched: _, ...outcome } = await ask(each, request, this.asking(onAnswered, holding));
    onAnswered();
    holding.release();
    return { index: 0, case: each, request, ...outcome };
  }

  private asking(onAnswered: () => void, holding: Holding): Asking {
    const onAside = () => void this.sentAside++;
    return { ...this.options, signal: this.signal, patient: this.patient, onAnswered, holding, onAside };
  }

  /** What is told of an operation is told in its order, and of what is watched when that has come to its end; hardly anything waits for it. */
  private async tell({ exchange, watched, holding }: Sent, onTold: (exchange: Exchange) => void): Promise<void> {
    const { untold } = this;
    const note = (whole: Exchange) => {
      onTold(whole);
      holding.release();
    };
    const { name } = exchange.case.request.operation;
    const before = untold.get(name);
    if (!watched && !before) return note(exchange);
    const told = Promise.all([watched ?? exchange, before]).then(([whole]) => note(whole));
    untold.set(name, told);
    const forget = () => untold.get(name) === told && untold.delete(name);
    // What fails is told of at the end.
    told.then(forget, () => {});
    if (untold.size > MOST_WATCHED) await told;
  }
}

/**
 * What came of a request, and what tells of it: as which number, whether as a step of its chain, whether it was not planned, and whether it says
 * anything of the target.
 */
interface Told {
  readonly exchange: Exchange;
  readonly tell: Tell;
}

type Tell = (index: number, isStep: boolean, isMore?: boolean, isOfTarget?: boolean) => Promise<void>;

/** An exchange under another number; one that is no step of its chain only belongs to it. */
function placed(exchange: Exchange, index: number, isStep: boolean): Exchange {
  const { chain, ...rest } = exchange.case;
  const { step: _, awaits: __, ...place } = chain ?? { kind: 'own' as const };
  return { ...exchange, index, case: isStep || !chain ? exchange.case : { ...rest, chain: place } };
}

/** Deals entries out to so many hands, each in order. */
function spread<T>(entries: readonly T[], hands: number): T[][] {
  const dealt = Array.from({ length: Math.max(1, Math.min(hands, entries.length)) }, (): T[] => []);
  for (const [at, entry] of entries.entries()) dealt[at % dealt.length]?.push(entry);
  return dealt;
}

/** What was found in one round may serve to find more in the next. */
const MOST_ROUNDS = 3;

/** What a time-out says something of: an operation on a resource. */
function hangingOf({ request: { operation }, touches }: Case): string {
  return `${operation.name} ${touches.thing}`;
}

/** However many may be under way. */
const MOST_AT_ONCE = 1000;

/** How many connections are watched at once after a complete response. */
const MOST_WATCHED = 60;

/** How long is waited, time after time, for what was done to show, in milliseconds. */
const SETTLING_MS = [100, 200, 400, 800, 1600];

/** How often it is asked for at most. */
export const MOST_ASKED = SETTLING_MS.length + 1;

/** In one chain so often to no purpose: then what was done will not show any more. */
const MOST_IN_VAIN = 2;

/** How often a request is sent at most, where each time we are held up ourselves. */
const MOST_ATTEMPTS = 3;

interface Asking
  extends Pick<RunOptions, 'target' | 'limits' | 'connections' | 'kinds' | 'signal' | 'pace' | 'renewing'> {
  readonly patient: typeof send;
  /** Told of each request that no case has planned. */
  readonly onAside: () => void;
  readonly onAnswered: () => void;
  readonly holding: Holding;
}

/** What came of a request that may have been sent again. */
type Answered = Outcome & Pick<Exchange, 'failedBefore'>;

/** Tells whether a request may make something. */
function mayMake({ request: { operation, method } }: Case, kinds: Kinds): boolean {
  const items = kinds.ofItem(operation);
  const isPut = operation === items?.replacer || operation === items?.poster;
  return method === undefined && (isPut || kinds.madeBy(operation) !== undefined);
}

/** Sends a request; again where we were held up meanwhile, unless the first one may have used something up. */
async function ask(
  each: Case,
  request: Request,
  { target, limits, kinds, signal, patient, connections, pace, onAnswered, holding, renewing, onAside }: Asking,
): Promise<Outcome> {
  // What is on its way to make something is waited for, so that it is known what to remove.
  const makes = mayMake(each, kinds);
  const { operation } = each.request;
  const attempts = each.claim.exists && !operation.safe ? 1 : MOST_ATTEMPTS;
  const options = { connections, once: attempts === 1, kind: operation.name, onAnswered, holding };
  let sent = 0;
  const go = (one: Request) => {
    if (sent++ > 0) holding.release();
    return patient(one, target, limits, makes ? undefined : signal, options);
  };
  const aside = (one: Request) => {
    onAside();
    return patient(one, target, limits, signal);
  };
  for (let attempt = 1; ; attempt++) {
    const outcome = await renewing.send(each, request, go, aside);
    if (outcome.error?.kind !== 'stalled' || attempt === attempts) return outcome;
    await pace.again(signal);
  }
}
