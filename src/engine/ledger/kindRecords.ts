/** What the run has learned of each kind of things: whether answers name what they made, and what is shown of such things. */

import type { Operation } from '../../contract/contract';
import type { Items } from '../../resources/kinds';

/** So often it is looked whether the answers of a kind name what they made, where that does not show at once. */
const MOST_TRIALS = 3;

/** So many gaps are remembered in which a larger number may be seen to stand. */
const MOST_MISSING = 100;

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
  /** The number of the first request which was to make a thing of the kind, and changed one of somebody else. */
  overwrittenBy: number | undefined;
  /** An answer named something else than what it had made. */
  isLying = false;
  /** The actions that things of the run were seen to take, the first one first. */
  readonly actions = new Set<Operation>();
  /** When things of the kind were removed, by {@link placeOf}. */
  private readonly removedAt = new Map<string, number>();
  /** Whether a name that was free again was given to another thing, or passed over. */
  private isReused = false;
  private isPassedOver = false;
  /** When things of the kind were given their names, by {@link placeOf}. */
  private readonly givenAt = new Map<string, number>();
  /** What nothing stands at, by its number and the thing it lies in, and when that was asked. */
  private readonly missing: { readonly above: string; readonly number: number; readonly at: number }[] = [];
  /** Whether a number was seen to stay that of its thing although nothing stands at a smaller one. */
  private hasGaps = false;
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

  /** A thing of the kind was removed. @param at when it was answered. */
  noteRemoved(ids: readonly string[], at: number): void {
    this.removedAt.set(placeOf(ids), at);
  }

  /** A thing was made, and given a name. @param sent when the request was. */
  noteGiven(ids: readonly string[], sent: number): void {
    const name = placeOf(ids);
    this.givenAt.set(name, sent);
    const wasFree = (other: string) => (this.removedAt.get(other) ?? Number.POSITIVE_INFINITY) < sent;
    if (this.removedAt.has(name)) this.isReused = true;
    else if (namesBefore(name).some(wasFree)) this.isPassedOver = true;
  }

  /**
   * Whether names are never given again, as far as was seen: 8 was given to a thing after 7 was removed. Who gives the least free number, or the one
   * behind the largest, had given 7 again.
   */
  get givesNewNames(): boolean {
    return this.isPassedOver && !this.isReused;
  }

  /** Nothing stands any more where the run removed a thing. @param at when that was asked. */
  noteMissing(ids: readonly string[], at: number): void {
    const number = Number(ids.at(-1));
    if (!this.hasGaps && this.missing.length < MOST_MISSING && Number.isSafeInteger(number))
      this.missing.push({ above: placeOf(ids.slice(0, -1)), number, at });
  }

  /** A thing of the run stands at its name, and is surely the one that was given it. */
  noteStanding(ids: readonly string[]): void {
    const [given, number] = [this.givenAt.get(placeOf(ids)), Number(ids.at(-1))];
    if (this.hasGaps || given === undefined) return;
    const above = placeOf(ids.slice(0, -1));
    this.hasGaps = this.missing.some((each) => each.above === above && each.number < number && each.at > given);
  }

  /**
   * Whether ids that are numbers may be positions in a list, for all that was seen. In a list nothing is missing before its last thing: where 7 is
   * not there, and 8 still is what it was, they are names.
   */
  get mayCountPlaces(): boolean {
    return !this.hasGaps;
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

/** The name of a thing with all that it lies in, since each of these may count its own: `1/7` is box 7 of shelf 1. */
function placeOf(ids: readonly string[]): string {
  return ids.join('/');
}

/** Returns the name that was given before, where things are counted, as it may be written: `ORD-0100` → `ORD-0099`, `ORD-99`. */
function namesBefore(name: string): string[] {
  const [, lead = '', digits = ''] = /^(.*?)(\d{1,18})$/.exec(name) ?? [];
  if (digits === '' || BigInt(digits) === 0n) return [];
  const number = String(BigInt(digits) - 1n);
  return [lead + number.padStart(digits.length, '0'), lead + number];
}
