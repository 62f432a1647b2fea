/**
 * The one gate that every request of a run passes which may change something at the target. It looks at the moment, not at the kind of service:
 * right before such a request is sent, what it names has to show what this run wrote there, to show nothing at all, or to be handed over. In doubt
 * it is somebody else's, nothing is sent, and the run says so.
 */

import { SAFE_METHODS } from '../../http/methods';
import { type Items, isSeenByNothing } from '../../resources/kinds';
import { singular } from '../../resources/names';
import { calledOtherwise, idsIn, type Thing, thingsAbove } from '../../resources/things';
import { putRecent } from '../../support/caching';
import type { Case } from '../model/case';
import { isHandedOver, isSentAgain, isStray, mayAct, shouldBeRefused } from './caseFacts';
import { whyDisturbing } from './disturbing';
import { type Entry, FRESH_MS } from './entry';
import { type ActedOn, actedOn, giveUp, isMadeIn, type LedgerState, makingOf, type Withheld } from './ledgerState';
import { doubtIfTwo, lookAtEarlier, lookAtOwn, othersWithin } from './lookAtOwn';
import { hasShown, isSeen, lookAround, readBefore, standsForOwn } from './lookBefore';
import { looseReadings } from './looseReadings';
import { editsNamingNothing, THERE, whyPerhapsThere } from './namedByFew';
import { movedSince, ownIn, referredIn } from './noteSent';
import { isImprobable } from './ownership';
import { thingKey } from './sightings';
import { editsTakingNothing, lookAtPlaces, whyTaking } from './takingNothing';
import { editsTelling, whyTelling } from './toldPeople';

/** A request that may be sent. Nothing but the gate makes one, and what sends requests takes nothing else. */
class GatePass {
  readonly #hasPassed = true;

  /**
   * @param isStale whether something has happened since that may have moved what the request acts on.
   * @param passesAgain looks once more, where that has to be done after a wait, whether the request may be sent.
   */
  constructor(
    readonly each: Case,
    readonly isStale: () => boolean = () => false,
    readonly passesAgain?: (signal?: AbortSignal) => Promise<boolean>,
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
  const isMoved = movedSince(state, each);
  const first = await whyWithheld(state, each, signal);
  if (first === undefined) await lookAtPlaces(state, each, signal);
  // A list that was read on the way may show that the thing is somebody else's since the look at it.
  const why = first === undefined && isMoved() ? await whyWithheld(state, each, signal) : first;
  const taking = why ?? (await whyHarming(state, each, signal));
  if (taking === undefined) return passageFor(state, each);
  const other = await sparing(state, each, why, signal);
  if (other) return passageFor(state, other);
  noteWithheld(state, each, taking);
  return { why: taking };
}

/** Keeps the first reason of an operation. What kept a request that was to be refused says nothing of one that was to be taken. */
function noteWithheld({ withheld }: LedgerState, each: Case, why: string): void {
  const { operation } = each.request;
  const before = withheld.get(operation);
  const isToBeRefused = shouldBeRefused(each) || isStray(each);
  if (!before || (before.isToBeRefused && !isToBeRefused)) withheld.set(operation, { why, isToBeRefused });
}

/** While the target lets a request wait, what the run made may become somebody else's. */
function passageFor(state: LedgerState, each: Case): Passage {
  if (state.writes === 'any' || ownIn(state, each).length === 0) return new GatePass(each, movedSince(state, each));
  return new GatePass(each, movedSince(state, each), async (signal) => {
    const again = await passGate(state, each, signal);
    return 'each' in again && again.each === each;
  });
}

/** The same request with values by which it touches nothing of somebody else; undefined where there are none, or it may not be sent with them. */
async function sparing(
  state: LedgerState,
  each: Case,
  why: string | undefined,
  signal?: AbortSignal,
): Promise<Case | undefined> {
  if (isSentAgain(each)) return undefined;
  const making = makingOf(state, each);
  const all =
    why === undefined
      ? [...editsTakingNothing(state, each), ...editsTelling(each)]
      : why === THERE && making
        ? await editsNamingNothing(state, each, making, signal)
        : [];
  const key = changeKey(state, each);
  // What comes a second time is the same again: a PUT at place 94 is followed by one at 94, and not at the next free place.
  const earlier = key === undefined ? undefined : state.spared.get(key);
  for (const edits of earlier ? [earlier, ...all] : all) {
    const other = state.mended(each, edits);
    if (!other || other === each) continue;
    if (((await whyHarming(state, other, signal)) ?? (await whyWithheld(state, other, signal))) !== undefined) continue;
    if (key !== undefined) putRecent(state.spared, key, edits, MOST_SPARED);
    return other;
  }
  return undefined;
}

/** Why a request would take something from somebody, or tell them of it. */
async function whyHarming(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  return (
    whyTaking(state, each) ?? (await whyTelling(state, each, signal)) ?? (await whyDisturbing(state, each, signal))
  );
}

/** So many requests are remembered that were sent with other values. */
const MOST_SPARED = 1000;

/** Says which change of one thing a request is; undefined where it is none. */
function changeKey({ kinds }: LedgerState, { request: { operation, values, input } }: Case): string | undefined {
  if (!kinds.ofItem(operation)) return undefined;
  return [operation.name, JSON.stringify(values), input.body?.bytes.toString('latin1')].join('\n');
}

/** The run's leave to remove one thing that it made. */
class GateRemoval {
  readonly #isGiven = true;

  /** @param passesAgain looks once more whether it still is the run's own. */
  constructor(
    readonly entry: Entry,
    private readonly passesAgain: (signal?: AbortSignal) => Promise<boolean>,
  ) {}

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
    return new GatePass(each, undefined, this.passesAgain);
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
  if (why === undefined)
    return new GateRemoval(entry, async (later) => !('why' in (await passRemoval(state, entry, later))));
  giveUp(state, entry, why);
  return { why };
}

/** Lets the run put back what it changed of a throw-away target and did not make; of any other it changes nothing of that kind. */
export function passPutBack({ writes }: LedgerState, each: Case): Passage | Withheld {
  return writes === 'any' ? new GatePass(each) : { why: 'the run has no leave to change what it did not make' };
}

async function whyLeft(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<string | undefined> {
  await doubtIfTwo(state, entry, signal);
  if (entry.isOthers !== undefined) return entry.isOthers;
  const isOfEarlier = entry.madeMs === Number.NEGATIVE_INFINITY;
  const whose = await (isOfEarlier ? lookAtEarlier : lookAtOwn)(state, entry, signal);
  if (whose.is === 'others') return whose.why;
  // Of a throw-away target all may be removed that nothing speaks against.
  if (whose.is === 'unknown' && state.writes === 'any') return undefined;
  if (whose.is === 'unknown') return signal?.aborted ? NO_TIME_LEFT : whyUnseen(entry);
  return whose.is === 'gone' ? undefined : othersWithin(state, entry, signal);
}

const NO_TIME_LEFT = 'there was no time left to look whether it still is what the run made';

/** Why a thing that nobody can look at is left alone: something else may have its name by now, unless it is like no other or was just given. */
function whyUnseen({ kind, thing, look, madeMs, evidence }: Entry): string | undefined {
  const isOwnName = isImprobable(thing.ids.at(-1) ?? '') || (evidence.source === 'path' && evidence.isImprobable);
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
  if (
    !entry &&
    !shouldBeRefused(each) &&
    state.requests.unconnected.some(({ operation }) => operation === each.request.operation)
  )
    return 'nothing tells how what it makes could be asked for or removed, so that one is made';
  const whyOthers = subject && (await whyOfOthers(state, each, subject, signal));
  if (whyOthers !== undefined) return whyOthers;
  const around = subject && makingOf(state, each) ? parentOf(state, subject.thing) : undefined;
  const why = await whyNotNamed(state, each, [...(around ? [around] : []), ...referredIn(state, each)], signal);
  if (why !== undefined) return why;
  return await lookForMaking(state, each, signal);
}

/** Why what a request acts on may be somebody else's, although the run does not know it; undefined where the user says that it may be used up. */
async function whyOfOthers(
  state: LedgerState,
  each: Case,
  subject: ActedOn,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!isHandedOver(each)) return whyTaken(state, each, subject, signal);
  const { kind, thing } = subject;
  if (state.swept.has(singular(thing.item)) && mayBeGivenAgain(state, kind, thing))
    return 'what was handed over may be removed with all that is called so, and its name may be given to somebody else';
  if (!state.usedUp.has(thingKey(thing)) || !kind.reader) return undefined;
  if (await isSeen(kind.reader, thing, state.send, signal))
    return 'what was handed over is removed, and something else has its name since';
  return mayBeGivenAgain(state, kind, thing)
    ? 'what was handed over is removed, and its name may be given to somebody else'
    : undefined;
}

/** The thing of the run in which another one lies. */
function parentOf({ entries }: LedgerState, thing: Thing): Entry | undefined {
  return thingsAbove(thing)
    .map((above) => entries.get(thingKey(above)))
    .findLast((above) => above !== undefined);
}

/** So many requests that are to be refused may follow one look. */
const MOST_BLIND = 10;

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
  const isRemoval = operation === entry.kind.remover && !shouldBeRefused(each);
  const isChange = operation === entry.kind.replacer || operation === entry.kind.patcher;
  const isSeen = look.isFresh || (isChange && look.isEchoed) || (shouldBeRefused(each) && look.blind > 0);
  if (isSeen && performance.now() - look.atMs < FRESH_MS) {
    look.blind--;
    return isRemoval ? othersWithin(state, entry, signal) : undefined;
  }
  const whose = await lookAtOwn(state, entry, signal);
  look.blind = whose.is === 'own' ? MOST_BLIND : 0;
  const isLate = entry.removed && whose.is === 'own' && !entry.kind.reader;
  if (whose.is === 'gone' || isLate) return whyNotFree(state, entry);
  if (whose.is === 'unknown') return whyUnseen(entry);
  if (whose.is === 'others') {
    // What stands where the run removed its own thing was never its own.
    if (!entry.removed) giveUp(state, entry, whose.why);
    return whose.why;
  }
  return isRemoval ? othersWithin(state, entry, signal) : undefined;
}

/**
 * Why nothing is sent to what the run has removed: between the look, which finds nothing, or a list that shows it late, and the request somebody
 * else may be given its name, unless the service is seen to give no name again.
 */
function whyNotFree(state: LedgerState, { kind, thing, removed }: Entry): string | undefined {
  return removed && mayBeGivenAgain(state, kind, thing)
    ? 'the run has removed it, and nothing shows that its name is not given to somebody else'
    : undefined;
}

/** Whether the name of what is removed may be given to somebody else, for all that was seen. */
function mayBeGivenAgain({ records }: LedgerState, kind: Items, thing: Thing): boolean {
  return !isImprobable(thing.ids.at(-1) ?? '') && !records.of(kind).givesNewNames;
}

/** Why a thing of the run that a request names beside the one on which it acts keeps it from being sent: it is somebody else's by now. */
async function whyNotNamed(
  state: LedgerState,
  each: Case,
  named: readonly Entry[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (shouldBeRefused(each)) return undefined;
  for (const entry of named) {
    const { look } = entry;
    if (entry.isOthers !== undefined) return entry.isOthers;
    if (performance.now() - look.atMs < FRESH_MS && (look.isFresh || look.blind > 0)) {
      look.blind--;
      continue;
    }
    const whose = await lookAtOwn(state, entry, signal);
    look.blind = whose.is === 'own' ? MOST_BLIND : 0;
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
  subject: ActedOn,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { kind, thing } = subject;
  if (!hasShown(state, kind, thing) && mayAct(each)) await readBefore(state, kind, thing, signal);
  if (!hasShown(state, kind, thing)) {
    // A POST is sent all the same: else nobody would see that it reads an id loosely, wherever something has the number 1.
    return each.request.operation.method === 'POST' ? undefined : whyMisread(state, subject, signal);
  }
  if (standsForOwn(state, each, thing) || makesInFixed(state, each, subject)) return undefined;
  return TAKEN;
}

/**
 * Why a name that names nothing may be read as that of something: a service may take the digits with which a text begins, or none for 0, keep 32
 * bits of a number, or its greatest one. Only names that somebody may have are looked at; there are few of them, each is looked at once.
 */
async function whyMisread(
  state: LedgerState,
  { kind, thing }: ActedOn,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!kind.reader || !kind.parameter.types.includes('integer')) return undefined;
  for (const reading of looseReadings(thing.ids.at(-1) ?? '')) {
    if (!kind.parameter.accepts(reading) || isImprobable(reading)) continue;
    const other = calledOtherwise(thing, reading);
    await readBefore(state, kind, other, signal);
    if (hasShown(state, kind, other))
      return `a lenient service may read its id as ${reading}, and something has that which the run did not make`;
  }
  return undefined;
}

/** Whether a request makes what can be removed again, in things that are fixed and the only ones of their kinds: that touches nobody's thing. */
function makesInFixed(state: LedgerState, each: Case, { kind, thing }: ActedOn): boolean {
  const making = makingOf(state, each);
  if (!making || making.kind === kind || making.kind.remover === undefined) return false;
  return [...thingsAbove(thing), thing].every((one) => state.kinds.isFixed(one.item) && state.fixed.isOnly(one));
}

const TAKEN = 'a made-up name turned out to be that of something which the run did not make';

/**
 * Looks around before a request that is to make something, so that what was there is not taken for its own.
 * @returns why it is not sent: of what nobody can look at, there is one at a time.
 */
async function lookForMaking(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  const making = mayAct(each) ? makingOf(state, each) : undefined;
  if (!making) return undefined;
  const { kind } = making;
  await lookAround(state, each, making, signal);
  if (state.writes !== 'any') {
    const why = await whyPerhapsThere(state, each, making, signal);
    if (why !== undefined) return why;
  }
  if (isSeenByNothing(kind) && !shouldBeRefused(each) && hasOne(state, kind))
    return 'nobody could look at a second thing of that kind, so that one is made at a time';
  return undefined;
}

function hasOne({ entries }: LedgerState, kind: Items): boolean {
  return [...entries.values()].some((entry) => entry.kind === kind && !entry.removed && entry.isOthers === undefined);
}
