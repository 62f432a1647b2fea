/**
 * What the run made is removed at its end, children first, last first, and it is looked whether it is gone. What is left then, such as what was
 * refused with 409, is tried once more.
 */

import type { Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isOnePage, mentions } from '../../resources/answers/pages';
import type { Items } from '../../resources/kinds';
import { liesIn, listerFor, makerFor, placesIn, type Thing } from '../../resources/things';
import { isSecretByName, mayLetIn } from '../../resources/vocabulary/secrets';
import { lastNoun } from '../../routing/pathTemplate';
import { NO_INPUT } from '../../serialization/input';
import { groupBy } from '../../support/collections';
import { sideBySide } from '../../support/sideBySide';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import type { Writes } from '../model/probe';
import { type AskToPutBack, putBackChanged, tellChanged } from './changed';
import { tellDisturbed } from './disturbing';
import type { Entry } from './entry';
import type { Intent, Unnamed, Unremoved } from './ledgerEvents';
import { isMadeIn, type LedgerState, settleIntent, standingIn } from './ledgerState';
import { lookAtEntry } from './look';
import { isSeen } from './lookBefore';
import { lookForTexts } from './madeBeside';
import { mayMove } from './noteSent';
import { isGoneBy, isTellable, LOOKS_MS, type Removing, removeEntry, steadily } from './remove';
import { type AskList, findInstead, isListedElsewhere, searchUnnamed } from './search';

/** What is removed at the end, and how what is left is told. */
interface Settling {
  readonly state: LedgerState;
  /** Whether all that was made is removed; otherwise that alone whose name the run made up. */
  readonly mayRemove: boolean;
  /** What requests may touch: with that, the lists are looked through for what the run has made unseen. Default: they are not. */
  readonly looksLast?: Writes | undefined;
  readonly show: (operation: Operation, thing: Thing) => Case | undefined;
  /** How many requests may be under way at once by now: so many things are looked for and removed side by side. Default: four. */
  readonly atOnce?: () => number;
  /** Default: nothing is put back. */
  readonly putBack?: AskToPutBack;
  /** Asks for an action on a thing of the run; undefined where that may not be asked. Default: none is asked for. */
  readonly act?: (action: Operation, entry: Entry) => Promise<Outcome | undefined>;
  readonly signal: AbortSignal;
}

/** A POST below what was handed over, or a PUT to what was not there. */
const NOT_ASKED_TO = 'a request made it, and the run has no leave to remove anything';

const FOUR = () => 4;

/** So many in a row that stayed: then the next one is looked for once. */
const MOST_STAYING = 2;
/** And of whichever kind: a target that never lets go of anything. */
const MOST_STAYING_AT_ALL = 8;

/** Removes what is left, until the signal says otherwise. @returns what is not known to be gone. */
export async function settleLedger(settling: Settling): Promise<readonly Unremoved[]> {
  const { state, mayRemove, signal, atOnce = FOUR } = settling;
  if (settling.putBack) await putBackChanged(state, settling.putBack, signal);
  const unnamed = await findUnproven(settling);
  const own = [...state.entries.values()].filter(
    (entry) => isMadeIn(state, entry) && (mayRemove || entry.evidence.source === 'path'),
  );
  const removing = { ...steadily(state, signal), signal };
  const left = new Map(await removeAll(settling, own, removing, atOnce));
  const isGone = (entry: Entry) => entry.removed || (own.includes(entry) && !left.has(entry));
  const gone = [...state.entries.values()].filter(isGone);
  for (const entry of [...left.keys()]) {
    if (!liesInGone(entry.thing, gone) || (await isSeen(entry.kind.reader, entry.thing, removing.send, signal)))
      continue;
    left.delete(entry);
    state.onEvent?.({ gone: entry.thing });
  }
  const shown = settling.looksLast === undefined ? [] : await lookForTexts(state, settling.looksLast, atOnce, signal);
  const disturbed = settling.looksLast === undefined ? [] : await tellDisturbed(state, signal);
  const others: Unremoved[] = [...shown, ...disturbed].flatMap(({ lister, place, reason }) => {
    const each = getAt(lister, place, settling.show);
    return each ? [{ leftover: { operation: lister.name, reason }, case: each, isUnseen: false }] : [];
  });
  // What may be another's is looked at, and left. What was made in something that is gone may stand by itself, and be there still.
  const rest = [...state.entries.values()].filter(
    (entry) => !(entry.removed || standingIn(state, entry).is === 'nothing' || left.has(entry) || own.includes(entry)),
  );
  others.push(...(await keptOfPerhaps(settling, own, gone, removing)));
  const areThere = await sideBySide(
    rest,
    atOnce,
    async (entry) =>
      !liesInGone(atItsOwnPath(entry.thing), gone) &&
      !(await isGoneBy({ ...entry, isBare: true, later: new Set() }, removing.send, signal)),
  );
  for (const [at, entry] of rest.entries()) {
    const standing = standingIn(state, entry);
    const isThere = areThere[at] === true;
    if (isThere && standing.is === 'made') others.push(...unremoved(entry, NOT_ASKED_TO, settling));
    if (isThere && standing.is === 'perhaps') {
      const told = entry.number === 0 ? entry.isOthers : `#${Math.abs(entry.number)} named it, but ${standing.why}`;
      const reason = `perhaps made: ${told}`;
      others.push(...doubtful(entry, reason, settling));
    }
    if (standing.is !== 'made' || !isThere) state.onEvent?.({ gone: entry.thing });
  }
  // What nobody can ask for is gone with what it lay in.
  const isOver = ({ unnamed: { intent } }: Unfound) => liesInGone(intent, gone);
  const told = unnamed.filter((each) => !isOver(each)).flatMap((each) => each.unremoved);
  for (const { number } of state.requests.unconnected) state.onEvent?.({ came: number });
  const unconnected = state.requests.unconnected.map(({ case: each, operation, reason }) => ({
    leftover: { operation: operation.name, reason },
    case: { ...each, request: { ...each.request, method: 'GET', input: NO_INPUT } },
    isUnseen: false,
  }));
  const changed = await tellChanged(state, settling.show, signal);
  const all = [...left].flatMap(([entry, reason]) => unremoved(entry, reason, settling));
  return credentialsFirst(all.concat(told, others, unconnected, changed));
}

/**
 * What the run has removed without knowing it for its own: the answer to a removal may be no more than polite, and some services keep what is
 * removed as `expired`.
 */
async function keptOfPerhaps(
  settling: Settling,
  own: readonly Entry[],
  gone: readonly Entry[],
  removing: Omit<Removing, 'looksMs'>,
): Promise<Unremoved[]> {
  const { state, atOnce = FOUR } = settling;
  const removed = [...state.entries.values()].filter(
    (entry) => entry.removed && !own.includes(entry) && standingIn(state, entry).is === 'perhaps',
  );
  const why = await sideBySide(removed, atOnce, async (entry) => {
    const isInGone = liesInGone(entry.thing, gone);
    return isInGone ? undefined : removeEntry(entry, { ...removing, looksMs: LOOKS_MS.slice(0, 1) });
  });
  return removed.flatMap((entry, at) =>
    why[at] === undefined
      ? []
      : doubtful(entry, `perhaps made: #${Math.abs(entry.number)} named it, and ${why[at]}`, settling),
  );
}

/** What lets somebody in stands before all else, for a list may be read no further than its beginning: `/api-tokens/{token}`. */
function credentialsFirst(unremoved: readonly Unremoved[]): Unremoved[] {
  const letsIn = ({ case: { request } }: Unremoved) => mayLetIn(lastNoun(request.operation.path));
  return [...unremoved.filter(letsIn), ...unremoved.filter((each) => !letsIn(each))];
}

/** Looks once more for what is not proven yet. @returns what may have been made, and is found nowhere. */
async function findUnproven(settling: Settling): Promise<Unfound[]> {
  const { state, atOnce = FOUR, signal } = settling;
  const open = [...state.entries.values()].filter((entry) => !entry.removed && !entry.isRenamed);
  // What is found out of one thing of a kind may be enough for the next one.
  await sideBySide([...groupBy(open, ({ kind }) => kind.item).values()], atOnce, async (ofKind) => {
    const ask = once((lister, thing, pair) => state.send(lister, thing, signal, pair));
    for (const entry of ofKind) {
      if (entry.removed || entry.isRenamed) continue;
      await lookAtEntry(state, entry, signal);
      // What is made, and was not there at once, may be there by now.
      if (!isMadeIn(state, entry) || (await isListedElsewhere(entry, ask)))
        await findInstead(state, entry, ask, signal);
    }
  });
  const intended = state.requests.allIntended().sort(byPlace);
  const places = [...groupBy(intended, ({ intent }) => placeOf(intent)).values()];
  return (await sideBySide(places, atOnce, (inPlace) => findUnnamed(settling, inPlace))).flat();
}

/** Looks for what may lie in one place. @returns what may have been made, and is not found. */
async function findUnnamed(
  { state, mayRemove, show, signal }: Settling,
  intended: readonly Unnamed[],
): Promise<Unfound[]> {
  const ask = once((lister, thing, pair) => state.send(lister, thing, signal, pair));
  const told: Unfound[] = [];
  for (const unnamed of intended) {
    const isPath = unnamed.intent.ids.length === placesIn(unnamed.intent.item);
    if (!mayRemove && !isPath) {
      if (unnamed.isMade) told.push({ unnamed, unremoved: unfound(unnamed, undefined, show) });
      else if (unnamed.isFaint) settleIntent(state, unnamed.intent.number);
      continue;
    }
    const found = await searchUnnamed(state, unnamed, ask, signal);
    // What was refused, and is not there, was not made.
    if (typeof found !== 'string' && unnamed.isFaint && !signal.aborted) settleIntent(state, unnamed.intent.number);
    if (typeof found === 'string' || unnamed.isFaint) continue;
    const lister = listerFor(unnamed.kind, unnamed.intent);
    const listed = found === undefined && lister ? await ask(lister, unnamed.intent) : undefined;
    told.push({ unnamed, unremoved: unfound(unnamed, listed?.response ?? undefined, show) });
  }
  return told;
}

/** What was perhaps made, and what is told of it. */
interface Unfound {
  readonly unnamed: Unnamed;
  readonly unremoved: readonly Unremoved[];
}

/** Removes things, children first, last first. @returns those that are left, and why. */
async function removeAll(
  { state: { blind, entries, kinds, records, onEvent }, act }: Settling,
  own: readonly Entry[],
  removing: Omit<Removing, 'looksMs'>,
  atOnce: () => number,
): Promise<ReadonlyMap<Entry, string>> {
  const left = new Map<Entry, string>();
  const staying = new Map<Items, number>();
  let stayedAtAll = 0;
  const gone = () =>
    [...entries.values()].filter((entry) => entry.removed || (own.includes(entry) && !left.has(entry)));
  const removeOne = async (entry: Entry, isLast: boolean) => {
    const stayed = staying.get(entry.kind) ?? 0;
    const { reader, remover } = entry.kind;
    const isBlind = reader !== undefined && blind.has(reader);
    const isHopeless = isBlind || stayed >= MOST_STAYING || stayedAtAll >= MOST_STAYING_AT_ALL;
    const isInGone = isLast && !remover && !reader && liesInGone(entry.thing, gone());
    const looksMs = LOOKS_MS.slice(0, isHopeless ? 1 : undefined);
    const actions = isLast && act ? [...records.of(entry.kind).actions].map((action) => () => act(action, entry)) : [];
    const why = isInGone ? undefined : await removeEntry(entry, { ...removing, actions, isBlind, looksMs });
    staying.set(entry.kind, why === undefined ? 0 : stayed + 1);
    if (why !== undefined) {
      stayedAtAll++;
      left.set(entry, why);
    } else {
      onEvent?.({ gone: entry.thing });
      left.delete(entry);
    }
  };
  const depthOf = ({ kind }: Entry) => kinds.depthOf(kind);
  const depths = [...new Set(own.map(depthOf))].sort((one, other) => other - one);
  // What was refused at first may be let go once all else is gone.
  for (const [at, depth] of [...depths, ...depths].entries()) {
    const isLast = at >= depths.length;
    const those = isLast ? [...left.keys()] : own;
    const queue = those.filter((entry) => depthOf(entry) === depth).reverse();
    const removeInTurn = inTurn((entry) => removeOne(entry, isLast));
    const mayStillMove = (entry: Entry) => mayMove({ records }, entry);
    // Where ids are positions, each removal moves all others: what was looked at has to be removed before anything else is.
    if (queue.some(mayStillMove)) showGapFirst(queue);
    while (queue.some(mayStillMove)) await removeInTurn(queue.shift() as Entry);
    await sideBySide(queue, atOnce, removeInTurn);
  }
  return left;
}

/**
 * Lets the second last of two things in one collection go first: where the last one stands at its number then, and nothing at the other one, their
 * numbers are no positions.
 */
function showGapFirst(queue: Entry[]): void {
  const placeOfEntry = ({ kind, thing }: Entry) => JSON.stringify([kind.item, thing.ids.slice(0, -1)]);
  const places = queue.map(placeOfEntry);
  const at = places.findIndex((place, index) => places.indexOf(place) < index);
  if (at > 0) queue.unshift(...queue.splice(at, 1), ...queue.splice(places.indexOf(places[at] ?? ''), 1));
}

/** Removes what others of those refer to only once they are removed. They come first, since they were made later. */
function inTurn(remove: (entry: Entry) => Promise<void>): (entry: Entry) => Promise<void> {
  const referring = new Map<string, Promise<void>[]>();
  return (entry) => {
    const before = referring.get(entry.thing.ids.at(-1) ?? '') ?? [];
    const removal = Promise.all(before).then(() => remove(entry));
    for (const text of new Set(Object.values(entry.content.written)))
      referring.set(text, [...(referring.get(text) ?? []), removal]);
    return removal;
  };
}

/** The thing by its path alone: `/schedules/9`, whatever it was made in. */
function atItsOwnPath({ item, ids }: Thing): Thing {
  return { item, ids };
}

/** Whether something that it lay in is gone, and it with that. */
function liesInGone(thing: Thing, gone: readonly Entry[]): boolean {
  return gone.some((entry) => liesIn(thing, entry.thing));
}

/** Puts what would be in one list side by side. */
function byPlace({ intent: one }: Unnamed, { intent: other }: Unnamed): number {
  return placeOf(one).localeCompare(placeOf(other)) || one.number - other.number;
}

function placeOf({ item, ids, around }: Thing): string {
  return JSON.stringify([item, ids, around?.item, around?.ids]);
}

/** Asks once for what is asked for several times on end: what lies in one collection. */
function once(list: AskList): AskList {
  let last: { readonly key: string; readonly answer: ReturnType<AskList> } | undefined;
  return (lister, thing, pair) => {
    if (pair) return list(lister, thing, pair);
    const key = JSON.stringify([lister.name, placeOf(thing)]);
    if (last?.key !== key) last = { key, answer: list(lister, thing) };
    return last.answer;
  };
}

/** Says what may have been made, with the request that would show it. @param listed the list that was searched without finding it. */
function unfound({ kind, intent, reason }: Unnamed, listed: Response | undefined, show: Settling['show']): Unremoved[] {
  const maker = makerFor(kind, intent) ?? kind.poster;
  const lister = listerFor(kind, intent);
  if (!maker) return [];
  const told = reason + bySent(intent);
  const why = listed && lister ? `${told}; ${whatIsListed(kind, lister, listed, Object.values(intent.like))}` : told;
  const each = getAt(lister ?? maker, intent, show);
  return each ? [{ leftover: { operation: maker.name, reason: why }, case: each, isUnseen: listed !== undefined }] : [];
}

/** Says by what a person can find something of which no answer told the name; no secret, though it is the run's own. */
function bySent({ like }: Intent): string {
  const told = Object.entries(like).filter(([name, text]) => !isSecretByName(name) && text.length <= MOST_SAID);
  return told.length === 0 ? '' : ` (${told.map(([name, text]) => `${name}: ${text}`).join(', ')})`;
}

/** A longer text is not said, in characters. */
const MOST_SAID = 100;

/** Says what a list shows of something that could not be told from all else in it. @param texts that only this thing has. */
function whatIsListed(kind: Items, lister: Operation, listed: Response, texts: readonly string[]): string {
  if (mentions(listed, texts))
    return `${lister.name} shows what was sent, but not surely by which name it is asked for`;
  if (isOnePage(kind, lister, listed))
    return `what ${lister.name} shows first has nothing that is surely it, and there may be more pages`;
  return `${lister.name} shows nothing that is surely it`;
}

/** What may be another's, with a request that shows it and changes nothing. */
function doubtful({ kind, thing }: Entry, reason: string, { show }: Settling): Unremoved[] {
  const { reader, remover, replacer, patcher } = kind;
  const operation = reader ?? remover ?? replacer ?? patcher ?? listerFor(kind, thing) ?? makerFor(kind, thing);
  const each = operation && getAt(operation, thing, show);
  return each ? [{ leftover: { operation: operation.name, reason }, case: each, isUnseen: true }] : [];
}

/** A GET of the path of an operation. */
function getAt(operation: Operation, thing: Thing, show: Settling['show']): Case | undefined {
  const each = show(operation, thing);
  return each && !operation.safe ? { ...each, request: { ...each.request, method: 'GET', input: NO_INPUT } } : each;
}

function unremoved(entry: Entry, reason: string, settling: Settling): Unremoved[] {
  // What stands there may be another's by now; and so may what comes there after nothing was ever found.
  const isDoubtful =
    entry.isOthers !== undefined || (entry.removed ? !isTellable(entry) : entry.evidence.found === 'missing');
  if (isDoubtful) return doubtful(entry, reason, settling);
  const { kind, thing } = entry;
  const { remover, reader, replacer, patcher, poster } = kind;
  const operation = remover ?? reader ?? replacer ?? patcher ?? poster ?? makerFor(kind, thing);
  if (!operation) return [];
  // What removes nothing only shows it: sent again, a request that made something makes another one.
  const each = operation === remover ? settling.show(operation, thing) : getAt(operation, thing, settling.show);
  return each ? [{ leftover: { operation: operation.name, reason }, case: each, isUnseen: false }] : [];
}
