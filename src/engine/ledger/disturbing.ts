/**
 * Looks whether a request of the run has done something to what somebody else has of the same kind, before such a request is sent again: some services
 * keep a number of things, and let the oldest one go for a new one; in others the newest is the current one, stands before all others, or takes the
 * turn of one of them. Of the first request nobody can know.
 */

import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
import { extentOf } from '../../resources/answers/pages';
import type { Items } from '../../resources/kinds';
import { anyNamed, calledOtherwise, listerFor, type Thing } from '../../resources/things';
import { pause } from '../../support/waiting';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { isStray, shouldBeRefused } from './caseFacts';
import { actedOn, itemsAt, type LedgerState, makingOf } from './ledgerState';
import { type Disturbance, disturbancesIn } from './listedOthers';
import { listPlace } from './lookBefore';
import { thingKey } from './sightings';
import { isNotThere } from './view';

/** A thing of the kind that a request makes or changes; it stands for its collection. */
interface Beside {
  readonly kind: Items;
  readonly thing: Thing;
}

/** Beside what a request makes or changes something; undefined where it does neither. */
function besideOf(state: LedgerState, each: Case): Beside | undefined {
  const { operation, method } = each.request;
  if (state.writes === 'any' || method !== undefined || operation.safe) return undefined;
  const making = makingOf(state, each);
  if (making) return { kind: making.kind, thing: making.thing ?? anyNamed(making.kind, each.request) };
  const subject = actedOn(state, each);
  return subject?.kind.remover === operation ? undefined : subject;
}

/** Takes note of a request that was taken. */
export function noteTaken(state: LedgerState, { case: each, response, index }: Exchange): void {
  const subject = actedOn(state, each);
  if (subject) state.listed.at(subject.thing).meant.add(subject.thing.ids.at(-1) ?? '');
  const beside = besideOf(state, each);
  if (!beside) return;
  const place = state.listed.at(beside.thing);
  const isTaken = response !== null && isSuccess(response.status);
  if (isTaken) place.noteTaken(each.request.operation, index, state.sightings.tick());
  place.end(each, isTaken);
}

/** Returns why a request is not sent, since one like it has done something to what somebody else has; undefined where nothing speaks against it. */
export async function whyDisturbing(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  const beside = besideOf(state, each);
  if (!beside) return undefined;
  const { operation } = each.request;
  const place = state.listed.at(beside.thing);
  const why = () => place.withheld.get(operation) ?? whyOverwriting(state, each);
  const isToLook = () => place.looking !== undefined || place.isDue(operation);
  const isToWait = () => why() === undefined && (isToLook() || place.isBeginning) && !signal?.aborted;
  // Of those that have waited for the same look, one goes on, and the others wait for it.
  for (let round = 0; round < MOST_ROUNDS && isToWait(); round++) {
    await place.ended(each, signal);
    if (why() === undefined && isToLook()) await lookOnce(state, beside, signal);
  }
  if (why() === undefined && (!shouldBeRefused(each) || isStray(each))) place.begin(each);
  return why();
}

/** Why nothing more is made of a kind: what was to make one was answered by what had been there before, and changed it. */
function whyOverwriting(state: LedgerState, each: Case): string | undefined {
  const making = makingOf(state, each);
  const { overwrittenBy } = making && !making.thing ? state.records.of(making.kind) : {};
  return overwrittenBy === undefined
    ? undefined
    : `#${overwrittenBy} was to make something, and changed what was there before`;
}

/** So often a request waits for others. */
const MOST_ROUNDS = 20;

/** Whoever comes meanwhile waits for the same look. */
function lookOnce(state: LedgerState, beside: Beside, signal?: AbortSignal): Promise<void> {
  const place = state.listed.at(beside.thing);
  place.looking ??= look(state, beside, signal).finally(() => {
    place.looking = undefined;
  });
  return place.looking;
}

/** Looks at the list, and at what is not as it was before. */
async function look(state: LedgerState, beside: Beside, signal?: AbortSignal): Promise<void> {
  const place = state.listed.at(beside.thing);
  const found = await surelyDisturbed(state, beside, signal);
  if (found.length > 0)
    for (const [operation, { index }] of place.taken)
      place.withheld.set(operation, `after #${index} the list shows that ${whatBecame(found)}`);
  place.noteLooked();
}

async function surelyDisturbed(
  state: LedgerState,
  beside: Beside,
  signal?: AbortSignal,
): Promise<readonly Disturbance[]> {
  let found = await disturbed(state, beside, signal);
  if (found.some(({ is }) => is === 'changed')) found = await afterTick(state, beside, signal);
  const sure: Disturbance[] = [];
  for (const one of found) if (one.is === 'changed' || (await isGone(state, beside, one, signal))) sure.push(one);
  return sure;
}

/** What a list shows of things of others that is not as it was. */
interface Told {
  readonly lister: Operation;
  /** Stands for its collection. */
  readonly place: Thing;
  readonly reason: string;
}

/** Tells at the end what is not as it was, where the run may have done that. */
export async function tellDisturbed(state: LedgerState, signal: AbortSignal): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const { thing, place } of state.listed.all()) {
    const kind = place.isOpen && !signal.aborted ? itemsAt(state, thing.item) : undefined;
    const lister = kind && listerFor(kind, thing);
    if (!kind || !lister) continue;
    const indexes = [...place.taken.values()].map(({ index }) => `#${index}`).join(' or ');
    const found = await surelyDisturbed(state, { kind, thing }, signal);
    if (found.length === 0) continue;
    const [why = `after ${indexes} the list shows that ${whatBecame(found)}`] = place.withheld.values();
    told.push({ lister, place: thing, reason: `perhaps changed: ${why}` });
  }
  return told;
}

/** What is not as it was before, as the list shows now. */
async function disturbed(state: LedgerState, beside: Beside, signal?: AbortSignal): Promise<readonly Disturbance[]> {
  const place = state.listed.at(beside.thing);
  const isWhole = await isListedWhole(state, beside, signal);
  const all = place.first && place.last ? disturbancesIn(place.first, place.last, place.restless) : [];
  return all.filter((one) => (one.is === 'changed' || isWhole) && !isKnown(state, beside, one));
}

/** Numbers that a clock counts have gone on after so long, in milliseconds. */
const TICK_MS = 1100;

/** Waits, and looks again: members that change although the run does nothing tell nothing. */
async function afterTick(state: LedgerState, beside: Beside, signal?: AbortSignal): Promise<readonly Disturbance[]> {
  const place = state.listed.at(beside.thing);
  const [before, number] = [place.last ?? new Map(), place.number];
  await pause(TICK_MS, signal);
  const found = await disturbed(state, beside, signal);
  if (number !== place.number) return found;
  for (const each of disturbancesIn(before, place.last ?? new Map(), place.restless))
    if (each.is === 'changed') place.restless.add(each.member);
  return found.filter((one) => one.is === 'gone' || !place.restless.has(one.member));
}

/** Whether the run knows a thing as one that it made, perhaps, or was given: then what became of it is no harm. */
function isKnown({ entries, listed }: LedgerState, { thing }: Beside, { name }: Disturbance): boolean {
  return listed.at(thing).meant.has(name) || entries.has(thingKey(calledOtherwise(thing, name)));
}

/** Asks for the list. @returns whether it surely shows all. */
async function isListedWhole(state: LedgerState, { kind, thing }: Beside, signal?: AbortSignal): Promise<boolean> {
  const { response } = (await listPlace(state, kind, thing, signal)) ?? {};
  const lister = listerFor(kind, thing);
  return !!response && !!lister && extentOf(kind, lister, response)?.isWhole === true;
}

async function isGone(
  state: LedgerState,
  { kind, thing }: Beside,
  { name }: Disturbance,
  signal?: AbortSignal,
): Promise<boolean> {
  const outcome = kind.reader && (await state.send(kind.reader, calledOtherwise(thing, name), signal));
  return !kind.reader || (outcome !== undefined && isNotThere(outcome));
}

function whatBecame([first, ...more]: readonly Disturbance[]): string {
  const said =
    first?.is === 'changed'
      ? `${first.member} of ${first.name}, which was there before, is ${first.to} and no more ${first.from}`
      : `${first?.name}, which was there before, is gone`;
  return more.length === 0 ? said : `${said}, and ${more.length} more are not as they were`;
}
