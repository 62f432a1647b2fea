/** What the run has learned of each kind of things: whether answers name what they made, and what is shown of such things. */

import type { Items } from '../../resources/kinds';

/** So often it is looked whether the answers of a kind name what they made, where that does not show at once. */
const MOST_TRIALS = 3;

/** No answer shows a member of this name. */
const NEVER: ReadonlySet<string> = new Set([' ']);

class KindRecord {
  /** Where answers were proven to have the names of what they made, as a JSON Pointer, where no member is named like the parameter. */
  place: string | undefined;
  /** Whether a GET of a thing with a text of its own showed all that was sent. */
  showsAll: boolean | undefined;
  /** How many things of the kind come with what they lie in: they are not somebody else's. */
  comesWith: number | undefined;
  /** How many requests to remove a thing of the kind were sent, or answered. */
  removals = 0;
  /** An answer named something else than what it had made. */
  isLying = false;
  /** The statuses of answers that were seen to name what they made. */
  private readonly proven = new Set<number>();
  /** How often it was looked. */
  private trials = 0;
  /** The members that a GET showed of each thing. */
  private shown: ReadonlySet<string> | undefined;

  noteTrial(): void {
    this.trials++;
  }

  /** A look has shown whether an answer with this status named what it had made. */
  noteNamed(status: number, isOwn: boolean): void {
    if (isOwn) this.proven.add(status);
    else this.isLying = true;
  }

  /** Whether answers with this status were seen to name what they had made, and none was seen to name anything else. */
  isTrusted(status: number): boolean {
    return !this.isLying && this.proven.has(status);
  }

  /** Whether some answer was seen to name what it had made. */
  get isProven(): boolean {
    return this.proven.size > 0;
  }

  /** Whether it is to be looked what answers name, although nothing else wants to know it. */
  get isOnTrial(): boolean {
    return this.isLying || (!this.isProven && this.trials < MOST_TRIALS);
  }

  /** A GET of a thing showed these members. @param isAlike whether it showed them as the answer to its making did. */
  noteMembers(names: ReadonlySet<string>, isAlike: boolean): void {
    // What answered otherwise once may do so again.
    if (this.shown === NEVER) return;
    const before = this.shown ?? names;
    this.shown = isAlike ? new Set([...before].filter((name) => names.has(name))) : NEVER;
  }

  /** Whether these members are all that a GET always shows of such things; in doubt they are not. */
  isShownBy(names: ReadonlySet<string>): boolean {
    return this.shown !== undefined && this.shown.size > 0 && [...this.shown].every((name) => names.has(name));
  }
}

export class KindRecords {
  private readonly records = new Map<Items, KindRecord>();

  of(kind: Items): KindRecord {
    const record = this.records.get(kind) ?? new KindRecord();
    this.records.set(kind, record);
    return record;
  }
}
