/** Whether a thing is the run's own: what an answer names is claimed, looked at, and looked for in the list where the answer is not enough. */

import { declaredResponse, isSuccessStatus, type Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { findListed } from '../../resources/answers/lists';
import { isOnePage, mentions } from '../../resources/answers/pages';
import {
  hasOtherTexts,
  isProof,
  itemsMade,
  listedItem,
  listShows,
  type Proof,
  shows,
  showsAt,
} from '../../resources/answers/shown';
import type { Candidate, Identity, NameSource } from '../../resources/identity';
import { candidates, chosenName } from '../../resources/identity';
import type { Items, Kind } from '../../resources/kinds';
import { isServersOwn } from '../../resources/serversOwn';
import { placesIn, type Thing, thingNamed } from '../../resources/things';
import type { Outcome } from '../../wire/send';
import type { Exchange } from '../model/exchange';
import { noteRead } from './gate';
import { KnownTexts } from './knownTexts';
import {
  announce,
  collectionKey,
  doubtAgain,
  type Entry,
  forgetEntry,
  hasMadeUpName,
  type Intent,
  isDeceived,
  isKind,
  isMadeIn,
  isNotThere,
  keepEntry,
  type LedgerState,
  notedEntry,
  scalarsOf,
  settleIntent,
  textsOf,
  toIdentity,
  type Unnamed,
} from './ledgerState';
import { listPlace } from './lookBefore';
import { type Evidence, isImprobable, isProvable } from './ownership';
import { type Span, thingKey } from './sightings';
import { memberNames, scalarsSeen } from './view';

/** What the answer to a request to make something may name, the likeliest first. @param origin of the target. */
export function candidatesOf(exchange: Exchange, kind: Kind, origin: string): Candidate[] {
  const named = candidates(kind, exchange, origin);
  const isSure = named.some(({ source }) => source !== 'guess');
  const body = !isSure && exchange.response ? parsedBody(exchange.response.body) : undefined;
  if (!body) return named;
  const { like = {}, refers = {} } = exchange.case.request.input;
  const items = itemsMade(kind, body, { texts: Object.values(like), refers })
    .filter(({ text }) => kind.parameter.accepts(text))
    .map((each) => ({ ...each, source: 'representation' as const }));
  return [...items, ...named];
}

/** What an exchange made, if it is what a candidate says, with all that speaks for it. */
export function claimEntry(
  state: LedgerState,
  exchange: Exchange,
  kind: Items,
  candidate: Candidate,
  others: readonly Candidate[],
  span: Span,
): Entry {
  const { case: each, index, response } = exchange;
  const { request } = each;
  const { status = 0 } = response ?? {};
  const source = sourceIn(state, kind, request.operation, candidate);
  const thing = thingNamed(kind, request, candidate.text);
  const proof: Proof = { texts: Object.values(request.input.like ?? {}), refers: request.input.refers ?? {} };
  const isChosen = isKind(kind) && chosenName(kind, request) === candidate.text;
  const body = response && parsedBody(response.body);
  const at = candidate.pointer?.split('/').slice(0, -1).join('/') ?? '';
  const isEchoed =
    source !== 'scalar' && !!body && showsAt(kind, body.value, hasMembers(valueAt(body.value, at)) ? at : '', proof);
  const old = state.entries.get(thingKey(thing));
  const isMadeAgain = old?.removed === true && old.evidence.isImprobable;
  const before = seenBefore(state, thing, span);
  const isNew = isCountedOn(state, thing, span);
  const isSurelyNew =
    isNew || before === 'absent' || (before === 'unlisted' && state.lookedWhole.has(collectionKey(thing)));
  const isOwnKey = isChosen && proof.texts.includes(candidate.text);
  const evidence: Partial<Evidence> = {
    status,
    isDeclared: isSuccessStatus(declaredResponse(request.operation, status)?.status ?? ''),
    source,
    isChosen,
    isImprobable: source === 'path' ? hasMadeUpName(each, thing) || isMadeAgain : isOwnKey,
    before,
    isNew,
    mayBeOld:
      status === 200 &&
      source !== 'path' &&
      declaredResponse(request.operation, 201)?.status === '201' &&
      !isSurelyNew &&
      !isOwnKey,
    isEchoed,
  };
  return {
    ...notedEntry(thing, kind, proof, evidence),
    content: {
      written: scalarsOf(request),
      sent: new Set(
        scalarsWithin(parsedBody(request.input.body?.bytes ?? Buffer.alloc(0))?.value).map(({ value }) =>
          String(value),
        ),
      ),
      seen: new KnownTexts(response ? scalarsSeen(response) : []),
      answeredNames: response ? memberNames(response) : new Set(),
      isLooked: false,
      isChanged: false,
    },
    number: index,
    pointer: candidate.pointer,
    place: candidate.place,
    sent: scalarsOf(request),
    answered: new Set(scalarsWithin(body?.value).map(({ value }) => String(value))),
    unnamed: state.intended.get(index),
    others,
  };
}

/** How far the source of a name is to be trusted. */
function sourceIn(
  { places }: LedgerState,
  kind: Items,
  operation: Operation,
  { source, place }: Candidate,
): NameSource {
  // Below a twin path others may have that name. Only a GET by it shows whose it is.
  if (operation !== kind.maker && source !== 'path' && source !== 'guess') return 'scalar';
  return source === 'guess' && place !== undefined && places.get(kind) === place ? 'representation' : source;
}

function seenBefore({ sightings, before, lookedAt }: LedgerState, thing: Thing, { sent }: Span): Evidence['before'] {
  if (sightings.hadShown(thing, sent)) return 'showed';
  const wasLooked = (lookedAt.get(collectionKey(thing)) ?? Number.POSITIVE_INFINITY) < sent;
  return before.get(thingKey(thing)) ?? (wasLooked ? 'unlisted' : 'unknown');
}

/** So many numbers are remembered of what was made in one place. */
const MOST_COUNTED = 20;

/** How far apart two numbers may be that a service gave one after another. */
const MOST_BETWEEN = 1000n;

/** Whether its name is a number that comes soon after one that is proven: 1000008 after 1000005. */
function isCountedOn({ counted }: LedgerState, thing: Thing, { sent }: Span): boolean {
  const id = numberIn(thing);
  const proven = counted.get(collectionKey(thing)) ?? [];
  return id !== undefined && proven.some((one) => one.answered < sent && id > one.id && id - one.id <= MOST_BETWEEN);
}

/** Notes what is proven. */
function count({ counted }: LedgerState, { thing, evidence: { source } }: Entry, answered: number): void {
  const id = numberIn(thing);
  if (id === undefined || source === 'path') return;
  counted.set(
    collectionKey(thing),
    [...(counted.get(collectionKey(thing)) ?? []), { id, answered }].slice(-MOST_COUNTED),
  );
}

function numberIn({ ids }: Thing): bigint | undefined {
  const id = ids.at(-1) ?? '';
  return /^\d{1,30}$/.test(id) ? BigInt(id) : undefined;
}

/** So often it is looked whether the answers of a kind name what they made, where that does not show at once. */
const MOST_TRIALS = 3;

/**
 * Returns what was sent and is to be shown. Where such answers are trusted, that is what the answer had of it: some services put a default in the
 * place of what they were sent.
 */
function wholeOf({ sent, answered, evidence }: Entry): Readonly<Record<string, string>> {
  if (!evidence.isTrusted) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, text]) => answered.has(text)));
}

/** Looks whether a thing shows what was sent, where that is not plain. */
export async function lookAtEntry(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { trusted, trials, lying } = state;
  const { kind, thing, proof, evidence } = entry;
  const { reader, lister } = kind;
  if (evidence.source === 'path' || state.sightings.isNamedTwice(thing)) return;
  if (trusted.get(kind)?.has(evidence.status) && !lying.has(kind))
    entry.evidence = { ...entry.evidence, isTrusted: true };
  const isOpen = () => isProvable({ ...entry.evidence, isNamedTwice: false });
  const isTrial = lying.has(kind) || (!trusted.has(kind) && (trials.get(kind) ?? 0) < MOST_TRIALS);
  if (!isOpen() && !(isTrial && isMadeIn(state, entry))) return;
  const set = (more: Partial<Evidence>) => {
    entry.evidence = { ...entry.evidence, ...more };
  };
  // Without a text of its own it has to be new, and all that was sent.
  // What the run itself has changed since shows other texts, or none that could be known.
  const texts = textsOf(entry);
  const refers = entry.isBare ? {} : proof.refers;
  const proven = evidence.hasText
    ? { ...proof, texts, refers }
    : { ...proof, whole: entry.isBare ? {} : wholeOf(entry) };
  const found = (isSeen: boolean | undefined) => {
    if (isSeen === undefined) return;
    set({ found: isSeen ? 'text' : 'else' });
    if (!evidence.hasText) return;
    if (isSeen) trusted.set(kind, (trusted.get(kind) ?? new Set()).add(evidence.status));
    else lying.add(kind);
  };
  if (reader && isProof(proven)) {
    trials.set(kind, (trials.get(kind) ?? 0) + 1);
    const outcome = await state.send(reader, thing, signal);
    const { response } = outcome ?? {};
    if (outcome && isNotThere(outcome)) set({ found: 'missing' });
    else if (outcome && response && isSuccess(response.status)) {
      noteRead(state, entry, outcome);
      if (evidence.hasText)
        state.showsAll.set(kind, shows(kind, response, { texts: [], refers: {}, whole: entry.sent }) === true);
      const isAnswered =
        evidence.source === 'guess' || entry.place !== undefined ? isAnsweredThing(entry, response) : false;
      const isSeen = () => shows(kind, response, proven) && isSurelyAsSent(entry, parsedBody(response.body)?.value);
      found(isAnswered || (evidence.source === 'guess' ? false : isSeen()));
    }
  }
  // Where nothing can be asked by its name, the list tells whether answers are to be trusted.
  const isListTrial = isTrial && !reader && evidence.hasText && !trusted.has(kind);
  if (!lister || !(isOpen() || isListTrial)) return;
  if (isListTrial) trials.set(kind, (trials.get(kind) ?? 0) + 1);
  if (!evidence.hasText && entry.evidence.before !== 'unlisted') return;
  const { response } = (await listPlace(state, kind, thing, signal)) ?? {};
  if (!response) return;
  if (evidence.source === 'guess') return;
  const name = thing.ids.at(-1) ?? '';
  const isSeen = listShows(kind, response, name, proven);
  if (!evidence.hasText && isSeen !== undefined) set({ isNew: true });
  if (isProof(proven)) found(isSeen && isSurelyAsSent(entry, listedItem(kind, response, name)));
}

/**
 * Tells whether what is shown has no text that was not sent, where neither a text of its own nor a 201 says that it was made: somebody else may
 * have made it meanwhile, and the service found it by what was sent.
 */
function isSurelyAsSent({ kind, sent, evidence }: Entry, shown: unknown): boolean {
  if (evidence.hasText || evidence.status === 201) return true;
  return !hasOtherTexts(kind, shown, sent, (name) => isServersOwn(kind, name));
}

/**
 * Tells whether a GET by a guessed name shows the thing that was made, and no other one that mentions it: each text that was sent stands in a
 * member of its own, and no text stands there that neither the request nor its answer had. By a name that the request itself had, what the
 * service adds may stand there, too.
 */
function isAnsweredThing({ kind, thing, proof, sent, answered, place }: Entry, { body }: Response): boolean {
  const shown = textsWithin(parsedBody(body)?.value);
  const own = new Set([...Object.values(sent), ...proof.texts, ...answered]);
  const isAdded = (name: string, text: string) =>
    place === undefined && (thing.ids.includes(text) || /(^|_)(id|uuid)$|Id$/.test(name) || isServersOwn(kind, name));
  const isOthers = ({ name, text }: ShownText) =>
    !own.has(text) && !/^\d{4}-\d\d-\d\d|^\/|^[a-z]+:\/\//i.test(text) && !isAdded(name, text);
  const texts = new Set(shown.map(({ text }) => text));
  return proof.texts.length > 0 && proof.texts.every((text) => texts.has(text)) && !shown.some(isOthers);
}

/** A text in a body, and the name of the member that holds it. */
interface ShownText {
  readonly name: string;
  readonly text: string;
}

/** A value is searched to this depth for texts. */
const DEEPEST = 5;

function textsWithin(whole: unknown): ShownText[] {
  return scalarsWithin(whole).flatMap(({ name, value }) => (typeof value === 'string' ? { name, text: value } : []));
}

/** Returns the texts and numbers in a body, with the names of their members. */
function scalarsWithin(value: unknown, name = '', depth = 0): { name: string; value: string | number }[] {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return [{ name, value }];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([inner, member]) =>
    scalarsWithin(member, Array.isArray(value) ? name : inner, depth + 1),
  );
}

/** Asks for a list. */
export type AskList = (lister: Operation, thing: Thing) => Promise<Outcome> | undefined;

/**
 * Looks for what was made, and was not named.
 * @returns its name, empty where nothing can be; undefined where the list has nothing of it, or more than one; null where it could not be asked.
 */
export async function searchUnnamed(
  state: LedgerState,
  unnamed: Unnamed,
  ask: AskList,
  signal?: AbortSignal,
): Promise<string | undefined | null> {
  const { intent, kind, isMade: isSaid, sent: at } = unnamed;
  const { item, ids, like, number } = intent;
  const found = (thing: Thing, evidence: Partial<Evidence>) => {
    const entry = notedEntry(thing, kind, { texts: Object.values(like), refers: {} }, evidence);
    entry.content.written = { ...unnamed.intent.whole, ...like };
    for (const text of Object.values(entry.content.written)) entry.content.sent.add(text);
    keepEntry(state, { ...entry, number });
    settleIntent(state, number);
    return thing.ids.at(-1);
  };
  if (ids.length === placesIn(item)) {
    const before = state.before.get(thingKey(intent)) === 'absent' ? 'absent' : 'unknown';
    return found({ item, ids }, { source: 'path', isImprobable: isImprobable(ids.at(-1) ?? ''), before });
  }
  const isNameless = Object.keys(like).length === 0;
  if (!kind.lister || (isNameless && ids.length === 0)) return null;
  const listed = await ask(kind.lister, intent);
  // Below what is not there nothing can be, unless somebody says so.
  if (listed && !isSaid && ids.length > 0 && isNotThere(listed)) {
    settleIntent(state, number);
    return '';
  }
  if (!listed?.response || isNameless) return null;
  const text = findListed(kind, listed.response, like);
  // What is not there right after the answer, and is there later, may be a copy that somebody has made of it.
  if (text === undefined && isMissing(unnamed, kind.lister, listed.response)) noteMissed(state, unnamed);
  if (typeof text !== 'string') return text;
  if (intent.isMissed) return undefined;
  const thing = { item, ids: [...ids, text] };
  // What was there before, and has its text since, was changed by it.
  const isOthers = state.entries.has(thingKey(thing)) || state.sightings.hadShown(thing, at);
  if (isOthers || !(await isAsSent(state, unnamed, thing, listed, signal))) return undefined;
  return found(thing, { found: 'text' });
}

/** Whether a list surely has nothing of what an answer said was made, and not only was promised. */
function isMissing({ kind, intent, isMade, isPromised }: Unnamed, lister: Operation, listed: Response): boolean {
  if (!isMade || isPromised) return false;
  return !mentions(listed, Object.values(intent.like)) && !isOnePage(kind, lister, listed);
}

/** Takes note that a list does not have what an answer said was made. */
function noteMissed({ intended, onEvent }: LedgerState, unnamed: Unnamed): void {
  const before = intended.get(unnamed.intent.number);
  if (!before || before.intent.isMissed) return;
  const intent: Intent = { ...before.intent, isMissed: true };
  intended.set(intent.number, { ...before, intent });
  onEvent?.({ intended: intent });
}

/**
 * Whether what a list alone names is what was sent, and no copy of it that somebody else has made: a GET shows it as well; where there is none,
 * the list was seen without it before. In neither it has a text that was not sent. In doubt it is another's.
 */
async function isAsSent(
  state: LedgerState,
  { intent, kind, sent }: Unnamed,
  thing: Thing,
  { response: listed }: Outcome,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { like, whole = {} } = intent;
  const texts = { ...whole, ...like };
  const isPlain = (value: unknown) =>
    typeof value === 'object' && !hasOtherTexts(kind, value, texts, (name) => isServersOwn(kind, name));
  if (!listed || !isPlain(listedItem(kind, listed, thing.ids.at(-1) ?? ''))) return false;
  if (!kind.reader) return (state.lookedAt.get(collectionKey(thing)) ?? Number.POSITIVE_INFINITY) < sent;
  const { response } = (await state.send(kind.reader, thing, signal)) ?? {};
  if (!response || !isSuccess(response.status)) return false;
  const isSeen = shows(kind, response, { texts: Object.values(like), refers: {} });
  return isSeen === true && isPlain(parsedBody(response.body)?.value);
}

/**
 * Where an answer named what is not there, or does not have what was sent, looks for that in the list.
 * @returns its name, empty where it is not there either; undefined where what was named stands.
 */
export async function findInstead(
  state: LedgerState,
  entry: Entry,
  ask: AskList,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { unnamed, evidence } = entry;
  const { found } = evidence;
  const isTwice = state.sightings.isNamedTwice(entry.thing);
  if (!unnamed || evidence.source === 'path' || found === 'text') return undefined;
  const isGuess = evidence.source === 'guess';
  if (found === 'unknown' && !isTwice && !isGuess) return undefined;
  if (!isGuess && !evidence.hasText && !isTwice && !isDeceived(state, entry) && found !== 'missing') return undefined;
  forgetEntry(state, entry);
  doubtAgain(state, entry, isGuess ? 'does not say what it made' : 'names something else');
  return (await searchUnnamed(state, { ...unnamed, isMade: true }, ask, signal)) || '';
}

/** Whether a GET did not find what an answer named, and the list shows what was sent by another name. */
export async function isListedElsewhere({ kind, thing, unnamed, evidence }: Entry, ask: AskList): Promise<boolean> {
  if (evidence.found !== 'missing' || !unnamed || !kind.lister || !evidence.hasText) return false;
  const { response } = (await ask(kind.lister, unnamed.intent)) ?? {};
  const listed = response && findListed(kind, response, unnamed.intent.like);
  return typeof listed === 'string' && listed !== thing.ids.at(-1);
}

/** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
export async function proveMade(
  state: LedgerState,
  { index, case: each }: Exchange,
  maySearch: boolean,
  signal?: AbortSignal,
): Promise<Identity | undefined> {
  const ask: AskList = (lister, thing) => state.send(lister, thing, signal);
  const claimed = state.byNumber.get(index);
  state.byNumber.delete(index);
  if (!claimed) {
    const unnamed = maySearch ? state.intended.get(index) : undefined;
    const text = unnamed?.isMade && (await searchUnnamed(state, unnamed, ask, signal));
    return text ? { text, pointer: undefined } : undefined;
  }
  await lookAtEntry(state, claimed, signal);
  const entry = isMadeIn(state, claimed) ? claimed : ((await provenOther(state, claimed, each, signal)) ?? claimed);
  state.byNumber.delete(index);
  const real = isMadeIn(state, entry) ? undefined : await findInstead(state, entry, ask, signal);
  if (real !== undefined) return real === '' ? undefined : { text: real, pointer: undefined };
  if (!isMadeIn(state, entry) || !state.entries.has(thingKey(entry.thing))) return toIdentity(entry);
  count(state, entry, state.sightings.tick());
  if (entry.evidence.source === 'guess' && entry.place !== undefined) state.places.set(entry.kind, entry.place);
  if (!isProof(entry.proof) && entry.evidence.source !== 'path') {
    keepEntry(state, { ...entry, proof: { ...entry.proof, whole: wholeOf(entry) } });
    state.byNumber.delete(index);
  } else announce(state, entry);
  return toIdentity(entry);
}

/** Another member of the answer may be the name of what was made: the first that is proven takes the place of what was claimed. */
async function provenOther(
  state: LedgerState,
  claimed: Entry,
  each: Exchange['case'],
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  for (const candidate of claimed.others) {
    const { text, pointer, place } = candidate;
    const source = sourceIn(state, claimed.kind, each.request.operation, candidate);
    const evidence = { ...claimed.evidence, source, found: 'unknown' as const };
    const other: Entry = {
      ...claimed,
      thing: thingNamed(claimed.kind, each.request, text),
      pointer,
      place,
      others: [],
      evidence,
    };
    await lookAtEntry(state, other, signal);
    if (!isMadeIn(state, other)) continue;
    forgetEntry(state, claimed);
    keepEntry(state, other);
    return other;
  }
  return undefined;
}

/** Tells whether a value is an object or an array. */
function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
