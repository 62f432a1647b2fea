/** What requests do to the things of a collection, and what they are shown of them. */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import { type Asked, type Held, NO_FIELDS } from './held';
import { type Answering, type Known, otherThan } from './knowledge';
import { fieldsOf, passes, type Wanted, wantedOf, withCounts } from './listing';
import { jsonPatch, mergePatch } from './patch';
import { isObject, type Json, type View, withAt } from './shapes';
import { LARGEST, MOST_HELD, type Shelf, type Store } from './store';
import { type Act, type Collection, successOf } from './understand';
import { filled, idIn, mendedBy, type Sent, sentIn, shownAs, takes, thingIn, withId, withParents } from './values';

/** What a request does, and to what. */
export interface About {
  readonly asked: Asked;
  readonly of: Collection;
  readonly know: Known;
  readonly store: Store;
  readonly shelf: Shelf;
  /** Of the item that the path names. */
  readonly id: string;
  /** The ids of what the collection lies in, by the parameters of the path. */
  readonly parents: () => ReadonlyMap<string, string>;
}

/** What comes of it. */
export interface Plan {
  readonly status: number;
  /** Why it is refused. */
  readonly why?: string;
  /** Does it. @param shows how the answer shows things; undefined where it shows none. */
  readonly take: (shows: Answering | undefined) => Held;
}

export const NOTHING: Held = { value: undefined, fields: NO_FIELDS, reasons: [] };
export const FULL = `this is not kept: the mock holds all that it can (${MOST_HELD} things, or ${LARGEST >> 20} MB)`;

/** By what an operation does; undefined where it is answered as without any state. */
export const ACTS: Readonly<Record<Act, (about: About) => Plan | undefined>> = {
  list,
  make,
  read,
  replace,
  patch,
  remove,
};

/** Why a request is refused that names what is not there; undefined where the contract declares nothing that says so. */
export function missing(operation: Operation, why: string): Plan | undefined {
  const status = [404, 410, 400].find((each) => declaredResponse(operation, each) !== undefined);
  return status === undefined ? undefined : { status, why, take: () => NOTHING };
}

export function isThere(shelf: Shelf, collection: Collection | undefined, id: string): boolean {
  return shelf.things.has(id) || (!collection?.isClosed && !shelf.gone.has(id));
}

function notThere({ asked, of, shelf, id }: About): Plan | undefined {
  const why = shelf.gone.has(id) ? 'it was removed before' : `${of.template} has nothing with the id ${id}`;
  return isThere(shelf, of, id) ? undefined : missing(asked.operation, why);
}

function success({ asked: { operation } }: About, made: boolean, take: Plan['take']): Plan | undefined {
  const status = successOf(operation, made);
  return status === undefined ? undefined : { status, take };
}

/** What is there under an id: what is held, or what the contract has, under that id. */
function thereIs({ know: { filling }, of, shelf, id, parents }: About): Json | undefined {
  const thing = shelf.things.get(id);
  if (thing || !filling) return thing?.value;
  const { view } = filling;
  const sample = isThere(shelf, of, id) ? filling.sample : (shelf.gone.get(id) ?? otherThan(view, filling.sample));
  if (sample === undefined) return undefined;
  return withParents(view, withId(view, sample, id), parents());
}

const shownBefore = new WeakMap<View, Map<Json, Json>>();
/** What is shown more often than others is found out once; of the rest nothing is kept. */
const MOST_SHOWN = 5000;

/** All that an answer says of one thing; the same value each time, so that what it looks like is found out once. */
function showing(shows: Answering | undefined, thing: Json | undefined, id: string): Json | undefined {
  if (!shows || thing === undefined) return undefined;
  const { view, base } = shows;
  const before = shownBefore.get(view);
  const known = isObject(thing) ? before?.get(thing) : undefined;
  if (known !== undefined) return known;
  const shown = shownAs(view, thing, id);
  const whole = view.prefix === '' ? shown : withAt(base, view.prefix, shown);
  if (!isObject(thing)) return whole;
  if (before && before.size < MOST_SHOWN) before.set(thing, whole);
  else shownBefore.set(view, new Map([[thing, whole]]));
  return whole;
}

function list(about: About): Plan | undefined {
  const { asked, shelf } = about;
  return success(about, false, (shows) => {
    if (shows?.view.list === undefined) return NOTHING;
    const key = `${asked.operation.name} ${asked.headers['host']} ${asked.sentPath}?${asked.query}`;
    const before = listedBefore.get(shelf);
    const same = before?.changes === shelf.changes && before.view === shows.view ? before.lists : undefined;
    const lists = same && same.size < MOST_LISTS ? same : new Map<string, Held>();
    listedBefore.set(shelf, { changes: shelf.changes, view: shows.view, lists });
    const held = lists.get(key) ?? listed(about, shows);
    lists.set(key, held);
    return held;
  });
}

/** The same list again is the same value, so that what it looks like is found out once. */
const listedBefore = new WeakMap<Shelf, { changes: number; view: View; lists: Map<string, Held> }>();
const MOST_LISTS = 100;

function listed({ asked, shelf, of }: About, { view, base }: Answering): Held {
  const positionOf = (id: string) => {
    const at = shelf.things.has(id) ? [...shelf.things.keys()].indexOf(id) : -1;
    return at < 0 ? undefined : at + 1;
  };
  const wanted = wantedOf(asked.operation, view, asked, positionOf);
  const { items, total } = page(shelf, view, wanted);
  const next = wanted.from + items.length < total && items.length > 0 ? wanted.next(items.length) : undefined;
  const counted = { total, shown: items.length, wanted, next: next && movedOn(asked, next) };
  const declared = declaredResponse(asked.operation, successOf(of.lister ?? asked.operation, false) ?? 200);
  const body = withCounts(withAt(base, view.list ?? '', items), view, counted);
  const fields = fieldsOf(declared?.headers ?? [], counted);
  return { value: body, fields: Object.keys(fields).length === 0 ? NO_FIELDS : fields, reasons: [] };
}

function page({ things }: Shelf, view: View, wanted: Wanted): { items: Json[]; total: number } {
  const { filters, from, limit } = wanted;
  const items: Json[] = [];
  let total = 0;
  for (const [id, { value }] of things) {
    if (filters.length > 0 && !passes(value, wanted)) continue;
    if (total >= from && items.length < limit) items.push(inList(view, value, id));
    total++;
    if (filters.length === 0 && items.length === limit) return { items, total: things.size };
  }
  return { items, total };
}

function inList(view: View, thing: Json, id: string): Json {
  return showing({ view, base: undefined }, thing, id) ?? null;
}

/** The URL of what follows. */
function movedOn({ sentPath, query, headers }: Asked, [name, value]: readonly [string, string]) {
  const moved = new URLSearchParams(query);
  moved.set(name, value);
  const path = `${sentPath}?${moved}`;
  return { path, url: absolute(path, headers), value };
}

function absolute(path: string, headers: Asked['headers']): string {
  return `http://${headers['host'] ?? 'localhost'}${path}`;
}

function make(about: About): Plan | undefined {
  const { asked, know, of, shelf, store } = about;
  const { operation, headers, bytes } = asked;
  const { filling, ids } = know;
  const sent = sentIn(operation, headers, bytes);
  const part = sent && filling ? thingIn(of, filling.view, sent.value) : sent?.value;
  const chosen = chosenId(about, part);
  const there = chosen === undefined ? undefined : shelf.things.get(chosen);
  if (there && !there.isStart && operation.responses.some(({ status }) => status === '409'))
    return { status: 409, why: `${of.template} has something with the id ${chosen} already`, take: () => NOTHING };
  return success(about, true, (shows) => {
    const id = chosen ?? ids.fresh(shelf);
    if (id === undefined)
      return { ...NOTHING, reasons: ['this is not kept: no id was found that is free, and of the declared type'] };
    const value = held(about, id, filling && filled(filling, filling.settable(operation), part, undefined));
    const isKept = store.put(shelf, id, { value, isStart: false, isNew: true });
    if (!isKept) return { ...NOTHING, reasons: [FULL] };
    const path = asked.sentPath.replace(/\/$/, '');
    const fields = locationOf(asked, of.isNamed ? `${path}/${encodeURIComponent(id)}` : path);
    return { value: showing(shows, filling && value, id), fields, reasons: [] };
  });
}

/** An id that the client chooses: a member that is called as the id, and that it may set. */
function chosenId({ asked, know: { filling }, of }: About, part: Json | undefined): string | undefined {
  if (!filling?.view.isObject || part === undefined || !of.isNamed) return undefined;
  const { view, settable } = filling;
  const name = view.id?.slice(1);
  const isSettable = name !== undefined && (settable(asked.operation)?.has(name) ?? true);
  const id = isSettable ? idIn(view, part) : undefined;
  return id !== undefined && of.parameter.accepts(id) ? id : undefined;
}

/** A value under its id, within what it lies in. */
function held({ know: { filling }, parents }: About, id: string, value: Json | undefined): Json {
  if (!filling || value === undefined) return value ?? null;
  return withParents(filling.view, withId(filling.view, value, id), parents());
}

/** Where what was made is: as a path, or where the contract wants that as a whole URL. */
function locationOf({ headers }: Asked, path: string): Held['fields'] {
  return { location: [path, absolute(path, headers)] };
}

function read(about: About): Plan | undefined {
  const { id } = about;
  const refused = notThere(about);
  if (refused) return refused;
  return success(about, false, (shows) => ({ ...NOTHING, value: showing(shows, thereIs(about), id) }));
}

function replace(about: About): Plan | undefined {
  const { asked, of, know, shelf, store, id } = about;
  const { operation, headers, bytes, sentPath } = asked;
  const isNew = !isThere(shelf, of, id);
  const declares = (wanted: RegExp) => operation.responses.some(({ status }) => wanted.test(status));
  // What says that it makes things, or not that there is nothing to replace, makes them.
  if (isNew && of.maker !== of.replacer && !declares(/^201$/) && declares(/^(404|410)$/)) return notThere(about);
  return success(about, isNew, (shows) => {
    const sent = sentIn(operation, headers, bytes);
    const { filling } = know;
    const before = shelf.things.get(id);
    const part = sent && filling ? thingIn(of, filling.view, sent.value) : sent?.value;
    const value = held(about, id, filling && filled(filling, filling.settable(operation), part, before?.value));
    if (!store.put(shelf, id, { value, isStart: false, isNew: before?.isNew ?? isNew }))
      return { ...NOTHING, reasons: [FULL] };
    return {
      value: showing(shows, filling && value, id),
      fields: isNew ? locationOf(asked, sentPath) : NO_FIELDS,
      reasons: [],
    };
  });
}

function patch(about: About): Plan | undefined {
  const { asked, of, know, shelf, store, id } = about;
  if (!isThere(shelf, of, id)) return notThere(about);
  const { operation, headers, bytes } = asked;
  const sent = sentIn(operation, headers, bytes);
  const old = thereIs(about);
  const { filling } = know;
  if (!sent || !filling || old === undefined) return success(about, false, () => NOTHING);
  const { view } = filling;
  const patched = patchedBy(sent, old, view, (value) => thingIn(of, view, value));
  if (patched === undefined) return unpatchable(operation);
  return success(about, false, (shows) => {
    const value = held(about, id, mendedBy(filling, filling.settable(operation), patched, old));
    if (!store.put(shelf, id, { value, isStart: false, isNew: shelf.things.get(id)?.isNew ?? false }))
      return { ...NOTHING, reasons: [FULL] };
    return { ...NOTHING, value: showing(shows, value, id) };
  });
}

/** @returns undefined where it cannot be applied. */
export function patchedBy(sent: Sent, old: Json, view: View, thing: (value: Json) => Json): Json | undefined {
  if (sent.type === 'application/json-patch+json') {
    const whole = view.list === undefined && view.prefix !== '' ? withAt({}, view.prefix, old) : old;
    const patched = jsonPatch(whole, sent.value);
    return patched === undefined ? undefined : whole === old ? patched : thing(patched);
  }
  const part = thing(sent.value);
  if (!isObject(part)) return Array.isArray(part) && view.isObject ? undefined : part;
  const merged = mergePatch(old, part);
  if (sent.type === 'application/merge-patch+json' || !isObject(merged)) return merged;
  // In what is no merge patch null is a value, where the member has room for it.
  const nulls = Object.entries(part).filter(
    ([name, value]) => value === null && (view.members.get(name) ?? []).every((schema) => takes(schema, null)),
  );
  return { ...merged, ...Object.fromEntries(nulls) };
}

export function unpatchable(operation: Operation): Plan | undefined {
  const status = [409, 422, 400].find((each) => declaredResponse(operation, each) !== undefined);
  if (status === undefined) return undefined;
  return { status, why: 'the patch does not fit what is there', take: () => NOTHING };
}

function remove(about: About): Plan | undefined {
  const { of, know, shelf, store, id } = about;
  const refused = notThere(about);
  if (refused) return refused;
  return success(about, false, (shows) => {
    const thing = thereIs(about);
    const isUnsaid = of.reader !== undefined && missing(of.reader, '') === undefined;
    store.remove(
      shelf,
      id,
      !of.isClosed || isUnsaid,
      isUnsaid && know.filling ? otherThan(know.filling.view, thing) : undefined,
    );
    return { ...NOTHING, value: showing(shows, thing, id) };
  });
}
