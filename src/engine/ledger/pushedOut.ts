/**
 * Looks, before a second thing of a kind is made, whether the first one has pushed out what somebody else had: some services keep a number of things,
 * and let the oldest one go for a new one. Of the first one nobody can know.
 */

import { extentOf } from '../../resources/answers/pages';
import { itemsListed } from '../../resources/answers/shown';
import { anyNamed, calledOtherwise, listerFor, type Thing } from '../../resources/things';
import type { Case } from '../model/case';
import type { Entry } from './entry';
import { isMadeIn, type LedgerState, type Making } from './ledgerState';
import { listPlace } from './lookBefore';
import { collectionKey } from './sightings';
import { isNotThere } from './view';

/** Returns why no more things of a kind are made; undefined where nothing speaks against it. */
export async function whyPushingOut(
  state: LedgerState,
  each: Case,
  { kind, thing }: Making,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (thing) return undefined;
  const place = anyNamed(kind, each.request);
  const first = state.places.wasShownWhole(place) ? firstIn(state, place) : undefined;
  const record = state.records.of(kind);
  if (first)
    await state.places.lookOnce(place, 'second', async () => {
      if (await isOnePushedOut(state, kind, place, signal)) record.pushedOutBy ??= first.number;
    });
  return record.pushedOutBy === undefined
    ? undefined
    : `#${record.pushedOutBy} made something, and what the list had shown before was gone`;
}

/** The first thing that the run has made in a place. */
function firstIn(state: LedgerState, place: Thing): Entry | undefined {
  const key = collectionKey(place);
  return [...state.entries.values()].find((entry) => collectionKey(entry.thing) === key && isMadeIn(state, entry));
}

/** Whether something of the first list is not there any more, as the list shows and, where there is one, a GET of it. */
async function isOnePushedOut(
  state: LedgerState,
  kind: Making['kind'],
  place: Thing,
  signal?: AbortSignal,
): Promise<boolean> {
  const { response } = (await listPlace(state, kind, place, signal)) ?? {};
  const lister = listerFor(kind, place);
  if (!response || !lister || extentOf(kind, lister, response)?.isWhole !== true) return false;
  const shown = new Set(itemsListed(kind, response)?.flat());
  const missing = state.places.shownFirst(place).find((names) => !names.some((name) => shown.has(name)));
  const [name] = missing ?? [];
  if (name === undefined) return false;
  const outcome = kind.reader && (await state.send(kind.reader, calledOtherwise(place, name), signal));
  return !kind.reader || (outcome !== undefined && isNotThere(outcome));
}
