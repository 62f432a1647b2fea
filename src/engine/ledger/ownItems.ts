/** Tells whether what an answer shows is of the run, before anybody has looked at it: by its name, or by a text that nothing else has. */

import type { Items } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import { hasToken, tokenIn } from '../../resources/tokens';
import { isMadeIn, type LedgerState } from './ledgerState';
import { thingKey } from './sightings';
import { scalarsWithin } from './view';

export function isOwnThing(state: LedgerState, thing: Thing): boolean {
  const entry = state.entries.get(thingKey(thing));
  return entry !== undefined && !entry.removed && isMadeIn(state, entry);
}

/** Whether a value shows a text of the run. */
export function showsOwnText({ ownTexts }: LedgerState, value: unknown): boolean {
  return scalarsWithin(value).some(({ text }) => hasToken(text) && ownTexts.has(tokenIn(text)));
}

/** Whether an item of a list is of the run. @param above the ids of what the list lies in. @param names those that the item may have. */
export function isOwnItem(
  state: LedgerState,
  { item: path }: Items,
  above: readonly string[],
  item: unknown,
  names: readonly string[] = typeof item === 'object' ? [] : [String(item)],
): boolean {
  return showsOwnText(state, item) || names.some((name) => isOwnThing(state, { item: path, ids: [...above, name] }));
}
