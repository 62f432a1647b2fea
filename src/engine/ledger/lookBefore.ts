/** What is there before a request is sent that may make something, or change it: what was there is not the run's own. */

import type { Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { extentOf } from '../../resources/answers/pages';
import { itemsListed, itemsUnnamed, namesShown, shows, valuesOfList } from '../../resources/answers/shown';
import { showsNothing } from '../../resources/answers/showsNothing';
import { chosenName } from '../../resources/identity';
import { type Items, isKind } from '../../resources/kinds';
import { answersNothing, nestAt } from '../../resources/nests';
import {
  anyNamed,
  calledOtherwise,
  listerFor,
  placesIn,
  type Thing,
  thingNamed,
  thingsAbove,
} from '../../resources/things';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import { type Entry, textsOf } from './entry';
import { heldAloneIn } from './heldAlone';
import { HeldKeys } from './heldKeys';
import { type AskAbout, isMadeIn, type LedgerState, type Making } from './ledgerState';
import { membersListed } from './listedOthers';
import { isImprobable } from './ownership';
import { isOwnItem } from './ownItems';
import { type Span, thingKey } from './sightings';
import { isNotThere, scalarsWithin } from './view';

/**
 * Whether what stands at a made-up name shows itself as the thing that the name was made from, so that nobody else's can be touched: a service
 * that narrows ids answers `GET /orders/4294967403` with order 107, which was handed over or made by the run.
 */
export function standsForOwn(state: LedgerState, { claim, touches }: Case, about: Thing): boolean {
  if (claim.probe !== 'lookalike') return false;
  const { places, entries } = state;
  const names = places.namesBefore(about);
  if (names.length === 0 || names.includes(about.ids.at(-1) ?? '')) return false;
  return names.some((name) => {
    const made = entries.get(thingKey(calledOtherwise(about, name)));
    return (made && !made.removed && isMadeIn(state, made)) || touches.thing.endsWith(`/${encodeURIComponent(name)}`);
  });
}

/** Looks at what is there before a request that is to make something of a kind. */
export async function lookAround(
  state: LedgerState,
  each: Case,
  { kind, thing }: Making,
  signal?: AbortSignal,
): Promise<void> {
  if (thing) return readBefore(state, kind, thing, signal);
  const { like = {}, refers = {} } = each.request.input;
  const chosen = isKind(kind) ? chosenName(kind, each.request) : undefined;
  if (chosen !== undefined && !Object.values(like).includes(chosen))
    await readBefore(state, kind, thingNamed(kind, each.request, chosen), signal);
  const place = anyNamed(kind, each.request);
  const { operation } = each.request;
  // What is put into something may have stood by itself before, and the answer does not say which one it is.
  const { item, ids } = place;
  if (nestAt(kind, operation) && kind.lister && answersNothing(operation))
    await listPlace(state, kind, { item, ids }, signal);
  const hasText = Object.keys({ ...like, ...refers }).length > 0;
  // What was made up, or made by the run, has nothing in it that is another's. Without a text of its own, what is made is known by being new there.
  const [around] = thingsAbove(place).slice(-1);
  const isInOwn = around !== undefined && !state.kinds.isFixed(around.item);
  const isOfRun = around !== undefined && state.entries.has(thingKey(around));
  const isTold = hasText ? !each.claim.exists || each.chain?.kind === 'own' : !each.claim.exists && !isOfRun;
  if (isInOwn && isTold) return;
  const look = async () => void (await listPlace(state, kind, place, signal));
  await state.places.lookOnce(place, 'making', look);
}

export async function readBefore(state: LedgerState, kind: Items, thing: Thing, signal?: AbortSignal): Promise<void> {
  const { places, send } = state;
  if (!kind.reader || places.before(thing)) return;
  const sent = state.sightings.tick();
  const outcome = await send(kind.reader, thing, signal);
  if (outcome && isNotThere(outcome)) places.noteBefore(thing, 'absent');
  else if (outcome?.response && isSuccess(outcome.response.status) && !showsNothing(kind.reader, outcome.response)) {
    places.noteBefore(thing, 'showed', namesShown(kind, outcome.response));
    noteShownInVain(state, thing, sent);
  }
}

/** Whether an answer has shown that something stands at a name, or a look before the run sent anything there. */
export function hasShown({ sightings, places }: LedgerState, kind: Items, thing: Thing): boolean {
  return sightings.isShown(thing) || (kind.reader !== undefined && places.before(thing) === 'showed');
}

/**
 * Takes note that a GET of a made-up name shows something, which it may have made: something that nobody else would call so, or that a list did not
 * show before. What an answer had shown by then was there, such as the UUID that a list gave for this very GET.
 * @param sent When the GET was sent.
 */
export function noteShownInVain({ places, sightings, shownInVain }: LedgerState, thing: Thing, sent: number): void {
  if (sightings.hadShown(thing, sent)) return;
  const isNew = places.wasLookedAt(thing) && !sightings.isShown(thing);
  if (isNew || isImprobable(thing.ids.at(-1) ?? '')) shownInVain.add(thingKey(thing));
}

/** Asks for the list in which a thing would stand, and takes note of what it shows. */
export async function listPlace(
  state: LedgerState,
  kind: Items,
  thing: Thing,
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const lister = listerFor(kind, thing);
  if (!lister) return undefined;
  const span = { sent: state.sightings.tick() };
  const outcome = await state.send(lister, thing, signal);
  if (outcome?.response)
    noteListed(state, kind, thing, outcome.response, { ...span, answered: state.sightings.tick() });
  return outcome;
}

/** When a list was asked for and answered. */
interface ListSpan extends Span {
  /** It was asked for some things, and not for all. */
  readonly isOfSome?: boolean;
}

/**
 * Takes note of what a list shows.
 * @param thing one that would stand in it, whatever its own name is.
 */
export function noteListed(state: LedgerState, kind: Items, thing: Thing, response: Response, span: ListSpan): void {
  const { entries, fixed, kinds, listed, places, sightings } = state;
  const ids = thing.ids.slice(0, placesIn(kind.item) - 1);
  const place: Thing = { ...thing, ids: [...ids, ''] };
  const lister = listerFor(kind, thing);
  const all = itemsListed(kind, response);
  if (!all) return;
  const isOwn = (item: unknown, at: number) => isOwnItem(state, kind, ids, item, all[at]);
  const values = valuesOfList(kind, response) ?? [];
  const keys = new HeldKeys(() => values.filter((item, at) => !isOwn(item, at)));
  places.noteHeldAlone(place, heldAloneIn(values, isOwn, places.heldAlone(place)), keys);
  if (!span.isOfSome) {
    const isKnown = (name: string) => {
      const at = all.findIndex(([first]) => first === name);
      const isEntry = (each: string) => entries.has(thingKey(calledOtherwise(place, each)));
      return isOwn(values[at], at) || (all[at] ?? []).some(isEntry);
    };
    listed.at(place).noteList(membersListed(values, all), isKnown, span.sent);
  }
  const names = all.flat();
  if (kinds.isFixed(kind.item)) fixed.noteList(kind, ids, response);
  sightings.show(
    names.map((name) => calledOtherwise(place, name)),
    span,
  );
  const isWhole = () => lister !== undefined && extentOf(kind, lister, response)?.isWhole === true;
  places.noteList(place, span.answered, isWhole, () => itemsUnnamed(kind, response), all);
}

/** Whether an answer shows what was sent, or may do so. */
export function isShownStill(response: Response, entry: Entry): boolean {
  const { kind, proof, isBare } = entry;
  const texts = textsOf(entry);
  const whole = isBare || texts.length > 0 ? undefined : proof.whole;
  return shows(kind, response, { texts, refers: {}, whole }) !== false || isHeldWithin(response, texts);
}

/** Whether a text stands as a value anywhere in an answer. Some services show one thing as a list: `{ "tokens": [{ "name": "a-7f3e91c2" }] }`. */
function isHeldWithin({ body }: Response, texts: readonly string[]): boolean {
  const shown = new Set(scalarsWithin(parsedBody(body)?.value).map(({ text }) => text.trim().toLowerCase()));
  return texts.some((text) => shown.has(text.trim().toLowerCase()));
}

/** Whether a GET shows something at the place of a thing. */
export async function isSeen(
  reader: Operation | undefined,
  thing: Thing,
  send: AskAbout,
  signal?: AbortSignal,
): Promise<boolean> {
  const { response } = (reader && (await send(reader, thing, signal))) ?? {};
  return !!reader && !!response && isSuccess(response.status) && !showsNothing(reader, response);
}
