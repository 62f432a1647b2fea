/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import { setMaxListeners } from 'node:events';
import type { Operation } from '../../contract/contract';
import type { Stop } from '../../report/outcome';
import type { Thing } from '../../resources/things';
import { letOthersRun, type Parts } from '../../support/letOthersRun';
import { isSentAgain } from '../ledger/caseFacts';
import type { Passage } from '../ledger/gate';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { namedCredential } from '../plan/credentialOrigins';
import { otherBasePaths } from '../plan/servers';
import { Asker } from './asker';
import { AskingAgain } from './askingAgain';
import { type Came, sendInTurn } from './beside';
import { type ChainResults, KeptResults, type Unmade } from './chainResults';
import { CredentialWatch } from './credentials/credentialWatch';
import { Users } from './credentials/users';
import { Fullness } from './fullness';
import { Patience } from './giveUp';
import type { RunMeans } from './means';
import { openRun } from './opening/opening';
import { mostAtOnce } from './pace';
import { runScript, type ScriptOptions } from './runScript';
import type { Agenda, Phase, ScheduledCase } from './schedule';
import { MOST_WATCHED, TellInOrder } from './tellInOrder';
import { placed, type Tell, type Told } from './telling';
import { Apart } from './tries/apart';
import { foundInstead } from './tries/foundInstead';
import { Ladder } from './tries/ladder';
import { Seeking } from './tries/seeking';
import { unprovenMade } from './unproven';
import { VainCases } from './vainCases';

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
export async function runCases(agenda: Agenda, means: RunMeans): Promise<Run> {
  const { selection, consent } = means.settings;
  const script = selection.script && { script: selection.script, letIn: means.planned.letIn };
  // Where only what is proven may be changed, what a script makes must not keep the run from making more.
  const isScriptFirst = consent.writes !== 'own';
  const running = new RunningCases(agenda, means);
  await running.open();
  if (script && isScriptFirst) await running.runScript(script);
  // What takes away what others need waits for all of them.
  for (const phase of agenda.phases) {
    await running.runPhase(phase);
    await running.seek();
  }
  if (script && !isScriptFirst) await running.runScript(script);
  return running.end();
}

class RunningCases {
  private readonly patience: Patience;
  private readonly signal: AbortSignal;
  private readonly answers: ChainResults;
  private readonly credentials: CredentialWatch;
  private readonly asker: Asker;
  private readonly order = new TellInOrder();
  private readonly unmade = new Map<string, Unmade>();
  private readonly vain = new VainCases();
  private isUnreachable = false;
  /** While the first requests are weighed: what came of them, and what tells of it. */
  private opening: { readonly exchange: Exchange; readonly tell: (isTelling: boolean) => Promise<void> }[] | undefined;
  private stop: Stop | undefined;
  private readonly ladder: Ladder;
  private readonly apart: Apart;
  private readonly users: Users;
  private readonly fullness: Fullness;
  private readonly again: AskingAgain;
  /** What waits for values that others show. */
  private readonly seeking: Seeking;

  constructor(
    private readonly agenda: Agenda,
    private readonly means: RunMeans,
  ) {
    const { settings, planned, sending, found } = means;
    const { pace, selection } = settings;
    this.patience = new Patience(agenda.extent, {
      ...pace,
      began: means.began,
      concurrency: () => sending.pace.allowed,
    });
    this.credentials = new CredentialWatch(this.isOnMock ? undefined : (operation) => this.credentialOf(operation));
    this.signal = AbortSignal.any([means.signal, this.patience.signal]);
    // Every exchange that is under way listens to it.
    setMaxListeners(0, this.signal);
    this.answers = new KeptResults(planned.kinds, sending.target, (thing) => this.isOwn(thing));
    this.asker = new Asker(means, this.answers, this.signal);
    this.again = new AskingAgain(agenda, means, this.asker, this.signal);
    const tries = { ...planned, isThorough: selection.thorough };
    this.ladder = new Ladder(tries, found, planned.kinds, sending.target.origin);
    this.apart = new Apart(planned.apart);
    this.users = new Users(sending.users);
    this.seeking = new Seeking(settings.consent.writes === 'any' && !this.isOnMock);
    this.fullness = new Fullness(means.ledger, agenda, this.ladder, this.signal);
  }

  private get isOnMock(): boolean {
    return this.means.settings.target.everythingExists;
  }

  private credentialOf(operation: Operation): string {
    return namedCredential(operation, this.means.settings.credentials);
  }

  /** Whether requests that are not safe may go to a thing. */
  private isOwn(thing: Thing): boolean {
    const { settings, ledger } = this.means;
    return settings.consent.writes === 'any' || ledger.isOwn(thing);
  }

  /** Sends what shows first whether the run is worth it. What came is told once that is known. */
  async open(): Promise<void> {
    if (this.isOnMock) return;
    const { settings, planned } = this.means;
    const { origin, basePath } = settings.target.at;
    const begun: NonNullable<typeof this.opening> = [];
    this.opening = begun;
    this.stop = await openRun({
      otherBases: otherBasePaths(basePath, planned.operations),
      url: origin + basePath,
      credentialOf: (operation) => this.credentialOf(operation),
      take: (choose) => this.agenda.takeOut(choose),
      send: async (entries) => {
        const before = begun.length;
        await Promise.all(entries.map((entry) => sendInTurn([entry], this.ladder, this)));
        // What is said of them does not depend on which was answered first.
        const answers = begun.slice(before).map(({ exchange }) => exchange);
        return answers.sort((one, other) => one.index - other.index);
      },
      askBelow: (below, each) => this.asker.askBelow(below, each),
    });
    this.opening = undefined;
    for (const { tell } of begun) await tell(this.stop === undefined);
  }

  /** Sends what a script says, each request after the answer to the one before. */
  runScript(script: ScriptOptions): Promise<void> {
    return runScript(script, {
      isOwn: (thing) => this.isOwn(thing),
      signal: this.signal,
      isOver: () => this.isOver(),
      send: async (each) => {
        const sent = await this.runOne(each, each, this.agenda.number());
        return (
          sent && {
            exchange: sent.exchange,
            tell: (scripted) => sent.tell({ index: sent.exchange.index, isStep: false, isMore: true, scripted }),
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
        const end = first && this.fullness.begin(first.each);
        await sendInTurn(next.entries, this.ladder, this);
        if (first) await this.means.ledger.removeUnseen(first.each.touches, this.signal);
        next.end();
        end?.();
      }
    };
    // Those that only watch for bytes that should not come hold no place among what is under way.
    const hands = Math.min(mostAtOnce(this.means.settings.pace), MOST_AT_ONCE) + MOST_WATCHED;
    const planning = this.isMaking ? [] : [this.agenda.planMeanwhile(() => this.isOver(), this.signal)];
    await Promise.all([...planning, ...Array.from({ length: hands }, worker)]);
  }

  /** Asks again for what was not found, with what all answers of a phase have shown. */
  seek(): Promise<void> {
    return this.seeking.seek({
      found: this.means.found,
      concurrency: mostAtOnce(this.means.settings.pace),
      isOver: () => this.isOver(),
      isWorthTrying: (refused) => this.ladder.isWorthTrying(refused),
      climb: (entry, refused) => this.climb(entry, refused),
      send: (parked) => sendInTurn(parked, this.ladder, this),
    });
  }

  async end(): Promise<Run> {
    await this.order.end();
    this.means.connections.distrust();
    const { patience, stop, credentials, unmade } = this;
    const { renewing, hooks } = this.means.sending;
    const givenUp = patience.end() ?? stop ?? renewing.end() ?? hooks.end() ?? credentials.end();
    return { givenUp, unmade, whyUnasked: (each) => credentials.whyUnasked(each), sentAside: this.asker.sentAside };
  }

  /** Whether the run makes things: what one request does to them others show, so fewer are under way beside each other. */
  get isMaking(): boolean {
    return this.means.settings.consent.writes !== 'handed-over';
  }

  isOver(): boolean {
    const { renewing, hooks } = this.means.sending;
    const isStopped = (this.stop ?? renewing.end() ?? hooks.end()) !== undefined;
    return this.isUnreachable || isStopped || this.signal.aborted;
  }

  /** Sends the next case of a sequence, if it may and need be sent. */
  async send(entry: ScheduledCase): Promise<Came | undefined> {
    const { answers, unmade } = this;
    const { each } = entry;
    if (this.isOver() || this.isSkipped(each)) return undefined;
    const made = answers.fill(each);
    if (!made) {
      const { name } = each.request.operation;
      unmade.set(name, unmade.get(name) ?? answers.failed(each));
    }
    const come = made ?? answers.fillInstead(each) ?? foundInstead(each, this.means.planned, this.means.found);
    if (!come) this.seeking.keepUnplaced(entry);
    const filled = come && this.completed(come);
    if (!filled || this.seeking.park(entry, filled) || this.ladder.isVain(filled)) return undefined;
    this.seeking.noteSent(filled);
    return this.runAndTry(entry, isSentAgain(filled) ? filled : this.ladder.mend(filled));
  }

  /** Puts into a case what the answers before it in its chain lead to; undefined where they lead to nothing. */
  private completed(come: Case): Case | undefined {
    const { turn, repeats } = come.waitsFor ?? {};
    if (turn) return this.means.suite.turned(come, this.answers.chainOf(come));
    return repeats ? this.answers.repeat(come) : come;
  }

  /** Sends a case, and tries it again in other forms where it is refused and nothing of its operation was taken so far. */
  private async runAndTry(entry: ScheduledCase, filled: Case): Promise<Came | undefined> {
    const { each } = entry;
    const isStep = each.chain?.step !== undefined;
    const send = (one: Case, index = this.agenda.number()) => this.runOne(each, one, index);
    const asked = await this.users.send(entry, filled, { send, number: () => this.agenda.number() });
    if (!asked) return undefined;
    const answer = await this.fullness.again(asked, send);
    const { exchange, tell, look } = answer;
    const isWorthIt = !this.opening && this.ladder.isWorthTrying(exchange);
    // Of the steps of a chain, the one that was taken stands in the place that was planned.
    if (!isStep || !isWorthIt) await tell({ index: exchange.index, isStep });
    const isSeeking = this.seeking.takes(exchange.case) && this.ladder.isWorthTrying(exchange);
    const taken = isWorthIt ? await this.climb(entry, exchange, isStep ? tell : undefined) : undefined;
    if (!taken && isSeeking) this.seeking.add(entry, exchange);
    await this.takeApart(exchange, ...(taken ? [taken] : []));
    const looked = look && !this.isOver() ? await this.runOne(look, look, this.agenda.number()) : undefined;
    await looked?.tell({ index: looked.exchange.index, isStep: true, isMore: true });
    return { case: filled, status: exchange.response?.status };
  }

  /** Sends each part of valid requests alone that was only ever refused in company. */
  private async takeApart(...exchanges: readonly Exchange[]): Promise<void> {
    const queue = this.isOnMock ? [] : exchanges.flatMap((exchange) => this.apart.take(exchange));
    for (let alone = queue.shift(); alone && !this.isOver(); alone = queue.shift()) {
      const answer = await this.runOne(alone, alone, this.agenda.number());
      await answer?.tell({ index: answer.exchange.index, isStep: false, isMore: true });
      if (answer) queue.push(...this.apart.take(answer.exchange));
    }
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
      const isInPlace = isTaken && tellRefused !== undefined;
      await tell({ index: isInPlace ? refused.index : exchange.index, isStep: isTaken, isMore: true });
      if (isTaken) taken = exchange;
      if (isTaken) break;
    }
    endTurn();
    await tellRefused?.({ index: taken?.index ?? refused.index, isStep: taken === undefined });
    return taken;
  }

  /** Sends one request, unless it may not be sent. */
  private async runOne(each: Case, come: Case, index: number): Promise<Told | undefined> {
    const { ledger, sending, planned } = this.means;
    // What was just looked at is sent before anything happens to it, and what others of a chain wait for goes before what only reads.
    const isUrgent = !come.request.operation.safe || come.chain !== undefined;
    const current = sending.versions.put(planned.keyed(come, index), (one) => this.asker.pathOf(one), planned.mended);
    let passage = await ledger.pass(current, this.signal);
    const sent = passage?.each;
    let onAnswered = passage && (await sending.pace.begin(this.signal, isUrgent));
    // While it waited for its turn, something may have been moved.
    while (passage?.isStale() && !this.isOver()) {
      onAnswered?.();
      passage = await ledger.passAgain(passage.each, this.signal);
      onAnswered = passage && (await sending.pace.begin(this.signal, isUrgent));
    }
    if (!passage || !onAnswered || this.isOver()) {
      onAnswered?.();
      if (sent) ledger.drop(sent);
      return undefined;
    }
    return this.runCase(each, passage, index, onAnswered);
  }

  /** Whether sending a case would be of no use. */
  private isSkipped(each: Case): boolean {
    if (this.vain.isVain(each) || this.credentials.skips(each)) return true;
    const { unless, taken, allowed } = each.waitsFor ?? {};
    if (taken && !this.ladder.takesMadeUp(each.request.operation)) return true;
    if (allowed !== undefined && !this.means.suite.isAllowed(allowed, this.answers.chainOf(each))) return true;
    return unless !== undefined && (this.vain.isRefusedSecond(each) || this.answers.named(unless));
  }

  /** A function of its own, since the engine keeps what a suspended one held, such as an answer, until that is written over. */
  private async runCase(
    each: Case,
    passage: Passage,
    index: number,
    onAnswered: () => void,
  ): Promise<Told | undefined> {
    const { answers, vain } = this;
    const { ledger, listener, found, sending } = this.means;
    const onSending = () => listener.onSending(passage.each, index);
    const sent = await this.asker.send(each, passage, index, { onSending, onAnswered });
    // What names no place there cannot be asked for, and no condition is set by an ETag that nothing showed.
    if (!sent) {
      onAnswered();
      ledger.drop(passage.each);
      return undefined;
    }
    const { exchange, read } = sent;
    listener.onAnswered(exchange);
    answers.keep(each, read);
    vain.noteAnswer(each, exchange);
    answers.name(each, await ledger.prove(read, this.signal));
    const { origin } = sending.target;
    const unproven = unprovenMade(each, read, { ...this.means.planned, origin, isOwn: (thing) => this.isOwn(thing) });
    answers.follow(read);
    this.patience.note(exchange);
    this.ladder.note(read);
    // A large answer takes long to be read, to be searched and to be judged.
    await letOthersRun();
    // Our mock takes whatever is valid, and what somebody else is shown may be theirs.
    if (!this.isOnMock && !each.request.byOther) found.note(read);
    const isTelling =
      !sending.renewing.isOfExpired(exchange) &&
      (await this.credentials.note(exchange, (witness) => this.again.ask(witness)));
    vain.noteTime(each, exchange);
    if (exchange.error?.kind === 'unreachable') this.isUnreachable = true;
    const tell: Tell = async (as) => {
      const { isMore = false, isOfUser = false } = as;
      await letOthersRun();
      const told = (tells: boolean) =>
        this.order.tell(sent, function* (whole): Parts<void> {
          const shown = placed(answers.withProvenName(each, whole), as);
          if (tells) yield* listener.onExchange(unproven?.asStep(shown) ?? shown, isMore);
          else listener.onCredential(placed(whole, as), isMore);
        });
      const tells = isTelling && !isOfUser;
      if (this.opening) this.opening.push({ exchange, tell: (isWorthIt) => told(tells && isWorthIt) });
      else await told(tells);
    };
    return { exchange, tell, look: unproven?.look };
  }
}

/** However many may be under way. */
const MOST_AT_ONCE = 1000;
