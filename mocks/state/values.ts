/** Turns what a request sends into what is stored, and what is stored into what an answer shows. */

import type { Media, Operation } from '../../src/contract/contract';
import { satisfies } from '../../src/contract/schema/evaluate';
import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { withoutWriteOnly } from '../../src/contract/schema/writeOnly';
import { bareType } from '../../src/http/mediaType';
import { type ReadJson, wholeNumber } from '../../src/json/exactJson';
import { escapePointer, valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import {
  declaredMembers,
  hiddenIn,
  isHiddenIn,
  requiredIn,
  type View,
  withAt,
} from '../../src/resources/answers/views';
import type { Named } from '../../src/resources/names';
import { countsThings } from '../../src/resources/vocabulary/counters';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { saysWhoOrWhen } from '../../src/resources/vocabulary/setByService';
import { isSoftDeletion } from '../../src/resources/vocabulary/states';
import { wrapsThing } from '../../src/resources/vocabulary/wrapping';
import { wrappersOf } from '../../src/resources/wrappers';
import { mediaOf, readBody } from '../../src/serialization/readBody';
import { isTooDeep } from './extent';

export interface SentObject {
  readonly value: JsonValue;
  /** The media type in lower case, without parameters. */
  readonly type: string;
}

/** Reads the body of a request; undefined if there is none, or it cannot be read. */
export function sentIn(
  { requestBody }: Operation,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): SentObject | undefined {
  const media = requestBody && bytes.length > 0 ? mediaOf(requestBody.media, headers['content-type']) : undefined;
  if (!media) return undefined;
  const contentType = headers['content-type'] ?? media.declared;
  const content = readBody(bytes, contentType, media);
  if (content.kind !== 'value' || isTooDeep(content.json.value)) return undefined;
  const value = exactly(content.json);
  return {
    value: media.schema ? (withoutWriteOnly(value, media.schema) as JsonValue) : value,
    type: bareType(contentType),
  };
}

/** Returns a value with its integers as they were written, also those that a double cannot hold. */
export function exactly({ value, written }: ReadJson): JsonValue {
  const read = (part: unknown, at: string): JsonValue => {
    if (typeof part === 'number') {
      const text = Number.isInteger(part) && !Number.isSafeInteger(part) ? written.get(at) : undefined;
      return (text === undefined ? undefined : wholeNumber(text)) ?? part;
    }
    if (Array.isArray(part)) return part.map((each, index) => read(each, `${at}/${index}`));
    if (!isObject(part)) return part as JsonValue;
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, read(each, `${at}/${escapePointer(name)}`)]),
    );
  };
  return read(value, '');
}

/** Says how a stored thing is made from what a request sends. */
export interface Filling {
  readonly view: View;
  /** A thing as the contract shows it. */
  readonly sample: JsonValue | undefined;
  /** Returns the members that the requests of an operation can set; undefined for any member. */
  readonly settable: (operation: Operation) => ReadonlySet<string> | undefined;
}

/** Returns the members that requests of an operation can set, which their bodies declare; undefined for any member. */
export function settableBy(
  { requestBody }: Operation,
  viewOf: (media: Media) => View | undefined,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const media of requestBody?.media ?? []) {
    const view = viewOf(media);
    if (!view?.isObject) continue;
    if (view.members.size === 0) return undefined;
    const hidden = hiddenIn(view, 'request');
    for (const name of view.members.keys()) if (!hidden.has(name)) names.add(name);
  }
  return names;
}

/** Returns the part of a sent value that is the thing: the whole value, or the value in a wrapper, whichever has more of the thing's members. */
export function thingIn(named: Named, { members, isObject: wanted }: View, sent: JsonValue): JsonValue {
  if (!isObject(sent) || !wanted) return sent;
  const shared = (prefix: string) => {
    const part = valueAt(sent, prefix);
    return isObject(part) ? Object.keys(part).filter((name) => members.has(name)).length : 0;
  };
  const [best = ''] = [...wrappersOf(named, sent, true)].sort((one, other) => shared(other) - shared(one));
  return valueAt(sent, best) as JsonValue;
}

/** Returns the member in which a thing shows what requests send without it: `attributes` of JSON:API, where a request sends `{ "name": "Food" }`. */
function innerOf({ members }: View, sent: JsonValue | undefined): string | undefined {
  const names = isObject(sent) ? Object.keys(sent) : [];
  if (names.length === 0 || names.some((name) => members.has(name))) return undefined;
  const holding = [...members].filter(([name, schemas]) => {
    const own = wrapsThing(name) ? declaredMembers(schemas) : undefined;
    return own && names.filter((each) => own.has(each)).length * 2 >= names.length;
  });
  return holding.length === 1 ? holding[0]?.[0] : undefined;
}

/** Returns what a patch changes, within the member in which the thing shows it. */
export function asShown(view: View, sent: JsonValue): JsonValue {
  const inner = innerOf(view, sent);
  return inner === undefined ? sent : { [inner]: sent };
}

/**
 * Makes a thing from what was sent. The members that only the service sets are as they were, or as the contract shows them.
 * @param settable the members that the request can set; undefined for any member.
 * @param old the thing that is replaced.
 */
export function filled(
  { view, sample }: Pick<Filling, 'view' | 'sample'>,
  settable: ReadonlySet<string> | undefined,
  sent: JsonValue | undefined,
  old: JsonValue | undefined,
): JsonValue | undefined {
  if (!view.isObject) return sent ?? old ?? sample;
  if (sent !== undefined && !isObject(sent)) return old ?? sample;
  const [before, shown] = [objectOf(old), objectOf(sample)];
  const inner = innerOf(view, sent);
  if (inner !== undefined) {
    const schemas = view.members.get(inner) ?? [];
    const within = { ...view, schemas, members: declaredMembers(schemas) };
    const part = filled({ view: within, sample: shown[inner] }, settable, sent, before[inner]);
    return { ...shown, ...before, ...(part === undefined ? {} : { [inner]: part }) };
  }
  const [readOnly, required] = [hiddenIn(view, 'request'), requiredIn(view)];
  // If requests declare a member, they may set it, also if answers declare it as readOnly.
  const isOurs = (name: string) => (settable === undefined ? readOnly.has(name) : !settable.has(name));
  const members = new Map(
    Object.entries(sent ?? {}).filter(
      ([name]) =>
        !isOurs(name) || !(readOnly.has(name) || (!view.members.has(name) && isHiddenIn(view, name, 'request'))),
    ),
  );
  for (const name of new Set([...view.members.keys(), ...Object.keys(before)])) {
    if (members.has(name)) continue;
    // A service notes by itself when something was made, and by whom, also where one schema describes what is sent and what is shown.
    const isNoted = isOurs(name) || saysWhoOrWhen(name);
    const value = isNoted ? (before[name] ?? ofNew(view, name, shown[name], required)) : defaultOf(view, name);
    const complete = value ?? (required.has(name) ? (before[name] ?? shown[name]) : undefined);
    if (complete !== undefined) members.set(name, complete);
  }
  return Object.fromEntries(members);
}

/** Makes a thing from a patched value. Its readOnly members are as they were, and no required member is missing. */
export function mendedBy(
  { view }: Pick<Filling, 'view'>,
  settable: ReadonlySet<string> | undefined,
  patched: JsonValue,
  old: JsonValue,
): JsonValue {
  if (!isObject(patched) || !isObject(old)) return patched;
  const readOnly = [...hiddenIn(view, 'request')].filter((name) => !settable?.has(name));
  const kept = readOnly
    .filter((name) => Object.hasOwn(old, name))
    .map((name) => [name, old[name] as JsonValue] as const);
  // A required member that the patch removed becomes null if it may be null, else it keeps its old value.
  const needed = [...requiredIn(view)]
    .filter((name) => !Object.hasOwn(patched, name) && Object.hasOwn(old, name))
    .map((name) => [name, mayBeNull(view, name) ? null : (old[name] as JsonValue)] as const);
  const settableNow = Object.entries(patched).filter(
    ([name]) => Object.hasOwn(old, name) || settable?.has(name) || !isHiddenIn(view, name, 'request'),
  );
  return { ...Object.fromEntries(settableNow), ...Object.fromEntries(needed), ...Object.fromEntries(kept) };
}

/** Tells whether a member may be null. */
export function mayBeNull({ members }: View, name: string): boolean {
  return (members.get(name) ?? []).every((schema) => takes(schema, null));
}

/** Returns what a new thing shows of a member: nothing lies in it yet, and it is not deleted, so that it has no member such as `deletedAt`. */
function ofNew(
  { members }: View,
  name: string,
  value: JsonValue | undefined,
  required: ReadonlySet<string>,
): JsonValue | undefined {
  if (
    typeof value === 'number' &&
    countsThings(name, () => true) &&
    (members.get(name) ?? []).every((each) => takes(each, 0))
  )
    return 0;
  return !required.has(name) && value !== undefined && isSoftDeletion(name, value) ? undefined : value;
}

function defaultOf({ members }: View, name: string): JsonValue | undefined {
  for (const schema of members.get(name) ?? []) {
    const value = nearestKeyword(schema, 'default');
    if (value !== undefined) return value as JsonValue;
  }
  return undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value that the text of an id stands for: "7" → 7 if the schemas want a number; undefined if they take neither. */
export function typedId(text: string, schemas: readonly Schema[]): JsonValue | undefined {
  const whole = /^-?(0|[1-9]\d{0,39})$/.test(text) ? BigInt(text) : undefined;
  const number = whole === undefined ? [] : [Number.isSafeInteger(Number(whole)) ? Number(whole) : whole];
  return [text, ...number].find((value) => schemas.every((schema) => takes(schema, value)));
}

export function takes(schema: Schema, value: JsonValue): boolean {
  try {
    return satisfies(schema, value, 'response');
  } catch {
    return false;
  }
}

/** Returns the id of a thing as text; undefined if the thing shows none. */
export function idIn(view: View, thing: unknown): string | undefined {
  const pointer = view.id ?? view.likelyId;
  const value = view.isObject ? (pointer === undefined ? undefined : valueAt(thing, pointer)) : thing;
  return ['string', 'number', 'bigint'].includes(typeof value) && value !== '' ? String(value) : undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a member holds an id, by its name or its value: `owner: 7`, `owner_id: "u-7"`. `owner: "Ada"` holds none. */
export function isIdIn(name: string, value: unknown): boolean {
  return (
    isIdName(name) || ['number', 'bigint'].includes(typeof value) || (typeof value === 'string' && UUID.test(value))
  );
}

function isWritten(value: unknown, id: string): boolean {
  return value === id || (typeof value === 'number' && String(value) === id);
}

/** Returns a thing with its id. */
export function withId(view: View, thing: JsonValue, id: string): JsonValue {
  if (!view.isObject) return view.list === undefined ? thing : (typedId(id, view.schemas) ?? thing);
  const { id: place } = view;
  // If the thing shows this id already, it had the right type when it was stored.
  if (place !== undefined && isObject(thing) && isWritten(valueAt(thing, place), id)) return thing;
  const value = place === undefined ? undefined : typedId(id, view.idSchemas);
  return value === undefined || view.id === undefined || !isObject(thing) ? thing : withAt(thing, view.id, value);
}

/** Returns a thing as one answer shows it, with the members that the answer declares. */
export function shownAs(view: View, thing: JsonValue, id: string): JsonValue {
  const own = withId(view, thing, id);
  if (!isObject(own) || view.isOpen || Object.keys(own).every((name) => view.members.has(name))) return own;
  return Object.fromEntries(Object.entries(own).filter(([name]) => view.members.has(name)));
}

/** Tells whether an answer shows the stored thing, and not another kind of thing. */
export function isAbout(view: View, canonical: View): boolean {
  // A list may show only the ids of its things.
  if (view.list !== undefined && !view.isObject) return true;
  if (view.isObject !== canonical.isObject) return false;
  if (view === canonical || view.id !== undefined || !view.isObject) return true;
  const shared = [...view.members.keys()].filter((name) => canonical.members.has(name));
  return view.members.size === 0 || shared.length * 2 >= view.members.size;
}
