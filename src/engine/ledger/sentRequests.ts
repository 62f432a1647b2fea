/** What is known of each request that may make, change or remove something, by the number of its exchange; and which user sent it. */

import type { Operation } from '../../contract/contract';
import type { Thing } from '../../resources/things';
import type { Case } from '../model/case';
import type { User } from '../model/user';
import type { Entry } from './entry';
import type { Intent, LedgerEvent, Noted, Unnamed } from './ledgerEvents';
import { thingKey } from './sightings';

/** A request to remove a thing of the run. */
export interface Removal {
  readonly entry: Entry;
  /** To be called as it is answered. */
  readonly end: (isDone: boolean) => void;
}

interface RequestRecord {
  /** When it was sent, as long as it is under way. */
  readonly sentAt?: number | undefined;
  /** What it removes, as long as it is under way. */
  readonly removal?: Removal | undefined;
  /** What it may make, as long as nothing has told what became of that. */
  readonly intended?: Unnamed | undefined;
  /** What its answer named, as long as that waits for a proof. */
  readonly claimed?: Entry | undefined;
  /** Who sent it; absent for the first user. */
  readonly user?: User | undefined;
}

/** A request that perhaps made something of which the contract does not say how to ask for it. */
interface Unconnected {
  readonly case: Case;
  readonly operation: Operation;
  readonly reason: string;
  readonly number: number;
}

export class SentRequests {
  private readonly records = new Map<number, RequestRecord>();
  /** In an earlier run others may have had these numbers. */
  private readonly alone: Unconnected[] = [];
  /** Who made what an earlier run has noted. */
  private readonly makers = new Map<string, User>();

  /** @param numberOf returns the number of the request that made a thing. */
  constructor(
    private readonly numberOf: (thing: Thing) => number | undefined = () => undefined,
    private readonly users: readonly User[] = [],
  ) {}

  send(number: number, sentAt: number, user?: User): void {
    this.change(number, { sentAt, ...(user ? { user } : {}) });
  }

  /** The request was answered. @returns when it was sent, and what it removes. */
  answer(number: number): Pick<RequestRecord, 'sentAt' | 'removal'> {
    const { sentAt, removal } = this.records.get(number) ?? {};
    this.change(number, { sentAt: undefined, removal: undefined });
    return { sentAt, removal };
  }

  remove(number: number, removal: Removal): void {
    this.change(number, { removal });
  }

  intend(number: number, intended: Unnamed): void {
    this.change(number, { intended });
  }

  intended(number: number): Unnamed | undefined {
    return this.records.get(number)?.intended;
  }

  /** What may have been made by whichever request. */
  allIntended(): Unnamed[] {
    return [...this.records.values()].flatMap(({ intended }) => intended ?? []);
  }

  /** @returns whether something was intended, which is told now. */
  settle(number: number): boolean {
    const wasOpen = this.intended(number) !== undefined;
    this.change(number, { intended: undefined });
    return wasOpen;
  }

  claim(number: number, claimed: Entry): void {
    this.change(number, { claimed });
  }

  /** @returns what waited for a proof: it waits no longer. */
  takeClaim(number: number): Entry | undefined {
    const { claimed } = this.records.get(number) ?? {};
    this.change(number, { claimed: undefined });
    return claimed;
  }

  noteUnconnected(unconnected: Unconnected): void {
    this.alone.push(unconnected);
  }

  get unconnected(): readonly Unconnected[] {
    return this.alone;
  }

  /** Takes note of what an earlier run made, or was about to make. */
  addMaker(noted: Noted | Intent): void {
    const user = this.users.find(({ name }) => name === noted.user);
    if (user) this.makers.set(thingKey(noted), user);
  }

  /** The user who made a thing, or was about to: it is asked about and removed as that one. Undefined for the first user. */
  makerOf(thing: Thing | Intent): User | undefined {
    const number = this.numberOf(thing) ?? ('number' in thing ? thing.number : 0);
    return this.makers.get(thingKey(thing)) ?? this.records.get(Math.abs(number))?.user;
  }

  /** What is told of what was made, with the name of its user. */
  signed(event: LedgerEvent): LedgerEvent {
    if ('made' in event) return { made: this.withUser(event.made) };
    return 'intended' in event ? { intended: this.withUser(event.intended) } : event;
  }

  private withUser<T extends Noted | Intent>(thing: T): T {
    const user = this.makerOf(thing);
    return user ? { ...thing, user: user.name } : thing;
  }

  /** A request of which nothing is open is let go. */
  private change(number: number, change: RequestRecord): void {
    const record = { ...this.records.get(number), ...change };
    if (Object.values(record).some((each) => each !== undefined)) this.records.set(number, record);
    else this.records.delete(number);
  }
}
