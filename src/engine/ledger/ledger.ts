/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import type { Operation } from '../../contract/contract';
import type { Pair } from '../../http/uri';
import type { Identity } from '../../resources/identity';
import { isSeenByNothing, type Kinds } from '../../resources/kinds';
import { type Thing, valuesFor } from '../../resources/things';
import type { Values } from '../../routing/pathTemplate';
import type { Outcome } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import type { User } from '../model/user';
import { asUser } from '../request/asUser';
import { outermost } from '../request/outermost';
import { lookBeforeChange } from './changed';
import { addIntent, addNoted, addPerhaps, noteOwnTexts } from './earlierRun';
import type { Entry } from './entry';
import { type Became, FirstOnes } from './firstOnes';
import { type Passage, passGate, passPutBack, passRemoval, type RemovalPassage } from './gate';
import type { Intent, LedgerEvent, Noted, Perhaps, Unremoved } from './ledgerEvents';
import { createLedgerState, isMadeIn, type LedgerState, type Making, makingOf, type Withheld } from './ledgerState';
import { noteListedAsOthers } from './listedAsOthers';
import { noteNew } from './lookAtOwn';
import { listBeforeAction, lookForAppeared } from './madeBeside';
import { isDoubtfulElsewhere, lookElsewhere } from './namedElsewhere';
import { noteAnswered, succeeded } from './noteAnswered';
import { noteIntended } from './noteSent';
import { isSaid } from './ownership';
import { numberIn } from './places';
import { proveMade } from './prove';
import { MakingRoom } from './room';
import { settleLedger } from './settle';
import { thingKey } from './sightings';
import { isNotThere } from './view';

/** Sends what the ledger asks, as whoever drives the run does: the ledger itself sends nothing. */
export interface LedgerPort {
  /** How many requests it sent so far. */
  readonly sent: number;
  /**
   * Asks an operation that changes nothing about a thing.
   * @param maker who made the thing; undefined for the first user.
   * @param pair what is added to the query.
   * @returns undefined if the operation cannot or may not be asked.
   */
  send(
    operation: Operation,
    thing: Thing,
    signal: AbortSignal | undefined,
    maker: User | undefined,
    pair?: Pair,
  ): Promise<Outcome> | undefined;
  /** Removes a thing in the same way. */
  remove(
    removal: RemovalPassage,
    signal: AbortSignal | undefined,
    maker: User | undefined,
  ): Promise<Outcome> | undefined;
  /** Sends what the gate has let pass: what puts back what the run has changed, or an action on a thing of the run. */
  change(passage: Passage, signal: AbortSignal | undefined): Promise<Outcome>;
}

interface LedgerOptions {
  readonly port: LedgerPort;
  readonly target: Target;
  /** Further users: what was made as one of them is asked about and removed as that one. */
  readonly users?: readonly User[];
  readonly kinds: Kinds;
  /** What requests may touch that are not safe. */
  readonly writes: Writes;
  /** Whether all that was made is removed, and looked for; otherwise that alone whose name the run made up. */
  readonly mayRemove: boolean;
  /** How many requests may be under way at once by now. Default: four. */
  readonly atOnce?: () => number;
  /** Whether all lists are looked through at the end for what shows a text of the run. Default: no. */
  readonly looksLast?: boolean;
  /** Whether the first thing of a kind is to be known before a second one is made. Default: no. */
  readonly knowsFirst?: boolean;
  /** A case with changes; undefined if it would no longer be what it is to show. Default: none is changed. */
  readonly mended?: LedgerState['mended'];
  /** How an operation is asked about a thing, for a person to see, whether or not it may be sent. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

export class Ledger {
  private readonly state: LedgerState;
  private readonly firstOnes: FirstOnes;
  /** What the run made and nobody can look at, by what it was made for. */
  private readonly unseen = new Map<Entry, string>();
  private readonly room: MakingRoom;

  constructor(private readonly options: LedgerOptions) {
    const { kinds, onEvent, target, writes, users, mended } = options;
    this.firstOnes = new FirstOnes(kinds);
    this.state = createLedgerState({
      kinds,
      onEvent,
      target,
      writes,
      users,
      ...(mended ? { mended } : {}),
      send: (operation, thing, signal, pair) => this.send(operation, thing, signal, pair),
      remove: (entry, signal) => this.remove(entry, signal),
    });
    this.room = new MakingRoom(this.state);
  }

  /** What an earlier run was about to make. */
  suspect(intent: Intent): void {
    addIntent(this.state, intent);
  }

  /** What is noted as made by an earlier run: it is removed once it shows what was noted of it. */
  add(noted: Noted): void {
    addNoted(this.state, noted);
  }

  /** What an earlier run perhaps made, and nothing can ask for: it is told. @param operations of the contract. */
  addPerhaps(perhaps: Perhaps, operations: readonly Operation[]): void {
    addPerhaps(this.state, perhaps, this.options.show, operations);
  }

  /** Texts that an earlier run has sent in requests whose answers named nothing: what a list shows with them is told. */
  addSent(texts: readonly string[]): void {
    noteOwnTexts(this.state, texts);
  }

  /** How many requests it sent itself. */
  sent(): number {
    return this.options.port.sent;
  }

  /** Whether the run has proven that it made a thing: only then may it be changed. */
  isOwn(thing: Thing): boolean {
    const entry = this.state.entries.get(thingKey(thing));
    return entry !== undefined && isMadeIn(this.state, entry);
  }

  /**
   * Lets a request pass the gate, perhaps with other values that take nothing from somebody else, and takes note that it is about to be sent.
   * @returns undefined if it may not be sent.
   */
  async pass(come: Case, signal?: AbortSignal): Promise<Passage | undefined> {
    const state = this.stateFor(come);
    const passed = await passGate(state, come, signal);
    if ('why' in passed) return undefined;
    const { each } = passed;
    if (this.options.writes === 'own') await listBeforeAction(state, each, signal);
    await lookBeforeChange(state, each, signal);
    return !this.waitsForFirst(each) || (await this.firstOnes.enter(each, signal)) ? passed : undefined;
  }

  /** Does the same for a request that was sent before. */
  async passAgain(each: Case, signal?: AbortSignal): Promise<Passage | undefined> {
    const passed = await passGate(this.stateFor(each), each, signal);
    return 'why' in passed ? undefined : passed;
  }

  /** Takes note that a case is not sent, which {@link pass} let through. */
  drop(each: Case): void {
    this.firstOnes.drop(each);
  }

  /** Why the run makes no more of what an operation makes, or is about; undefined if it does. */
  whyNoMore(operation: Operation): string | undefined {
    const why = this.firstOnes.whyNoMore(operation);
    const withheld = this.state.withheld.get(operation)?.why;
    if (why !== undefined || withheld === undefined) return why;
    return `a request was not sent, since it could have touched something else: ${withheld}`;
  }

  /** Takes note of what is about to be sent. */
  intend(each: Case, index: number): void {
    this.firstOnes.send(each, index);
    noteIntended(this.state, each, index);
  }

  /** Takes note of what an exchange made, removed, or showed. */
  note(exchange: Exchange): void {
    this.state.answered.note(exchange);
    noteAnswered(this.state, exchange, this.options.target.origin);
  }

  /** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
  async prove(exchange: Exchange, signal?: AbortSignal): Promise<Identity | undefined> {
    const { case: each, index } = exchange;
    const { mayRemove, writes } = this.options;
    const state = this.stateFor(each);
    const making = this.waitsForFirst(each);
    const { thing } = makingOf(state, each) ?? {};
    try {
      if (thing) await lookElsewhere(state, exchange, thing, signal);
      if (writes === 'own') await lookForAppeared(state, exchange, signal);
      const proving = { maySearch: mayRemove, origin: this.options.target.origin };
      const made = await proveMade(state, exchange, proving, signal);
      const entry = writes === 'own' ? madeBy(state, index) : undefined;
      if (entry) await noteNew(state, entry, signal);
      if (entry) this.room.note(entry, each);
      if (entry && isSeenByNothing(entry.kind)) this.unseen.set(entry, outermost(each.touches));
      // Nothing asks for it any more.
      if (entry && !each.chain) await this.removeUnseen(each.touches, signal);
      return made;
    } finally {
      if (making) this.firstOnes.leave(each, index, becameOf(state, exchange, making));
    }
  }

  /** Removes at once what nobody can look at, once all that it was made for was sent. */
  async removeUnseen(touches: Case['touches'], signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const [entry, name] of [...this.unseen]) {
      if (name !== outermost(touches)) continue;
      this.unseen.delete(entry);
      if (!entry.removed) await this.room.remove(entry, signal);
    }
  }

  /**
   * Removes what the run made of the kind that a request makes, where nothing asks for it any more.
   * @param isOver whether all was sent that a chain of this name had to ask.
   * @returns whether anything is gone.
   */
  async makeRoom(each: Case, isOver: (name: string) => boolean, signal: AbortSignal): Promise<boolean> {
    const making = this.options.mayRemove ? makingOf(this.state, each) : undefined;
    return making !== undefined && this.room.make(making.kind, isOver, signal);
  }

  /** The names of the chains for which there is something of the kind that a request makes. */
  holdersOf(each: Case): readonly string[] {
    const making = makingOf(this.state, each);
    return making ? this.room.holdersOf(making.kind) : [];
  }

  /** Whether a chain of this name has anything of its own. */
  isHolding(name: string): boolean {
    return this.room.isHolding(name);
  }

  /**
   * Removes what is left, and looks whether it is gone.
   * @param signal ends it, whatever is left then.
   * @returns what could not be removed, with the request that would; and what was perhaps made, with one that shows it.
   */
  settle(signal: AbortSignal): Promise<readonly Unremoved[]> {
    const { mayRemove, looksLast, writes, atOnce } = this.options;
    return settleLedger({
      state: this.state,
      mayRemove,
      looksLast: looksLast ? writes : undefined,
      ...(atOnce ? { atOnce } : {}),
      show: (operation, thing) => this.shown(operation, thing),
      putBack: (each) => {
        const passed = passPutBack(this.state, each);
        return 'why' in passed ? undefined : this.options.port.change(passed, signal);
      },
      act: async (action, { thing }) => {
        const each = this.shown(action, thing);
        const passed = each && (await passGate(this.stateFor(each), each, signal));
        return passed && !('why' in passed) ? this.options.port.change(passed, signal) : undefined;
      },
      signal,
    });
  }

  /** How an operation is asked about a thing by who made that. */
  private shown(operation: Operation, thing: Thing): Case | undefined {
    const each = this.options.show(operation, valuesFor(operation, thing));
    const maker = this.state.requests.makerOf(thing);
    return (each && maker && asUser(each, maker)) ?? each;
  }

  /** @param user as whom it is asked about what nobody is known to have made. */
  private send(
    operation: Operation,
    thing: Thing,
    signal?: AbortSignal,
    pair?: Pair,
    user?: User,
  ): Promise<Outcome> | undefined {
    const { entries, records, requests, sightings } = this.state;
    const sent = sightings.tick();
    const asked = this.options.port.send(operation, thing, signal, requests.makerOf(thing) ?? user, pair);
    return asked?.then((outcome) => {
      const { removed = false, kind } = entries.get(thingKey(thing)) ?? {};
      if (removed && kind?.reader === operation && isNotThere(outcome)) records.of(kind).noteMissing(thing.ids, sent);
      if (outcome.response) noteListedAsOthers(this.state, operation, outcome.response);
      return outcome;
    });
  }

  private async remove(entry: Entry, signal?: AbortSignal): Promise<Outcome | Withheld | undefined> {
    const passed = await passRemoval(this.state, entry, signal);
    if ('why' in passed) return passed;
    return this.options.port.remove(passed, signal, this.state.requests.makerOf(entry.thing));
  }

  /** What goes with a request is asked as the user who sends it. */
  private stateFor({ request: { user } }: Case): LedgerState {
    if (!user) return this.state;
    return { ...this.state, send: (operation, thing, signal, pair) => this.send(operation, thing, signal, pair, user) };
  }

  /** What a request is to make, where the first thing of its kind is to be known before a second one is made. */
  private waitsForFirst(each: Case): Making | undefined {
    return this.options.knowsFirst && !each.request.operation.safe ? makingOf(this.state, each) : undefined;
  }
}

/** The thing that a request is proven to have made. */
function madeBy(state: LedgerState, index: number): Entry | undefined {
  return [...state.entries.values()].find((entry) => entry.number === index && isMadeIn(state, entry));
}

/** What became of a request that was to make something. */
function becameOf(state: LedgerState, exchange: Exchange, { thing }: Making): Became {
  const { entries, requests, places } = state;
  const { index } = exchange;
  if (!succeeded(exchange) || requests.intended(index)?.isFaint) return 'nothing';
  if (thing && places.before(thing) === 'showed') return 'nothing';
  if (thing && isDoubtfulElsewhere(state, index, thing, (entry) => isMadeIn(state, entry))) return 'unknown';
  const made = thing ? [entries.get(thingKey(thing))] : [...entries.values()].filter(({ number }) => number === index);
  const known = made.find((entry) => entry && isMadeIn(state, entry));
  return known ? (isTextless(state, known) ? 'known' : 'known by its text') : 'unknown';
}

/** Whether another thing of the kind would be known without a text: by its number, or by the list. */
function isTextless({ records, places }: LedgerState, { kind, thing, evidence, place, unnamed }: Entry): boolean {
  const { source } = evidence;
  const record = records.of(kind);
  if (source === 'path') return true;
  // What was found in a list alone was found by its text.
  if (unnamed === undefined) return false;
  if (!isSaid(source) && (place === undefined || record.place !== place)) return false;
  if (numberIn(thing) !== undefined) return true;
  return place === undefined && places.wasLookedAt(thing) && record.showsAll !== false;
}
