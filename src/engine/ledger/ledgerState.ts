/** What a run knows of all that it made: the things, what was about to be made, and what was seen of both. */

import type { Operation } from '../../contract/contract';
import { isNotFound } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import type { Leftover } from '../../report/report';
import { isProof, type Proof } from '../../resources/answers/shown';
import type { Candidate, Identity, NameSource } from '../../resources/identity';
import type { Items, Kind, Kinds } from '../../resources/kinds';
import { isSoftDeletion } from '../../resources/softDeletion';
import { idsIn, type Thing } from '../../resources/things';
import { lastName } from '../../routing/pathTemplate';
import type { Outcome } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Writes } from '../model/probe';
import { AnsweredPaths } from './answeredPaths';
import { KnownTexts } from './knownTexts';
import { type Evidence, isImprobable, isProvable, type Standing, standingOf } from './ownership';
import { createSightings, type Sightings, thingKey } from './sightings';
import type { KnownContent } from './view';

/** A thing that the run made, and by what it is known again. */
export interface Noted extends Thing, Partial<Proof> {
  /** Its name was made up by the run: that is proof enough. */
  readonly isFresh?: true;
  /** It may be another's: it is never removed. */
  readonly isDoubtful?: true;
  /** Why it is taken for somebody else's; absent where nothing but doubt speaks against it. */
  readonly others?: string;
  /** Further names that the answer to its making gave: it may be one of these that was made. */
  readonly alsoNamed?: readonly string[];
  /** The request that named it, as long as nothing has shown that it named what it made. */
  readonly unproven?: Pick<Intent, 'number' | 'like' | 'whole'>;
  /** Digests of all that the run sent to it or saw of it, where the run has noted that. */
  readonly known?: readonly string[];
  /** The run has looked at it. */
  readonly isLooked?: boolean;
  /** A request of the run was under way to it, or has changed it since it was looked at. */
  readonly isChanged?: boolean;
  /** The name of the user who made it; absent for the first one. */
  readonly user?: string;
}

/** A request that is about to make something, and by what that would be known. */
export interface Intent extends Thing {
  /** Of the request: as that of its exchange. */
  readonly number: number;
  /** Texts that nothing else has, by the names of the members that hold them. */
  readonly like: Readonly<Record<string, string>>;
  /** Where it has such: all that is sent in members of its own, as text, by their names. */
  readonly whole?: Readonly<Record<string, string>>;
  /** A list that was asked for after the answer did not have it: what has its texts later may be somebody's copy. */
  readonly isMissed?: true;
  /** As that of {@link Noted}. */
  readonly user?: string;
}

/** What the run has sent to a thing, or seen of it, since it was noted. */
export interface Sight extends Thing, Pick<Noted, 'known' | 'isLooked' | 'isChanged'> {
  /** The texts themselves. In a journal stand their digests (`known`). */
  readonly shown?: readonly string[];
}

/** What is noted as it happens, so that it can be worked off even where the run does not come to its end. */
export type LedgerEvent =
  | { readonly made: Noted }
  | { readonly seen: Sight }
  | { readonly gone: Thing }
  | { readonly intended: Intent }
  /** The number of one whose answer told what became of it. */
  | { readonly came: number };

/** What was made and is not known to be gone. */
export interface Unremoved {
  readonly leftover: Omit<Leftover, 'url' | 'curl'>;
  /** Removes it; where nothing does, shows it. */
  readonly case: Case;
  /** Nobody saw it: it was on its way, and the list that was asked has nothing of it. */
  readonly isUnseen: boolean;
}

/** Something that may have been made, of which no answer says what it is. */
export interface Unnamed {
  readonly intent: Intent;
  readonly kind: Items;
  readonly reason: string;
  /** When its request was sent. */
  readonly sent: number;
  /** The answer says that something was made. */
  readonly isMade?: true;
  /** The answer says that it will be made. */
  readonly isPromised?: true;
  /** It was refused, and is told of where it is seen alone. */
  readonly isFaint?: true;
}

/** What a request is to make: with its name where that is in its path. */
export interface Making {
  readonly kind: Items;
  readonly thing: Thing | undefined;
}

/** One thing that was made, or perhaps. */
export interface Entry {
  readonly thing: Thing;
  readonly kind: Items;
  /** Of the request that made it. */
  readonly number: number;
  readonly pointer: string | undefined;
  /** JSON Pointer of a guessed name in the answer. */
  readonly place: string | undefined;
  readonly proof: Proof;
  /** All that was sent, as text, by the names of its members. */
  readonly sent: Readonly<Record<string, string>>;
  /** As it was noted before its request was sent. */
  readonly unnamed: Unnamed | undefined;
  evidence: Omit<Evidence, 'isNamedTwice'>;
  /** All texts and numbers that the answer to its request showed, as text. */
  readonly answered: ReadonlySet<string>;
  /** What else the answer may have named. */
  readonly others: readonly Candidate[];
  /** Texts that later requests gave it. */
  readonly later: Set<string>;
  /** A later request may have taken its texts. */
  isBare: boolean;
  readonly isDoubtful: boolean;
  /** Whether a request of the run has removed it already. */
  removed: boolean;
  /** A request to remove it came to no plain answer: something else may stand there now. */
  isShaky: boolean;
  /** It has another name by now, which is an entry of its own. */
  isRenamed: boolean;
  /** Of the last request that changed it, after which it may have another name that nobody told. */
  changedBy: number | undefined;
  readonly content: Content;
  /** When it was noted, as `performance.now()` tells. */
  readonly madeMs: number;
  readonly look: Look;
  /** Why it is taken for somebody else's by now; undefined as long as it is not. */
  isOthers: string | undefined;
}

/** What is known of the content of one thing, as {@link KnownContent} has it, while that changes. */
export interface Content {
  written: Readonly<Record<string, string>>;
  readonly sent: Set<string>;
  readonly seen: KnownTexts;
  /** The names of the members that the answer to its making showed. */
  readonly answeredNames: ReadonlySet<string>;
  isLooked: boolean;
  isChanged: boolean;
}

/** When a thing was looked at. */
interface Look {
  /** As `performance.now()` tells; so do the others. */
  atMs: number;
  /** Nothing was sent to it since. */
  isFresh: boolean;
  /** The answer to the last request that changed it shows what was sent. */
  isEchoed: boolean;
  /** How many requests that are to be refused may follow it. */
  blind: number;
  /** When the run last sent something to the thing that may change it. */
  usedMs: number;
}

/** Asks an operation about a thing; undefined where that may not be asked. */
export type AskAbout = (operation: Operation, thing: Thing, signal?: AbortSignal) => Promise<Outcome> | undefined;

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
  readonly onEvent: ((event: LedgerEvent) => void) | undefined;
  readonly sightings: Sightings;
  readonly entries: Map<string, Entry>;
  /** Those that wait for a proof, by the numbers of their requests. */
  readonly byNumber: Map<number, Entry>;
  /** When requests that are under way were sent, and what those do that remove something. */
  readonly sentAt: Map<number, number>;
  readonly removing: Map<number, { readonly entry: Entry; readonly end: (isDone: boolean) => void }>;
  /** By place, whether a list of it was looked at, and when. */
  readonly looks: Map<string, Promise<void>>;
  readonly lookedAt: Map<string, number>;
  /** Places of which the first list surely showed all. */
  readonly lookedWhole: Set<string>;
  /** What a GET did not find, or did, before a request was to make it. */
  readonly before: Map<string, 'absent' | 'showed'>;
  /** The names that such a GET showed. */
  readonly shownAs: Map<string, readonly string[]>;
  /** Kinds whose answers were seen to name what they made, with the statuses of these answers; and how often it was looked. */
  readonly trusted: Map<Items, Set<number>>;
  readonly trials: Map<Items, number>;
  /** Where answers were proven to have the names of what they made, as JSON Pointers, where no member is named like the parameter. */
  readonly places: Map<Items, string>;
  /** Whether a GET of a thing with a text of its own showed all that was sent. */
  readonly showsAll: Map<Items, boolean>;
  /** Kinds of which an answer named something else. */
  readonly lying: Set<Items>;
  /** By place, numbers that are proven to be those of things that were made, with when that was. */
  readonly counted: Map<string, { readonly id: bigint; readonly answered: number }[]>;
  readonly answered: AnsweredPaths;
  /** What is about to be made, by the numbers of the requests. */
  readonly intended: Map<number, Unnamed>;
  /** What shows anything at all, made up or not: by them nobody can tell that something is gone. */
  readonly blind: Set<Operation>;
  /** Why a request of an operation was not sent, for the first one. */
  readonly withheld: Map<Operation, string>;
  /** Texts of the run that nothing else in the world has, of all requests that may change something. */
  readonly ownTexts: Set<string>;
  /** Longer texts without such a mark, of the same requests. */
  readonly sentTexts: Set<string>;
  /** What was perhaps made by requests of which the contract does not say how to ask for what they make. */
  readonly unconnected: { readonly case: Case; readonly operation: Operation; readonly reason: string }[];
  /** What was handed over and is removed since: its name may be given again. */
  readonly usedUp: Set<string>;
  /** How many requests to remove a thing of a kind were sent, or answered. */
  readonly removals: Map<Items, number>;
  /** The members that a GET showed of each thing of a kind. */
  readonly shownNames: Map<Items, ReadonlySet<string>>;
  /** How many things of a kind come with what they lie in: they are not somebody else's. */
  readonly comesWith: Map<Items, number>;
}

export function createLedgerState({
  kinds,
  send,
  remove,
  onEvent,
  target = { basePath: '' },
  writes = 'own',
}: Pick<LedgerState, 'kinds' | 'send' | 'remove' | 'onEvent'> &
  Partial<Pick<LedgerState, 'writes'>> & { readonly target?: Pick<Target, 'basePath' | 'basePathOf'> }): LedgerState {
  return {
    kinds,
    send,
    remove,
    writes,
    onEvent,
    sightings: createSightings(),
    entries: new Map(),
    byNumber: new Map(),
    sentAt: new Map(),
    removing: new Map(),
    looks: new Map(),
    lookedAt: new Map(),
    lookedWhole: new Set(),
    before: new Map(),
    shownAs: new Map(),
    trusted: new Map(),
    trials: new Map(),
    places: new Map(),
    showsAll: new Map(),
    lying: new Set(),
    counted: new Map(),
    answered: new AnsweredPaths(target),
    intended: new Map(),
    blind: new Set(),
    withheld: new Map(),
    ownTexts: new Set(),
    sentTexts: new Set(),
    unconnected: [],
    usedUp: new Set(),
    removals: new Map(),
    shownNames: new Map(),
    comesWith: new Map(),
  };
}

/** Within so long nobody else has found and changed what the run has just made, in milliseconds. */
const A_MOMENT_MS = 2000;

/** What the run knows of the content of a thing. */
export function viewOf(entry: Entry): KnownContent {
  const { content, evidence } = entry;
  return {
    ...content,
    id: entry.thing.ids.at(-1) ?? '',
    texts: textsOf(entry),
    isJustMade: performance.now() - entry.madeMs < A_MOMENT_MS,
    isJustUsed: performance.now() - Math.max(entry.madeMs, entry.look.usedMs) < A_MOMENT_MS,
    isOwnName: evidence.source === 'path' && evidence.isImprobable,
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
export function isDeceived({ lying }: LedgerState, { kind, evidence }: Entry): boolean {
  return !evidence.hasText && lying.has(kind) && evidence.source !== 'path';
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

/** Whether an answer surely says by a name of this source what it made. */
export function isSaid(source: NameSource): boolean {
  return source === 'representation' || source === 'location';
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
  state.byNumber.set(entry.number, entry);
  announce(state, entry);
  tellSight(state, entry, [...entry.content.sent, ...entry.content.seen.all()]);
}

export function forgetEntry({ entries, byNumber, onEvent }: LedgerState, entry: Entry): void {
  if (entries.get(thingKey(entry.thing)) === entry) entries.delete(thingKey(entry.thing));
  byNumber.delete(entry.number);
  onEvent?.({ gone: entry.thing });
}

/** The answer to a request did not tell what it made after all: that is to be looked for. @param why what the answer does instead. */
export function doubtAgain({ intended, onEvent }: LedgerState, { unnamed, number }: Entry, why: string): void {
  if (!unnamed) return;
  intended.set(number, { ...unnamed, reason: `perhaps made: the answer to #${number} ${why}`, isMade: true });
  onEvent?.({ intended: unnamed.intent });
}

/** The answer to a request told what became of what it was about to make. */
export function settleIntent({ intended, onEvent }: LedgerState, number: number): void {
  if (intended.delete(number)) onEvent?.({ came: number });
}

/** Takes note of what may be made. @param reason why it would be listed. */
export function suspectIntent(state: LedgerState, intent: Intent, reason: string): void {
  const kind = itemsAt(state, intent.item);
  if (!kind) return;
  state.intended.set(intent.number, { intent, kind, reason, sent: state.sightings.tick() });
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

/** What is known of a thing by more than an answer that named it: it is to be shown. */
export function notedEntry(thing: Thing, kind: Items, proof: Proof, evidence: Partial<Evidence>): Entry {
  return {
    thing,
    kind,
    number: 0,
    pointer: undefined,
    place: undefined,
    proof,
    sent: {},
    answered: new Set(),
    unnamed: undefined,
    others: [],
    evidence: {
      status: 201,
      isDeclared: true,
      source: 'representation',
      isChosen: false,
      isImprobable: false,
      before: 'unknown',
      isNew: false,
      mayBeOld: false,
      isTrusted: false,
      hasText: isProof(proof),
      isEchoed: false,
      found: 'unknown',
      ...evidence,
    },
    later: new Set(),
    isBare: false,
    isDoubtful: false,
    removed: false,
    isShaky: false,
    isRenamed: false,
    changedBy: undefined,
    content: {
      written: proof.whole ?? {},
      sent: new Set(Object.values(proof.whole ?? {})),
      seen: new KnownTexts(),
      answeredNames: new Set(),
      isLooked: false,
      isChanged: false,
    },
    madeMs: performance.now(),
    look: {
      atMs: Number.NEGATIVE_INFINITY,
      isFresh: false,
      isEchoed: false,
      blind: 0,
      usedMs: Number.NEGATIVE_INFINITY,
    },
    isOthers: undefined,
  };
}

/** What it may show by now of all that was sent. */
export function textsOf({ proof, later, isBare }: Entry): readonly string[] {
  return isBare ? [...later] : [...proof.texts, ...later];
}

export function toIdentity({ thing, pointer }: Entry): Identity {
  return { text: thing.ids.at(-1) ?? '', pointer };
}

export function isKind(kind: Items): kind is Kind {
  return kind.maker !== undefined;
}

/** An id that is not larger may be a position in a list. */
const LARGEST_POSITION = 1000;

/** Whether the id of a thing may be its position, so that it moves as something else is removed. */
export function mayBePosition({ ids }: Thing): boolean {
  const id = ids.at(-1) ?? '';
  return /^\d+$/.test(id) && Number(id) <= LARGEST_POSITION;
}

/** Whether its path has another name than that of the thing that it is about. */
export function isStray({ claim: { violation, probe }, request: { operation } }: Case): boolean {
  return probe === 'lookalike' || violation?.subject === `${lastName(operation.path)} in the path`;
}

/** Whether a name in a path was made up, so that it names nothing. */
export function hasMadeUpName(each: Case, { ids }: Thing): boolean {
  const { exists, probe } = each.claim;
  return (
    (each.chain?.step === 'make' || isStray(each) || (!exists && probe !== 'valid')) && isImprobable(ids.at(-1) ?? '')
  );
}

/** A collection, told from others. */
export function collectionKey({ item, ids }: Thing): string {
  return thingKey({ item, ids: ids.slice(0, -1) });
}

/** What the body of a request holds in its own members, as text. Some services read JSON whatever its `Content-Type` says. */
export function scalarsOf({ input: { body } }: Pick<Case['request'], 'input'>): Readonly<Record<string, string>> {
  const value = body && parsedBody(body.bytes)?.value;
  if (typeof value !== 'object' || value === null) return {};
  const scalars = Object.entries(value).filter(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
  return Object.fromEntries(scalars.map(([name, each]) => [name, String(each)]));
}

/** Whether an answer says that what was asked for is not there. */
export function isNotThere({ response }: Outcome): boolean {
  return isNotFound(response?.status);
}

/** Some services keep what is removed, and say in a field that it is. */
export function saysRemoved({ response }: Outcome): boolean {
  const body = response && parsedBody(response.body)?.value;
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(([name, value]) => isSoftDeletion(name, value));
}

/** The thing that a request is about, where the ledger knows it. */
export function entryOf({ kinds, entries }: LedgerState, { request: { operation, values } }: Case): Entry | undefined {
  const items = kinds.ofItem(operation);
  return items && entries.get(thingKey({ item: items.item, ids: idsIn(operation.path, values) }));
}
