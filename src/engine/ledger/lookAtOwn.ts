/** Looks at what the run made, by a GET of it or in its list: whose it is now, and what else is in it. */

import type { Operation } from '../../contract/contract';
import { fieldValues, type Response } from '../../http/message';
import { isRedirect, isSuccess } from '../../http/statuses';
import { itemsListed, listedItem } from '../../resources/answers/shown';
import { showsNothing } from '../../resources/answers/showsNothing';
import type { Items } from '../../resources/kinds';
import { calledOtherwise, listerFor, placesIn, type Thing } from '../../resources/things';
import type { Outcome } from '../../wire/send';
import { type Entry, noteDenied, notedEntry, textsOf, viewOf } from './entry';
import { marksIn, marksSeen, saysRemoved } from './keptRemoved';
import { giveUp, keepEntry, type LedgerState, tellSight } from './ledgerState';
import { listPlace } from './lookBefore';
import { isSaid } from './ownership';
import { thingKey } from './sightings';
import { isAsAnswered, isNotThere, memberNames, scalarsSeen, type Whose, whoseShown, whoseValue } from './view';

/** Whose a thing of the run is now; `gone` where nothing stands in its place. */
type Look = Whose | { readonly is: 'gone' };

/** Looks at a thing of the run: by a GET of it, or in the list where that says nothing. */
export async function lookAtOwn(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<Look> {
  const { kind, thing, look } = entry;
  const outcome = kind.reader && (await state.send(kind.reader, thing, signal));
  const read = outcome ? readAsLook(entry, kind.reader, outcome) : undefined;
  if (read && read.is !== 'unknown') {
    if (read.is === 'own' && outcome?.response) noteShownNames(state, entry, outcome.response);
    noteLook(state, entry, read, outcome);
    return read;
  }
  const whose = await lookInList(state, entry, signal);
  if (whose.is === 'own') look.atMs = performance.now();
  return whose;
}

/** Looks at a thing of the run where its list shows it. */
async function lookInList(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<Whose> {
  const { kind, thing } = entry;
  const listed = await listPlace(state, kind, thing, signal);
  const item = listed?.response && listedItem(kind, listed.response, thing.ids.at(-1) ?? '');
  if (item === undefined) return { is: 'unknown' };
  if (!entry.removed && !entry.isShaky) entry.content.seen.add(marksIn(item));
  return whoseValue(kind, viewOf(entry), item);
}

/**
 * Looks at what an earlier run made. Much may have happened since, so the list is asked, too: a GET that repeats what this client sent last, or what a
 * cache has kept, shows nothing of the moment.
 */
export async function lookAtEarlier(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<Look> {
  const whose = await lookAtOwn(state, entry, signal);
  if (whose.is !== 'own') return whose;
  const listed = await lookInList(state, entry, signal);
  return listed.is === 'others' ? listed : whose;
}

/** Takes note of the members that a GET shows of each thing of a kind, and whether it shows them as the answer to its making did. */
function noteShownNames({ records }: LedgerState, { kind, content }: Entry, response: Response): void {
  records.of(kind).noteMembers(memberNames(response), content.isLooked || isAsAnswered(content, response));
}

function readAsLook(entry: Entry, reader: Operation | undefined, outcome: Outcome): Look {
  const { response } = outcome;
  if (isNotThere(outcome) || saysRemoved(entry, outcome)) return { is: 'gone' };
  if (response && isRedirect(response.status)) return { is: 'others', why: 'a GET of it leads somewhere else' };
  if (!response || !reader || !isSuccess(response.status) || showsNothing(reader, response)) return { is: 'unknown' };
  return whoseShown(entry.kind, viewOf(entry), response);
}

/** Takes note of what a look showed. Nothing but what is the run's own is remembered of it. */
function noteLook(state: LedgerState, entry: Entry, whose: Look, outcome: Outcome | undefined): void {
  const { content, look } = entry;
  look.atMs = performance.now();
  // What is gone, or somebody else's, is looked at again before anything is sent to it.
  look.isFresh = whose.is === 'own';
  if (whose.is !== 'own' || !outcome?.response) return;
  if (textsOf(entry).length > 0) state.records.of(entry.kind).noteStanding(entry.thing.ids);
  const wasKnown = content.isLooked && !content.isChanged;
  content.isLooked = true;
  content.isChanged = false;
  const shown = content.seen.add([...scalarsSeen(outcome.response), ...marksSeen(outcome.response)]);
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
  else if (whose.is === 'own') [look.isFresh, look.isEchoed, look.blind] = [false, false, 0];
  else noteDenied(entry);
}

/** A collection in a thing: the seedlings of a bed. */
interface Within {
  readonly kind: Items;
  /** Stands for the collection. */
  readonly place: Thing;
  readonly lister: Operation;
}

/** The collections in a thing that can be listed: those that its path leads to, and those whose things are made in it and stand elsewhere. */
function listsWithin({ kinds }: LedgerState, { thing }: Entry): Within[] {
  return kinds.items.flatMap((kind): Within[] => {
    const inPath = kind.item.startsWith(`${thing.item}/`) && placesIn(kind.item) === thing.ids.length + 1;
    const isNested = kind.nests?.some(({ around, lister }) => lister && around === thing.item);
    const ids = [...thing.ids.slice(0, placesIn(kind.item) - 1), ''];
    const place = isNested ? { item: kind.item, ids, around: thing } : { item: kind.item, ids };
    const lister = isNested || inPath ? listerFor(kind, place) : undefined;
    return lister ? [{ kind, place, lister }] : [];
  });
}

/** A collection is searched for what is somebody else's only as far as its first answer shows it. */
export async function othersWithin(
  state: LedgerState,
  entry: Entry,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const inner of listsWithin(state, entry)) {
    const unknown = await unknownWithin(state, inner, signal);
    if (unknown > (state.records.of(inner.kind).comesWith ?? 0))
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
  for (const inner of listsWithin(state, entry)) {
    const record = state.records.of(inner.kind);
    if (record.comesWith !== undefined) continue;
    record.comesWith = 0;
    record.comesWith = await unknownWithin(state, inner, signal);
  }
}

/** Looks at a new thing, unless the answer to its making has shown all that a GET always shows of such things. */
async function lookAtNew(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { content, kind } = entry;
  content.isLooked = state.records.of(kind).isShownBy(content.answeredNames);
  if (content.isLooked) {
    tellSight(state, entry, []);
    return;
  }
  await lookAtOwn(state, entry, signal);
  // It tells what the thing was like when it was new, and nothing of the moment of the next request.
  entry.look.isFresh = false;
}

/** Where an answer names two things, and both show what was sent, nobody can tell which of them the run made: the other may be somebody's copy. */
export async function doubtIfTwo(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { kind, thing, others, number } = entry;
  for (const { text, source } of others) {
    if (!isSaid(source) || !kind.reader || text === thing.ids.at(-1)) continue;
    const other = calledOtherwise(thing, text);
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

async function unknownWithin(state: LedgerState, { kind, place }: Within, signal?: AbortSignal): Promise<number> {
  const { response } = (await listPlace(state, kind, place, signal)) ?? {};
  const items = (response && itemsListed(kind, response)) ?? [];
  const isOwn = (name: string) => state.entries.has(thingKey(calledOtherwise(place, name)));
  return items.filter((names) => names.length > 0 && !names.some(isOwn)).length;
}
