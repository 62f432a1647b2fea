/**
 * Sends the requests of a run, and sends one again where that is harmless and may help: where we were held up, where it failed in a way that
 * passes, and where what was done does not show yet.
 */

import { operationsAt } from '../../contract/contract';
import { asRead } from '../../http/contentCodings';
import type { Request } from '../../http/message';
import type { Kinds } from '../../resources/kinds';
import { NOBODY } from '../../serialization/credentials';
import { pause } from '../../support/waiting';
import { createHoldings, type Holding, type Holdings } from '../../wire/holdings';
import { type Passage, passSafe } from '../ledger/gate';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Planning } from '../model/planning';
import { askedAt } from '../request/askedAt';
import { outermost } from '../request/outermost';
import { toRequest } from '../request/toRequest';
import type { ChainResults } from './chainResults';
import { GatedSender, type SentOutcome } from './gatedSender';
import type { RunMeans } from './means';
import { createRepeats, whatFailed } from './repeats';

/** What came of a case, for what builds on it; and what it is judged by, where its connection is still watched. */
export interface Sent {
  readonly exchange: Exchange;
  /** The exchange for whoever looks for values in its answer, with the content decoded. */
  readonly read: Exchange;
  readonly watched: Promise<Exchange> | undefined;
  /** What the exchange holds of the memory. Who was told of it releases it. */
  readonly holding: Holding;
}

/** What came of a request that may have been sent again. */
type Answered = SentOutcome & Pick<Exchange, 'failedBefore'>;

export class Asker {
  /** How many requests were sent that no case had planned, and that nothing is judged by. */
  sentAside = 0;
  /** How many requests were sent, and how many were answered. */
  private events = 0;
  private readonly sender: GatedSender;
  private readonly holdings: Holdings;
  private readonly repeats = createRepeats();
  /** How often the run asked, without success, whether something was done; by the outermost thing. */
  private readonly exhausted = new Map<string, number>();

  constructor(
    private readonly means: RunMeans,
    private readonly answers: ChainResults,
    private readonly signal: AbortSignal,
  ) {
    const { pace, tags, versions, hooks } = means.sending;
    this.sender = new GatedSender(pace, [tags, versions], hooks);
    this.holdings = means.settings.pace.holdings ?? createHoldings();
  }

  /**
   * Sends a case, until its answer shows what the case waits for.
   * @param planned the case before its values came.
   * @param passage that of the case with its values.
   * @param onSending called right before it is sent, and not where nothing is sent.
   * @param onAnswered called once the target has answered, though its connection may still be watched.
   * @returns undefined if what it needs names no place at the target.
   */
  async send(
    planned: Case,
    passage: Passage,
    index: number,
    { onSending, onAnswered }: { readonly onSending: () => void; readonly onAnswered: () => void },
  ): Promise<Sent | undefined> {
    const { each } = passage;
    const { signal, answers } = this;
    const { target, headers, pace } = this.means.sending;
    const plain = toRequest(each, target, headers);
    const located = planned.waitsFor?.located ? answers.redirect(planned, plain) : plain;
    const request = located && (await this.withTag(each, located));
    if (!request) return undefined;
    onSending();
    const holding = this.holdings.open();
    // Not every service knows at once what was done.
    for (let asked = 1; ; asked++) {
      const sent = ++this.events;
      const { watched, ...outcome } = await this.askWhileItFails(passage, request, onAnswered, holding);
      const content = answers.contentOf(each, request, asRead(outcome));
      const more = { ...(content ? { content } : {}), ...(asked > 1 ? { asked } : {}) };
      const when = { sent, answered: ++this.events };
      const exchange: Exchange = { index, case: each, request, ...outcome, ...more, when };
      const waitMs = this.waitBeforeNext(planned, exchange, asked);
      if (waitMs === undefined || signal.aborted)
        return {
          exchange,
          read: asRead(exchange),
          watched: watched?.then((ended) => ({ ...exchange, ...ended })),
          holding,
        };
      holding.release();
      await pause(waitMs, signal);
      await pace.again(signal);
    }
  }

  /** The path of the request of a case, without a credential. */
  pathOf(each: Case): string {
    const { target, headers } = this.means.sending;
    return askedAt(each.request, toRequest(each, target, headers).path);
  }

  /**
   * Puts an ETag into a request that is to have one. Where none is known of what the request acts on, that is asked for first.
   * @returns undefined where there is none, and the request says nothing without it.
   */
  private async withTag(each: Case, request: Request): Promise<Request | undefined> {
    const { signal } = this;
    const { planned, sending } = this.means;
    const { target, headers, limits, tags } = sending;
    const { condition } = each.request.input;
    if (!condition || condition.isDate) return request;
    const named = askedAt(each.request, request.path);
    const look = tags.current(named) === undefined ? lookAt(each, planned) : undefined;
    if (look && !signal.aborted) {
      this.sentAside++;
      await this.sender.send(passSafe(look), toRequest(look, target, headers), target, limits, signal);
    }
    const isKnown = tags.current(named) !== undefined;
    return isKnown || !condition.isNeeded ? tags.put(each, request) : undefined;
  }

  /**
   * Sends one request that no case has planned, when it has its turn.
   * @param onTurn called before it is sent.
   */
  async sendOne(passage: Passage, request: Request, onTurn: () => void = () => {}): Promise<SentOutcome> {
    const onAnswered = await this.means.sending.pace.begin(this.signal);
    onTurn();
    const holding = this.holdings.open();
    const { watched: _, ...outcome } = await this.ask(passage, request, onAnswered, holding);
    onAnswered();
    holding.release();
    return outcome;
  }

  /** Asks whether something is there below another base path. What the user handed over for one place is not sent to another. */
  async askBelow(basePath: string, planned: Case): Promise<Exchange> {
    this.sentAside++;
    const { user: _user, ...asked } = planned.request;
    const each = { ...planned, request: { ...asked, authorisation: NOBODY, authorised: false } };
    const request = toRequest(each, { basePath }, []);
    const outcome = await this.sendOne(passSafe(each), request);
    return { index: 0, case: each, request, ...outcome };
  }

  /** Sends a request; again where it failed in a way that may pass, and where that is harmless. */
  private async askWhileItFails(
    first: Passage,
    request: Request,
    onAnswered: () => void,
    holding: Holding,
  ): Promise<Answered> {
    const { signal, repeats } = this;
    const { ledger, planned, sending } = this.means;
    const failedBefore: string[] = [];
    for (let passage = first; ; ) {
      const { each } = passage;
      const outcome = await this.ask(passage, request, onAnswered, holding);
      onAnswered();
      const waitMs = repeats.next(each, outcome, failedBefore.length, makesSomething(each, planned.kinds));
      const failed = whatFailed(outcome);
      if (waitMs !== undefined && failed !== undefined) await pause(waitMs, signal);
      if (waitMs === undefined || failed === undefined || signal.aborted)
        return failedBefore.length === 0 ? outcome : { ...outcome, failedBefore };
      // Meanwhile it may have become somebody else's.
      const again = await ledger.passAgain(each, signal);
      if (!again) return failedBefore.length === 0 ? outcome : { ...outcome, failedBefore };
      failedBefore.push(failed);
      holding.release();
      await sending.pace.again(signal);
      passage = again;
    }
  }

  /** Sends a request; again where we were held up meanwhile, unless the first one may have used something up. */
  private async ask(
    passage: Passage,
    request: Request,
    onAnswered: () => void,
    holding: Holding,
  ): Promise<SentOutcome> {
    const { each } = passage;
    const { connections } = this.means;
    const { target, limits, pace, renewing } = this.means.sending;
    const { sender, signal } = this;
    // What is on its way to make something, or may, is waited for, so that it is known what to remove.
    const makes = mayMakeSomething(each);
    const { operation } = each.request;
    const attempts = each.claim.exists && !operation.safe ? 1 : MOST_ATTEMPTS;
    const options = { connections, once: attempts === 1, kind: operation.name, onAnswered, holding };
    let sent = 0;
    const go = (one: Request) => {
      if (sent++ > 0) holding.release();
      return sender.send(passage, one, target, limits, makes ? undefined : signal, options);
    };
    const aside = (witness: Case, one: Request) => {
      this.sentAside++;
      return sender.send(passSafe(witness), one, target, limits, signal);
    };
    for (let attempt = 1; ; attempt++) {
      const outcome = await renewing.send(each, request, go, aside);
      if (outcome.error?.kind !== 'stalled' || attempt === attempts) return outcome;
      await pace.again(signal);
    }
  }

  /**
   * Returns how long to wait, in milliseconds, before it is asked once more whether what was done shows; undefined where it shows, or was asked
   * for often enough.
   * @param asked how often it was asked.
   */
  private waitBeforeNext(planned: Case, exchange: Exchange, asked: number): number | undefined {
    const awaits = exchange.case.chain?.awaits;
    if (!awaits || this.means.suite.isShown(awaits, exchange, this.answers.chainOf(exchange.case))) return undefined;
    const thing = outermost(planned.touches);
    const inVain = this.exhausted.get(thing) ?? 0;
    const waitMs = inVain < MOST_IN_VAIN ? SETTLING_MS[asked - 1] : undefined;
    if (waitMs === undefined) this.exhausted.set(thing, inVain + 1);
    return waitMs;
  }
}

/** How long the run waits before it asks again whether what was done shows, each time, in milliseconds. */
const SETTLING_MS = [100, 200, 400, 800, 1600];

/** How often the run asks for it at most. */
export const MOST_ASKED = SETTLING_MS.length + 1;

/** After the run asked so often in one chain without success, what was done will not show any more. */
const MOST_IN_VAIN = 2;

/** How often a request is sent at most, where each time we are held up ourselves. */
const MOST_ATTEMPTS = 3;

/** Asks for what a request acts on; undefined where nothing tells how. */
function lookAt(
  { request: { operation, values, method } }: Case,
  { kinds, others, operations, ask }: Pick<Planning, 'kinds' | 'others' | 'operations' | 'ask'>,
): Case | undefined {
  const item = kinds.ofItem(operation) ?? others.ofItem(operation);
  const reader = item?.reader ?? operationsAt(operations, operation.path).find((each) => each.method === 'GET');
  return reader?.safe && method === undefined ? ask(reader, values) : undefined;
}

/** Tells whether a request may make something, whether or not the contract tells what. */
function mayMakeSomething({ request: { operation, method } }: Case): boolean {
  return method === undefined && !operation.safe && operation.method !== 'DELETE';
}

/** Tells whether a request is to make something. */
function makesSomething({ request: { operation, method } }: Case, kinds: Kinds): boolean {
  const items = kinds.ofItem(operation);
  const isPut = operation === items?.replacer || operation === items?.poster;
  return method === undefined && (isPut || kinds.madeBy(operation) !== undefined);
}
