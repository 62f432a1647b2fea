/**
 * Compares what the lists of one kind show of others, before and after requests of the run: whether each of their things is still there, and as it
 * was.
 */

import type { Operation } from '../../contract/contract';
import type { Thing } from '../../resources/things';
import { hasToken } from '../../resources/tokens';
import { pause } from '../../support/waiting';
import { isMoment } from '../../support/words';
import type { Case } from '../model/case';
import { collectionKey } from './sightings';
import { scalarsWithin } from './view';

/** What a list shows of one thing: the texts of each member, however deep it lies. */
type Members = ReadonlyMap<string, string>;

/** What a list shows of things, by the first name of each. */
export type Listed = ReadonlyMap<string, Members>;

/** What has become of somebody's thing. */
export type Disturbance =
  | { readonly is: 'gone'; readonly name: string }
  | {
      readonly is: 'changed';
      readonly name: string;
      readonly member: string;
      readonly from: string;
      readonly to: string;
    };

/** So many things of one list are watched. */
const MOST_WATCHED = 1000;

/**
 * Returns what a list shows of things. What has a mark as runs make them is left out: of another run it comes and goes. So are moments: they tell
 * when something was looked at, or counted.
 * @param names those that each item may have.
 */
export function membersListed(items: readonly unknown[], names: readonly (readonly string[])[]): Listed {
  const listed = new Map<string, Members>();
  for (const [at, item] of items.slice(0, MOST_WATCHED).entries()) {
    const [name] = names[at] ?? [];
    const scalars = scalarsWithin(item);
    if (name === undefined || scalars.some(({ text }) => hasToken(text))) continue;
    const members = new Map<string, string>();
    for (const { name: member, text } of scalars)
      if (!isMoment(text))
        members.set(member, [...(members.has(member) ? [members.get(member)] : []), text].join(', '));
    listed.set(name, members);
  }
  return listed;
}

/** Returns what has become of things between two lists. Members that only one of the lists shows tell nothing. */
export function disturbancesIn(before: Listed, now: Listed, restless: ReadonlySet<string>): readonly Disturbance[] {
  return [...before].flatMap(([name, members]): Disturbance[] => {
    const shown = now.get(name);
    if (!shown) return [{ is: 'gone', name }];
    const [changed] = [...members].flatMap(([member, from]) => {
      const to = shown.get(member);
      return to === undefined || to === from || restless.has(member) ? [] : [{ member, from, to }];
    });
    return changed ? [{ is: 'changed', name, ...changed }] : [];
  });
}

/** The first request of an operation that was taken since a look found all as it was. */
interface Taken {
  readonly index: number;
  /** When it was answered. */
  readonly at: number;
}

/** What is known of the things of others in one collection. Moments are as {@link Sightings} counts them. */
class WatchedPlace {
  /** What the first list showed of them. */
  first: Listed | undefined;
  /** What the last list showed, also of things of the run. */
  last: Listed | undefined;
  /** Members that change although the run does nothing. */
  readonly restless = new Set<string>();
  readonly taken = new Map<Operation, Taken>();
  /** The names of things that requests were about: they were let pass, and may change them. */
  readonly meant = new Set<string>();
  /** Why an operation is not asked any more. */
  readonly withheld = new Map<Operation, string>();
  /** What was let pass, and is not answered. */
  private readonly underWay = new Map<Case, { readonly ended: Promise<void>; readonly end: () => void }>();
  private longestMs = LONGEST_MS;
  /** A look that is under way. */
  looking: Promise<void> | undefined;
  /** How many requests were taken in all. */
  number = 0;
  /** How many were let pass since the last list. */
  private unlisted = 0;
  /** How often it was looked. */
  private looks = 0;
  /** Whether a list has shown that something is not as it was. */
  private isSuspicious = false;
  /** The operations after which a list was seen. */
  private readonly looked = new Set<Operation>();

  noteTaken(operation: Operation, index: number, at: number): void {
    this.number++;
    if (!this.taken.has(operation)) this.taken.set(operation, { index, at });
  }

  /**
   * @param all what it shows, also of things of the run.
   * @param isKnown whether the run knows a thing as its own, or as one that it may have made.
   * @param sent when it was asked for.
   */
  noteList(all: Listed, isKnown: (name: string) => boolean, sent: number): void {
    this.last = all;
    if (!this.first) this.first = new Map([...all].filter(([name]) => !isKnown(name)));
    else if (this.taken.size === 0) return;
    else if (disturbancesIn(this.first, all, this.restless).length > 0) this.isSuspicious = true;
    else this.noteClean(sent);
  }

  /** What was answered by then has done nothing to anybody. */
  private noteClean(sent: number): void {
    this.unlisted = this.underWay.size;
    for (const [operation, { at }] of [...this.taken]) {
      if (at >= sent) continue;
      this.looked.add(operation);
      this.taken.delete(operation);
    }
  }

  /** Takes note that it was looked at what had become of things. */
  noteLooked(): void {
    for (const operation of this.taken.keys()) this.looked.add(operation);
    if (this.taken.size > 0) this.looks++;
    this.taken.clear();
    this.unlisted = this.underWay.size;
    this.isSuspicious = false;
  }

  /** Whether it has to be looked before a request of this operation: after the first one, and the more seldom the more of them have done nothing. */
  isDue(operation: Operation): boolean {
    if (!this.first) return false;
    const isFirst = this.taken.has(operation) && !this.looked.has(operation);
    return this.isSuspicious || isFirst || this.unlisted >= 2 ** Math.max(0, this.looks - 1);
  }

  /** Whether no list tells of others, and the first requests are under way: what their answers say is heard before more are sent. */
  get isBeginning(): boolean {
    return !this.first && this.number < FEWEST && this.underWay.size > 0;
  }

  /** Whether it is not known that all is as it was. */
  get isOpen(): boolean {
    return this.first !== undefined && (this.taken.size > 0 || this.withheld.size > 0);
  }

  /** Takes note that a request is let pass. What it does is seen before many more are sent. */
  begin(each: Case): void {
    if (this.underWay.has(each)) return;
    this.unlisted++;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.underWay.set(each, { ended, end });
  }

  end(each: Case, isTaken: boolean): void {
    const one = this.underWay.get(each);
    if (!one) return;
    if (!isTaken) this.unlisted = Math.max(0, this.unlisted - 1);
    one.end();
    this.underWay.delete(each);
  }

  /** Waits until what was let pass is answered; what is not sent after all is waited for only for a while. */
  async ended(but: Case, signal?: AbortSignal): Promise<void> {
    // What is looked at once more is not sent yet.
    this.end(but, false);
    const all = [...this.underWay];
    if (all.length === 0) return;
    await Promise.race([Promise.all(all.map(([, { ended }]) => ended)), pause(this.longestMs, signal)]);
    // What was let pass is not always sent: after one wait in vain, there are short ones.
    if (all.some(([each]) => this.underWay.has(each))) this.longestMs = SHORT_MS;
    for (const [each] of all) this.end(each, true);
  }
}

/** So many answers tell whether a service makes something else each time. */
const FEWEST = 2;

/** In milliseconds. */
const LONGEST_MS = 1000;
const SHORT_MS = 20;

/** By the collections in which things lie. */
export class ListedOthers {
  private readonly places = new Map<string, { readonly thing: Thing; readonly place: WatchedPlace }>();

  at(thing: Thing): WatchedPlace {
    const key = collectionKey(thing);
    const known = this.places.get(key) ?? { thing, place: new WatchedPlace() };
    this.places.set(key, known);
    return known.place;
  }

  all(): readonly { readonly thing: Thing; readonly place: WatchedPlace }[] {
    return [...this.places.values()];
  }
}
