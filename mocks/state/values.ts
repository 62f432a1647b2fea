/** From what a request sends to what is held, and from that to what an answer shows. */

import type { Media, Operation } from '../../src/contract/contract';
import { satisfies } from '../../src/contract/schema/evaluate';
import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { withoutWriteOnly } from '../../src/contract/schema/writeOnly';
import { bareType } from '../../src/http/mediaType';
import { type ReadJson, wholeNumber } from '../../src/json/exactJson';
import { escapePointer, valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { wrappersOf } from '../../src/resources/identity';
import type { Named } from '../../src/resources/names';
import { plain } from '../../src/resources/names';
import { isSoftDeletion } from '../../src/resources/softDeletion';
import { hiddenIn, requiredIn, type View, withAt } from '../../src/resources/views';
import { mediaOf, readBody } from '../../src/serialization/readBody';
import { isTooDeep } from './extent';

export interface SentObject {
  readonly value: JsonValue;
  /** In lower case, without parameters. */
  readonly type: string;
}

/** What the body of a request holds; undefined where it has none, or none that can be read. */
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

/** With its integers as they were written. */
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

/** How what is held is made from what is sent. */
export interface Filling {
  readonly view: View;
  /** What the contract shows of one. */
  readonly sample: JsonValue | undefined;
  /** The members that the requests of an operation can set; undefined where that is any. */
  readonly settable: (operation: Operation) => ReadonlySet<string> | undefined;
}

/** What requests of an operation can set, by what their bodies declare; undefined where that is any member. */
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

/** The part of what was sent that is the thing itself: all of it, or what it wraps, whichever has more of the thing's members. */
export function thingIn(named: Named, { members, isObject: wanted }: View, sent: JsonValue): JsonValue {
  if (!isObject(sent) || !wanted) return sent;
  const shared = (prefix: string) => {
    const part = valueAt(sent, prefix);
    return isObject(part) ? Object.keys(part).filter((name) => members.has(name)).length : 0;
  };
  const [best = ''] = [...wrappersOf(named, sent, true)].sort((one, other) => shared(other) - shared(one));
  return valueAt(sent, best) as JsonValue;
}

/**
 * A thing from what was sent: with the members that are the service's to set as they were, or as the contract shows them.
 * @param settable what the request can set; undefined for any member.
 * @param old what it replaces.
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
  const [readOnly, required] = [hiddenIn(view, 'request'), requiredIn(view)];
  // Where requests declare a member of their own, what answers say of theirs is not meant.
  const isOurs = (name: string) => (settable === undefined ? readOnly.has(name) : !settable.has(name));
  const made = new Map(Object.entries(sent ?? {}).filter(([name]) => !readOnly.has(name) || !isOurs(name)));
  for (const name of new Set([...view.members.keys(), ...Object.keys(before)])) {
    if (made.has(name)) continue;
    const value = isOurs(name) ? (before[name] ?? unlessGone(name, shown[name], required)) : defaultOf(view, name);
    const found = value ?? (required.has(name) ? shown[name] : undefined);
    if (found !== undefined) made.set(name, found);
  }
  return Object.fromEntries(made);
}

/** A thing from what a patch made of it: what is only read is as it was, and nothing is missing. */
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
  // What was taken away, and has to be there, is null where it may be.
  const needed = [...requiredIn(view)]
    .filter((name) => !Object.hasOwn(patched, name) && Object.hasOwn(old, name))
    .map((name) => [name, mayBeNull(view, name) ? null : (old[name] as JsonValue)] as const);
  return { ...patched, ...Object.fromEntries(needed), ...Object.fromEntries(kept) };
}

/** Whether null is a value of a member. */
export function mayBeNull({ members }: View, name: string): boolean {
  return (members.get(name) ?? []).every((schema) => takes(schema, null));
}

/** What says that it is deleted is not said of what is new. */
function unlessGone(name: string, value: JsonValue | undefined, required: ReadonlySet<string>): JsonValue | undefined {
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

/** The value that a text of an id stands for where its schemas are these; undefined where they take none. */
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

/** The text of an id in a thing; undefined where it shows none. */
export function idIn(view: View, thing: unknown): string | undefined {
  const pointer = view.id ?? view.likelyId;
  const value = view.isObject ? (pointer === undefined ? undefined : valueAt(thing, pointer)) : thing;
  return ['string', 'number', 'bigint'].includes(typeof value) && value !== '' ? String(value) : undefined;
}

function isWritten(value: unknown, id: string): boolean {
  return value === id || (typeof value === 'number' && String(value) === id);
}

/** A thing that shows the id by which it is asked for. */
export function withId(view: View, thing: JsonValue, id: string): JsonValue {
  if (!view.isObject) return view.list === undefined ? thing : (typedId(id, view.schemas) ?? thing);
  const { id: place } = view;
  // What is shown so already was of its type when it was kept.
  if (place !== undefined && isObject(thing) && isWritten(valueAt(thing, place), id)) return thing;
  const value = place === undefined ? undefined : typedId(id, view.idSchemas);
  return value === undefined || view.id === undefined || !isObject(thing) ? thing : withAt(thing, view.id, value);
}

/** A thing that names what it lies in, where it has a member called like the parameter of that. */
export function withParents(view: View, thing: JsonValue, parents: ReadonlyMap<string, string>): JsonValue {
  if (!isObject(thing)) return thing;
  let made: JsonObject = thing;
  for (const [parameter, id] of parents) {
    const [name, schemas] = [...view.members].find(([each]) => plain(each) === plain(parameter)) ?? [];
    const value = schemas && typedId(id, schemas);
    if (name !== undefined && value !== undefined && view.id !== `/${escapePointer(name)}`)
      made = { ...made, [name]: value };
  }
  return made;
}

/** A thing as one answer shows it: what that declares of it. */
export function shownAs(view: View, thing: JsonValue, id: string): JsonValue {
  const own = withId(view, thing, id);
  if (!isObject(own) || view.isOpen || Object.keys(own).every((name) => view.members.has(name))) return own;
  return Object.fromEntries(Object.entries(own).filter(([name]) => view.members.has(name)));
}

/** Whether an answer shows of the thing what is held of it. */
export function isAbout(view: View, canonical: View): boolean {
  // A list may name its things alone.
  if (view.list !== undefined && !view.isObject) return true;
  if (view.isObject !== canonical.isObject) return false;
  if (view === canonical || view.id !== undefined || !view.isObject) return true;
  const shared = [...view.members.keys()].filter((name) => canonical.members.has(name));
  return view.members.size === 0 || shared.length * 2 >= view.members.size;
}
