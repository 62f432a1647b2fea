/** Makes room for a thing where a service lets nobody have more: what the run made before, and asks about no more, is removed at once. */

import type { Items } from '../../resources/kinds';
import { liesIn } from '../../resources/things';
import type { Case } from '../model/case';
import { outermost } from '../request/outermost';
import type { Entry } from './entry';
import type { LedgerState } from './ledgerState';
import { removeEntry, steadily } from './remove';

export class MakingRoom {
  /** What is the run's own, by what it was made for; undefined where nothing asks for it. */
  private readonly madeFor = new Map<Entry, string | undefined>();

  /** The removals that were begun. */
  private readonly leaving = new Map<Entry, Promise<boolean>>();

  constructor(private readonly state: LedgerState) {}

  note(entry: Entry, { chain, touches }: Case): void {
    this.madeFor.set(entry, chain ? outermost(touches) : undefined);
  }

  /** The names of the chains for which there is something of a kind. */
  holdersOf(kind: Items): readonly string[] {
    return [...this.madeFor].flatMap(([entry, name]) =>
      name !== undefined && entry.kind === kind && isThere(entry) ? [name] : [],
    );
  }

  /** Whether a chain has anything of its own. */
  isHolding(name: string): boolean {
    return [...this.madeFor].some(([entry, holder]) => holder === name && isThere(entry));
  }

  /** @param isOver whether all that a chain had to ask was sent. @returns whether anything is gone. */
  async make(kind: Items, isOver: (name: string) => boolean, signal: AbortSignal): Promise<boolean> {
    let isAnyGone = false;
    const done = [...this.madeFor].filter(
      ([entry, name]) => entry.kind === kind && (name === undefined || isOver(name)),
    );
    for (const [entry] of done) {
      if (signal.aborted) break;
      if (isThere(entry) && this.isEmpty(entry) && (await this.remove(entry, signal))) isAnyGone = true;
    }
    return isAnyGone;
  }

  /**
   * Removes a thing, or waits for its removal where that has begun: by the time of a second one, its name may be that of somebody else's thing.
   * @returns whether it is gone.
   */
  remove(entry: Entry, signal: AbortSignal): Promise<boolean> {
    const begun = this.leaving.get(entry);
    if (begun) return begun;
    const { state } = this;
    this.madeFor.delete(entry);
    const removal = removeEntry(entry, { ...steadily(state, signal), looksMs: [0], signal }).then((why) => {
      if (why === undefined) state.onEvent?.({ gone: entry.thing });
      return why === undefined;
    });
    this.leaving.set(entry, removal);
    return removal;
  }

  /** Whether nothing of the run lies in a thing. */
  private isEmpty({ thing: outer }: Entry): boolean {
    const isWithin = ({ thing }: Entry) => liesIn(thing, outer);
    return ![...this.state.entries.values()].some((entry) => isThere(entry) && isWithin(entry));
  }
}

function isThere({ removed, isRenamed, isOthers }: Entry): boolean {
  return !removed && !isRenamed && isOthers === undefined;
}
