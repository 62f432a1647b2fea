/**
 * What the run changed and did not make: settings of the service and, with `--writes any`, things of others. What a GET showed before is put back
 * before anything is removed, since a service that is `readOnly: true` lets go of nothing. What stays changed is told, one row a path.
 */

import type { Operation } from '../../contract/contract';
import { facets, memberSchemas } from '../../contract/schema/facets';
import type { Schema } from '../../contract/schema/schema';
import { isSuccess } from '../../http/statuses';
import { isEqual } from '../../json/equality';
import { parsedBody } from '../../json/exactJson';
import { isObject, type JsonValue } from '../../json/value';
import type { Items } from '../../resources/kinds';
import { type Thing, thingsAbove } from '../../resources/things';
import { changeableBody, rewrittenBody } from '../../serialization/changeableBody';
import { NO_INPUT } from '../../serialization/input';
import { count } from '../../support/words';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { mayAct } from './caseFacts';
import { type ChangedPlace, pathOf } from './changedPlaces';
import type { Unremoved } from './ledgerEvents';
import { actedOn, type LedgerState, makingOf, tellPerhaps } from './ledgerState';
import { isImprobable } from './ownership';
import { thingKey } from './sightings';

/** Sends a request that puts back what was there; undefined where the gate lets it not pass. */
export type AskToPutBack = (each: Case) => Promise<Outcome> | undefined;

/** Whether a request that is answered with success changes what the run did not make. */
function mayChangeOthers(state: LedgerState, each: Case): boolean {
  const { operation, byOther } = each.request;
  if (!mayAct(each) || byOther || isRemoval(state, each)) return false;
  const making = makingOf(state, each);
  if (making && !making.thing) return false;
  const { ids } = pathOf(each);
  if (ids.length > 0 && (state.writes !== 'any' || ids.some(isImprobable))) return false;
  // A POST at no place at all may be a question: `POST /search`.
  const subject = actedOn(state, each);
  const within = subject ? [subject.thing, ...thingsAbove(subject.thing)] : [];
  return !within.some((thing) => state.entries.has(thingKey(thing))) && operation.method !== 'TRACE';
}

/** What is removed is not there any more. A DELETE of something else than an item only sets it: `DELETE /features/{name}/archived`. */
function isRemoval({ kinds }: LedgerState, { request: { operation } }: Case): boolean {
  return operation === kinds.ofItem(operation)?.remover;
}

/** Looks once at what stands at a path before the first request that may change it. */
export async function lookBeforeChange(state: LedgerState, each: Case, signal?: AbortSignal): Promise<void> {
  const reader = state.kinds.readerAt(each.request.operation);
  const place = pathOf(each);
  const { before } = state.changed;
  if (!reader || before.has(thingKey(place)) || !mayChangeOthers(state, each)) return;
  before.set(thingKey(place), undefined);
  const shown = await shownAt(state, reader, place, signal);
  if (shown.is === 'value') before.set(thingKey(place), shown.value);
}

/** Takes note of what a request has changed, or may have. */
export function noteChangedPlace(state: LedgerState, exchange: Exchange): void {
  const { case: each, response, index } = exchange;
  const came = whatCame(exchange);
  if (came === undefined || !mayChangeOthers(state, each)) return;
  const { operation } = each.request;
  const isTold = state.requests.unconnected.some(({ number }) => number === index);
  if (isTold || [...state.entries.values()].some(({ number }) => number === index)) return;
  // A POST that is answered with values may have been a question, where nothing else can be asked there: `POST /search`, `POST /queries/{id}`.
  const kind = state.kinds.ofItem(operation);
  const isAlone = kind === undefined ? pathOf(each).ids.length === 0 : isAskedByPostAlone(kind);
  if (isAlone && !state.kinds.readerAt(operation) && operation.method === 'POST' && isAnswer(response)) return;
  state.changed.note(each, index, came);
  tellPerhaps(state, each, index, `perhaps changed: #${index} ${came}`);
}

/** What a request came to that has changed something, or may have; undefined where it was plainly refused. */
function whatCame({ case: { claim }, response, error }: Exchange): string | undefined {
  if (response && isSuccess(response.status)) return `was answered ${response.status}`;
  if (claim.violation !== undefined) return undefined;
  // Some services do a part of what they are asked, and are in trouble only then.
  if (response && response.status >= 500) return `was answered ${response.status}`;
  return error && error.kind !== 'unreachable' ? `came to no answer (${error.kind})` : undefined;
}

function isAskedByPostAlone({ reader, replacer, patcher, remover, lister }: Items): boolean {
  return [reader, replacer, patcher, remover, lister].every((each) => each === undefined);
}

function isAnswer(response: Exchange['response']): boolean {
  return response !== null && isSuccess(response.status) && typeof parsedBody(response.body)?.value === 'object';
}

/** What a GET shows at a path: a value, nothing that is JSON, or no answer at all. */
type Shown = { readonly is: 'value'; readonly value: unknown } | { readonly is: 'nothing' | 'unknown' };

async function shownAt(
  state: LedgerState,
  reader: Operation,
  place: Thing,
  signal: AbortSignal | undefined,
): Promise<Shown> {
  const { response } = (await state.send(reader, place, signal)) ?? {};
  if (!response) return { is: 'unknown' };
  const json = isSuccess(response.status) ? parsedBody(response.body) : undefined;
  return json ? { is: 'value', value: json.value } : { is: 'nothing' };
}

/** Puts back what a GET showed before, and lets go of what is as it was. */
export async function putBackChanged(state: LedgerState, putBack: AskToPutBack, signal: AbortSignal): Promise<void> {
  for (const at of state.changed.all) {
    if (signal.aborted) return;
    const reader = readerOf(state, at);
    const old = state.changed.before.get(thingKey(at.place));
    if (!reader || old === undefined) continue;
    const isAsBefore = async () => isSame(at, old, await shownAt(state, reader, at.place, signal));
    const way = wayBack(at, old);
    if (!(await isAsBefore()) && !(way && (await putBack(way)) && (await isAsBefore()))) continue;
    settled(state, at);
  }
}

function settled(state: LedgerState, at: ChangedPlace): void {
  for (const { number } of at.changes) state.onEvent?.({ came: number });
  state.changed.forget(at);
}

function readerOf({ kinds }: LedgerState, { changes: [first] }: ChangedPlace): Operation | undefined {
  return first && kinds.readerAt(first.case.request.operation);
}

/** The last request that changed it, with what was there before in place of its body. */
function wayBack({ changes }: ChangedPlace, old: unknown): Case | undefined {
  for (const { case: each } of changes.toReversed()) {
    const { operation, input } = each.request;
    const { media } = changeableBody(operation, input) ?? {};
    const names = writable(each);
    const kept = isObject(old) && names ? Object.entries(old).filter(([name]) => names.has(name)) : undefined;
    const value = (kept ? Object.fromEntries(kept) : old) as JsonValue;
    const body = media && input.body && rewrittenBody(media, input.body, value);
    if (!body) continue;
    const { headers, query } = input;
    return { ...each, request: { ...each.request, input: { ...NO_INPUT, headers, query, body } } };
  }
  return undefined;
}

/** The names of the members that requests of an operation may write, as the contract declares them; undefined where it declares none. */
function writable({ request: { operation, input } }: Case): ReadonlySet<string> | undefined {
  const { schema } = changeableBody(operation, input)?.media ?? {};
  const members = [...(schema ? memberSchemas(schema) : [])];
  const isRead = (schemas: readonly Schema[]) =>
    schemas.some((each) => facets(each, true).some((at) => at.readOnly === true));
  const names = members.filter(([, schemas]) => !isRead(schemas)).map(([name]) => name);
  return members.length === 0 ? undefined : new Set(names);
}

/** The names of the members that show something else than before, of those that requests may write; `it` for what has no members. */
function differing({ changes }: ChangedPlace, old: unknown, now: unknown): readonly string[] {
  if (!isObject(old) || !isObject(now)) return isEqual(old, now) ? [] : ['it'];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const written = changes.map(({ case: each }) => writable(each));
  const shown = names.filter((name) => written.every((each) => each === undefined || each.has(name)));
  // A GET may show in other members what a request writes: `{ "added": [] }` → `{ "tags": [] }`.
  return (shown.length > 0 ? shown : names).filter((name) => !isEqual(old[name], now[name]));
}

/** Tells what is changed still. @param show how an operation is asked about a place, for a person to see. */
export async function tellChanged(
  state: LedgerState,
  show: (operation: Operation, thing: Thing) => Case | undefined,
  signal: AbortSignal,
): Promise<Unremoved[]> {
  const told: Unremoved[] = [];
  for (const at of state.changed.all) {
    const [first] = at.changes;
    if (!first) continue;
    const reader = readerOf(state, at);
    const old = state.changed.before.get(thingKey(at.place));
    const now: Shown = reader ? await shownAt(state, reader, at.place, signal) : { is: 'unknown' };
    settled(state, at);
    if (old !== undefined && isSame(at, old, now)) continue;
    const reason = whyTold(at, reader, old, now);
    const { operation } = first.case.request;
    const { request } = first.case;
    const each = reader
      ? show(reader, at.place)
      : { ...first.case, request: { ...request, method: 'GET', input: NO_INPUT } };
    if (each) told.push({ leftover: { operation: operation.name, reason }, case: each, isUnseen: true });
  }
  return told;
}

function isSame(at: ChangedPlace, old: unknown, now: Shown): boolean {
  return now.is === 'value' && differing(at, old, now.value).length === 0;
}

/** Says what is known of what requests changed. @param old what a GET showed before; undefined for nothing. */
function whyTold(at: ChangedPlace, reader: Operation | undefined, old: unknown, now: Shown): string {
  const [first] = at.changes;
  const more = at.changes.length - 1;
  const others = more === 0 ? '' : ` (and ${count(more, 'more request')} of that kind)`;
  const which = `#${first?.number}${others}`;
  if (!reader || old === undefined || now.is === 'unknown')
    return `perhaps changed: #${first?.number} ${first?.came}${others}, and nothing shows what that did to what the run did not make`;
  const names = now.is === 'value' ? differing(at, old, now.value).slice(0, MOST_NAMES) : [];
  const shown = names.length === 0 ? 'nothing any more' : `another ${names.join(', ')} than before`;
  return `changed, and not put back: ${reader.name} shows ${shown}, after ${which}`;
}

/** So many members are named of one place. */
const MOST_NAMES = 5;
