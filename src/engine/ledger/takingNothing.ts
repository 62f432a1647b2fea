/**
 * Looks at what a request would take from a listed thing of somebody else, such as being the default one, or its place in an order, and says with
 * which values it takes nothing.
 */

import { escapePointer } from '../../json/pointer';
import { type FewName, sentInBody } from '../../resources/fewNames';
import type { Items } from '../../resources/kinds';
import { anyNamed } from '../../resources/things';
import type { Case } from '../model/case';
import type { Edit } from '../model/tries';
import type { HeldValue } from './heldAlone';
import type { HeldKeys } from './heldKeys';
import { isPoint, laterThanAll, overlaps, pointOf, type Stretch } from './heldSpans';
import type { LedgerState } from './ledgerState';
import { listPlace } from './lookBefore';
import { anewOf, likeValues } from './namedByFew';

/** A member of a request's body that a listed thing of somebody else has for itself. */
interface Shared extends FewName {
  readonly held: HeldValue;
  /** Of a part of a span: the span that the request has. */
  readonly span: Stretch;
}

/** What a request has in common with listed things of others. */
interface Common {
  readonly shared: readonly Shared[];
  /** The values by which together one of them is told from all others. */
  readonly keys: readonly FewName[];
  readonly heldKeys: HeldKeys | undefined;
}

/** The kind of the things that a request makes or changes. */
function kindOf({ kinds }: LedgerState, { request: { operation, method } }: Case): Items | undefined {
  if (method !== undefined) return undefined;
  const items = kinds.ofItem(operation);
  const isChange = items && [items.replacer, items.patcher, items.poster].includes(operation);
  return kinds.madeBy(operation) ?? (isChange ? items : undefined);
}

/** Finds in a request what listed things of others have for themselves. */
function commonIn(state: LedgerState, each: Case): Common {
  const { places, writes } = state;
  const kind = writes === 'any' || each.claim.handedOver ? undefined : kindOf(state, each);
  const place = kind && anyNamed(kind, each.request);
  const all = place && places.heldAlone(place);
  const heldKeys = place && places.heldKeys(place);
  if (!all) return { shared: [], keys: [], heldKeys };
  const sent = sentInBody(each.request);
  const members = sent.filter(({ name, pointer }) => pointer === `/${escapePointer(name)}` && all.has(name));
  const pointIn = (name: string) => members.map((one) => (one.name === name ? one.value : undefined)).find(isPoint);
  const shared = members.flatMap((one): Shared[] => {
    const held = all.get(one.name);
    const [from, to] = held?.is === 'span' ? [pointIn(held.from), pointIn(held.to)] : [];
    return held ? [{ ...one, held, span: [pointOf(from ?? to ?? ''), pointOf(to ?? from ?? '')] }] : [];
  });
  return { shared, keys: heldKeys?.takenBy(sent.filter((one) => !members.includes(one))) ?? [], heldKeys };
}

/** Whether a value takes from the others what one of them has. */
function isTaking({ text, value, held, span }: Shared): boolean {
  switch (held.is) {
    case 'flag':
      return text === 'true';
    case 'place':
      return Number(text) <= held.last;
    case 'span':
      return isPoint(value) && overlaps(span, held.taken);
  }
}

/** Why a request is not sent that would take what a thing of somebody else has alone. */
export function whyTaking(state: LedgerState, each: Case): string | undefined {
  const { shared, keys } = commonIn(state, each);
  const taken = shared.find(isTaking);
  if (taken) return whyTaken(taken);
  if (keys.length === 0) return undefined;
  const said = keys.map(({ name, text }) => `${name}: ${text}`).join(', ');
  return `no two of the listed things are alike in this, and the one with ${said} could be overwritten`;
}

function whyTaken({ name, text, held }: Shared): string {
  switch (held.is) {
    case 'flag':
      return `one alone of the listed things has ${name}: ${text}, and could lose it`;
    case 'place':
      return `each of the listed things has a ${name} of its own, and ${text} could move one of them`;
    case 'span':
      return `no two of the listed things overlap in ${[...new Set([held.from, held.to])].join(' and ')}, and ${name}: ${text} could take the place of one of them`;
  }
}

/** Looks at the list again, right before a request that puts something behind all others, in an order or in time: others may have come since. */
export async function lookAtPlaces(state: LedgerState, each: Case, signal?: AbortSignal): Promise<void> {
  const isPlaced = commonIn(state, each).shared.some(({ held }) => held.is !== 'flag');
  const kind = isPlaced ? kindOf(state, each) : undefined;
  if (kind) await listPlace(state, kind, anyNamed(kind, each.request), signal);
}

/** So many numbers on either side of one, and so many values in all, are tried in the place of one of several that are a key together. */
const NEAREST = 12;
const MOST_TRIED = 48;

/** Returns changes of a request, each of which lets it take nothing: the likeliest to be accepted is first. */
export function editsTakingNothing(state: LedgerState, each: Case): readonly (readonly Edit[])[] {
  const { shared, keys, heldKeys } = commonIn(state, each);
  const ofShared = ([0, 1, 2] as const).map((nth) => shared.filter(isTaking).map((one) => editOf(one, nth)));
  if (keys.length === 0 || !heldKeys) return ofShared;
  const at = ({ pointer = '' }: FewName) => ({ place: 'body', name: pointer }) as const;
  const ofKeys: readonly (readonly Edit[])[] = [
    keys.map((key) => anewOf(key, heldKeys.takenAt(key.name))),
    ...keys.flatMap((key) => likeValues(key, NEAREST).map((value) => [{ ...at(key), value }])).slice(0, MOST_TRIED),
    keys.map((key) => ({ ...at(key), value: undefined })),
  ];
  return ofKeys.flatMap((edits) => ofShared.map((others) => [...others, ...edits]));
}

/** @param nth which of several changes that would do. Behind a thing of the run there may be no place that the contract allows. */
function editOf({ held, value, span, pointer = '' }: Shared, nth: 0 | 1 | 2): Edit {
  const at = { place: 'body', name: pointer } as const;
  switch (held.is) {
    case 'flag':
      return { ...at, value: false };
    case 'place':
      return { ...at, value: [undefined, held.next, held.last + 1][nth] };
    case 'span':
      return { ...at, value: isPoint(value) ? laterThanAll(value, span, held.taken) : undefined };
  }
}
