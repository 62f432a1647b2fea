/** Takes note of what requests are about to do to things of the run, and of what they changed there. */

import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
import { singularOf } from '../../resources/names';
import { anyNamed, idsAbove, mayBePosition, thingsAbove } from '../../resources/things';
import { hasToken, tokenIn } from '../../resources/tokens';
import { lastNoun, namesItem } from '../../routing/pathTemplate';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { isHandedOver, mayAct, scalarsOf, sentWithin, textsSent } from './caseFacts';
import { type Entry, textsOf, viewOf } from './entry';
import { marksSeen } from './keptRemoved';
import type { Intent } from './ledgerEvents';
import {
  type ActedOn,
  actedOn,
  announce,
  entryOf,
  type LedgerState,
  makingOf,
  suspectIntent,
  tellChanging,
  tellPerhaps,
  tellSight,
  UNDER_WAY,
} from './ledgerState';
import { isImprobable } from './ownership';
import { thingKey } from './sightings';
import { scalarsSeen, whoseShown } from './view';

/** Takes note that a request is sent which may change what it acts on. */
function noteUsed(state: LedgerState, each: Case): void {
  const [own] = ownIn(state, each);
  if (own && each.request.operation === own.kind.remover) noteMoved(state, own);
  const sent = textsSent(each);
  for (const text of sent.flatMap(withParts)) {
    if (hasToken(text)) state.ownTexts.add(tokenIn(text));
    else if (text.length >= LEAST_TELLING && state.sentTexts.size < MOST_TEXTS) state.sentTexts.add(text);
  }
  // Some services make what a path goes through: `PUT /buckets/{bucket}/objects/{key}`.
  for (const text of isHandedOver(each) ? [] : Object.values(each.request.values))
    if (isImprobable(text) && state.sentTexts.size < MOST_TEXTS) state.sentTexts.add(text);
  for (const text of Object.values(each.request.input.like ?? {})) state.ownTexts.add(tokenIn(text).toLowerCase());
  const lying = actedOn(state, each)?.thing;
  // What something lies in may show it, and the name by which the run made it.
  for (const above of lying ? thingsAbove(lying) : [])
    for (const text of [...sent, ...(lying?.ids.slice(-1) ?? [])])
      state.entries.get(thingKey(above))?.content.sent.add(text);
  for (const entry of [...ownIn(state, each), ...referredIn(state, each)]) {
    entry.look.isFresh = false;
    entry.look.isEchoed = false;
    entry.look.usedMs = performance.now();
    for (const text of sent) entry.content.sent.add(text);
    if (each.request.operation !== entry.kind.remover) tellChanging(state, entry, sent);
  }
}

/** A text, and the names that it lists: of `Oak, Elm` a service may make two tags. */
function withParts(text: string): string[] {
  return text.includes(',') ? [text, ...text.split(',').map((part) => part.trim())] : [text];
}

/** Shorter texts than this tell nothing. */
export const LEAST_TELLING = 6;

/** So many texts are remembered. */
const MOST_TEXTS = 50_000;

/** What the run knows of the thing that a request acts on. */
export function ownIn(state: LedgerState, each: Case): Entry[] {
  const subject = actedOn(state, each);
  const entry = subject && state.entries.get(thingKey(subject.thing));
  return entry ? [entry] : [];
}

/** The things of the run that a request names outside of its path. */
export function referredIn({ entries }: LedgerState, each: Case): Entry[] {
  const sent = new Set([...textsSent(each), ...each.request.input.headers.map(([, value]) => value)]);
  const lastParts = new Set([...sent].map((text) => text.split('/').at(-1) ?? ''));
  return [...entries.values()].filter(({ thing, removed }) => !removed && lastParts.has(thing.ids.at(-1) ?? ''));
}

/**
 * Takes note that what was handed over may be removed: by itself, or with the whole collection that it may lie in.
 * For example: DELETE /tags/7/invoices → all that is called an invoice.
 */
function noteUsedUp(state: LedgerState, operation: Operation, subject: ActedOn | undefined): void {
  if (subject && operation === subject.kind.remover) {
    const key = thingKey(subject.thing);
    if (!state.entries.has(key)) state.usedUp.add(key);
  } else if (operation.method === 'DELETE' && !namesItem(operation.path)) {
    state.swept.add(singularOf(lastNoun(operation.path)));
  }
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
  const isRemoval = each.request.operation === subject?.kind.remover;
  if (response !== null && isSuccess(response.status)) noteUsedUp(state, each.request.operation, subject);
  if (entry && isRemoval) noteMoved(state, entry);
  for (const one of [...(entry ? [entry] : []), ...referredIn(state, each)]) {
    // A removal puts nothing into a thing: what is new in what stands there afterwards was not put there by the run.
    if (one !== entry || !isRemoval) one.content.isChanged = true;
    one.look.blind = 0;
  }
  if (!entry) return;
  const { content, kind } = entry;
  const { operation } = each.request;
  const isDone = response !== null && isSuccess(response.status);
  if (isDone && operation === kind.replacer) content.written = scalarsOf(each.request);
  if (isDone && operation === kind.patcher) content.written = { ...content.written, ...scalarsOf(each.request) };
  if (!isDone || !response) return;
  // An answer such as `{ "success": true }` shows nothing of the thing. What it says is seen only then, or it would seem to be known already.
  const whose = whoseShown(kind, viewOf(entry), response);
  const shown = scalarsSeen(response);
  content.seen.add(entry.removed || entry.isShaky ? shown : [...shown, ...marksSeen(response)]);
  // An answer that repeats what was sent need not show what is there: it is no look before what destroys.
  if (whose.is !== 'own' || !repeats(each, entry, shown)) return;
  content.isChanged = false;
  tellSight(state, entry, shown);
  entry.look.atMs = performance.now();
  entry.look.isEchoed = true;
}

/** Whether an answer has something that the run wrote there. `{ "state": "COMPLETED" }` says the same after each change, and shows nothing of it. */
function repeats(each: Case, entry: Entry, shown: readonly string[]): boolean {
  const written = [...Object.values(entry.content.written), ...sentWithin(each).map(({ text }) => text)];
  const own = [...written, ...textsOf(entry).map(tokenIn)].map((text) => text.toLowerCase());
  return shown.some((text) => own.some((each) => each !== '' && text.toLowerCase().includes(each)));
}

/**
 * Tells from now on whether a look at a thing of the run counts no more: an answer has shown it otherwise than as the run's own, or something was
 * removed beside it and its id may be its position.
 */
export function movedSince(state: LedgerState, each: Case): () => boolean {
  const [entry] = ownIn(state, each);
  if (!entry) return () => false;
  const { look, kind } = entry;
  const record = state.records.of(kind);
  const [removals, denials, isOthers] = [record.removals, look.denials, entry.isOthers];
  const isMoved = () => mayMove(state, entry) && record.removals !== removals;
  return () => look.denials !== denials || entry.isOthers !== isOthers || isMoved();
}

/** Whether the id of a thing may be its position, so that it is that of another one once something is removed beside it. */
export function mayMove({ records }: Pick<LedgerState, 'records'>, { thing, kind }: Entry): boolean {
  return mayBePosition(thing) && records.of(kind).mayCountPlaces;
}

/** Where ids are positions, what is removed moves all others: each is looked at before anything else is sent to it. */
function noteMoved(state: LedgerState, { kind }: Entry): void {
  state.records.of(kind).removals++;
  for (const entry of state.entries.values()) {
    const { look } = entry;
    if (entry.kind === kind && mayMove(state, entry)) [look.isFresh, look.isEchoed, look.blind] = [false, false, 0];
  }
}

/** Whether a request may make something although nothing says so: an action, or a POST in no collection. */
function mayMakeUnasked(each: Case): boolean {
  return each.request.operation.method === 'POST' && each.claim.violation === undefined && mayAct(each);
}

/** Takes note of what is about to be sent, and of what it may make. */
export function noteIntended(state: LedgerState, each: Case, index: number): void {
  const { sightings, requests } = state;
  const { operation, method, input, user } = each.request;
  requests.send(index, sightings.tick(), operation.safe ? undefined : user);
  const { like = {} } = input;
  const entry = entryOf(state, each);
  if (method === undefined && !operation.safe) noteUsed(state, each);
  if (entry && method === undefined) {
    const texts = Object.values(like);
    if (operation.method === 'DELETE') {
      requests.remove(index, { entry, end: sightings.removing(entry.thing) });
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
  const { around } = anyNamed(kind, each.request);
  const ids = thing?.ids ?? idsAbove(kind, each.request);
  const isNameless = Object.keys(like).length === 0;
  const intent: Intent = {
    number: index,
    item: kind.item,
    ids,
    ...(around ? { around } : {}),
    like,
    ...(isNameless && !thing ? {} : { whole: scalarsOf(each.request) }),
  };
  suspectIntent(state, intent, 'perhaps made: it never came to its end');
}
