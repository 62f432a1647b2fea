/**
 * Says which values of a request may name, or move, what others have: by their names, by their formats, and by what they look like, wherever they
 * stand. This inference only chooses inputs; no verdict depends on it.
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { heldWithin } from '../../src/contract/schema/applied';
import { allItemSchemas, facets, hasListedValues, typesOf, valuesListed } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { holdsSteps } from '../../src/http/mediaType';
import { isUnsafeMethod } from '../../src/http/methods';
import { escapePointer, pointerTokens } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import type { Items } from '../../src/resources/kinds';
import { singular, singularOf } from '../../src/resources/names';
import { beginsWithChange, flagAsksForChange, saysChange } from '../../src/resources/vocabulary/actions';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { isAmountName, isMeasureName, isPlainName } from '../../src/resources/vocabulary/measures';
import { isUniqueName, isWantedUnique } from '../../src/resources/vocabulary/naming';
import { isRoleOfPerson, rankOfUsers } from '../../src/resources/vocabulary/people';
import {
  isActingName,
  isExclusiveFlag,
  isExclusiveValue,
  isPlaceInOrder,
  isRelatingName,
} from '../../src/resources/vocabulary/relations';
import { plain, wordsIn } from '../../src/resources/vocabulary/words';
import { lastName, namesIn } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import { dateAs } from '../values/datePatterns';
import { idOf } from '../values/schemaChoices';

/** Tells whether requests of an operation may name nothing but what was handed over, what the run made, and what nobody has. */
export function isSparing(
  { safe }: Operation,
  { wanted: { everythingExists, writes } }: Pick<Known, 'wanted'>,
): boolean {
  return !safe && !everythingExists && writes !== 'any';
}

/** Tells whether a value of this name stands for a thing. */
export function namesThing(name: string, known: Known): boolean {
  return isIdName(name) || known.contract.kinds.items.some(({ parameter }) => plain(parameter.name) === plain(name));
}

/** The names of things in the singular, as `plain` gives them. */
const thingsCalled = remembered((kinds: Known['contract']['kinds']): ReadonlySet<string> => {
  return new Set(kinds.items.map(({ item }) => singular(item)).filter((name) => name !== ''));
});

/**
 * Tells whether a value of this name may stand for a thing: `into`, `order`, `target_order`, an item of `orders`, `transferTo`; and `reviewers`
 * where the contract has users.
 */
function maybeNamesThing(name: string, { contract: { kinds } }: Known): boolean {
  const things = thingsCalled(kinds);
  return (
    isRelatingName(name) ||
    [name, ...wordsIn(name)].some((word) => things.has(singularOf(word))) ||
    (isRoleOfPerson(name) && [...things].some((each) => rankOfUsers(each) !== undefined))
  );
}

/** The values that the contract lists for the ids of things that somebody can make, change or remove: `/rates/{currency}` with EUR and USD. */
const listedIds = remembered((kinds: Known['contract']['kinds']): ReadonlySet<string> => {
  const changeable = kinds.items.filter(
    ({ maker, replacer, patcher, remover, poster }) => maker ?? replacer ?? patcher ?? remover ?? poster,
  );
  const schemas = changeable.flatMap(({ parameter: { schema } }) => schema ?? []);
  return new Set(valuesListed(schemas).filter(isScalarValue).map(String));
});

/** Returns the id of a thing of these that was handed over; undefined if there is none. */
export function handedOverOf({ remover, replacer, patcher, reader }: Items, known: Known): string | undefined {
  const operation = remover ?? replacer ?? patcher ?? reader;
  return operation && known.handedOver.handed(operation, lastName(operation.path))[0];
}

/**
 * Tells whether a value of this name, in a request of an operation, is an amount that may be taken from something that was handed over: by an
 * action on it, or by making what refers to it. What is taken is not given back, so it is little, and asked once.
 */
export function isDrawn(operation: Operation, name: string, known: Known): boolean {
  return isAmountName(name) && drawsOnHandedOver(known)(operation);
}

const drawsOnHandedOver = remembered((known: Known) =>
  remembered((operation: Operation): boolean => {
    const { method, path, requestBody } = operation;
    if (!isSparing(operation, known) || method !== 'POST') return false;
    if (namesIn(path).some((name) => known.handedOver.handed(operation, name).length > 0)) return true;
    const members = (requestBody?.media ?? []).flatMap(({ schema }) =>
      schema ? [...new NamedPlaces(schema, known).byName.keys()] : [],
    );
    const { kinds } = known.contract;
    return members.some((name) => kinds.itemsMeantBy(name).some((items) => handedOverOf(items, known) !== undefined));
  }),
);

/** Returns the least usual amount that fits, as a number or as a text; undefined if there is none. */
export function littleOf(value: ScalarValue, fits: (value: JsonValue) => boolean): JsonValue | undefined {
  return [1, 2, 5, 10, 100, 1000, 0.01].map((each) => (typeof value === 'string' ? String(each) : each)).find(fits);
}

/** Formats of values that name a thing, wherever it is. */
const REFERRING: ReadonlySet<unknown> = new Set([
  ...['uuid', 'guid', 'uri', 'url', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'email', 'idn-email'],
  ...['hostname', 'idn-hostname', 'json-pointer', 'relative-json-pointer', 'objectid', 'ulid'],
]);

/** Formats of values that name none. */
const NAMELESS: ReadonlySet<unknown> = new Set([
  ...['date', 'date-time', 'time', 'duration', 'byte', 'binary', 'password', 'ipv4', 'ipv6', 'regex'],
  ...['float', 'double', 'decimal'],
]);

/** Matches a path or an address, which names what is there, and a text that speaks to somebody, who is told of it: `Hello @ada`. */
const NAMES = /^(\.{0,2}\/[^\s/]|[a-z][a-z\d+.-]{1,9}:\/\/)|(^|[\s(,])@[\p{L}\d]/iu;

const A_DATE = /^\d{4}-\d{2}-\d{2}|^\d{2}([-./])\d{2}\1\d{4}|^\d{2}:\d{2}/;

function isDate(text: string): boolean {
  return A_DATE.test(text) || dateAs(text) !== undefined;
}

export type ScalarValue = string | number | bigint | boolean;

/** What a value in a request may do to what somebody else has. */
export type Danger =
  /** It may refer to a thing. */
  | 'reference'
  /** It may be what a thing has for itself, such as its name. */
  | 'unique'
  /** It may take something from other things, such as their place or their being the default. */
  | 'moving';

/**
 * Says what a value at one place of an unsafe request may do to what others have, whatever the place is: a parameter, a header field, a form
 * field, a member at any depth.
 * @param name of the parameter or member; empty for the whole body.
 * @param schemas what the contract says of it.
 * @returns undefined if the value names nothing, and moves nothing.
 */
function dangerOf(name: string, value: ScalarValue, schemas: readonly Schema[], known: Known): Danger | undefined {
  if (typeof value === 'boolean') return value && isExclusiveFlag(name) ? 'moving' : undefined;
  if (schemas.some(hasListedValues)) return dangerOfListed(name, value, known);
  const formats = schemas.flatMap((schema) => facets(schema, true).map(({ format }) => format));
  const isReferring = formats.some((format) => REFERRING.has(format));
  if (isReferring || namesThing(name, known)) return 'reference';
  const isNumber = isNumeric(value);
  if (isNumber && isPlaceInOrder(name)) return 'moving';
  // A service that takes a number for a name has it as a text.
  const isText = typeof value === 'string' || schemas.some((schema) => typesOf(schema)?.has('string'));
  if (typeof value === 'string' && (isDate(value) || formats.some((format) => NAMELESS.has(format))))
    return isUniqueName(name) ? 'unique' : undefined;
  if (isText && (isUniqueName(name) || isWantedUnique(name))) return 'unique';
  if (isNumber && (name === '' || maybeNamesThing(name, known))) return 'reference';
  return typeof value === 'string' && (maybeNamesThing(name, known) || NAMES.test(value)) ? 'reference' : undefined;
}

/**
 * Values that the contract lists are no ids of what somebody made, unless paths name things by the same values, or their name says that something
 * is done to what they name.
 */
function dangerOfListed(name: string, value: ScalarValue, known: Known): Danger | undefined {
  if (listedIds(known.contract.kinds).has(String(value))) return 'reference';
  const isThing = (word: string) => thingsCalled(known.contract.kinds).has(singularOf(word));
  if (isActingName(name, isThing)) return 'reference';
  if (isRelatingName(name) && wordsIn(name).some(isThing)) return 'reference';
  return typeof value === 'string' && isExclusiveValue(value) ? 'moving' : undefined;
}

/** Returns the name of the member at a place of a body. An item of a list has the name of the list. */
export function nameAt(pointer: string): string {
  return pointerTokens(pointer).findLast((token) => !/^\d+$/.test(token)) ?? '';
}

/** Tells whether a number at a place of a body may name, or move, what somebody else has. */
export function mayActOn(operation: Operation, pointer: string, known: Known): boolean {
  const name = nameAt(pointer);
  return isSparing(operation, known) && (isDrawn(operation, name, known) || dangerOf(name, 1, [], known) !== undefined);
}

/** Tells whether any value at a place of a body may do so. */
export function mayTouch(operation: Operation, pointer: string, known: Known): boolean {
  if (!isSparing(operation, known)) return false;
  const name = nameAt(pointer);
  if (isDrawn(operation, name, known)) return true;
  return [1, 'a', true].some((value) => dangerOf(name, value, [], known) !== undefined);
}

/**
 * Tells whether a value of a parameter beside the path may name, or move, what somebody else has. Such a parameter says what the request acts on
 * far more often than a member does, so in doubt it names something: `?transferTo=2`, `Destination: main.txt`.
 */
export function parameterMayTouch(operation: Operation, parameter: Parameter, value: JsonValue, known: Known): boolean {
  const { name, schema } = parameter;
  if (!isSparing(operation, known)) return false;
  if (isObject(value) || Array.isArray(value))
    return Object.entries(value).some(([inner, each]) =>
      parameterMayTouch(
        operation,
        Array.isArray(value) ? parameter : { ...parameter, name: inner },
        each as JsonValue,
        known,
      ),
    );
  if (value === null) return false;
  // It has the request taken for another one: `X-HTTP-Method-Override: DELETE`.
  if (isUnsafeMethod(String(value))) return true;
  const schemas = schema ? [schema, ...allItemSchemas(schema)] : [];
  const danger = dangerOf(name, value as ScalarValue, schemas, known);
  if (danger !== undefined || typeof value === 'boolean' || schemas.some(hasListedValues)) return danger !== undefined;
  const all = schemas.flatMap((each) => facets(each, true));
  const isSaid = all.some(
    (each) => NAMELESS.has(each['format']) || each['maximum'] !== undefined || each['default'] === value,
  );
  return !isSaid && !isPlainName(name) && !(typeof value === 'string' && isDate(value));
}

/**
 * Tells whether a value of a parameter may make a request that only reads change something, where others have things: `?action=delete`,
 * `?purge=true`, `?consume=true`, and `?muted=muted` where the contract says `Set mute state`. As a filter it may read, too, but nobody can tell.
 */
export function mayAskForChange(
  { safe }: Operation,
  { name, description, schema }: Pick<Parameter, 'name' | 'description' | 'schema'>,
  value: JsonValue,
  { wanted: { everythingExists, writes } }: Pick<Known, 'wanted'>,
): boolean {
  if (!safe || everythingExists || writes === 'any') return false;
  const isSet = /^(true|1|yes|on)$/i.test(String(value));
  if (isSet ? flagAsksForChange(name) : typeof value === 'string' && beginsWithChange(value)) return true;
  const isUnset = /^(false|0|no|off)$/i.test(String(value));
  return !isUnset && (isSet || (schema !== undefined && hasListedValues(schema))) && saysChange(description);
}

/** What stands somewhere in a body, and may name a thing. */
export interface NamedPlace {
  readonly pointer: string;
  readonly value: ScalarValue;
  readonly danger: Danger;
}

/** A key of an object that may name a thing. */
export interface NamedKey {
  /** The JSON Pointer of the object. */
  readonly around: string;
  readonly key: string;
}

/** Matches keys that are numbers, UUIDs or paths. */
const AN_ID_AS_KEY = /^\d+$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\.{0,2}\/[^\s/]/i;

/** A number below this maximum counts or measures something. */
const SMALL = 2 ** 28;

/** Bodies are searched to this depth. */
const DEEPEST = 8;

/** So many places of a schema are looked at. */
const MOST_PLACES = 3000;

/** The members of a step of a JSON Patch that name places of the thing itself, and nothing else (RFC 6902 §4). */
const POINTING = /^\/\d+\/(path|from|op)$/;

/** The schemas of bodies that are a JSON Patch. */
const patchesOf = remembered(({ items }: Known['contract']['kinds']): ReadonlySet<Schema> => {
  const all = items.flatMap(({ patcher }) => patcher?.requestBody?.media ?? []);
  return new Set(all.filter(({ type }) => holdsSteps(type)).flatMap(({ schema }) => schema ?? []));
});

/** Finds in bodies of a schema what may name or move what others have. */
export class NamedPlaces {
  /** What the contract says of members, by their names. */
  readonly byName: ReadonlyMap<string, readonly Schema[]>;
  private readonly isPatch: boolean;

  constructor(
    schema: Schema,
    private readonly known: Known,
  ) {
    this.isPatch = patchesOf(known.contract.kinds).has(schema);
    const byName = new Map<string, Schema[]>();
    eachNamed(schema, (each, name) => {
      const all = byName.get(name) ?? [];
      byName.set(name, all);
      all.push(each);
    });
    this.byName = byName;
  }

  all(): Schema[] {
    return [...this.byName.values()].flat();
  }

  in(body: JsonValue): NamedPlace[] {
    const places: NamedPlace[] = [];
    const walk = (value: JsonValue, name: string, pointer: string, depth: number) => {
      if (depth > DEEPEST) return;
      if (isScalarValue(value)) {
        const danger = this.isPatch && POINTING.test(pointer) ? undefined : this.dangerIn(pointer, name, value);
        if (danger !== undefined) places.push({ pointer, value, danger });
        return;
      }
      if (typeof value !== 'object' || value === null) return;
      for (const [inner, each] of Object.entries(value))
        walk(each as JsonValue, Array.isArray(value) ? name : inner, `${pointer}/${escapePointer(inner)}`, depth + 1);
    };
    walk(body, '', '', 0);
    return places;
  }

  /**
   * Finds the keys that may name things, the deepest ones first: those of an object that the contract does not declare, and that are ids, or
   * stand before a whole number: `{ "lines": { "3": 2 } }` takes two of product 3.
   */
  keysIn(body: JsonValue): NamedKey[] {
    const keys: NamedKey[] = [];
    const walk = (value: JsonValue, pointer: string, depth: number) => {
      if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
      for (const [key, each] of Object.entries(value)) {
        walk(each as JsonValue, `${pointer}/${escapePointer(key)}`, depth + 1);
        if (Array.isArray(value) || this.byName.has(key)) continue;
        if (AN_ID_AS_KEY.test(key) || Number.isInteger(each)) keys.push({ around: pointer, key });
      }
    };
    walk(body, '', 0);
    return keys;
  }

  /**
   * Says what a value may do at a place. Whole numbers in a list are ids more often than measures, unless their name or a maximum says so, and nothing
   * of that name is listed.
   */
  dangerIn(pointer: string, name: string, value: ScalarValue): Danger | undefined {
    const danger = this.dangerAt(name, value);
    const schemas = this.byName.get(name) ?? [];
    // Many services take a single value for a list of one.
    const isListed = /\/\d+$/.test(pointer) || schemas.some((schema) => allItemSchemas(schema).length > 0);
    if (danger !== undefined || !isListed) return danger;
    // What a body lists without a name is what its path is about, and often names things: `PUT /teams/7/members` with `["ada"]`.
    const isText = typeof value === 'string' && !schemas.some(hasListedValues);
    if (!isNumeric(value)) return isText && name === '' ? 'reference' : undefined;
    const said = schemas.flatMap((schema) => facets(schema, true));
    const isMeasure = said.some(
      ({ enum: few, const: one, maximum }) => few !== undefined || one !== undefined || Number(maximum) < SMALL,
    );
    if (this.known.contract.kinds.areListed(name)) return 'reference';
    return isMeasure || isMeasureName(name) ? undefined : 'reference';
  }

  /** Finds the amounts in a body. */
  amountsIn(body: JsonValue): Omit<NamedPlace, 'danger'>[] {
    const amounts: Omit<NamedPlace, 'danger'>[] = [];
    const walk = (value: JsonValue, name: string, pointer: string, depth: number) => {
      if (depth > DEEPEST) return;
      if (isScalarValue(value) && !Number.isNaN(Number(value)) && isAmountName(name)) amounts.push({ pointer, value });
      if (typeof value !== 'object' || value === null) return;
      for (const [inner, each] of Object.entries(value))
        walk(each as JsonValue, Array.isArray(value) ? name : inner, `${pointer}/${escapePointer(inner)}`, depth + 1);
    };
    walk(body, '', '', 0);
    return amounts;
  }

  dangerAt(name: string, value: ScalarValue): Danger | undefined {
    return dangerOf(name, value, this.byName.get(name) ?? [], this.known);
  }
}

/** Tells whether a value is a number, or a text of digits, as which many services read one. */
function isNumeric(value: ScalarValue): boolean {
  return typeof value === 'string' ? /^\s*\d+\s*$/.test(value) : typeof value !== 'boolean';
}

export function isScalarValue(value: unknown): value is ScalarValue {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** Visits the schemas of a body with the names of their members. What has no name in the contract, such as an item, has that of what holds it. */
function eachNamed(whole: Schema, visit: (schema: Schema, name: string) => void): void {
  const waiting: { readonly schema: Schema; readonly name: string }[] = [];
  const seen = new Set<string>();
  const add = (schema: Schema, name: string) => {
    const key = `${idOf(schema)} ${name}`;
    if (seen.has(key) || seen.size >= MOST_PLACES) return;
    seen.add(key);
    waiting.push({ schema, name });
  };
  add(whole, '');
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    const { schema, name } = at;
    visit(schema, name);
    for (const { keyword, key, schema: inner } of heldWithin(schema)) add(inner, keyword === 'properties' ? key : name);
  }
}
