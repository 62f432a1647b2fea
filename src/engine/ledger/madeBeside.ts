/**
 * What a request made that is not known to make anything: `POST /orders/7/copy` is answered with another order, or with nothing, and the list has
 * one more. What shows that it is the run's own is its own; what may be is told; and what no operation of the contract can be asked about is told,
 * too, with what its answer says.
 */

import { declaredResponse, isSuccessStatus, type Operation } from '../../contract/contract';
import { fieldValues, type Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import type { Pair } from '../../http/uri';
import { parsedBody, textAt } from '../../json/exactJson';
import { isObject } from '../../json/value';
import { itemsListed, valuesOfList } from '../../resources/answers/shown';
import { memberOf } from '../../resources/identity';
import { keyedItemsOf } from '../../resources/keyedItems';
import type { Items } from '../../resources/kinds';
import { queryFor } from '../../resources/listQueries';
import { shownAlike } from '../../resources/shownAlike';
import { calledOtherwise, idsIn, listerFor, placesIn, type Thing } from '../../resources/things';
import { hasToken } from '../../resources/tokens';
import { isIdOrKey } from '../../resources/vocabulary/ids';
import { isSecretByName, mayLetIn } from '../../resources/vocabulary/secrets';
import { plain } from '../../resources/vocabulary/words';
import { wrappersOf } from '../../resources/wrappers';
import { namesIn } from '../../routing/pathTemplate';
import { sideBySide } from '../../support/sideBySide';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import { isHandedOver, isSignIn, scalarsOf, sentWithin } from './caseFacts';
import { type Entry, notedEntry, textsOf } from './entry';
import { isKeptRemoved, marksSeen } from './keptRemoved';
import { type ActedOn, actedOn, itemsAt, keepEntry, type LedgerState, tellPerhaps } from './ledgerState';
import { listPlace } from './lookBefore';
import { anyIn } from './places';
import { type Span, thingKey } from './sightings';
import { type NamedThing, thingsAt } from './thingsAt';
import { scalarsSeen, scalarsWithin } from './view';

/** Whether a request acts on a thing in another way than by reading, replacing, changing or removing it: `POST /orders/{id}/copy`. */
function isAction(state: LedgerState, { request: { operation, method } }: Case): boolean {
  if (operation.safe || method !== undefined || state.kinds.madeBy(operation)) return false;
  return state.kinds.ofItem(operation) === undefined && namesIn(operation.path).length > 0;
}

/** Takes note of what the answer to a request names that was not there before, although nothing says that the request makes anything. */
export function noteMadeBeside(state: LedgerState, exchange: Exchange, span: Span): void {
  const { case: each, response } = exchange;
  const { operation, byOther } = each.request;
  if (!response || !isSuccess(response.status) || byOther || operation.method === 'DELETE') return;
  const subject = actedOn(state, each);
  if (subject && operation.method === 'POST' && isHandedOver(each)) state.posted.add(thingKey(subject.thing));
  const located = locatedThing(state, exchange);
  const named = located ?? representedThing(state, exchange, subject);
  if (named) {
    const isKnown = state.entries.has(thingKey(named.thing)) || state.sightings.hadShown(named.thing, span.sent);
    if (!isKnown && !(subject && thingKey(subject.thing) === thingKey(named.thing)))
      keepEntry(state, appeared(state, exchange, named, subject, 'guess'));
    // A 202 may lead to a job, and what that makes comes later (RFC 9110 §15.3.3).
    if (response.status !== 202 || named.kind.remover) return;
  }
  if (state.kinds.ofItem(operation) || !saysMade(state, exchange)) return;
  const keyed = named ? undefined : thingWithKeys(state, exchange);
  if (keyed) {
    const entry = appeared(state, exchange, keyed, undefined, 'path');
    keepEntry(state, { ...entry, evidence: { ...entry.evidence, isImprobable: true } });
    return;
  }
  const reason = whatAnswered(exchange);
  state.requests.noteUnconnected({ case: each, operation, reason, number: exchange.index });
  tellPerhaps(state, each, exchange.index, reason);
}

/** Looks in the list of the things that an action is about for what has appeared there since. */
export async function lookForAppeared(state: LedgerState, exchange: Exchange, signal?: AbortSignal): Promise<void> {
  const { case: each, response, index } = exchange;
  if (!response || !isSuccess(response.status) || !isAction(state, each) || each.request.byOther) return;
  const subject = actedOn(state, each);
  const isNoted = [...state.entries.values()].some(({ number }) => number === index);
  const lister = subject && listerFor(subject.kind, subject.thing);
  if (!lister || isNoted) return;
  const { kind, thing } = subject;
  const sent = state.sightings.tick();
  const before = (one: Thing) => state.sightings.hadShown(one, sent) || state.entries.has(thingKey(one));
  const known = new Set<string>();
  // No note is taken of the list, so that what is new in it still is.
  const { response: listed } = (await state.send(lister, thing, signal)) ?? {};
  for (const names of (listed && itemsListed(kind, listed)) ?? []) {
    const things = names.map((name) => calledOtherwise(thing, name));
    const [first] = things;
    if (!first || things.some(before) || known.has(thingKey(first))) continue;
    known.add(thingKey(first));
    keepEntry(state, appeared(state, exchange, { kind, thing: first }, subject, 'guess'));
  }
}

/** Lists what there is before an action, once for each place: what is there already was not made by it. */
export async function listBeforeAction(state: LedgerState, each: Case, signal?: AbortSignal): Promise<void> {
  const subject = isAction(state, each) ? actedOn(state, each) : undefined;
  if (!subject) return;
  const { kind, thing } = subject;
  if (!listerFor(kind, thing)) return;
  await state.places.lookOnce(thing, 'action', async () => void (await listPlace(state, kind, thing, signal)));
}

/** So many lists are asked for at the end of a run. */
const MOST_LISTS = 100;

/**
 * Looks at the end through the lists of what can be made, whoever made it: what shows a text of the run, and is not known, was perhaps made by a
 * request that was refused, or answered with something else.
 */
export async function lookForTexts(
  state: LedgerState,
  writes: Writes,
  atOnce: () => number,
  signal: AbortSignal,
): Promise<readonly ShownInList[]> {
  const unnamed: ShownInList[] = [];
  // A run without consent sends texts, too: to names that name nothing.
  const { ownTexts, sentTexts, shownInVain, posted } = state;
  if ([ownTexts, sentTexts, shownInVain, posted].every(({ size }) => size === 0)) return unnamed;
  const tokens = [...state.ownTexts];
  const lists = listsAsked(state);
  const answers = await sideBySide(lists, atOnce, async ({ kind, lister, place, pair }) => {
    if (signal.aborted) return [];
    const { response } = (await state.send(lister, place, signal, pair)) ?? {};
    return response ? listOf(kind, response) : [];
  });
  for (const [at, { kind, lister, place }] of lists.entries()) {
    const items = answers[at] ?? [];
    const howMany = new Map<string | undefined, number>();
    for (const { names } of items) howMany.set(names[0], (howMany.get(names[0]) ?? 0) + 1);
    for (const { names, value } of items) {
      const things = names.map((name) => calledOtherwise(place, name));
      const [first] = things;
      const texts = scalarsWithin(value).map(({ text }) => text.toLowerCase());
      const shown = tokens.filter((token) => texts.some((text) => text.includes(token)));
      // What several items have names none of them: `{ "type": "simple", "value": "a-7f3e91c2" }` of `/tags/{type}`.
      if (!first || (howMany.get(names[0]) ?? 0) > 1) {
        const isNew = state.places.isNewItem(place, value);
        const isOf = isNew && (writes === 'any' || scalarsWithin(value).some(({ text }) => state.sentTexts.has(text)));
        const isTold =
          isAwaited(state, shown) || (!first && [...state.entries.values()].some((each) => knows(each, shown)));
        if ((isOf && shown.length === 0) || (shown.length > 0 && !isTold))
          unnamed.push({
            lister,
            place,
            reason: `perhaps made: ${shown.length > 0 ? SHOWN_IN_LIST : NEW_IN_LIST} (${whatItShows(value)})`,
          });
        continue;
      }
      // Where ids move, something else of the run may stand at an id that is known.
      const isKnown = things.some((thing) => knows(state.entries.get(thingKey(thing)), shown));
      const isNew = things.some((thing) => isNewSince(state, thing));
      const isSent = isNew && scalarsWithin(value).some(({ text }) => state.sentTexts.has(text));
      const isAsked = things.some((thing) => state.shownInVain.has(thingKey(thing)));
      // A throw-away target has nobody else who makes things.
      const whyNew = isAsked ? MADE_BY_READING : isNew && writes === 'any' ? NEW_IN_LIST : undefined;
      const why = shown.length > 0 || isSent ? SHOWN_IN_LIST : (refersToOwn(state, value, isNew) ?? whyNew);
      // What says that it was removed is over where the run has removed it.
      const isOver = things.some((thing) => {
        const entry = state.entries.get(thingKey(thing));
        return entry !== undefined && isKeptRemoved(entry, value);
      });
      const isNoted = shown.length === 0 && things.some((thing) => state.entries.has(thingKey(thing)));
      if (isKnown || isOver || isNoted || why === undefined) continue;
      keepEntry(state, { ...notedEntry(first, kind, NO_PROOF, {}), isOthers: why });
    }
  }
  return unnamed;
}

/** What a list shows with a text of the run, where no name leads to it. */
interface ShownInList {
  readonly lister: Operation;
  /** Stands for its collection. */
  readonly place: Thing;
  readonly reason: string;
}

/** Whether what has these texts is told of anyway, since no answer named it. */
function isAwaited({ requests }: LedgerState, shown: readonly string[]): boolean {
  const texts = requests.allIntended().flatMap(({ intent }) => Object.values(intent.like));
  return shown.every((token) => texts.some((text) => text.toLowerCase().includes(token)));
}

function whatItShows(value: unknown): string {
  const members = scalarsWithin(value).filter(({ name, text }) => !mayLetIn(name) && text.length <= 100);
  const said = members.slice(0, 3).map(({ name, text }) => (name === '' ? text : `${name}: ${text}`));
  return said.join(', ');
}

/** Whether what shows these texts is the thing that the run knows by that name. */
function knows(entry: Entry | undefined, shown: readonly string[]): boolean {
  if (!entry) return false;
  const own = [...textsOf(entry), ...entry.proof.texts, ...entry.content.sent].map((text) => text.toLowerCase());
  return shown.some((token) => own.some((text) => text.includes(token)));
}

const NO_PROOF = { texts: [], refers: {} };
/** Whether a thing was not in its list when that was looked at for the first time. */
function isNewSince({ places, sightings }: LedgerState, thing: Thing): boolean {
  const looked = places.lookedAt(thing);
  return looked !== undefined && !sightings.hadShown(thing, looked + 1);
}

/**
 * Why what is listed is of the run: it refers to something that the run made, as an invoice does to its order, or is new and refers to what was handed
 * over, of which the run has asked something.
 */
function refersToOwn(state: LedgerState, value: unknown, isNew: boolean): string | undefined {
  for (const [name, id] of isObject(value) ? Object.entries(value) : []) {
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    for (const { item } of state.kinds.itemsMeantBy(name)) {
      const key = thingKey({ item, ids: [String(id)] });
      const isOwn = placesIn(item) === 1 && isMadeHere(state.entries.get(key));
      const whose = isOwn ? 'this run made' : isNew && state.posted.has(key) ? 'was handed over' : undefined;
      if (whose) return `a list shows it with ${name} ${id}, which ${whose}, and no answer said that it was made`;
    }
  }
  return undefined;
}

function isMadeHere(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.number !== 0;
}

const MADE_BY_READING = 'a list shows it, and the name was made up for a GET, which may have made it';
const NEW_IN_LIST = 'a list shows it that did not have it before, and no answer said that it was made';
const SHOWN_IN_LIST = 'a list shows it with a text that this run sent, and no answer said that it was made';

/** A list in which things of the run may stand. */
interface ListAsked {
  readonly kind: Items;
  readonly lister: Operation;
  /** Stands for its collection. */
  readonly place: Thing;
  readonly pair?: Pair | undefined;
}

/** What makes something in things of these, and may make them by that: `PUT /buckets/{bucket}/objects/{key}`. */
function makerWithin({ kinds }: LedgerState, item: string): Operation | undefined {
  return kinds.items.find((inner) => inner.item.startsWith(`${item}/`) && inner.maker)?.maker;
}

/** The lists in which what the run has made may stand, and those that are asked for the texts of what was sent again. */
function listsAsked(state: LedgerState): readonly ListAsked[] {
  const listAt = (kind: Items | undefined, place: Thing): ListAsked[] => {
    const lister = kind && listerFor(kind, place);
    const mayBeMade = kind?.maker ?? kind?.remover ?? kind?.replacer ?? makerWithin(state, place.item);
    return lister && mayBeMade ? [{ kind, lister, place }] : [];
  };
  const again = state.sentAgain.flatMap((intent) => {
    const lists = listAt(itemsAt(state, intent.item), { ...intent, ids: [...intent.ids, ''] });
    return lists.map((each) => ({ ...each, pair: queryFor(each.lister, intent.like) })).filter(({ pair }) => pair);
  });
  const outer = state.kinds.items.filter(({ item }) => placesIn(item) === 1);
  const inner = state.places.looked().filter(({ ids, around }) => ids.length > 1 || around !== undefined);
  const all = [
    ...outer.flatMap((kind) => listAt(kind, anyIn(kind, []))),
    ...inner.flatMap((place) => listAt(itemsAt(state, place.item), place)),
  ];
  return [...all.slice(0, MOST_LISTS), ...again];
}

function listOf(kind: Items, response: Response): { readonly names: readonly string[]; readonly value: unknown }[] {
  const names = itemsListed(kind, response) ?? [];
  return (valuesOfList(kind, response) ?? []).map((value, at) => ({ names: names[at] ?? [], value }));
}

/** What has appeared. It is known by what was sent, and by what the thing has that the action was about: a copy shows the texts of its original. */
function appeared(
  state: LedgerState,
  { case: each, index, response }: Exchange,
  { kind, thing }: NamedThing,
  subject: ActedOn | undefined,
  source: 'guess' | 'path',
): Entry {
  const original = subject && state.entries.get(thingKey(subject.thing));
  const { like = {}, refers = {} } = each.request.input;
  const texts = [...new Set([...Object.values(like), ...(original ? textsOf(original) : [])])];
  const status = response?.status ?? 0;
  const isDeclared = isSuccessStatus(declaredResponse(each.request.operation, status)?.status ?? '');
  const entry = notedEntry(thing, kind, { texts, refers }, { status, isDeclared, source });
  const { content } = entry;
  content.written = { ...original?.content.written, ...scalarsOf(each.request) };
  for (const text of original?.content.sent ?? []) content.sent.add(text);
  content.seen.add([
    ...(original?.content.seen.all() ?? []),
    ...(response ? [...scalarsSeen(response), ...marksSeen(response)] : []),
  ]);
  const body = response ? parsedBody(response.body) : undefined;
  for (const { text } of sentWithin(each)) content.sent.add(text);
  return { ...entry, number: index, answered: new Set(body ? scalarsWithin(body.value).map(({ text }) => text) : []) };
}

/** The thing that the `Location` of an answer names, in whichever collection (RFC 9110 §10.2.2). */
function locatedThing(state: LedgerState, exchange: Exchange): NamedThing | undefined {
  const { response } = exchange;
  const [location] = response ? fieldValues(response, 'location') : [];
  return location === undefined ? undefined : thingsAt(state.kinds.items, location, exchange)[0];
}

/**
 * The thing that several names in a path stand for, all of which the answer shows or the request has sent: `POST /rules` with `{ "ip": "198.51.100.7",
 * "host": "soil-7f3e91c2" }` → `/rules/198.51.100.7/soil-7f3e91c2`. One of them has to be like no other, since nobody can look whose it is.
 */
function thingWithKeys(state: LedgerState, { response, case: each }: Exchange): NamedThing | undefined {
  const { operation, values } = each.request;
  const { kind, keys } = keyedItemsOf(state.kinds, operation) ?? {};
  if (!kind || !keys) return undefined;
  const body = response ? parsedBody(response.body) : undefined;
  const sent = sentWithin(each);
  const shown = [...(body ? scalarsWithin(body.value) : []), ...sent];
  const names = keys.map((key) => shown.find(({ name }) => plain(name) === key)?.text ?? '');
  const isOwn = names.some((name) => hasToken(name) && sent.some(({ text }) => text === name));
  if (!isOwn || names.includes('') || !kind.parameter.accepts(names.at(-1) ?? '')) return undefined;
  return { kind, thing: { item: kind.item, ids: [...idsIn(operation.path, values), ...names] } };
}

/**
 * The thing that the body of an answer represents: of the kind that has such a representation, or else of that which the path is about. Where a GET
 * stands at the path, it is about what is there: `{ "id": 361 }` of `POST /rooms/7/tags` is no room.
 */
function representedThing(
  state: LedgerState,
  { response, case: each }: Exchange,
  subject: ActedOn | undefined,
): NamedThing | undefined {
  const body = response ? parsedBody(response.body) : undefined;
  if (!response || !body) return undefined;
  const { operation, values } = each.request;
  const declared = declaredResponse(operation, response.status);
  const alike = declared ? shownAlike(state.kinds.items)(declared) : [];
  const another = subject && !state.kinds.readerAt(operation) ? [subject.kind] : [];
  for (const kind of alike.length > 0 ? alike : another) {
    for (const wrapper of wrappersOf(kind, body.value)) {
      const pointer = memberOf(kind, body, wrapper);
      const text = pointer === undefined ? undefined : textAt(body, pointer);
      if (text === undefined || text === '' || !kind.parameter.accepts(text)) continue;
      const above = idsIn(operation.path, values).slice(0, placesIn(kind.item) - 1);
      if (above.length === placesIn(kind.item) - 1) return { kind, thing: { item: kind.item, ids: [...above, text] } };
    }
  }
  return undefined;
}

/** Whether an answer says that something was made: by its status, or by an id that was not sent. */
function saysMade(state: LedgerState, { response, case: each }: Exchange): boolean {
  if (!response || each.request.operation.method !== 'POST') return false;
  // What a 202 has accepted comes later (RFC 9110 §15.3.3).
  if (response.status === 201 || response.status === 202) return true;
  const body = parsedBody(response.body);
  if (!body || state.kinds.listedBy(each.request.operation)) return false;
  const sent = new Set(sentWithin(each).map(({ text }) => text));
  const own = Array.isArray(body.value) ? [] : scalarsWithin(body.value);
  const made = own.filter(({ name, text }) => isIdOrKey(name) && text.length >= 8 && !sent.has(text));
  return made.some(({ name }) => !isSecretByName(name)) || (made.length > 0 && !isSignIn(each));
}

/** Says what an answer shows of what was made, so that a person can find it. */
function whatAnswered({ index, response, case: each }: Exchange): string {
  const status = response?.status ?? 0;
  const [location] = response ? fieldValues(response, 'location') : [];
  const body = response && parsedBody(response.body);
  const shown = body ? scalarsWithin(body.value) : [];
  const ids = shown
    .filter(({ name, text }) => (isIdOrKey(name) || /name$/i.test(name)) && !mayLetIn(name) && text.length <= 100)
    .slice(0, 3);
  const says = [
    ...(location === undefined ? [] : [`Location: ${location}`]),
    ...ids.map(({ name, text }) => `${name}: ${text}`),
  ].join(', ');
  const said = says === '' ? whatWasSent(each) : ` (${says})`;
  return `perhaps made: #${index} was answered ${status}${said}, and nothing tells by which operation that could be asked for or removed`;
}

/** Says by what a person can find what was made, where the answer says nothing. */
function whatWasSent(each: Case): string {
  const sent = sentWithin(each).filter(({ name, text }) => !mayLetIn(name) && text.length <= 100);
  const names = sent.filter(({ name }) => /name$/i.test(name) || isIdOrKey(name));
  const shown = [...names, ...sent.filter((one) => !names.includes(one))]
    .slice(0, 3)
    .map(({ name, text }) => `${name}: ${text}`);
  return shown.length === 0 ? '' : ` to ${shown.join(', ')}`;
}
