/** Looks in lists for what was made and was not named, or was named wrongly. */

import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
import type { Pair } from '../../http/uri';
import { parsedBody } from '../../json/exactJson';
import type { JsonValue } from '../../json/value';
import { findListed } from '../../resources/answers/lists';
import { isOnePage, mentions } from '../../resources/answers/pages';
import { hasOtherTexts, itemsListed, listedItem, shows, valuesOfList } from '../../resources/answers/shown';
import { memberOf, memberWithin } from '../../resources/identity';
import { type Items, isKind } from '../../resources/kinds';
import { queryFor } from '../../resources/listQueries';
import { nestAt } from '../../resources/nests';
import { isServersOwn } from '../../resources/serversOwn';
import { listerFor, mayCountWithin, placesIn, type Thing } from '../../resources/things';
import type { Outcome } from '../../wire/send';
import { type Entry, notedEntry } from './entry';
import type { Intent, Unnamed } from './ledgerEvents';
import { doubtAgain, forgetEntry, isDeceived, keepEntry, type LedgerState, settleIntent } from './ledgerState';
import { type Evidence, isImprobable } from './ownership';
import { thingKey } from './sightings';
import { isNotThere, scalarsWithin } from './view';

/** Asks for a list. @param pair what is added to the query. */
export type AskList = (lister: Operation, thing: Thing, pair?: Pair) => Promise<Outcome> | undefined;

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
  const { intent, kind, isMade: isSaid } = unnamed;
  const { item, ids, around, like, number } = intent;
  const lister = listerFor(kind, intent);
  const found = (thing: Thing, evidence: Partial<Evidence>) => noteFound(state, unnamed, thing, evidence);
  if (ids.length === placesIn(item)) {
    const before = state.places.before(intent) === 'absent' ? 'absent' : 'unknown';
    return found({ item, ids }, { source: 'path', isImprobable: isImprobable(ids.at(-1) ?? ''), before });
  }
  const isNameless = Object.keys(like).length === 0;
  const isWithin = ids.length > 0 || around !== undefined;
  if (!lister || (isNameless && !isWithin)) return null;
  const { listed, isAbsent } = await askFor(lister, unnamed, ask);
  // Below what is not there nothing can be, unless somebody says so.
  if (listed && !isSaid && isWithin && isNotThere(listed)) {
    settleIntent(state, number);
    return '';
  }
  if (!listed?.response || isNameless) return null;
  const text = findListed(kind, listed.response, like);
  // What is not there right after the answer, and is there later, may be a copy that somebody has made of it.
  if (text === undefined && isAbsent && isSaid && !unnamed.isPromised) noteMissed(state, unnamed);
  if (typeof text !== 'string') return text;
  if (intent.isMissed) return undefined;
  const thing: Thing = { item, ids: [...ids, text], ...(around ? { around } : {}) };
  if (await mayBeOthers(state, unnamed, thing, ask)) return undefined;
  return (await isAsSent(state, unnamed, thing, listed, signal)) ? found(thing, { found: 'text' }) : undefined;
}

/** Finds what was made among things that have these names, where a GET shows it as it was sent. @returns its name. */
export async function findNamed(
  state: LedgerState,
  unnamed: Unnamed,
  names: readonly string[],
  ask: AskList,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { item, ids, around, like } = unnamed.intent;
  if (Object.keys(like).length === 0) return undefined;
  for (const text of names.filter(unnamed.kind.parameter.accepts)) {
    const thing: Thing = { item, ids: [...ids, text], ...(around ? { around } : {}) };
    if (await mayBeOthers(state, unnamed, thing, ask)) continue;
    if (await isReadAsSent(state, unnamed, thing, signal)) return noteFound(state, unnamed, thing, { found: 'text' });
  }
  return undefined;
}

/** Notes a thing as what a request has made. @returns its name. */
function noteFound(
  state: LedgerState,
  unnamed: Unnamed,
  thing: Thing,
  evidence: Partial<Evidence>,
): string | undefined {
  const { like, whole, number } = unnamed.intent;
  const entry = notedEntry(thing, unnamed.kind, { texts: Object.values(like), refers: {} }, evidence);
  entry.content.written = { ...whole, ...like };
  for (const text of Object.values(entry.content.written)) entry.content.sent.add(text);
  keepEntry(state, { ...entry, number, ...(unnamed.isOld ? { madeMs: Number.NEGATIVE_INFINITY } : {}) });
  settleIntent(state, number);
  return thing.ids.at(-1);
}

/** The list that tells most of what was made, and whether it surely has nothing of that. */
interface AskedFor {
  readonly listed: Outcome | undefined;
  readonly isAbsent: boolean;
}

/** Asks for a list. What it does not show, though it may be only one page of several, is asked for by its own text. */
async function askFor(lister: Operation, { kind, intent }: Unnamed, ask: AskList): Promise<AskedFor> {
  const listed = await ask(lister, intent);
  const texts = Object.values(intent.like);
  if (!listed?.response || mentions(listed.response, texts)) return { listed, isAbsent: false };
  if (!isOnePage(kind, lister, listed.response)) return { listed, isAbsent: true };
  const pair = queryFor(lister, intent.like);
  const chosen = pair && (await ask(lister, intent, pair));
  if (!chosen?.response) return { listed, isAbsent: false };
  if (mentions(chosen.response, texts)) return { listed: chosen, isAbsent: false };
  return { listed, isAbsent: isSuccess(chosen.response.status) || isNotThere(chosen) };
}

/** Whether a thing may be somebody else's, for what the run knew when its request was sent. */
async function mayBeOthers(state: LedgerState, { kind, sent }: Unnamed, thing: Thing, ask: AskList): Promise<boolean> {
  // What was there before, and has its text since, was changed by it.
  const isThere = state.entries.has(thingKey(thing)) || state.sightings.hadShown(thing, sent);
  return isThere || mayBePutThere(state, kind, thing, sent, ask);
}

/**
 * Whether what is found in something may have stood by itself before, and was only put there: a driver who was free, in a vehicle. That is not so
 * where the list of all drivers showed all that there are, and not this one, and nobody else has made one since; and where drivers are made and
 * listed in vehicles alone.
 */
async function mayBePutThere(
  state: LedgerState,
  kind: Items,
  thing: Thing,
  sent: number,
  ask: AskList,
): Promise<boolean> {
  if (!thing.around) return false;
  const isMadeWithinAlone = kind.nests?.length === 1 && isKind(kind) && nestAt(kind, kind.maker) !== undefined;
  if (!kind.lister) return !isMadeWithinAlone || mayCountWithin(kind, thing);
  if (!state.places.wasShownAmongAll(thing, sent)) return true;
  const own: Thing = { item: thing.item, ids: thing.ids };
  const { response } = (await ask(kind.lister, own)) ?? {};
  const values = response ? valuesOfList(kind, response) : undefined;
  const names = (response && itemsListed(kind, response)) ?? [];
  const first = new Set(state.places.shownFirst(own).flat());
  const isOfRun = (item: unknown) =>
    scalarsWithin(item).some(({ text }) => [...state.ownTexts].some((token) => text.toLowerCase().includes(token)));
  return values?.some((item, at) => !names[at]?.some((name) => first.has(name)) && !isOfRun(item)) ?? true;
}

/** Takes note that a list does not have what an answer said was made. */
function noteMissed({ requests, onEvent }: LedgerState, unnamed: Unnamed): void {
  const before = requests.intended(unnamed.intent.number);
  if (!before || before.intent.isMissed) return;
  const intent: Intent = { ...before.intent, isMissed: true };
  requests.intend(intent.number, { ...before, intent });
  onEvent?.({ intended: intent });
}

/**
 * Whether what a list alone names is what was sent, and no copy of it that somebody else has made: a GET shows it as well; where there is none,
 * the list was seen without it before. In neither it has a text that was not sent. In doubt it is another's.
 */
async function isAsSent(
  state: LedgerState,
  unnamed: Unnamed,
  thing: Thing,
  { response: listed }: Outcome,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { kind, sent } = unnamed;
  const item = listed && listedItem(kind, listed, thing.ids.at(-1) ?? '');
  if (!isPlain(unnamed, item)) return false;
  // An id within a member may be that of another thing: `{ "name": …, "customer": { "id": 3 } }`.
  const body = { value: item as JsonValue };
  const isWithin = memberOf(kind, body, '') === undefined && memberWithin(kind, body, '') !== undefined;
  if (!kind.reader) return !isWithin && state.places.wasLookedAt(thing, sent);
  return isReadAsSent(state, unnamed, thing, signal);
}

/** Whether a GET of a thing shows what was sent, and no text that was not. */
async function isReadAsSent(
  state: LedgerState,
  unnamed: Unnamed,
  thing: Thing,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { intent, kind } = unnamed;
  const { response } = (kind.reader && (await state.send(kind.reader, thing, signal))) ?? {};
  if (!response || !isSuccess(response.status)) return false;
  const isSeen = shows(kind, response, { texts: Object.values(intent.like), refers: {} });
  return isSeen === true && isPlain(unnamed, parsedBody(response.body)?.value);
}

/** Whether what is shown has no text that was not sent. */
function isPlain({ intent: { like, whole }, kind }: Unnamed, value: unknown): boolean {
  const isOwn = (name: string) => isServersOwn(kind, name);
  return typeof value === 'object' && !hasOtherTexts(kind, value, { ...whole, ...like }, isOwn);
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
  const lister = unnamed && listerFor(kind, unnamed.intent);
  if (evidence.found !== 'missing' || !lister || !evidence.hasText) return false;
  const { response } = (await ask(lister, unnamed.intent)) ?? {};
  const listed = response && findListed(kind, response, unnamed.intent.like);
  return typeof listed === 'string' && listed !== thing.ids.at(-1);
}
