/**
 * Sees to it that a service which lets nobody have more than so many things can be asked all the same: what the run needs no more is removed, and
 * what was refused for want of room is sent once more.
 */

import type { Operation } from '../../contract/contract';
import type { Ledger } from '../ledger/ledger';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { outermost } from '../request/outermost';
import type { Agenda } from './schedule';
import type { Told } from './telling';
import type { Ladder } from './tries/ladder';

/** What a refusal to make one more may be answered with; what is wrong with a body, too, where another one like it was taken. */
const FULL: ReadonlySet<number> = new Set([402, 403, 409, 429, 507]);
const OF_CONTENT: ReadonlySet<number> = new Set([400, 422]);

/** So often in a row room is made in vain for what an operation makes. */
const MOST_IN_VAIN = 2;

interface Moment {
  /** How many things of the kind chains have. */
  readonly held: number;
  /** How many sequences came to their end so far. */
  readonly ended: number;
}

export class Fullness {
  private readonly underWay = new Map<string, number>();
  private readonly inVain = new Map<Operation, number>();
  private waiting: (() => void)[] = [];
  /** What ends when those that want room for what an operation makes had their turn: of one place that is free, only one of them is told. */
  private readonly turns = new Map<Operation, Promise<void>>();
  /** How many sequences came to their end so far. */
  private ended = 0;

  constructor(
    private readonly ledger: Pick<Ledger, 'makeRoom' | 'holdersOf' | 'isHolding'>,
    private readonly agenda: Pick<Agenda, 'phases'>,
    private readonly ladder: Pick<Ladder, 'isTaken'>,
    private readonly signal: AbortSignal,
  ) {}

  /** Takes note that a sequence of cases begins. @returns what takes note of its end. */
  begin({ touches }: Case): () => void {
    const name = outermost(touches);
    this.underWay.set(name, (this.underWay.get(name) ?? 0) + 1);
    return () => {
      const left = (this.underWay.get(name) ?? 1) - 1;
      if (left > 0) this.underWay.set(name, left);
      else this.underWay.delete(name);
      this.ended++;
      this.wake();
    };
  }

  /**
   * Makes room where a request was refused that may have been one too many, and sends it once more.
   * @returns what was answered then, where it was taken; else the refusal.
   */
  async again(refused: Told, send: (each: Case) => Promise<Told | undefined>): Promise<Told> {
    const { case: each } = refused.exchange;
    if (!this.mayBeFull(refused.exchange)) return refused;
    const since = this.since(each);
    // Who has something waits for nobody.
    if (this.ledger.isHolding(outermost(each.touches))) return this.onceThereIsRoom(refused, since, send);
    const { operation } = each.request;
    const turn = (this.turns.get(operation) ?? Promise.resolve()).then(() =>
      this.onceThereIsRoom(refused, since, send),
    );
    const isOver = () => undefined;
    this.turns.set(operation, turn.then(isOver, isOver));
    return turn;
  }

  /** @param since what there was when it was refused. */
  private async onceThereIsRoom(
    refused: Told,
    since: Moment,
    send: (each: Case) => Promise<Told | undefined>,
  ): Promise<Told> {
    const { case: each, index } = refused.exchange;
    const { operation } = each.request;
    const again = { ...each, claim: { ...each.claim, name: `${each.claim.name}, once there was room` } };
    for (let before = since; this.mayBeFull(refused.exchange) && (await this.hasRoom(each, before)); ) {
      before = this.since(each);
      const answer = await send(again);
      if (!answer) break;
      const isTaken = (answer.exchange.response?.status ?? 500) < 400;
      // The one that was taken stands in the place that was planned.
      await (isTaken ? refused : answer).tell({ index: answer.exchange.index, isStep: false, isMore: true });
      if (isTaken) {
        this.inVain.delete(operation);
        return { ...answer, tell: (as) => answer.tell({ ...as, index }) };
      }
      // A chain that begins may have taken the place that was free.
      if (this.ledger.holdersOf(each).length > before.held) continue;
      this.inVain.set(operation, (this.inVain.get(operation) ?? 0) + 1);
      break;
    }
    return refused;
  }

  private since(each: Case): Moment {
    return { held: this.ledger.holdersOf(each).length, ended: this.ended };
  }

  private mayBeFull({ case: each, response }: Exchange): boolean {
    const { claim, chain, request } = each;
    const status = response?.status ?? 0;
    const isPlain = chain?.step === 'make' && OF_CONTENT.has(status);
    if (!FULL.has(status) && !isPlain) return false;
    if (claim.probe !== 'valid' || claim.violation || claim.handedOver || request.operation.safe) return false;
    return this.ladder.isTaken(request.operation) && (this.inVain.get(request.operation) ?? 0) < MOST_IN_VAIN;
  }

  /** Removes what is not needed any more, or waits for the end of a chain that has some. Who has something waits for nobody, so nobody waits in vain. */
  private async hasRoom(each: Case, since: Moment): Promise<boolean> {
    const { ledger, signal, agenda } = this;
    const own = outermost(each.touches);
    const isAwaited = (name: string) => agenda.phases.some((phase) => phase.awaits({ thing: name, within: [] }));
    const isOver = (name: string) => !this.underWay.has(name) && !isAwaited(name);
    for (;;) {
      if (signal.aborted) return false;
      const { ended } = this;
      // A chain has removed its own.
      if (ledger.holdersOf(each).length < since.held) return true;
      if (await ledger.makeRoom(each, isOver, signal)) return true;
      const others = ledger.holdersOf(each).filter((name) => name !== own && this.underWay.has(name));
      if (ledger.isHolding(own)) return false;
      // What had something when it was refused may have ended since, with what it had made.
      if (others.length === 0) return this.ended > since.ended;
      // What ended meanwhile has left something.
      if (this.ended > ended) continue;
      await this.nextEnd();
    }
  }

  /** Waits until a sequence has ended, or the run is to end. */
  private nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.signal.removeEventListener('abort', end);
        resolve();
      };
      this.signal.addEventListener('abort', end);
      this.waiting.push(end);
    });
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
