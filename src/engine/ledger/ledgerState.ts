/** What a run knows of all that it made: the things, what was about to be made, and what was seen of both. */

import type { Operation } from '../../contract/contract';
import type { Pair } from '../../http/uri';
import type { Items, Kinds } from '../../resources/kinds';
import { idsIn, placesIn, type Thing } from '../../resources/things';
import { itemPath, namesIn } from '../../routing/pathTemplate';
import type { Outcome } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Writes } from '../model/probe';
import type { Edit } from '../model/tries';
import type { User } from '../model/user';
import { AnsweredPaths } from './answeredPaths';
import { isStray } from './caseFacts';
import { ChangedPlaces } from './changedPlaces';
import { type Entry, textsOf } from './entry';
import { FixedThings } from './fixedThings';
import { KindRecords } from './kindRecords';
import type { Intent, LedgerEvent, Noted } from './ledgerEvents';
import { ListedOthers } from './listedOthers';
import { isProvable, isSaid, type Standing, standingOf } from './ownership';
import { Places } from './places';
import { SentRequests } from './sentRequests';
import { Sightings, thingKey } from './sightings';

/** What a request is to make: with its name where that is in its path. */
export interface Making {
  readonly kind: Items;
  readonly thing: Thing | undefined;
}

/** Asks an operation about a thing; undefined where that may not be asked. */
export type AskAbout = (
  operation: Operation,
  thing: Thing,
  signal?: AbortSignal,
  pair?: Pair,
) => Promise<Outcome> | undefined;

/** Asks to remove a thing of the run; undefined where that may not be asked, and the reason where it is left alone. */
export type AskToRemove = (entry: Entry, signal?: AbortSignal) => Promise<Outcome | Withheld | undefined>;

/** Why a request is not sent. */
export interface Withheld {
  readonly why: string;
}

export interface LedgerState {
  readonly kinds: Kinds;
  /** Asks an operation that changes nothing. */
  readonly send: AskAbout;
  /** What requests may touch that are not safe. */
  readonly writes: Writes;
  /** Removes a thing, if the gate lets that pass. */
  readonly remove: AskToRemove;
  /** A case with changes; undefined if it would no longer be what it is to show. */
  readonly mended: (each: Case, edits: readonly Edit[]) => Case | undefined;
  readonly onEvent: ((event: LedgerEvent) => void) | undefined;
  readonly sightings: Sightings;
  /** What was made, or perhaps, by {@link thingKey}. */
  readonly entries: Map<string, Entry>;
  readonly places: Places;
  readonly fixed: FixedThings;
  /** What lists showed of things of others. */
  readonly listed: ListedOthers;
  readonly records: KindRecords;
  readonly requests: SentRequests;
  readonly answered: AnsweredPaths;
  readonly changed: ChangedPlaces;
  /** What shows anything at all, made up or not: by them nobody can tell that something is gone. */
  readonly blind: Set<Operation>;
  /** What promises to make something that never came. */
  readonly lost: Set<Operation>;
  /** Why a request of an operation was not sent: the first one, or the first one that was to be taken. */
  readonly withheld: Map<Operation, { readonly why: string; readonly isToBeRefused: boolean }>;
  /** With which changes a change of one thing was sent, so that it took nothing from others; the last ones. */
  readonly spared: Map<string, readonly Edit[]>;
  /** Texts of the run that nothing else in the world has, of all requests that may change something. */
  readonly ownTexts: Set<string>;
  /** Longer texts without such a mark, of the same requests. */
  readonly sentTexts: Set<string>;
  /** What a GET showed at names that were made up, by {@link thingKey}: some services make what they are asked for. */
  readonly shownInVain: Set<string>;
  /** What was sent again after an answer that it was not made, such as a 503: it may be there twice. */
  readonly sentAgain: Intent[];
  /** What was handed over and is removed since: its name may be given again. */
  readonly usedUp: Set<string>;
  /** What was handed over and has taken a POST, by {@link thingKey}: that may have made something. */
  readonly posted: Set<string>;
  /** The names of things of which a whole collection was removed: what was handed over may be gone with it. */
  readonly swept: Set<string>;
}

interface LedgerStateOptions extends Pick<LedgerState, 'kinds' | 'send' | 'remove' | 'onEvent'> {
  /** Default: `own`. */
  readonly writes?: Writes;
  /** Default: no case can be changed. */
  readonly mended?: LedgerState['mended'];
  /** Default: one without a base path. */
  readonly target?: Pick<Target, 'basePath' | 'basePathOf'>;
  /** Further users. */
  readonly users?: readonly User[] | undefined;
}

export function createLedgerState(options: LedgerStateOptions): LedgerState {
  const { kinds, send, remove, onEvent, writes = 'own', target = { basePath: '' }, users } = options;
  const { mended = () => undefined } = options;
  const entries = new Map<string, Entry>();
  const requests = new SentRequests((thing) => entries.get(thingKey(thing))?.number, users);
  return {
    kinds,
    send,
    remove,
    writes,
    mended,
    onEvent: onEvent && ((event) => onEvent(requests.signed(event))),
    sightings: new Sightings(),
    entries,
    places: new Places(),
    fixed: new FixedThings(),
    listed: new ListedOthers(),
    records: new KindRecords(),
    requests,
    answered: new AnsweredPaths(target),
    changed: new ChangedPlaces(),
    blind: new Set(),
    lost: new Set(),
    withheld: new Map(),
    spared: new Map(),
    ownTexts: new Set(),
    sentTexts: new Set(),
    shownInVain: new Set(),
    sentAgain: [],
    usedUp: new Set(),
    posted: new Set(),
    swept: new Set(),
  };
}

export function standingIn(state: LedgerState, entry: Entry): Standing {
  if (entry.isOthers !== undefined) return { is: 'perhaps', why: `${entry.isOthers}, so it is left alone` };
  if (isDeceived(state, entry))
    return { is: 'perhaps', why: 'other answers to such requests named what they had not made' };
  const isNamedTwice = entry.isDoubtful || state.sightings.isNamedTwice(entry.thing);
  return standingOf({ ...entry.evidence, isNamedTwice });
}

export function isMadeIn(state: LedgerState, entry: Entry): boolean {
  return standingIn(state, entry).is === 'made';
}

/** Text-less things are no proof against a service that names others. */
export function isDeceived({ records }: LedgerState, { kind, evidence }: Entry): boolean {
  return !evidence.hasText && records.of(kind).isLying && evidence.source !== 'path';
}

/** Tells what is known of a thing by now. */
export function announce(state: LedgerState, entry: Entry): void {
  const { thing, proof, evidence, unnamed } = entry;
  const alsoNamed = entry.others.flatMap(({ source, text }) =>
    isSaid(source) && text !== thing.ids.at(-1) ? text : [],
  );
  const isSeenOwn = evidence.found === 'text' || entry.content.isLooked;
  const isNamedTwice = entry.isDoubtful || state.sightings.isNamedTwice(thing);
  const isSure = isMadeIn(state, entry) || (evidence.source !== 'guess' && isProvable({ ...evidence, isNamedTwice }));
  const noted: Noted = {
    ...thing,
    ...proof,
    texts: textsOf(entry),
    // It is known by what was sent last, each text in its member.
    ...(Object.keys(entry.content.written).length > 0 ? { whole: entry.content.written } : {}),
    ...(evidence.source === 'path' && evidence.isImprobable ? { isFresh: true as const } : {}),
    ...(isSure ? {} : { isDoubtful: true as const }),
    ...(entry.isOthers === undefined ? {} : { others: entry.isOthers }),
    ...(alsoNamed.length > 0 ? { alsoNamed } : {}),
    ...(isSeenOwn || !unnamed ? {} : { unproven: searchedBy(unnamed.intent) }),
  };
  state.onEvent?.({ made: noted });
}

function searchedBy({ number, like, whole }: Intent): NonNullable<Noted['unproven']> {
  return { number, like, ...(whole ? { whole } : {}) };
}

/** Takes a thing for somebody else's from now on. @param why as a sentence says it. */
export function giveUp(state: LedgerState, entry: Entry, why: string): void {
  if (entry.isOthers === why) return;
  entry.isOthers = why;
  announce(state, entry);
}

/** Tells what the run has seen of a thing. */
export function tellSight(state: LedgerState, { thing, content }: Entry, shown: readonly string[]): void {
  const { isLooked, isChanged } = content;
  state.onEvent?.({ seen: { ...thing, shown, isLooked, isChanged } });
}

/** Tells that a request with these texts is about to be sent to a thing, which it may change. */
export function tellChanging(state: LedgerState, { thing, content }: Entry, texts: readonly string[]): void {
  state.onEvent?.({ seen: { ...thing, shown: texts, isLooked: content.isLooked, isChanged: true } });
}

export function keepEntry(state: LedgerState, entry: Entry): void {
  const other = state.entries.get(thingKey(entry.thing));
  // Two answers name one thing, so that nobody knows what the first of the two requests made, unless its path named that.
  if (other && other.number !== entry.number && !other.removed && other.evidence.source !== 'path')
    doubtAgain(state, other, `names what the answer to #${Math.abs(entry.number)} names, too`);
  state.entries.set(thingKey(entry.thing), entry);
  state.requests.claim(entry.number, entry);
  announce(state, entry);
  tellSight(state, entry, [...entry.content.sent, ...entry.content.seen.all()]);
}

export function forgetEntry({ entries, requests, onEvent }: LedgerState, entry: Entry): void {
  if (entries.get(thingKey(entry.thing)) === entry) entries.delete(thingKey(entry.thing));
  requests.takeClaim(entry.number);
  onEvent?.({ gone: entry.thing });
}

/** The answer to a request did not tell what it made after all: that is to be looked for. @param why what the answer does instead. */
export function doubtAgain({ requests, onEvent }: LedgerState, { unnamed, number }: Entry, why: string): void {
  if (!unnamed) return;
  requests.intend(number, { ...unnamed, reason: `perhaps made: the answer to #${number} ${why}`, isMade: true });
  onEvent?.({ intended: unnamed.intent });
}

/** The answer to a request told what became of what it was about to make. */
export function settleIntent({ requests, onEvent }: LedgerState, number: number): void {
  if (requests.settle(number)) onEvent?.({ came: number });
}

/** Takes note of a request that perhaps makes, or has made, what nothing can ask for. */
export function tellPerhaps({ onEvent }: LedgerState, { request }: Case, number: number, reason: string): void {
  onEvent?.({ perhaps: { number, operation: request.operation.name, values: request.values, reason } });
}

/** Takes note of what may be made. @param reason why it would be listed. */
export function suspectIntent(state: LedgerState, intent: Intent, reason: string, isOld = false): void {
  const kind = itemsAt(state, intent.item);
  if (!kind) return;
  state.requests.intend(intent.number, { intent, kind, reason, sent: state.sightings.tick(), isOld });
  state.onEvent?.({ intended: intent });
}

export function itemsAt({ kinds }: LedgerState, item: string): Items | undefined {
  return kinds.items.find((kind) => kind.item === item);
}

/** What a request is to make; undefined where it makes nothing. */
export function makingOf({ kinds, entries }: LedgerState, each: Case): Making | undefined {
  const { operation, method, values } = each.request;
  if (method !== undefined) return undefined;
  const items = kinds.ofItem(operation);
  // A PATCH may make what is not there, too (RFC 5789 §2); whether it did a GET tells.
  const isPatch = operation === items?.patcher && items.reader !== undefined;
  if (items && (operation === items.replacer || operation === items.poster || isPatch)) {
    const thing = { item: items.item, ids: idsIn(operation.path, values) };
    // What was removed is made again by it, also where the request was to be refused.
    const isThere = each.claim.exists && entries.get(thingKey(thing))?.removed !== true;
    if (each.chain?.step !== 'make' && isThere && !isStray(each)) return undefined;
    return { kind: items, thing };
  }
  const kind = kinds.madeBy(operation);
  return kind && { kind, thing: undefined };
}

/** The thing that a request is about, where the ledger knows it. */
export function entryOf({ kinds, entries }: LedgerState, { request: { operation, values } }: Case): Entry | undefined {
  const items = kinds.ofItem(operation);
  return items && entries.get(thingKey({ item: items.item, ids: idsIn(operation.path, values) }));
}

/** The thing that a request acts on: what its whole path names, or the last part of it that names a thing. */
export interface ActedOn {
  readonly kind: Items;
  readonly thing: Thing;
}

export function actedOn(state: LedgerState, { request: { operation, values } }: Case): ActedOn | undefined {
  const items = state.kinds.ofItem(operation);
  const ids = idsIn(operation.path, values);
  // What the run knows of a thing may say what it was made in.
  const known = (thing: Thing) => state.entries.get(thingKey(thing))?.thing ?? thing;
  if (items) return { kind: items, thing: known({ item: items.item, ids }) };
  const last = namesIn(operation.path).length - (state.kinds.setsByPath(operation) ? 2 : 1);
  for (let at = last; at >= 0; at--) {
    const kind = itemsAt(state, itemPath(operation.path, at) ?? '');
    if (kind) return { kind, thing: known({ item: kind.item, ids: ids.slice(0, placesIn(kind.item)) }) };
  }
  return undefined;
}

/** Why what was under way when an earlier run ended is told of. */
export const UNDER_WAY = 'it was under way when the run ended, and may have made something';
