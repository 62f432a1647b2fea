/** Follows a thing of the run to the name that the run itself gave it: what is asked for under its old name would seem to be gone. */

import { isSuccess } from '../../http/statuses';
import { candidates, chosenName } from '../../resources/identity';
import { type Items, isKind } from '../../resources/kinds';
import { calledOtherwise, type Thing } from '../../resources/things';
import { hasToken } from '../../resources/tokens';
import type { Exchange } from '../model/exchange';
import { scalarsOf } from './caseFacts';
import { type Entry, notedEntry } from './entry';
import { isMadeIn, keepEntry, type LedgerState } from './ledgerState';
import { thingKey } from './sightings';

/**
 * Notes the new names of a thing that a request has changed. For example: `PATCH /users/ada-7f3e91c2` with `{ "username": "bob-1c2d3e4f" }` →
 * `{ "name": "users/bob-1c2d3e4f" }`. A text of the request that was made up, like no other, is surely its name. By any other text, such as the
 * shortest, it is the run's own only if it shows there what the run had made it with, and the request has not replaced.
 * @param origin of the target.
 * @returns whether the run knows it by such a name.
 */
export function noteRenamed(state: LedgerState, entry: Entry, exchange: Exchange, origin: string): boolean {
  const { kind, thing, proof } = entry;
  const changed = scalarsOf(exchange.case.request);
  const replaced = new Set(Object.keys(changed).map((name) => entry.sent[name]));
  const texts = proof.texts.filter((text) => !replaced.has(text));
  if (!isKind(kind) || !isMadeIn(state, entry)) return false;
  let isNoted = false;
  for (const renamed of namesSince(kind, thing, exchange, origin)) {
    const name = renamed.ids.at(-1) ?? '';
    if (state.entries.has(thingKey(renamed))) continue;
    const isSure = hasToken(name);
    const evidence = isSure ? { source: 'path' as const, isImprobable: true } : { source: 'link' as const };
    const own = { texts: isSure ? [...new Set([name, ...texts])] : texts, refers: isSure ? {} : proof.refers };
    const sent = { ...entry.sent, ...changed };
    const { content } = entry;
    keepEntry(state, { ...notedEntry(renamed, kind, own, evidence), sent, content, number: exchange.index });
    isNoted = true;
    entry.isRenamed = true;
  }
  return isNoted;
}

/** Returns what a thing may be called since a request that has sent these names, the likeliest first; nothing where that was refused. */
export function namesSince(kind: Items, thing: Thing, exchange: Exchange, origin: string): Thing[] {
  const { request } = exchange.case;
  // What was refused has given no name, whatever its body says.
  if (!isKind(kind) || !exchange.response || !isSuccess(exchange.response.status)) return [];
  const texts = Object.values(scalarsOf(request));
  const named = candidates(kind, exchange, origin).flatMap(({ text, source }) => (source === 'guess' ? [] : text));
  return [...new Set([...named, chosenName(kind, request)])]
    .filter((name) => name !== undefined)
    .filter((name) => name !== thing.ids.at(-1) && texts.includes(name) && kind.parameter.accepts(name))
    .map((name) => calledOtherwise(thing, name));
}
