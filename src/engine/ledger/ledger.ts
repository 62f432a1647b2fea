/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import type { Operation } from '../../contract/contract';
import type { Identity } from '../../resources/identity';
import type { Kinds } from '../../resources/kinds';
import { idsAbove, type Thing, valuesFor } from '../../resources/things';
import { tokenIn } from '../../resources/tokens';
import type { Values } from '../../routing/pathTemplate';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import { asUser } from '../run/credentials/asUser';
import { type Became, createFirstOnes } from '../run/firstOnes';
import { outermost } from '../run/schedule';
import { isSeenByNothing, noteNew, noteUsed, type Passage, passGate, passRemoval } from './gate';
import { KnownTexts } from './knownTexts';
import { LedgerSender, type LedgerSenderOptions } from './ledgerSender';
import {
  type AskAbout,
  type AskToRemove,
  announce,
  collectionKey,
  createLedgerState,
  type Entry,
  entryOf,
  type Intent,
  isMadeIn,
  itemsAt,
  keepEntry,
  type LedgerEvent,
  type LedgerState,
  type Making,
  makingOf,
  type Noted,
  notedEntry,
  type Perhaps,
  scalarsOf,
  suspectIntent,
  tellPerhaps,
  type Unremoved,
} from './ledgerState';
import { mayAct } from './lookBefore';
import { listBeforeAction, lookForAppeared } from './madeBeside';
import { createMakers } from './makerUsers';
import { isDoubtfulElsewhere, lookElsewhere } from './namedElsewhere';
import { noteAnswered, succeeded } from './noteAnswered';
import { type Evidence, isImprobable } from './ownership';
import { proveMade } from './proveOwn';
import { removeEntry, steadily } from './remove';
import { settleLedger } from './settle';
import { thingKey } from './sightings';

interface LedgerOptions extends LedgerSenderOptions {
  readonly kinds: Kinds;
  /** What requests may touch that are not safe. */
  readonly writes: Writes;
  /** Whether all that was made is removed, and looked for; otherwise that alone whose name the run made up. */
  readonly mayRemove: boolean;
  /** How many requests may be under way at once. Default: four. */
  readonly concurrency?: number | undefined;
  /** Whether all lists are looked through at the end for what shows a text of the run. Default: no. */
  readonly looksLast?: boolean;
  /** Whether the first thing of a kind is to be known before a second one is made. Default: no. */
  readonly knowsFirst?: boolean;
  /** How an operation is asked about a thing, for a person to see, whether or not it may be sent. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

export interface Ledger {
  /** Lets a request pass the gate, and takes note that it is about to be sent. @returns undefined if it may not be sent. */
  pass(each: Case, signal?: AbortSignal): Promise<Passage | undefined>;
  /** Does the same for a request that was sent before. */
  passAgain(each: Case, signal?: AbortSignal): Promise<Passage | undefined>;
  /** Takes note that a case is not sent, which {@link pass} let through. */
  drop(each: Case): void;
  /** Takes note of what is about to be sent. */
  intend(each: Case, index: number): void;
  /** Takes note of what an exchange made, removed, or showed. */
  note(exchange: Exchange): void;
  /** What is noted as made by an earlier run: it is removed once it shows what was noted of it. */
  add(noted: Noted): void;
  /** What an earlier run was about to make. */
  suspect(intent: Intent): void;
  /** What an earlier run perhaps made, and nothing can ask for: it is told. @param operations of the contract. */
  addPerhaps(perhaps: Perhaps, operations: readonly Operation[]): void;
  /** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
  prove(exchange: Exchange, signal?: AbortSignal): Promise<Identity | undefined>;
  /** Whether the run has proven that it made a thing: only then may it be changed. */
  isOwn(thing: Thing): boolean;
  /** Removes at once what nobody can look at, once all that it was made for was sent. */
  removeUnseen(touches: Case['touches'], signal?: AbortSignal): Promise<void>;
  /** Why the run makes no more of what an operation makes, or is about; undefined if it does. */
  whyNoMore(operation: Operation): string | undefined;
  /** How many requests it sent itself. */
  sent(): number;
  /**
   * Removes what is left, and looks whether it is gone.
   * @param signal ends it, whatever is left then.
   * @returns what could not be removed, with the request that would; and what was perhaps made, with one that shows it.
   */
  settle(signal: AbortSignal): Promise<readonly Unremoved[]>;
}

export function createLedger(options: LedgerOptions): Ledger {
  const { kinds, onEvent, target, mayRemove, show, writes } = options;
  const makers = createMakers((thing) => state.entries.get(thingKey(thing))?.number, options.users);
  const makerOf = makers.of;
  const sender = new LedgerSender(options);
  const send: AskAbout = (operation, thing, signal) => sender.send(operation, thing, signal, makerOf(thing));
  const remove: AskToRemove = async (entry, signal) => {
    const passed = await passRemoval(state, entry, signal);
    return 'why' in passed ? passed : sender.remove(passed, signal, makerOf(entry.thing));
  };
  const state: LedgerState = createLedgerState({
    kinds,
    onEvent: onEvent && makers.named(onEvent),
    send,
    remove,
    target,
    writes,
  });
  /** What goes with a request is asked as the user who sends it. */
  const stateFor = ({ request: { user } }: Case): LedgerState =>
    user
      ? { ...state, send: (operation, thing, signal) => sender.send(operation, thing, signal, makerOf(thing) ?? user) }
      : state;
  const firstOnes = createFirstOnes(kinds);
  /** What the run made and nobody can look at, by what it was made for. */
  const unseen = new Map<Entry, string>();
  const gated = (each: Case) =>
    options.knowsFirst && !each.request.operation.safe ? makingOf(state, each) : undefined;
  return {
    suspect(intent) {
      makers.add(intent);
      suspectIntent(state, intent, UNDER_WAY, true);
      for (const text of Object.values(intent.like)) state.ownTexts.add(tokenIn(text).toLowerCase());
    },
    addPerhaps: (perhaps, operations) => addPerhaps(state, perhaps, show, operations),
    add(noted) {
      makers.add(noted);
      addNoted(state, noted);
    },
    sent: () => sender.sent,
    isOwn(thing) {
      const entry = state.entries.get(thingKey(thing));
      return entry !== undefined && isMadeIn(state, entry);
    },
    async pass(each, signal) {
      const passed = await passGate(stateFor(each), each, signal);
      if ('why' in passed) return undefined;
      if (writes === 'own') await listBeforeAction(stateFor(each), each, signal);
      return !gated(each) || (await firstOnes.enter(each, signal)) ? passed : undefined;
    },
    async passAgain(each, signal) {
      const passed = await passGate(stateFor(each), each, signal);
      return 'why' in passed ? undefined : passed;
    },
    drop: (each) => firstOnes.drop(each),
    whyNoMore: (operation) => firstOnes.whyNoMore(operation) ?? whyNotAsked(state, operation),
    intend(each, index) {
      firstOnes.send(each, index);
      const { user, operation } = each.request;
      if (user && !operation.safe) makers.note(index, user);
      noteIntended(state, each, index);
    },
    note(exchange) {
      state.answered.note(exchange);
      noteAnswered(state, exchange, target.origin);
    },
    async prove(exchange, signal) {
      const { case: each, index } = exchange;
      const making = gated(each);
      const { thing } = makingOf(state, each) ?? {};
      try {
        if (thing) await lookElsewhere(stateFor(each), exchange, thing, signal);
        if (writes === 'own') await lookForAppeared(stateFor(each), exchange, signal);
        const made = await proveMade(stateFor(each), exchange, mayRemove, signal);
        const entry = writes === 'own' ? madeBy(state, index) : undefined;
        if (entry) await noteNew(stateFor(each), entry, signal);
        if (entry && isSeenByNothing(entry.kind)) unseen.set(entry, outermost(each.touches));
        // Nothing asks for it any more.
        if (entry && !each.chain) await this.removeUnseen(each.touches, signal);
        return made;
      } finally {
        if (making) firstOnes.leave(each, index, becameOf(state, exchange, making));
      }
    },
    async removeUnseen(touches, signal = new AbortController().signal) {
      for (const [entry, name] of [...unseen]) {
        if (name !== outermost(touches)) continue;
        unseen.delete(entry);
        if (entry.removed) continue;
        const why = await removeEntry(entry, { ...steadily(state, signal), looksMs: [0], signal });
        if (why === undefined) state.onEvent?.({ gone: entry.thing });
      }
    },
    settle: (signal) => {
      const shown = (operation: Operation, thing: Thing) => {
        const each = show(operation, valuesFor(operation, thing));
        const maker = makerOf(thing);
        return (each && maker && asUser(each, maker)) ?? each;
      };
      return settleLedger({
        state,
        mayRemove,
        looksLast: options.looksLast ? writes : undefined,
        concurrency: options.concurrency,
        show: shown,
        signal,
      });
    },
  };
}

/** Why an operation was not asked something that was planned; undefined if it was. */
function whyNotAsked({ withheld }: LedgerState, operation: Operation): string | undefined {
  const why = withheld.get(operation);
  return why === undefined ? undefined : `a request was not sent, since it could have touched something else: ${why}`;
}

/** The thing that a request is proven to have made. */
function madeBy(state: LedgerState, index: number): Entry | undefined {
  return [...state.entries.values()].find((entry) => entry.number === index && isMadeIn(state, entry));
}

/** What became of a request that was to make something. */
function becameOf(state: LedgerState, exchange: Exchange, { thing }: Making): Became {
  const { entries, intended, before } = state;
  if (!succeeded(exchange) || intended.get(exchange.index)?.isFaint) return 'nothing';
  if (thing && before.get(thingKey(thing)) === 'showed') return 'nothing';
  if (thing && isDoubtfulElsewhere(state, exchange.index, thing, (entry) => isMadeIn(state, entry))) return 'unknown';
  const made = thing
    ? [entries.get(thingKey(thing))]
    : [...entries.values()].filter(({ number }) => number === exchange.index);
  const known = made.find((entry) => entry && isMadeIn(state, entry));
  return known ? (isTextless(state, known) ? 'known' : 'known by its text') : 'unknown';
}

/** Whether another thing of the kind would be known without a text: by its number, or by the list. */
function isTextless(
  { showsAll, lookedAt, places }: LedgerState,
  { kind, thing, evidence, place, unnamed }: Entry,
): boolean {
  const { source } = evidence;
  if (source === 'path') return true;
  // What was found in a list alone was found by its text.
  if (unnamed === undefined) return false;
  if (source !== 'representation' && source !== 'location' && (place === undefined || places.get(kind) !== place))
    return false;
  if (/^\d{1,30}$/.test(thing.ids.at(-1) ?? '')) return true;
  return place === undefined && lookedAt.has(collectionKey(thing)) && showsAll.get(kind) !== false;
}

function addNoted(state: LedgerState, noted: Noted): void {
  const kind = itemsAt(state, noted.item);
  if (!kind) return;
  const { item, ids, texts = [], refers = {}, whole, isFresh, isDoubtful = false, unproven } = noted;
  const isOurs = isFresh === true && isImprobable(ids.at(-1) ?? '') && (texts.length === 0 || !kind.reader);
  const evidence: Partial<Evidence> = isOurs ? { source: 'path', isImprobable: true } : {};
  const entry = notedEntry({ item, ids }, kind, { texts, refers, whole }, evidence);
  const { isLooked = false, isChanged = false, known = [], alsoNamed = [], others } = noted;
  for (const text of texts) state.ownTexts.add(tokenIn(text).toLowerCase());
  keepEntry(state, {
    ...entry,
    number: unproven?.number ?? -state.entries.size - 1,
    isDoubtful,
    isOthers: others,
    content: { ...entry.content, seen: new KnownTexts([], known), isLooked, isChanged },
    others: alsoNamed.map((text) => ({ text, pointer: undefined, source: 'location' as const })),
    unnamed: unproven && {
      intent: { item, ids: ids.slice(0, -1), ...unproven },
      kind,
      reason: 'it was answered, and nothing has shown what it made',
      sent: state.sightings.tick(),
      isOld: true,
    },
    // Since then anybody may have come.
    madeMs: Number.NEGATIVE_INFINITY,
  });
}

/** Why what was under way when an earlier run ended is told of. */
const UNDER_WAY = 'it was under way when the run ended, and may have made something';

/** Whether a request may make something although nothing says so: an action, or a POST in no collection. */
function mayMakeUnasked(each: Case): boolean {
  return each.request.operation.method === 'POST' && each.claim.violation === undefined && mayAct(each);
}

/** What an earlier run perhaps made, as far as the contract still has its operation. */
function addPerhaps(
  state: LedgerState,
  { number, operation: name, values, reason }: Perhaps,
  show: LedgerOptions['show'],
  operations: readonly Operation[],
): void {
  const operation = operations.find((each) => each.name === name);
  const each = operation && show(operation, values);
  if (operation && each) state.unconnected.push({ case: each, operation, reason, number });
}

function noteIntended(state: LedgerState, each: Case, index: number): void {
  state.sentAt.set(index, state.sightings.tick());
  const { operation, method, input } = each.request;
  const { like = {} } = input;
  const entry = entryOf(state, each);
  if (method === undefined && !operation.safe) noteUsed(state, each);
  if (entry && method === undefined) {
    const texts = Object.values(like);
    if (operation.method === 'DELETE') {
      state.removing.set(index, { entry, end: state.sightings.removing(entry.thing) });
    } else if (!operation.safe && texts.length > 0) {
      for (const text of texts) entry.later.add(text);
      announce(state, entry);
    }
  }
  const making = makingOf(state, each);
  if (!making) {
    if (mayMakeUnasked(each)) tellPerhaps(state, each, index, UNDER_WAY);
    return;
  }
  const { kind, thing } = making;
  const ids = thing?.ids ?? idsAbove(kind, each.request);
  const isNameless = Object.keys(like).length === 0;
  const intent: Intent = {
    number: index,
    item: kind.item,
    ids,
    like,
    ...(isNameless && !thing ? {} : { whole: scalarsOf(each.request) }),
  };
  suspectIntent(state, intent, 'perhaps made: it never came to its end');
}
