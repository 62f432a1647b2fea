/** Makes bodies for chains. Their values differ from those before, so that GET shows whether they were stored. */

import type { Media, Operation } from '../../src/contract/contract';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { namingMembers } from '../../src/resources/names';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { plain } from '../../src/resources/vocabulary/words';
import type { Input } from '../../src/serialization/input';
import { remembered } from '../../src/support/caching';
import { inputsOf } from '../inputs/inputs';
import { UNDECLARED } from '../inputs/parts/bodySlot';
import { satisfiesMedia, tokenInFront } from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';
import { distinct, parsedJson } from './tellableInputs';

type Body = { readonly [name: string]: JsonValue };

interface Written {
  readonly input: Input;
  readonly value: Body;
}

/** Returns the value of a body that is JSON; undefined for any other body. */
export function jsonIn({ body }: Input): JsonValue | undefined {
  return body && /json/i.test(body.contentType) ? parsedJson(body.bytes) : undefined;
}

function asObject(input: Input): Written[] {
  const value = jsonIn(input);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [{ input, value: value as Body }] : [];
}

/** Puts another body in the place of one. Only a text that it still has can show later that the thing was made by it. */
function withBody(input: Input, value: Body): Input {
  if (!input.body) return input;
  const { like, ...rest } = input;
  const kept = Object.entries(like ?? {}).filter(([name, text]) => value[name] === text);
  const bytes = Buffer.from(toJson(value));
  return { ...rest, body: { ...input.body, bytes }, ...(kept.length === 0 ? {} : { like: Object.fromEntries(kept) }) };
}

function validObjects(operation: Operation, known: Known): readonly Written[] {
  return objectsAmong(inputsOf(operation, known).valid);
}

const objectsAmong = remembered((valid: readonly { readonly input: Input }[]): readonly Written[] =>
  valid.flatMap(({ input }) => asObject(input)),
);

const size = ({ value }: Written) => Object.keys(value).length;

const fullestAmong = remembered((all: readonly Written[]): Written | undefined => {
  const whole = all.filter(({ value }) => !Object.values(value).includes(null));
  const [first, ...more] = whole.length > 0 ? whole : all;
  return first && more.reduce((most, each) => (size(each) > size(most) ? each : most), first);
});

/**
 * Returns the body with the most members. A list in it has an item, where one may have: nobody can tell an empty one from what was left out. If the
 * body is a number, it is not 0, which could also stand for nothing.
 */
export function fullest(operation: Operation, known: Known): Input | undefined {
  const full = fullestAmong(validObjects(operation, known));
  if (full) return distinct(operation, withItems(operation, full, known), known);
  const found = inputsOf(operation, known).valid.find(({ input }) => {
    const value = jsonIn(input);
    return typeof value === 'number' && value !== 0;
  });
  return found?.input;
}

/** Puts an item into the lists of a body that have none, from other bodies. */
function withItems(operation: Operation, full: Written, known: Known): Input {
  const media = mediaOf(operation, full.input);
  if (!media?.schema) return full.input;
  let changed = full.value;
  for (const name of Object.keys(changed).filter((each) => isEmptyList(full.value[each]))) {
    const others = validObjects(operation, known).flatMap(({ value }): Body[] => {
      const items = value[name];
      if (!Array.isArray(items) || items.length === 0) return [];
      return [items.slice(0, 1), items].map((each) => ({ ...changed, [name]: each as JsonValue }));
    });
    changed = others.find((each) => satisfiesMedia(media, each)) ?? changed;
  }
  return changed === full.value ? full.input : withBody(full.input, changed);
}

const isEmptyList = (value: JsonValue | undefined) => Array.isArray(value) && value.length === 0;

/** Returns the body with the fewest members; undefined if no member can be left out. */
export function barest(operation: Operation, known: Known): Input | undefined {
  const input = least(operation, known);
  return input && distinct(operation, input, known);
}

/** Returns the body with the fewest members, without a unique name in it. */
export function least(operation: Operation, known: Known): Input | undefined {
  const objects = validObjects(operation, known);
  const [first] = objects;
  if (!first) return undefined;
  const fewest = objects.reduce((smallest, each) => (size(each) < size(smallest) ? each : smallest), first);
  return objects.some((each) => size(each) > size(fewest)) ? fewest.input : undefined;
}

/**
 * Returns a body with another value of a member; undefined where no valid body that the run may send has it: `active: true` may take that from what
 * somebody else has.
 */
export function withMember(
  operation: Operation,
  input: Input,
  name: string,
  value: string | boolean,
  known: Known,
): Input | undefined {
  const [one] = asObject(input);
  const media = mediaOf(operation, input);
  if (!one || !media?.schema || !validObjects(operation, known).some(({ value: sent }) => sent[name] === value))
    return undefined;
  const changed = { ...one.value, [name]: value };
  return satisfiesMedia(media, changed) ? withBody(input, changed) : undefined;
}

/** Returns a body with other values for as many members as possible. */
export function varied(operation: Operation, input: Input, known: Known): Input | undefined {
  const [one] = asObject(input);
  const media = mediaOf(operation, input);
  if (!one || !media?.schema) return undefined;
  const users = usersValues(operation, known);
  const fits = (body: JsonValue) => satisfiesMedia(media, body);
  let changed = users.bodyAnew(one.value, fits, known.chance.random(operation)) as Body;
  for (const [name, value] of Object.entries(one.value)) {
    if (users.has(name, value) || users.has('', one.value)) continue;
    const others = validObjects(operation, known).flatMap(({ value: each }) => {
      const other = each[name];
      return other === undefined || other === null || other === value ? [] : [{ ...changed, [name]: other }];
    });
    changed = others.find((each) => satisfiesMedia(media, each)) ?? changed;
  }
  return withBody(input, changed);
}

/** Returns a body with one invalid member. Its other members would show if the request were accepted. */
export function broken(operation: Operation, known: Known): Input | undefined {
  const input = fullest(operation, known);
  const [valid] = input ? asObject(input) : [];
  if (!valid || size(valid) < 2) return undefined;
  // Members that are texts are made invalid last, since a valid text shows best that the request was accepted: and last of all one of the run's own.
  const nameOf = ({ subject }: CaseViolation) => /^\/([^/]+)$/.exec(subject)?.[1];
  const telling = ({ violation }: { readonly violation: CaseViolation }) => {
    const name = nameOf(violation) ?? '';
    return Number(typeof valid.value[name] === 'string') + Number(valid.input.like?.[name] !== undefined);
  };
  const all = [...inputsOf(operation, known).invalid].sort((one, other) => telling(one) - telling(other));
  for (const { input: invalid, violation } of all) {
    const name = nameOf(violation);
    const value = name === undefined ? undefined : asObject(invalid)[0]?.value[name];
    if (name === undefined || value === undefined || valid.value[name] === undefined) continue;
    return withBody(valid.input, { ...valid.value, [name]: value });
  }
  return undefined;
}

/**
 * Returns the fullest body under a media type that is not declared; undefined if the contract declares them all. What it holds would show. It
 * gives no other name to what the path names: a service that takes it would do so, too, and nobody could find the thing again.
 */
export function mistyped(operation: Operation, known: Known): Input | undefined {
  const input = fullest(operation, known);
  const isOpen = operation.requestBody?.media.some(({ type }) => type === '*/*' || type === 'application/*');
  const kept = input && !isOpen ? withoutNaming(operation, input, known) : undefined;
  return kept?.body && { ...kept, body: { ...kept.body, contentType: UNDECLARED } };
}

/** Leaves out what gives another name to what the path names; undefined where nothing else is left, or the body is no object. */
function withoutNaming(operation: Operation, input: Input, known: Known): Input | undefined {
  const [object] = asObject(input);
  const kind = known.contract.kinds.ofItem(operation);
  const naming = new Set(kind ? namingMembers(kind) : []);
  const entries = Object.entries(object?.value ?? {}).filter(([name]) => !naming.has(plain(name)));
  return entries.length === 0 ? undefined : withBody(input, Object.fromEntries(entries));
}

/**
 * Returns the fullest body of JSON for a PATCH, whose type says of no patch how it is applied; undefined where it gives a thing another name, or
 * has to be something else than members to set.
 */
export function plainPatch(operation: Operation, known: Known): Input | undefined {
  const input = fullest(operation, known);
  const kept =
    input && /^application\/json\b/i.test(input.body?.contentType ?? '')
      ? withoutNaming(operation, input, known)
      : undefined;
  const [object] = kept ? asObject(kept) : [];
  const media = kept && mediaOf(operation, kept);
  return object && media && satisfiesMedia(media, object.value) ? kept : undefined;
}

/** Returns two patches, each of a single member of a fuller one: what is not in them shows whether they leave it. None where there are no two. */
export function singlePatches(operation: Operation, full: Input, known: Known): readonly Input[] {
  const [whole] = asObject(full);
  const media = mediaOf(operation, full);
  // Of two members nothing would be left over by both patches.
  if (!whole || !media || size(whole) < 4) return [];
  const alone = Object.entries(whole.value).flatMap(([name, value]): Body[] => {
    const patch = { [name]: value };
    return isPlain(value) && value !== null && satisfiesMedia(media, patch) ? [patch] : [];
  });
  const [one, other] = alone;
  return one && other ? [one, other].map((patch) => distinct(operation, withBody(full, patch), known)) : [];
}

const isPlain = (value: JsonValue) => typeof value !== 'object' || value === null;

/**
 * Makes merge patches (RFC 7396): one that sets all members, one that sets a single member, and one that removes a member; and the last two of an
 * object in the whole, where it has one.
 * @param setter sets the same thing as a whole. What it sets in an object is what the patches set in it: a map has the same keys.
 */
export function patches(operation: Operation, known: Known, setter?: Operation): Input[] {
  const merging = ({ input }: Written) => /^application\/merge-patch\+json/i.test(input.body?.contentType ?? '');
  const objects = validObjects(operation, known).filter(merging);
  const full = fullest(operation, known);
  const one = objects.find(({ value }) => {
    const members = Object.values(value);
    return members.length === 1 && typeof members[0] === 'string';
  });
  const [taken] = objects.flatMap(({ input, value }) => {
    const name = Object.keys(value).find((each) => value[each] === null);
    return name === undefined ? [] : [withBody(input, { [name]: null })];
  });
  const isMerging = full && /^application\/merge-patch\+json/i.test(full.body?.contentType ?? '');
  const whole = isMerging ? withObjectsOf(operation, full, setter && fullest(setter, known)) : undefined;
  return [
    ...(whole ? [whole] : []),
    ...(one ? [distinct(operation, one.input, known)] : []),
    ...(taken ? [taken] : []),
    ...(whole ? patchesBelow(operation, whole, known) : []),
  ];
}

/** Puts the objects of another body in place of those that a body has, where they fit. */
function withObjectsOf(operation: Operation, full: Input, other: Input | undefined): Input {
  const [[one], [model]] = [asObject(full), other ? asObject(other) : []];
  const media = mediaOf(operation, full);
  if (!one || !model || !media) return full;
  let value = one.value;
  for (const [name, inner] of Object.entries(model.value)) {
    const changed = isObject(inner) && isObject(value[name]) ? { ...value, [name]: inner } : value;
    if (changed !== value && satisfiesMedia(media, changed)) value = changed;
  }
  return value === one.value ? full : withBody(full, value);
}

/** Returns what an operation declares of the type of a body. */
function mediaOf({ requestBody }: Operation, { body }: Input): Media | undefined {
  return requestBody?.media.find(({ declared }) => declared === body?.contentType);
}

/**
 * Makes of a patch those of an object in it: one that has a part of it, with another text where it is one, since all else in it must stay; and one
 * that removes a member of it. An object with an id stands for another thing, and is left as it is.
 * For example, `{ "labels": { "a": "x", "b": "y" } }` → `{ "labels": { "a": "c1f2e3d4" } }`, `{ "labels": { "a": null } }`.
 */
function patchesBelow(operation: Operation, full: Input, known: Known): Input[] {
  const [whole] = asObject(full);
  const media = mediaOf(operation, full);
  if (!whole || !media) return [];
  const objects = Object.entries(whole.value).flatMap(([name, inner]) => {
    const members = isObject(inner) ? Object.entries(inner as Body) : [];
    return members.length === 0 || members.some(([each]) => isIdName(each)) ? [] : [{ name, members }];
  });
  const token = tokenInFront(known.chance.random(operation));
  const users = usersValues(operation, known);
  const others = (inner: string, value: JsonValue) =>
    typeof value === 'string' && !users.has(inner, value) ? [token, `${token}-${value}`, value] : [value];
  const parts = objects.flatMap(({ name, members }): Body[] => {
    const changed = members.flatMap(([inner, value]) =>
      others(inner, value).map((other) => ({ [name]: { [inner]: other } })),
    );
    // Of a single member nothing would be left over, so another one is added, or none.
    const beside = members.slice(0, 1).map(([, value]) => ({ [name]: { [token]: value } }));
    return members.length > 1 ? changed : [...beside, { [name]: {} }, ...changed];
  });
  const taken = objects.flatMap(({ name, members }) => members.map(([inner]): Body => ({ [name]: { [inner]: null } })));
  return [parts, taken].flatMap((all) => {
    const fitting = all.find((patch) => satisfiesMedia(media, patch));
    return fitting ? [withBody(full, fitting)] : [];
  });
}
