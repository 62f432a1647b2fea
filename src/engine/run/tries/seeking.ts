/**
 * Requests that were refused, and wait until the other ones of their phase have shown which values there are: those that only read, and where all
 * may be changed, those that change something. For example: `POST /role-assignments` with the ids of a user and of a role, which other requests make.
 */

import type { Operation } from '../../../contract/contract';
import { dealOut } from '../../../support/collections';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { ScheduledCase } from '../schedule';
import { takesAny } from './foundInstead';
import type { FoundValues } from './shownValues';

/** What of one operation waits. */
interface Seeker {
  readonly entry: ScheduledCase;
  readonly refused: Exchange;
  /** Further requests, which would be refused for the same reason. */
  readonly parked: ScheduledCase[];
}

/** So many further requests wait at most, and so much is kept of each refusal, in bytes. */
const MOST_PARKED = 5000;
const LONGEST_BODY = 16 * 1024;

const NOTHING = Buffer.alloc(0);

/** What it takes to ask again for what waits. */
interface SeekingMeans {
  readonly found: Pick<FoundValues, 'settle' | 'giveMade'>;
  /** How many may be under way at once. */
  readonly concurrency: number;
  readonly isOver: () => boolean;
  readonly isWorthTrying: (refused: Exchange) => boolean;
  /** Tries a refused request again. @returns what was taken; undefined where nothing was. */
  readonly climb: (entry: ScheduledCase, refused: Exchange) => Promise<Exchange | undefined>;
  /** Sends what waited. */
  readonly send: (parked: ScheduledCase[]) => Promise<void>;
}

/** What was found in one round may serve to find more in the next. */
const MOST_ROUNDS = 3;

export class Seeking {
  private readonly byOperation = new Map<Operation, Seeker>();
  private parked = 0;

  /** Whether what only reads is being sent. */
  isOpen = true;
  /** What was not found by then: what changes something may show it, as a 202 names its job. */
  private unfound: readonly Seeker[] = [];

  /** The operations that a chain has asked about a thing of the run. Another thing of the run would tell no more. */
  private readonly ofOwn = new Set<Operation>();
  /** What changes something and was refused. */
  private readonly changing = new Map<Operation, Seeker>();

  /** The first case of each operation that changes something, and has nothing to ask about. */
  private readonly unplaced = new Map<Operation, ScheduledCase>();

  /** @param mayChangeAll whether what changes something may be sent whatever it names. */
  constructor(private readonly mayChangeAll: boolean) {}

  /** Whether a case may wait where it was refused. */
  takes({ chain, request: { operation, method } }: Case): boolean {
    if (method !== undefined) return false;
    return operation.safe
      ? this.isOpen && !this.byOperation.has(operation)
      : this.mayChangeAll && chain === undefined && !this.changing.has(operation);
  }

  /** Takes note of a case that is sent. */
  noteSent({ waitsFor, request }: Case): void {
    if (waitsFor?.needs) this.ofOwn.add(request.operation);
  }

  /** Asks again for what was not found, with what all answers of a phase have shown. */
  async seek(means: SeekingMeans): Promise<void> {
    if (this.isOpen) await this.seekRead(means);
    else await this.seekUnfound(means);
    await this.seekChanges(means);
  }

  /** Asks again for what only reads, with what that has shown. */
  private async seekRead(means: SeekingMeans): Promise<void> {
    const { found, concurrency, isOver } = means;
    const parked: ScheduledCase[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      found.settle();
      const waiting = this.take();
      const taken = await Promise.all(dealOut(waiting, concurrency).map((own) => this.seekEach(own, parked, means)));
      if (isOver() || !taken.includes(true)) break;
    }
    this.unfound = this.take();
    this.isOpen = false;
    found.settle();
    parked.sort((one, other) => one.index - other.index);
    await Promise.all(dealOut(parked, concurrency).map((own) => means.send(own)));
  }

  /** Asks once more for what no answer of the first phase had shown: the content of an upload, the job of what was accepted. */
  private async seekUnfound({ found, isOver, isWorthTrying, climb }: SeekingMeans): Promise<void> {
    found.settle();
    found.giveMade(true);
    const still: Seeker[] = [];
    for (const { entry, refused } of this.unfound) {
      if (isOver()) break;
      const wasAskedOfOwn = this.ofOwn.has(refused.case.request.operation);
      if (wasAskedOfOwn || !isWorthTrying(refused) || (await climb(entry, refused))) continue;
      still.push({ entry, refused, parked: [] });
    }
    found.giveMade(false);
    this.unfound = still;
  }

  /** Keeps what could not be sent, since neither a list nor another answer had what its path names. */
  keepUnplaced(entry: ScheduledCase): void {
    const { operation } = entry.each.request;
    if (this.mayChangeAll && takesAny(entry.each) && !this.unplaced.has(operation)) this.unplaced.set(operation, entry);
  }

  /** Sends again what changes something and was refused or not sent, where answers have shown since what it may name. */
  private async seekChanges({ isOver, isWorthTrying, climb, send }: SeekingMeans): Promise<void> {
    const unplaced = [...this.unplaced.values()].sort((one, other) => one.index - other.index);
    this.unplaced.clear();
    for (const entry of unplaced) if (!isOver()) await send([entry]);
    const all = [...this.changing.values()].sort((one, other) => one.entry.index - other.entry.index);
    for (const { entry, refused } of all) {
      if (isOver()) return;
      const isDone = !isWorthTrying(refused) || (await climb(entry, refused)) !== undefined;
      if (isDone) this.changing.delete(refused.case.request.operation);
    }
  }

  /** @returns whether something was taken. */
  private async seekEach(
    seekers: readonly Seeker[],
    parked: ScheduledCase[],
    { isOver, climb }: SeekingMeans,
  ): Promise<boolean> {
    let isTaken = false;
    for (const { entry, refused, parked: own } of seekers) {
      const exchange = isOver() ? undefined : await climb(entry, refused);
      if (exchange) isTaken = true;
      else this.add(entry, refused);
      parked.push(...own);
    }
    return isTaken;
  }

  /** Keeps the first refusal of an operation. */
  add(entry: ScheduledCase, refused: Exchange): void {
    const { operation } = refused.case.request;
    const { response } = refused;
    if (!response || !this.takes(refused.case)) return;
    const body = response.body.length > LONGEST_BODY ? NOTHING : Buffer.from(response.body);
    const kept = { ...refused, received: NOTHING, response: { ...response, body } };
    const waiting = operation.safe ? this.byOperation : this.changing;
    waiting.set(operation, { entry, refused: kept, parked: [] });
  }

  /** Lets a case wait whose operation waits. @returns whether it does. */
  park(entry: ScheduledCase, { claim, request, chain }: Case): boolean {
    const seeker = this.byOperation.get(request.operation);
    const isMore = claim.probe === 'valid' && !claim.violation && !claim.handedOver && !chain && !request.isFurther;
    if (!seeker || !isMore || this.parked >= MOST_PARKED) return false;
    this.parked++;
    seeker.parked.push(entry);
    return true;
  }

  /** Takes all that wait, in the order of the plan. */
  private take(): Seeker[] {
    const all = [...this.byOperation.values()].sort((one, other) => one.entry.index - other.entry.index);
    this.byOperation.clear();
    this.parked = 0;
    return all;
  }
}
