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
    const { state, madeFor } = this;
    let isAnyGone = false;
    const done = [...madeFor].filter(([entry, name]) => entry.kind === kind && (name === undefined || isOver(name)));
    for (const [entry] of done) {
      if (signal.aborted) break;
      if (isThere(entry) && this.isEmpty(entry)) {
        madeFor.delete(entry);
        const why = await removeEntry(entry, { ...steadily(state, signal), looksMs: [0], signal });
        if (why !== undefined) continue;
        isAnyGone = true;
        state.onEvent?.({ gone: entry.thing });
      }
    }
    return isAnyGone;
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
