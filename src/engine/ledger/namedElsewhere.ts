/** What an answer shows under another name than the path of its request has: some services choose the name themselves, whatever a PUT asks for. */

import type { Response } from '../../http/message';
import { parsedBody, textAt } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { memberOf } from '../../resources/identity';
import type { Items } from '../../resources/kinds';
import { resourceName } from '../../resources/resourceNames';
import { type Thing, thingNamed } from '../../resources/things';
import { wrappersOf } from '../../resources/wrappers';
import type { Exchange } from '../model/exchange';
import { isStray } from './caseFacts';
import { claimEntry } from './claim';
import type { Entry } from './entry';
import { forgetEntry, keepEntry, type LedgerState } from './ledgerState';
import { isSeen } from './lookBefore';
import { type Span, thingKey } from './sightings';

/**
 * Notes what an answer names in place of what its request asked for. For example: `PUT /users/ada` → 201 `{ "id": 17 }`. Only a 201 says
 * that it was made; after any other answer it may be another's.
 */
export function noteNamedElsewhere(
  state: LedgerState,
  exchange: Exchange,
  kind: Items,
  thing: Thing,
  span: Span,
): void {
  const { case: each, response } = exchange;
  if (!response || !kind.reader || isStray(each)) return;
  const named = namedIn(kind, response, thing);
  if (!named || named.text === thing.ids.at(-1) || !kind.parameter.accepts(named.text)) return;
  const other = thingNamed(kind, each.request, named.text);
  if (state.entries.has(thingKey(other)) || state.sightings.hadShown(other, span.sent)) return;
  const { evidence, ...entry } = claimEntry(state, exchange, kind, { ...named, source: 'representation' }, [], span);
  keepEntry(state, { ...entry, evidence: { ...evidence, isDeclared: response.status === 201, isChosen: false } });
}

/** Looks under which of the two names it is: a thing may have both, and what is in an answer may be no name at all. */
export async function lookElsewhere(
  state: LedgerState,
  { index, case: each }: Exchange,
  thing: Thing,
  signal?: AbortSignal,
): Promise<void> {
  const { entries, send } = state;
  const asked = entries.get(thingKey(thing));
  // A PATCH that is taken may have made nothing: a GET is to show it.
  const patched = asked?.number === index && each.request.operation === asked.kind.patcher ? asked : undefined;
  if (patched?.kind.reader && !(await isSeen(patched.kind.reader, thing, send, signal))) forgetEntry(state, patched);
  const other = [...entries.values()].find((entry) => entry.number === index && entry !== asked);
  const reader = other?.kind.reader;
  if (!other || !reader) return;
  const isThere = (one: Thing) => isSeen(reader, one, send, signal);
  if ((await isThere(thing)) || !(await isThere(other.thing))) forgetEntry(state, other);
  else if (asked?.number === index) {
    forgetEntry(state, asked);
    state.requests.claim(index, other);
  }
}

/** Whether what a request made under another name is not proven to be the run's own. */
export function isDoubtfulElsewhere(
  { entries }: LedgerState,
  number: number,
  thing: Thing,
  isMade: (entry: Entry) => boolean,
) {
  return [...entries.values()].some(
    (entry) => entry.number === number && thingKey(entry.thing) !== thingKey(thing) && !isMade(entry),
  );
}

/** The name that an answer shows in a member that is named like the parameter, or as a resource name. */
function namedIn(
  kind: Items,
  response: Response,
  { ids }: Thing,
): { text: string; pointer: string | undefined } | undefined {
  const body = parsedBody(response.body);
  for (const prefix of body ? wrappersOf(kind, body.value) : []) {
    const pointer = body && memberOf(kind, body, prefix);
    const text = pointer === undefined || !body ? undefined : textAt(body, pointer);
    if (text !== undefined && text !== '') return { text, pointer };
    const resource = resourceName(kind, valueAt(body?.value, prefix), ids.slice(0, -1));
    if (resource !== undefined) return { text: resource, pointer: undefined };
  }
  return undefined;
}
