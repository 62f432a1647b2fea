/** Says whether the name of what was removed may be given to somebody else. */

import type { Items } from '../../resources/kinds';
import { liesIn, type Thing } from '../../resources/things';
import { countedName, countOf } from './kindRecords';
import type { LedgerState } from './ledgerState';
import { isImprobable } from './ownership';

/** Whether the name of a thing may be given to somebody else once the thing is removed, for all that was seen of its kind. */
export function mayBeGivenAgain(state: LedgerState, kind: Items, thing: Thing): boolean {
  const { givesNewNames, givesNamesBehind } = state.records.of(kind);
  const isBehind = () => givesNamesBehind && someLarger(state, kind, thing) >= LEAST_LARGER;
  return !isImprobable(thing.ids.at(-1) ?? '') && !givesNewNames && !isBehind();
}

/** So many things with larger numbers have to stand, since one of them may be about to go. */
const LEAST_LARGER = 2;

/** Counts the things of the run which have larger numbers than a thing, and stand still, as far as the run knows. It stops where there are enough. */
function someLarger({ entries }: LedgerState, kind: Items, thing: Thing): number {
  const place = countOf(countedName(thing.ids));
  const all = [...entries.values()];
  const gone = all.filter(({ removed }) => removed);
  let larger = 0;
  for (const entry of place ? all : []) {
    const other = entry.kind === kind && !entry.removed ? countOf(countedName(entry.thing.ids)) : undefined;
    if (other?.lead !== place?.lead || !other || !place || other.number <= place.number) continue;
    if (gone.some((each) => liesIn(entry.thing, each.thing))) continue;
    if (++larger >= LEAST_LARGER) break;
  }
  return larger;
}
