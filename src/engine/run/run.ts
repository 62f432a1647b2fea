/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import { setMaxListeners } from 'node:events';
import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
import type { Stop } from '../../report/outcome';
import type { Identity } from '../../resources/identity';
import type { Thing } from '../../resources/things';
import { NOBODY } from '../../serialization/credentials';
import { type Passage, passSafe } from '../ledger/gate';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Suite } from '../model/suite';
import { Asker, type AskerOptions } from './asker';
import { type ChainResults, createChainResults, type Unmade } from './chainResults';
import { createCredentialWatch } from './credentials/credentialWatch';
import type { Users } from './credentials/users';
import { createPatience, type Patience } from './giveUp';
import { type OpeningOptions, openRun } from './opening/opening';
import { runScript, type ScriptOptions } from './runScript';
import type { Agenda, Phase, ScheduledCase } from './schedule';
import { MOST_WATCHED, TellInOrder } from './tellInOrder';
import { toRequest } from './toRequest';
import { Ladder, type LadderOptions } from './tries/ladder';
import { type Seeker, Seeking } from './tries/seeking';
import type { FoundValues } from './tries/shownValues';

export interface RunOptions extends AskerOptions {
  /** For the whole run, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** When the run began, as `performance.now()` tells; by default, when its first case is sent. */
  readonly began?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
  /** As whom each request is sent. */
  readonly users: Users;
  readonly signal?: AbortSignal | undefined;
  /** Is told of each case that is about to be sent, and then of its exchange. @param index the number of its exchange. */
  readonly onSending: (each: Case, index: number) => void;
  readonly onAnswered: (exchange: Exchange) => void;
  /** Told of each before it has its turn: looks at what is there. @returns undefined if it may not be sent. */
  readonly pass: (each: Case, signal: AbortSignal) => Promise<Passage | undefined>;
  /** Told of each that was to have its turn, and is not sent after all. */
  readonly onDropped: (each: Case) => void;
  /** Looks at what was made. @returns its name, where that is known. */
  readonly findMade: (exchange: Exchange, signal: AbortSignal) => Promise<Identity | undefined>;
  /** Told when all is sent that one thing was made for, as far as it is planned. @param first its first case. */
  readonly onSequenceEnd: (first: Case, signal: AbortSignal) => Promise<void>;
  /** Whether requests that are not safe may go to a thing. */
  readonly isOwn: (thing: Thing) => boolean;
  /** What the first requests are to find out; undefined where the target is our mock. */
  readonly opening: Pick<OpeningOptions, 'otherBases' | 'url' | 'credentialOf'> | undefined;
  /** As the suite has them. */
  readonly isAllowed: Suite['isAllowed'];
  /** How a refused request is tried again. */
  readonly tries: LadderOptions;
  /** What answers show that other requests may carry. */
  readonly found: FoundValues;
  /** What the user has put in an order; undefined where there is nothing. */
  readonly script?: ScriptOptions | undefined;
  /** Told of each exchange as it ends. @param isMore whether it was not planned. */
  readonly onExchange: (exchange: Exchange, isMore: boolean) => void;
  /** Told of each that says nothing of the target, but whether the credential still works. @param isMore whether it was not planned. */
  readonly onCredential: (exchange: Exchange, isMore: boolean) => void;
}

/** After so many refusals a second way to make things is given up. */
const MOST_SECONDS = 3;

/** After so many time-outs in a row the remaining cases of an operation on a resource are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

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
  if (options.script?.isFirst) await running.runScript(options.script);
  // What takes away what others need waits for all of them.
  for (const phase of agenda.phases) {
    await running.runPhase(phase);
    await running.seek();
  }
  if (options.script?.isFirst === false) await running.runScript(options.script);
  return running.end();
}

class RunningCases {
  private readonly patience: Patience;
  private readonly signal: AbortSignal;
  private readonly answers: ChainResults;
  private readonly credentials: ReturnType<typeof createCredentialWatch>;
  private readonly asker: Asker;
  private readonly order = new TellInOrder();
  private readonly unmade = new Map<string, Unmade>();
  /** Cases that were answered with a server error. */
  private readonly failed = new WeakSet<Case>();
  /** How many time-outs came in a row, by operation and thing. */
  private readonly timeouts = new Map<string, number>();
  /** How often a second way to make things was refused before it was taken, by its operation. */
  private readonly refusedSeconds = new Map<Operation, number>();
  private isUnreachable = false;
  /** While the first requests are weighed: what came of them, and what tells of it. */
  private opening: { readonly exchange: Exchange; readonly tell: (isTelling: boolean) => Promise<void> }[] | undefined;
  private stop: Stop | undefined;
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
    this.asker = new Asker(options, this.answers, this.signal);
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

  /** Sends what a script says, each request after the answer to the one before. */
  runScript(script: ScriptOptions): Promise<void> {
    return runScript(script, {
      ...this.options,
      signal: this.signal,
      isOver: () => this.isOver(),
      send: async (each) => {
        const sent = await this.runOne(each, each, this.agenda.number());
        return (
          sent && {
            exchange: sent.exchange,
            tell: (scripted) => sent.tell(sent.exchange.index, false, true, true, scripted),
          }
        );
      },
    });
  }

  async runPhase(phase: Phase): Promise<void> {
    const worker = async () => {
      // Nothing more is planned for a run that is over.
      while (!this.isOver()) {
        const next = await phase.take(this.signal);
        if (!next) return;
        const [first] = next.entries;
        await this.runSequence(next.entries);
        if (first) await this.options.onSequenceEnd(first.each, this.signal);
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
    await this.order.end();
    this.options.connections.distrust();
    const { patience, stop, credentials, unmade } = this;
    const givenUp = patience.end() ?? stop ?? this.options.renewing.end() ?? credentials.end();
    return { givenUp, unmade, whyUnasked: (each) => credentials.whyUnasked(each), sentAside: this.asker.sentAside };
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
    let passage = await options.pass(filled, this.signal);
    let onAnswered = passage && (await options.pace.begin(this.signal));
    // While it waited for its turn, something may have been moved.
    while (passage?.isStale() && !this.isOver()) {
      onAnswered?.();
      passage = await options.passAgain(filled, this.signal);
      onAnswered = passage && (await options.pace.begin(this.signal));
    }
    if (!passage || !onAnswered || this.isOver()) {
      onAnswered?.();
      return undefined;
    }
    options.onSending(filled, index);
    return this.runCase(each, passage, index, onAnswered);
  }

  /** Whether sending a case would be of no use. */
  private isSkipped(each: Case): boolean {
    if ((this.timeouts.get(hangingOf(each)) ?? 0) >= MOST_TIMEOUTS || this.credentials.skips(each)) return true;
    const { unless, failed, taken, allowed } = each.waitsFor ?? {};
    if (taken && !this.ladder.takesMadeUp(each.request.operation)) return true;
    if (failed !== undefined && !this.failed.has(failed)) return true;
    if (allowed !== undefined && !this.options.isAllowed(allowed, this.answers.chainOf(each))) return true;
    if (unless === undefined) return false;
    // One way to make things that was refused a few times is not tried again where it comes second.
    const inVain =
      each.chain?.step === 'make' && (this.refusedSeconds.get(each.request.operation) ?? 0) >= MOST_SECONDS;
    return inVain || this.answers.named(unless);
  }

  /** Takes note of what came of a second way to make something. */
  private noteSecond({ request: { operation }, waitsFor, chain }: Case, { response }: Exchange): void {
    if (!waitsFor?.unless || chain?.step !== 'make') return;
    const isTaken = response !== null && isSuccess(response.status);
    this.refusedSeconds.set(operation, isTaken ? -Infinity : (this.refusedSeconds.get(operation) ?? 0) + 1);
  }

  /** A function of its own, since the engine keeps what a suspended one held, such as an answer, until that is written over. */
  private async runCase(
    each: Case,
    passage: Passage,
    index: number,
    onAnswered: () => void,
  ): Promise<Told | undefined> {
    const { answers, options, timeouts } = this;
    const hanging = hangingOf(each);
    const sent = await this.asker.send(each, passage, index, onAnswered);
    // What names no place there cannot be asked for.
    if (!sent) {
      onAnswered();
      return undefined;
    }
    const { exchange } = sent;
    options.onAnswered(exchange);
    if ((exchange.response?.status ?? 0) >= 500) this.failed.add(each);
    answers.keep(each, exchange);
    this.noteSecond(each, exchange);
    answers.name(each, await options.findMade(exchange, this.signal));
    answers.follow(exchange);
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
    const tell: Tell = async (as, isStep, isMore = false, isOfTarget = true, scripted = undefined) => {
      const place = (whole: Exchange) =>
        as === index && (isStep || !whole.case.chain?.step) ? whole : placed(whole, as, isStep);
      const told = (tells: boolean) =>
        this.order.tell(sent, (whole) =>
          tells
            ? options.onExchange(scripted ? { ...place(whole), scripted } : place(whole), isMore)
            : options.onCredential(place(whole), isMore),
        );
      const tells = isTelling && isOfTarget;
      if (this.opening) this.opening.push({ exchange, tell: (isWorthIt) => told(tells && isWorthIt) });
      else await told(tells);
    };
    return { exchange, tell };
  }

  /** Asks once more for what was let in before, to see whether the credential still works. */
  private async askAgain(each: Case): Promise<Exchange | undefined> {
    const { options } = this;
    const passage = await options.passAgain(each, this.signal);
    if (!passage) return undefined;
    const name = `is the credential still good? ${each.claim.name}`;
    await this.agenda.count(this.signal);
    const index = this.agenda.number();
    const request = toRequest(each, options.target, options.headers);
    const outcome = await this.asker.sendOne(passage, request, () => options.onSending(each, index));
    const exchange: Exchange = { index, case: { ...each, claim: { ...each.claim, name } }, request, ...outcome };
    options.onAnswered(exchange);
    options.onCredential(exchange, true);
    return exchange;
  }

  /** Asks whether something is there below another base path. What the user handed over for one place is not sent to another. */
  private async askBelow(basePath: string, planned: Case): Promise<Exchange> {
    this.asker.sentAside++;
    const { user: _user, ...asked } = planned.request;
    const each = { ...planned, request: { ...asked, authorisation: NOBODY, authorised: false } };
    const request = toRequest(each, { basePath }, []);
    const outcome = await this.asker.sendOne(passSafe(each), request);
    return { index: 0, case: each, request, ...outcome };
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

type Tell = (
  index: number,
  isStep: boolean,
  isMore?: boolean,
  isOfTarget?: boolean,
  scripted?: Exchange['scripted'],
) => Promise<void>;

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

/** Names what a time-out tells something about: an operation on a thing. */
function hangingOf({ request: { operation }, touches }: Case): string {
  return `${operation.name} ${touches.thing}`;
}

/** However many may be under way. */
const MOST_AT_ONCE = 1000;
