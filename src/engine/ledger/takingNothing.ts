/**
 * Looks at what a request would take from a listed thing of somebody else, such as being the default one, or its place in an order, and says with
 * which values it takes nothing.
 */

import { escapePointer } from '../../json/pointer';
import type { Items } from '../../resources/kinds';
import { anyNamed } from '../../resources/things';
import type { Case } from '../model/case';
import type { Edit } from '../model/tries';
import { scalarsOf } from './caseFacts';
import type { HeldValue } from './heldAlone';
import type { LedgerState } from './ledgerState';
import { listPlace } from './lookBefore';

/** A member of a request's body that a listed thing of somebody else has for itself. */
interface Shared {
  readonly name: string;
  readonly value: string;
  readonly held: HeldValue;
}

/** The kind of the things that a request makes or changes. */
function kindOf({ kinds }: LedgerState, { request: { operation, method } }: Case): Items | undefined {
  if (method !== undefined) return undefined;
  const items = kinds.ofItem(operation);
  const isChange = items && [items.replacer, items.patcher, items.poster].includes(operation);
  return kinds.madeBy(operation) ?? (isChange ? items : undefined);
}

/** Finds in a request what listed things of others have for themselves. */
function sharedBy(state: LedgerState, each: Case): readonly Shared[] {
  const { places, writes } = state;
  const kind = writes === 'any' || each.claim.handedOver ? undefined : kindOf(state, each);
  const all = kind && places.heldAlone(anyNamed(kind, each.request));
  if (!all || all.size === 0) return [];
  return Object.entries(scalarsOf(each.request)).flatMap(([name, value]) => {
    const held = all.get(name);
    return held ? [{ name, value, held }] : [];
  });
}

/** Whether a value takes from the others what one of them has. */
function isTaking({ value, held }: Shared): boolean {
  return held.is === 'flag' ? value === 'true' : Number(value) <= held.last;
}

/** Why a request is not sent that would take what a thing of somebody else has alone. */
export function whyTaking(state: LedgerState, each: Case): string | undefined {
  const taken = sharedBy(state, each).find(isTaking);
  if (!taken) return undefined;
  const { name, value, held } = taken;
  return held.is === 'flag'
    ? `one alone of the listed things has ${name}: ${value}, and could lose it`
    : `each of the listed things has a ${name} of its own, and ${value} could move one of them`;
}

/** Looks at the list again, right before a request that puts something in an order behind all others: others may have come since. */
export async function lookAtPlaces(state: LedgerState, each: Case, signal?: AbortSignal): Promise<void> {
  const kind = sharedBy(state, each).some(({ held }) => held.is === 'place') ? kindOf(state, each) : undefined;
  if (kind) await listPlace(state, kind, anyNamed(kind, each.request), signal);
}

/** Returns changes of a request, each of which lets it take nothing: the likeliest to be accepted is first. */
export function editsTakingNothing(state: LedgerState, each: Case): readonly (readonly Edit[])[] {
  const all = sharedBy(state, each).filter(isTaking);
  const edits = (instead: (held: HeldValue) => Edit['value']) =>
    all.map(({ name, held }): Edit => ({ place: 'body', name: `/${escapePointer(name)}`, value: instead(held) }));
  return [
    edits((held) => (held.is === 'flag' ? false : undefined)),
    edits((held) => (held.is === 'flag' ? false : held.next)),
    // Behind a thing of the run there may be no place that the contract allows.
    edits((held) => (held.is === 'flag' ? false : held.last + 1)),
  ];
}
