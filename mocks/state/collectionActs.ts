/** Does what requests do to the things of a collection, and makes the values that their answers show. */

import { isDeepStrictEqual } from 'node:util';
import { declaredResponse, type Operation } from '../../src/contract/contract';
import { isObject, type JsonValue } from '../../src/json/value';
import { hiddenIn, type View, viewOfList, withAt } from '../../src/resources/answers/views';
import { mediaOf } from '../../src/serialization/readBody';
import type { EngineRequest, Held } from '../engine/engine';
import { NO_FIELDS } from '../engine/engine';
import { absolute } from '../engine/lists/listCounts';
import { act } from './actionActs';
import type { Act, Collection } from './collections';
import { list } from './listAnswer';
import { withParents } from './parents';
import { jsonPatch, mergePatch } from './patch';
import { paired } from './references';
import {
  type About,
  answerSuccess,
  FULL,
  isThere,
  NOTHING_HELD,
  pathOfAll,
  refusal,
  refuseMissing,
  type StateAnswer,
  showing,
} from './requestPlan';
import { slugAsId, withSlug } from './slugs';
import { withTag } from './tags';
import { withTimes } from './times';
import {
  asShown,
  type Filling,
  filled,
  idIn,
  mayBeNull,
  mendedBy,
  type SentObject,
  sentIn,
  thingIn,
  withId,
} from './values';

/** The functions by what an operation does. Their result is undefined if the request is answered as without state. */
export const ACTS: Readonly<Record<Act, (about: About) => StateAnswer | undefined>> = {
  list,
  make,
  update,
  read,
  replace,
  patch,
  remove,
  clear,
  act: (about) => notThere(about) ?? act(about, thereIs(about)),
};

function notThere({ asked, of, shelf, id }: About): StateAnswer | undefined {
  if (isThere(shelf, of, id)) return undefined;
  const why = shelf.gone.has(id) ? 'it was removed before' : `${of.template} has nothing with the id ${id}`;
  return refuseMissing(asked.operation, why);
}

/** Returns the thing that a path names, if there is one. */
export function currentOf(about: About): JsonValue | undefined {
  return isThere(about.shelf, about.of, about.id) ? thereIs(about) : undefined;
}

/** Returns the thing with an id: the stored thing, or the sample of the contract with this id. */
function thereIs({ know: { filling }, shelf, id, parents }: About): JsonValue | undefined {
  const thing = shelf.things.get(id);
  if (thing || !filling) return thing?.value;
  const { view } = filling;
  if (filling.sample === undefined) return undefined;
  return withParents(view, withId(view, filling.sample, id), parents);
}

function make(about: About): StateAnswer | undefined {
  const { asked, know, of, shelf, store, around } = about;
  const { operation, headers, bytes } = asked;
  const { filling } = know;
  const sent = sentIn(operation, headers, bytes);
  const several = filling && sent && sentList(of, filling, operation, headers, sent);
  if (several) return makeSeveral(about, filling, several);
  const part = sent && filling ? thingIn(of, filling.view, sent.value) : sent?.value;
  const chosen = chosenId(about, part);
  const there = chosen === undefined ? undefined : shelf.things.get(chosen);
  if (there && !there.isStart && operation.responses.some(({ status }) => status === '409'))
    return { status: 409, why: `${of.template} has something with the id ${chosen} already`, take: () => NOTHING_HELD };
  return answerSuccess(about, true, (shows) => {
    const id = chosen ?? slugAsId(about, part) ?? freshId(about);
    if (id === undefined) return { ...NOTHING_HELD, reasons: [NO_ID] };
    const value = now(
      about,
      true,
      held(about, id, filling && filled(filling, filling.settable(operation), part, undefined), part),
      part,
    );
    const isKept = store.put(shelf, id, { value, isStart: false, isNew: true });
    if (!isKept) return { ...NOTHING_HELD, reasons: [FULL] };
    if (around) shelf.within.set(id, around);
    const path = pathOfAll(about).replace(/\/$/, '');
    const location = locationOf(asked, of.isNamed ? `${path}/${encodeURIComponent(id)}` : path);
    const fields = filling ? withTag(operation, location, value) : location;
    const isOne = shows?.view.list === undefined;
    return { value: isOne ? showing(about, shows, filling && value, id) : undefined, fields, reasons: [] };
  });
}

const NO_ID = 'this is not kept: no id was found that is free, and of the declared type';

/** Returns an id for something new. What lies in others has one that nothing has which lies elsewhere. */
function freshId({ of, know: { ids, above }, shelf, store }: About): string | undefined {
  if (above === 0) return ids.fresh(shelf);
  const id = ids.fresh(shelf, store.numbers.get(of.item) ?? above);
  store.numbers.set(of.item, shelf.last);
  return id;
}

interface Several {
  readonly things: readonly JsonValue[];
  readonly settable: ReadonlySet<string>;
}

/** Reads the things of a body that is a list of things of the collection; undefined if it is no such list. */
function sentList(
  of: Collection,
  { view }: Filling,
  { requestBody }: Operation,
  headers: EngineRequest['headers'],
  { value }: SentObject,
): Several | undefined {
  const media = Array.isArray(value) && requestBody && mediaOf(requestBody.media, headers['content-type']);
  const listed = media ? viewOfList(of, media) : undefined;
  if (listed?.list !== '' || listed.prefix !== '' || !listed.isObject || listed.members.size === 0) return undefined;
  const names = [...listed.members.keys()];
  if (!view.isObject || !names.every((name) => view.members.has(name))) return undefined;
  const hidden = hiddenIn(listed, 'request');
  return { things: value as JsonValue[], settable: new Set(names.filter((name) => !hidden.has(name))) };
}

function makeSeveral(about: About, filling: Filling, { things, settable }: Several): StateAnswer | undefined {
  const { asked, of, shelf, store, around } = about;
  const chosen = things.map((part) => chosenId(about, part, settable));
  const taken = chosen.find((id) => id !== undefined && shelf.things.get(id)?.isStart === false);
  if (taken !== undefined && declaredResponse(asked.operation, 409) !== undefined)
    return { status: 409, why: `${of.template} has something with the id ${taken} already`, take: () => NOTHING_HELD };
  return answerSuccess(about, true, (shows) => {
    const shownThings: JsonValue[] = [];
    for (const [at, part] of things.entries()) {
      const id = chosen[at] ?? freshId(about);
      if (id === undefined) return { ...NOTHING_HELD, reasons: [NO_ID] };
      const value = now(about, true, held(about, id, filled(filling, settable, part, undefined), part), part, settable);
      if (!store.put(shelf, id, { value, isStart: false, isNew: true })) return { ...NOTHING_HELD, reasons: [FULL] };
      if (around) shelf.within.set(id, around);
      shownThings.push(showing(about, shows, value, id) ?? null);
    }
    const value = shows?.view.list === '' ? shownThings : undefined;
    return { value, fields: locationOf(asked, asked.sentPath), reasons: [] };
  });
}

/** Returns the id that the client chooses: the value of the member that holds the id, if the request may set it. */
function chosenId(
  { asked, know: { filling }, of }: About,
  part: JsonValue | undefined,
  settable = filling?.settable(asked.operation),
): string | undefined {
  if (!filling?.view.isObject || part === undefined || !of.isNamed) return undefined;
  const { view } = filling;
  const name = view.id?.slice(1);
  const isSettable = name !== undefined && (settable?.has(name) ?? true);
  const id = isSettable ? idIn(view, part) : undefined;
  return id !== undefined && of.parameter.accepts(id) ? id : undefined;
}

/** Returns a value with its id, with the things that it belongs to, and with those that its ids name. @param sent what the request has set. */
function held(
  { know: { filling, pairs }, parents, referred }: About,
  id: string,
  value: JsonValue | undefined,
  sent: JsonValue | undefined,
): JsonValue {
  if (!filling || value === undefined) return value ?? null;
  const { view } = filling;
  return withParents(view, withId(view, withSlug(view, paired(pairs, view, value, sent, referred), sent), id), parents);
}

/** Returns a thing with the times of now. @param sent what the request has set. @param settable the members that it can set. */
function now(
  { asked, know: { filling }, shelf, parents }: About,
  isMade: boolean,
  thing: JsonValue,
  sent: JsonValue | undefined,
  settable = filling?.settable(asked.operation),
): JsonValue {
  const around = parents.map((parent) => parent.thing);
  return filling ? withTimes(shelf, filling.view, settable, thing, sent, around, isMade) : thing;
}

/** Returns the possible values of `Location` for a thing that was made: its path, or its whole URL if the contract demands one. */
function locationOf({ headers }: EngineRequest, path: string): Held['fields'] {
  return { location: [path, absolute(path, headers)] };
}

function read(about: About): StateAnswer | undefined {
  const { id, shelf } = about;
  const refused = notThere(about);
  if (refused) return refused;
  const take: StateAnswer['take'] = (shows) => {
    const thing = thereIs(about);
    return {
      value: showing(about, shows, thing, id),
      fields: withTag(about.asked.operation, NO_FIELDS, thing),
      reasons: [],
    };
  };
  return answerSuccess(about, false, take, shelf.things.get(id));
}

function replace(about: About): StateAnswer | undefined {
  const { asked, of, know, shelf, store, id } = about;
  const { operation, headers, bytes, sentPath } = asked;
  const isNew = !isThere(shelf, of, id);
  const declares = (wanted: RegExp) => operation.responses.some(({ status }) => wanted.test(status));
  // A PUT makes a thing if it declares 201, or if it declares neither 404 nor 410.
  if (isNew && of.maker !== of.replacer && !declares(/^201$/) && declares(/^(404|410)$/)) return notThere(about);
  return answerSuccess(about, isNew, (shows) => {
    const sent = sentIn(operation, headers, bytes);
    const { filling } = know;
    const before = shelf.things.get(id);
    const part = sent && filling ? thingIn(of, filling.view, sent.value) : sent?.value;
    const sentNow = filling && filled(filling, filling.settable(operation), part, before?.value);
    const value = now(about, isNew, held(about, id, sentNow, part), part);
    if (!store.put(shelf, id, { value, isStart: false, isNew: before?.isNew ?? isNew }))
      return { ...NOTHING_HELD, reasons: [FULL] };
    return {
      value: showing(about, shows, filling && value, id),
      fields: withTag(operation, isNew ? locationOf(asked, sentPath) : NO_FIELDS, filling && value),
      reasons: [],
    };
  });
}

/** Replaces the thing whose id is in the body. */
function update(about: About): StateAnswer | undefined {
  const { asked, of, know } = about;
  const { filling } = know;
  const sent = sentIn(asked.operation, asked.headers, asked.bytes);
  const id = sent && filling?.view.isObject ? idIn(filling.view, thingIn(of, filling.view, sent.value)) : undefined;
  return id === undefined || !of.parameter.accepts(id) ? undefined : replace({ ...about, id });
}

function patch(about: About): StateAnswer | undefined {
  const { asked, of, know, shelf, store, id } = about;
  if (!isThere(shelf, of, id)) return notThere(about);
  const { operation, headers, bytes } = asked;
  const sent = sentIn(operation, headers, bytes);
  const old = thereIs(about);
  const { filling } = know;
  if (!sent || !filling || old === undefined) return answerSuccess(about, false, () => NOTHING_HELD);
  const { view } = filling;
  const patched = patchedBy(sent, old, view, (value) => asShown(view, thingIn(of, view, value)));
  if (patched === undefined) return unpatchable(operation);
  return answerSuccess(about, false, (shows) => {
    const mended = mendedBy(filling, filling.settable(operation), patched, old);
    const changed = changedIn(patched, old);
    const value = now(about, false, held(about, id, mended, changed), changed);
    if (!store.put(shelf, id, { value, isStart: false, isNew: shelf.things.get(id)?.isNew ?? false }))
      return { ...NOTHING_HELD, reasons: [FULL] };
    return {
      value: showing(about, shows, value, id),
      fields: withTag(operation, NO_FIELDS, value),
      reasons: [],
    };
  });
}

/** Returns the members that a patch has changed. */
function changedIn(patched: JsonValue, old: JsonValue): JsonValue {
  if (!isObject(patched) || !isObject(old)) return patched;
  return Object.fromEntries(Object.entries(patched).filter(([name, value]) => !isDeepStrictEqual(value, old[name])));
}

/** Decides by its media type and its content which kind of patch a body is, JSON Patch or merge patch, and what null means in it, and applies it. @returns undefined if it cannot be applied. @throws PatchTooLarge */
export function patchedBy(
  sent: SentObject,
  old: JsonValue,
  view: View,
  thing: (value: JsonValue) => JsonValue,
): JsonValue | undefined {
  if (sent.type === 'application/json-patch+json' || isJsonPatch(sent.value)) {
    const whole = view.list === undefined && view.prefix !== '' ? withAt({}, view.prefix, old) : old;
    const patched = jsonPatch(whole, sent.value);
    return patched === undefined ? undefined : whole === old ? patched : thing(patched);
  }
  const part = thing(sent.value);
  if (!isObject(part)) return Array.isArray(part) && view.isObject ? undefined : part;
  const merged = mergePatch(old, part);
  if (sent.type === 'application/merge-patch+json' || !isObject(merged)) return merged;
  // In a body of another type than a merge patch, null is a value if the member may be null.
  const nulls = Object.entries(part).filter(([name, value]) => value === null && mayBeNull(view, name));
  return { ...merged, ...Object.fromEntries(nulls) };
}

/** Tells whether a value is a JSON Patch (RFC 6902 §4). Many contracts declare it as application/json. */
function isJsonPatch(value: JsonValue): boolean {
  const isStep = (each: JsonValue) =>
    isObject(each) && typeof each['op'] === 'string' && typeof each['path'] === 'string';
  return Array.isArray(value) && value.length > 0 && (value as readonly JsonValue[]).every(isStep);
}

export function unpatchable(operation: Operation): StateAnswer | undefined {
  return refusal(operation, [409, 422, 400], 'the patch does not fit what is there');
}

/** Refuses a request that is too large, with 413 if the contract declares it (RFC 9110 §15.5.14). */
export function refuseTooLarge(operation: Operation, why: string): StateAnswer | undefined {
  return refusal(operation, [413, 422, 400, 409], why);
}

function remove(about: About): StateAnswer | undefined {
  const { of, shelf, store, id } = about;
  const refused = notThere(about);
  if (refused) return refused;
  return answerSuccess(about, false, (shows) => {
    const thing = thereIs(about);
    about.takeAlong(id);
    store.remove(shelf, id, !of.isClosed);
    return { ...NOTHING_HELD, value: showing(about, shows, thing, id) };
  });
}

function clear(about: About): StateAnswer | undefined {
  const { shelf, store } = about;
  return answerSuccess(about, false, () => {
    for (const id of [...shelf.things.keys()]) {
      about.takeAlong(id);
      store.remove(shelf, id, false);
    }
    return NOTHING_HELD;
  });
}
