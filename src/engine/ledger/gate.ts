/**
 * The one gate that every request of a run passes which may change something at the target. It looks at the moment, not at the kind of service:
 * right before such a request is sent, what it names has to show what this run wrote there, to show nothing at all, or to be handed over. In doubt
 * it is somebody else's, nothing is sent, and the run says so.
 */

import type { Operation } from '../../contract/contract';
import { fieldValues, type Response } from '../../http/message';
import { SAFE_METHODS } from '../../http/methods';
import { isRedirect, isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { itemsListed, listedItem } from '../../resources/answers/shown';
import { showsNothing } from '../../resources/answers/showsNothing';
import type { Items } from '../../resources/kinds';
import { idsIn, placesIn, type Thing } from '../../resources/things';
import { hasToken, tokenIn } from '../../resources/tokens';
import { itemPath, namesIn } from '../../routing/pathTemplate';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import {
  type Entry,
  giveUp,
  isMadeIn,
  isNotThere,
  isSaid,
  itemsAt,
  keepEntry,
  type LedgerState,
  makingOf,
  mayBePosition,
  notedEntry,
  saysRemoved,
  scalarsOf,
  tellChanging,
  tellSight,
  viewOf,
  type Withheld,
} from './ledgerState';
import { isSeen, listPlace, lookAround, mayAct, readBefore, standsForOwn } from './lookBefore';
import { isImprobable } from './ownership';
import { thingKey } from './sightings';
import { isAsAnswered, memberNames, scalarsSeen, scalarsWithin, type Whose, whoseShown, whoseValue } from './view';

/** A request that may be sent. Nothing but the gate makes one, and what sends requests takes nothing else. */
class GatePass {
  readonly #hasPassed = true;

  /** @param isStale whether something has happened since that may have moved what the request acts on. */
  constructor(
    readonly each: Case,
    readonly isStale: () => boolean = () => false,
  ) {}

  /** Whether it came from here. */
  get isGiven(): boolean {
    return this.#hasPassed;
  }
}

export type Passage = GatePass;

/** Lets a request pass that changes nothing. @throws TypeError if it may change something. */
export function passSafe(each: Case): Passage {
  const { operation, method } = each.request;
  if (method === undefined ? operation.safe : SAFE_METHODS.has(method)) return new GatePass(each);
  throw new TypeError(`${operation.name} has to pass the gate`);
}

/** Lets a request pass, or says why it is not sent. */
export async function passGate(state: LedgerState, each: Case, signal?: AbortSignal): Promise<Passage | Withheld> {
  const { operation, method } = each.request;
  // A method that the contract does not declare is planned for made-up names, or for a throw-away target.
  if (operation.safe || method !== undefined) return new GatePass(each);
  const why = await whyWithheld(state, each, signal);
  if (why === undefined) return new GatePass(each, movedSince(state, each));
  if (!state.withheld.has(operation)) state.withheld.set(operation, why);
  return { why };
}

/** The run's leave to remove one thing that it made. */
class GateRemoval {
  readonly #isGiven = true;

  constructor(readonly entry: Entry) {}

  /** The passage of a request that removes it, in one of the ways in which that may be asked. */
  passageOf(each: Case): Passage {
    const { operation, values } = each.request;
    const { kind, thing } = this.entry;
    if (
      !this.#isGiven ||
      operation !== kind.remover ||
      idsIn(operation.path, values).join('\n') !== thing.ids.join('\n')
    )
      throw new TypeError(`${operation.name} removes something else than what was let pass`);
    return new GatePass(each);
  }
}

export type RemovalPassage = GateRemoval;

/** Lets the run remove what it or an earlier run made, or says why that is left alone. */
export async function passRemoval(
  state: LedgerState,
  entry: Entry,
  signal?: AbortSignal,
): Promise<RemovalPassage | Withheld> {
  const why = entry.isOthers ?? (await whyLeft(state, entry, signal));
  if (why === undefined) return new GateRemoval(entry);
  giveUp(state, entry, why);
  return { why };
}

async function whyLeft(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<string | undefined> {
  await doubtIfTwo(state, entry, signal);
  if (entry.isOthers !== undefined) return entry.isOthers;
  const whose = await lookAtOwn(state, entry, signal);
  if (whose.is === 'others') return whose.why;
  // Of a throw-away target all may be removed that nothing speaks against.
  if (whose.is === 'unknown') return state.writes === 'any' ? undefined : whyUnseen(entry);
  return whose.is === 'gone' ? undefined : othersWithin(state, entry, signal);
}

/** Why a thing that nobody can look at is left alone: something else may have its name by now, unless it is like no other or was just given. */
function whyUnseen({ kind, thing, look, madeMs }: Entry): string | undefined {
  const isOwnName = isImprobable(thing.ids.at(-1) ?? '');
  const isJustUsed = performance.now() - Math.max(look.usedMs, madeMs) < AT_ONCE_MS;
  return kind.reader === undefined && (isOwnName || isJustUsed)
    ? undefined
    : 'nobody can look whether it still is what the run made';
}

async function whyWithheld(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  const subject = actedOn(state, each);
  const entry = subject && state.entries.get(thingKey(subject.thing));
  if (state.writes === 'any') {
    await lookForMaking(state, each, signal);
    return undefined;
  }
  if (entry?.isOthers !== undefined) return entry.isOthers;
  if (!entry && state.answered.hasSomebodys(each)) return TAKEN;
  if (subject && entry) {
    const why = await whyNotOwn(state, each, subject, entry, signal);
    return why ?? whyNotNamed(state, each, referredIn(state, each), signal);
  }
  // What nobody can ask for or remove is made once.
  if (!entry && !isToBeRefused(each) && state.unconnected.some(({ operation }) => operation === each.request.operation))
    return 'nothing tells how what it makes could be asked for or removed, so that one is made';
  const whyOthers = subject && (await whyOfOthers(state, each, subject, signal));
  if (whyOthers !== undefined) return whyOthers;
  const around = subject && makingOf(state, each) ? parentOf(state, subject.thing) : undefined;
  const why = await whyNotNamed(state, each, [...(around ? [around] : []), ...referredIn(state, each)], signal);
  if (why !== undefined) return why;
  return (await lookForMaking(state, each, signal)) ?? undefined;
}

/** Why what a request acts on may be somebody else's, although the run does not know it; undefined where the user says that it may be used up. */
async function whyOfOthers(
  state: LedgerState,
  each: Case,
  subject: ActedOn,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!isHandedOver(each)) return whyTaken(state, each, subject, signal);
  if (!state.usedUp.has(thingKey(subject.thing))) return undefined;
  const { kind, thing } = subject;
  const isThere = kind.reader !== undefined && (await isSeen(kind.reader, thing, state.send, signal));
  return isThere ? 'what was handed over is removed, and something else has its name since' : undefined;
}

/** The thing that a request acts on: what its whole path names, or the last part of it that names a thing. */
export interface ActedOn {
  readonly kind: Items;
  readonly thing: Thing;
}

export function actedOn(state: LedgerState, { request: { operation, values } }: Case): ActedOn | undefined {
  const items = state.kinds.ofItem(operation);
  const ids = idsIn(operation.path, values);
  if (items) return { kind: items, thing: { item: items.item, ids } };
  for (let at = namesIn(operation.path).length - 1; at >= 0; at--) {
    const kind = itemsAt(state, itemPath(operation.path, at) ?? '');
    if (kind) return { kind, thing: { item: kind.item, ids: ids.slice(0, placesIn(kind.item)) } };
  }
  return undefined;
}

/** The thing of the run in which another one lies. */
function parentOf({ entries }: LedgerState, { item, ids }: Thing): Entry | undefined {
  const parts = item.split('{}');
  for (let places = ids.length - 1; places > 0; places--) {
    const around = entries.get(thingKey({ item: `${parts.slice(0, places).join('{}')}{}`, ids: ids.slice(0, places) }));
    if (around) return around;
  }
  return undefined;
}

/** Whether the user says what a request is about: then it is theirs to be used up. */
function isHandedOver({ claim, chain }: Case): boolean {
  return claim.exists && chain === undefined;
}

/** Whether a request is not to be taken: it breaks a clause, or has no right to what it asks. */
function isToBeRefused(each: Case): boolean {
  return each.claim.violation !== undefined || !mayAct(each);
}

/** So many requests that are to be refused may follow one look. */
const MOST_BLIND = 10;

/** For so long a look that came before anything else was sent to a thing counts, in milliseconds. */
const FRESH_MS = 1000;

/** So long after the run's last request to it, a thing at which nobody can look may still be changed, in milliseconds. */
const AT_ONCE_MS = 2000;

async function whyNotOwn(
  state: LedgerState,
  each: Case,
  { thing }: ActedOn,
  entry: Entry,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const isOwnName = isImprobable(thing.ids.at(-1) ?? '');
  if (!entry.removed && !isMadeIn(state, entry)) return isOwnName ? undefined : 'nothing proves that the run made it';
  const { look } = entry;
  const { operation } = each.request;
  const isRemoval = operation === entry.kind.remover && !isToBeRefused(each);
  const isChange = operation === entry.kind.replacer || operation === entry.kind.patcher;
  const isSeen = look.isFresh || (isChange && look.isEchoed) || (isToBeRefused(each) && look.blind > 0);
  if (isSeen && performance.now() - look.atMs < FRESH_MS) {
    look.blind--;
    return isRemoval ? othersWithin(state, entry, signal) : undefined;
  }
  const whose = await lookAtOwn(state, entry, signal);
  look.blind = MOST_BLIND;
  if (whose.is === 'gone') return undefined;
  if (whose.is === 'unknown') return whyUnseen(entry);
  if (whose.is === 'others') {
    // What stands where the run removed its own thing was never its own.
    if (!entry.removed) giveUp(state, entry, whose.why);
    return whose.why;
  }
  return isRemoval ? othersWithin(state, entry, signal) : undefined;
}

/** Why a thing of the run that a request names beside the one on which it acts keeps it from being sent: it is somebody else's by now. */
async function whyNotNamed(
  state: LedgerState,
  each: Case,
  named: readonly Entry[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (isToBeRefused(each)) return undefined;
  for (const entry of named) {
    const { look } = entry;
    if (entry.isOthers !== undefined) return entry.isOthers;
    if (performance.now() - look.atMs < FRESH_MS && (look.isFresh || look.blind > 0)) {
      look.blind--;
      continue;
    }
    const whose = await lookAtOwn(state, entry, signal);
    look.blind = MOST_BLIND;
    if (whose.is !== 'others') continue;
    giveUp(state, entry, whose.why);
    return whose.why;
  }
  return undefined;
}

/** Whether somebody's thing stands at a name that the run made up, or may do so: what any answer showed is somebody's. */
async function whyTaken(
  state: LedgerState,
  each: Case,
  { kind, thing }: ActedOn,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const isShown = () =>
    state.sightings.isShown(thing) || (kind.reader !== undefined && state.before.get(thingKey(thing)) === 'showed');
  if (!isShown() && mayAct(each)) await readBefore(state, kind, thing, signal);
  if (!isShown() || standsForOwn(state, each, thing)) return undefined;
  return TAKEN;
}

const TAKEN = 'a made-up name turned out to be that of something which the run did not make';

/** Takes note that a request is sent which may change what it acts on. */
export function noteUsed(state: LedgerState, each: Case): void {
  const [own] = ownIn(state, each);
  if (own && each.request.operation === own.kind.remover) noteMoved(state, own);
  const sent = textsSent(each);
  for (const text of sent) {
    if (hasToken(text)) state.ownTexts.add(tokenIn(text));
    else if (text.length >= LEAST_TELLING && state.sentTexts.size < MOST_TEXTS) state.sentTexts.add(text);
  }
  for (const text of Object.values(each.request.input.like ?? {})) state.ownTexts.add(tokenIn(text).toLowerCase());
  for (const entry of [...ownIn(state, each), ...referredIn(state, each)]) {
    entry.look.isFresh = false;
    entry.look.isEchoed = false;
    entry.look.usedMs = performance.now();
    for (const text of sent) entry.content.sent.add(text);
    if (each.request.operation !== entry.kind.remover) tellChanging(state, entry, sent);
  }
}

/** Shorter texts than this tell nothing, and so many are remembered. */
const LEAST_TELLING = 6;
const MOST_TEXTS = 50_000;

/** What the run knows of the thing that a request acts on. */
function ownIn(state: LedgerState, each: Case): Entry[] {
  const subject = actedOn(state, each);
  const entry = subject && state.entries.get(thingKey(subject.thing));
  return entry ? [entry] : [];
}

/** The things of the run that a request names outside of its path. */
function referredIn({ entries }: LedgerState, each: Case): Entry[] {
  const sent = new Set([...textsSent(each), ...each.request.input.headers.map(([, value]) => value)]);
  const lastParts = new Set([...sent].map((text) => text.split('/').at(-1) ?? ''));
  return [...entries.values()].filter(({ thing, removed }) => !removed && lastParts.has(thing.ids.at(-1) ?? ''));
}

/** Takes note of what a request has changed, or may have changed, of what it acts on. */
export function noteChanged(state: LedgerState, { case: each, response }: Pick<Exchange, 'case' | 'response'>): void {
  const isRefused = response !== null && response.status >= 300 && response.status < 500;
  const [entry] = ownIn(state, each);
  if (isRefused) {
    if (entry && each.request.operation !== entry.kind.remover) tellSight(state, entry, []);
    return;
  }
  const subject = actedOn(state, each);
  const isRemoved = each.request.operation === subject?.kind.remover && response !== null && isSuccess(response.status);
  if (subject && !entry && isRemoved) state.usedUp.add(thingKey(subject.thing));
  if (entry && each.request.operation === entry.kind.remover) noteMoved(state, entry);
  for (const { content, look } of [...(entry ? [entry] : []), ...referredIn(state, each)]) {
    content.isChanged = true;
    look.blind = 0;
  }
  if (!entry) return;
  const { content, kind } = entry;
  const { operation } = each.request;
  const isDone = response !== null && isSuccess(response.status);
  if (isDone && operation === kind.replacer) content.written = scalarsOf(each.request);
  if (isDone && operation === kind.patcher) content.written = { ...content.written, ...scalarsOf(each.request) };
  if (!isDone || !response) return;
  const shown = scalarsSeen(response);
  content.seen.add(shown);
  // An answer that repeats what was sent need not show what is there: it is no look before what destroys.
  if (whoseShown(kind, viewOf(entry), response).is !== 'own') return;
  content.isChanged = false;
  tellSight(state, entry, shown);
  entry.look.atMs = performance.now();
  entry.look.isEchoed = true;
}

/** Tells from now on whether something was removed beside a thing of the run whose id may be its position. */
function movedSince(state: LedgerState, each: Case): () => boolean {
  const [entry] = ownIn(state, each);
  if (!entry || !mayBePosition(entry.thing)) return () => false;
  const before = state.removals.get(entry.kind);
  return () => state.removals.get(entry.kind) !== before;
}

/** Where ids are positions, what is removed moves all others: each is looked at before anything else is sent to it. */
function noteMoved({ entries, removals }: LedgerState, { kind }: Entry): void {
  removals.set(kind, (removals.get(kind) ?? 0) + 1);
  for (const { kind: other, look } of entries.values())
    if (other === kind) [look.isFresh, look.isEchoed, look.blind] = [false, false, 0];
}

/** Returns all scalars that a request sends in its body and its query, as text. */
function textsSent({ request: { input } }: Case): string[] {
  const body = input.body && parsedBody(input.body.bytes);
  return [...(body ? scalarsWithin(body.value).map(({ text }) => text) : []), ...input.query.map(({ value }) => value)];
}

/**
 * Looks around before a request that is to make something, so that what was there is not taken for its own.
 * @returns why it is not sent: of what nobody can look at, there is one at a time.
 */
async function lookForMaking(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  const making = mayAct(each) ? makingOf(state, each) : undefined;
  if (!making) return undefined;
  await lookAround(state, each, making, signal);
  const { kind } = making;
  if (isSeenByNothing(kind) && !isToBeRefused(each) && hasOne(state, kind))
    return 'nobody could look at a second thing of that kind, so that one is made at a time';
  return undefined;
}

/** Whether nothing shows a thing of a kind. */
export function isSeenByNothing({ reader, lister }: Items): boolean {
  return reader === undefined && lister === undefined;
}

function hasOne({ entries }: LedgerState, kind: Items): boolean {
  return [...entries.values()].some((entry) => entry.kind === kind && !entry.removed && entry.isOthers === undefined);
}

/** Whose a thing of the run is now; `gone` where nothing stands in its place. */
type Look = Whose | { readonly is: 'gone' };

/** Looks at a thing of the run: by a GET of it, or in the list where that says nothing. */
async function lookAtOwn(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<Look> {
  const { kind, thing, look } = entry;
  const outcome = kind.reader && (await state.send(kind.reader, thing, signal));
  const read = outcome ? readAsLook(entry, kind.reader, outcome) : undefined;
  if (read && read.is !== 'unknown') {
    if (read.is === 'own' && outcome?.response) noteShownNames(state, entry, outcome.response);
    noteLook(state, entry, read, outcome);
    return read;
  }
  const listed = kind.lister && (await listPlace(state, kind, thing, signal));
  const item = listed?.response && listedItem(kind, listed.response, thing.ids.at(-1) ?? '');
  if (item === undefined) return { is: 'unknown' };
  const whose = whoseValue(kind, viewOf(entry), item);
  if (whose.is === 'own') look.atMs = performance.now();
  return whose;
}

/** Takes note of the members that a GET shows of each thing of a kind, and whether it shows them as the answer to its making did. */
function noteShownNames({ shownNames }: LedgerState, { kind, content }: Entry, response: Response): void {
  const names = memberNames(response);
  const before = shownNames.get(kind) ?? names;
  const isAlike = content.isLooked || isAsAnswered(content, response);
  shownNames.set(kind, isAlike ? new Set([...before].filter((name) => names.has(name))) : NEVER);
}

/** No answer shows a member of this name. */
const NEVER: ReadonlySet<string> = new Set([' ']);

function readAsLook(entry: Entry, reader: Operation | undefined, outcome: Outcome): Look {
  const { response } = outcome;
  if (isNotThere(outcome) || saysRemoved(outcome)) return { is: 'gone' };
  if (response && isRedirect(response.status)) return { is: 'others', why: 'a GET of it leads somewhere else' };
  if (!response || !reader || !isSuccess(response.status) || showsNothing(reader, response)) return { is: 'unknown' };
  return whoseShown(entry.kind, viewOf(entry), response);
}

/** Takes note of what a look showed. Nothing but what is the run's own is remembered of it. */
function noteLook(state: LedgerState, entry: Entry, whose: Look, outcome: Outcome | undefined): void {
  const { content, look } = entry;
  look.atMs = performance.now();
  look.isFresh = true;
  if (whose.is !== 'own' || !outcome?.response) return;
  const wasKnown = content.isLooked && !content.isChanged;
  content.isLooked = true;
  content.isChanged = false;
  const shown = content.seen.add(scalarsSeen(outcome.response));
  if (!wasKnown || shown.length > 0) tellSight(state, entry, shown);
}

/** Takes note of what a GET of the run's own showed of a thing. */
export function noteRead(state: LedgerState, entry: Entry, outcome: Outcome): void {
  const { reader } = entry.kind;
  const { look } = entry;
  const whose = readAsLook(entry, reader, outcome);
  // What a cache has kept shows nothing of the moment (RFC 9111 §5.1).
  const isOfNow = outcome.response !== null && fieldValues(outcome.response, 'age').length === 0;
  if (whose.is === 'own' && isOfNow) noteLook(state, entry, whose, outcome);
  else [look.isFresh, look.isEchoed, look.blind] = [false, false, 0];
}

/** The kinds of which things lie in a thing: seedlings in a bed. */
function kindsWithin({ kinds }: LedgerState, { thing }: Entry): Items[] {
  return kinds.items.filter(({ item }) => item.startsWith(`${thing.item}/`) && placesIn(item) === thing.ids.length + 1);
}

/** A collection is searched for what is somebody else's only as far as its first answer shows it. */
async function othersWithin(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<string | undefined> {
  for (const inner of kindsWithin(state, entry)) {
    if (!inner.lister) continue;
    const unknown = await unknownWithin(state, entry, inner, signal);
    if (unknown > (state.comesWith.get(inner) ?? 0))
      return `${inner.lister.name} shows something in it that the run did not make`;
  }
  return undefined;
}

/**
 * Looks at what the run has just made, where only that tells it from what comes in its place later. Once for each kind it takes note of how
 * many things come with a new one, such as the columns of a board.
 */
export async function noteNew(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  if (!entry.content.isLooked) await lookAtNew(state, entry, signal);
  await doubtIfTwo(state, entry, signal);
  for (const inner of kindsWithin(state, entry)) {
    if (!inner.lister || state.comesWith.has(inner)) continue;
    state.comesWith.set(inner, 0);
    state.comesWith.set(inner, await unknownWithin(state, entry, inner, signal));
  }
}

/** Looks at a new thing, unless the answer to its making has shown all that a GET always shows of such things. */
async function lookAtNew(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { content, kind } = entry;
  const always = state.shownNames.get(kind);
  content.isLooked = always !== undefined && [...always].every((name) => content.answeredNames.has(name));
  if (content.isLooked) {
    tellSight(state, entry, []);
    return;
  }
  await lookAtOwn(state, entry, signal);
  // It tells what the thing was like when it was new, and nothing of the moment of the next request.
  entry.look.isFresh = false;
}

/** Where an answer names two things, and both show what was sent, nobody can tell which of them the run made: the other may be somebody's copy. */
async function doubtIfTwo(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { kind, thing, others, number } = entry;
  for (const { text, source } of others) {
    if (!isSaid(source) || !kind.reader || text === thing.ids.at(-1)) continue;
    const other = { item: thing.item, ids: [...thing.ids.slice(0, -1), text] };
    const outcome = await state.send(kind.reader, other, signal);
    const asNew = { ...entry, thing: other, content: { ...entry.content, isLooked: false } };
    if (!outcome || readAsLook(asNew, kind.reader, outcome).is !== 'own') continue;
    if ((await lookAtOwn(state, entry, signal)).is !== 'own') continue;
    const why = `the answer to #${Math.abs(number)} names two things that show what was sent`;
    giveUp(state, entry, why);
    if (state.entries.has(thingKey(other))) continue;
    keepEntry(state, { ...notedEntry(other, kind, entry.proof, entry.evidence), number, isOthers: why });
  }
}

async function unknownWithin(
  state: LedgerState,
  { thing }: Entry,
  inner: Items,
  signal?: AbortSignal,
): Promise<number> {
  const { response } = (await listPlace(state, inner, thing, signal)) ?? {};
  const items = (response && itemsListed(inner, response)) ?? [];
  const isOwn = (name: string) => state.entries.has(thingKey({ item: inner.item, ids: [...thing.ids, name] }));
  return items.filter((names) => names.length > 0 && !names.some(isOwn)).length;
}
