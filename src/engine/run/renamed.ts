/** Follows a thing of the run to the name that the run itself gave it: what is asked for under its old name would seem to be gone. */

import { candidates, chosenName } from '../../resources/identity';

import type { Exchange } from '../model/exchange';
import { type Entry, isKind, isMadeIn, keepEntry, type LedgerState, notedEntry, scalarsOf } from './ledgerState';
import { thingKey } from './sightings';

/**
 * Notes the new names of a thing that a request has changed. For example: `PATCH /users/ada-7f3e91c2` with `{ "username": "bob-1c2d3e4f" }` →
 * `{ "name": "users/bob-1c2d3e4f" }`. Only a text of the request that was made up, like no other, counts as a new name.
 * @param origin of the target.
 */
export function noteRenamed(state: LedgerState, entry: Entry, exchange: Exchange, origin: string): void {
  const { kind, thing } = entry;
  const { request } = exchange.case;
  if (!isKind(kind) || !isMadeIn(state, entry)) return;
  const texts = Object.values(scalarsOf(request)).filter((text) => HAS_TOKEN.test(text));
  const named = candidates(kind, exchange, origin).map(({ text }) => text);
  for (const name of new Set([...named, chosenName(kind, request)])) {
    if (name === undefined || !texts.includes(name) || !kind.parameter.accepts(name)) continue;
    const renamed = { item: thing.item, ids: [...thing.ids.slice(0, -1), name] };
    if (state.entries.has(thingKey(renamed))) continue;
    keepEntry(state, notedEntry(renamed, kind, { texts: [name], refers: {} }, { source: 'path', isImprobable: true }));
  }
}

/** Matches a text with a token by which it is like no other. */
const HAS_TOKEN = /(^|[-_])[0-9a-f]{8}($|[-_])/;
