/**
 * Keeps requests from naming what others have, wherever a value stands: `POST /orders/7/merge` with `{ "sourceId": 1 }` changes order 1,
 * `Destination: main.txt` overwrites a file, and `{ "alias": "home" }` takes the alias from its owner. What an unsafe request names was handed
 * over, or made by the run, or is nothing. This inference only chooses inputs; no verdict depends on it.
 */

import type { Operation } from '../../src/contract/contract';
import { eachBound } from '../../src/contract/schema/bounds';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { hasListedValues, itemSchema, memberSchemas, typesOf, valuesListed } from '../../src/contract/schema/facets';
import { clauseOf, type Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer, pointerOf, pointerTokens, valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { isExclusiveFlag, isPlaceInOrder } from '../../src/resources/vocabulary/relations';
import { namesItem } from '../../src/routing/pathTemplate';
import type { Random } from '../../src/support/random';
import { satisfiesWith } from '../values/partOfValue';
import { improbableKey, keepsLength, ownText } from './chosenKeys';
import {
  type Danger,
  handedOverOf,
  isDrawn,
  isScalarValue,
  littleOf,
  type NamedKey,
  type NamedPlace,
  NamedPlaces,
  nameAt,
  type ScalarValue,
} from './namedPlaces';
import { usersValues } from './usersValues';

/** Tells whether an operation acts on what its body names. One that makes a thing, or changes the one in its path, may name others. */
export function actsOnNamed(operation: Operation, { contract }: Known): boolean {
  const { method, path, safe } = operation;
  if (safe) return false;
  return method === 'POST' ? !contract.kinds.madeBy(operation) : method === 'DELETE' || !namesItem(path);
}

/** Puts a value of the run's own, or one that nobody has, in place of one that may name a thing; undefined if there is none. */
export function ofNobody(
  name: string,
  value: JsonValue,
  fits: (value: JsonValue) => boolean,
  random: Random,
): JsonValue | undefined {
  if (typeof value === 'boolean') return fits(false) ? false : undefined;
  if (Array.isArray(value)) {
    const [first] = value as readonly JsonValue[];
    const key = first === undefined ? undefined : ofNobody(name, first, (each) => fits([each]), random);
    return key === undefined ? undefined : [key];
  }
  if (typeof value === 'string' && !isIdName(name)) return ownText(value, fits, random);
  return improbableKey(value, fits, random);
}

/** Numbers up to this one are given to things by services that count them. */
const MOST_COUNTED = 2 ** 28;

/** A text of at least this many characters is nobody's id by chance. */
const LONG = 16;

/** Puts into bodies values of the run's own, or such as nobody has, in place of what may name or move what others have. */
export class NamingNobody {
  /** What refers to nothing, by the JSON Pointer of its place. */
  private readonly keys = new Map<string, string | number>();
  /** The run's own keys, by those that they stand for. */
  private readonly ownKeys = new Map<string, string>();
  private plain: JsonValue | undefined;
  /** The valid bodies, as JSON. */
  private readonly sent = new Set<string>();
  private why: string | undefined;
  private readonly places: NamedPlaces;
  /** Whether a value of this name is an amount that is kept small. */
  private readonly isFrugal: (name: string) => boolean;
  /** Whether code of the user made a value. It stands for itself, as what is handed over does. */
  private readonly isUsers: (pointer: string, value: JsonValue) => boolean;

  /** @param kept JSON Pointers of the keys that are made improbable by themselves, and whether a body may have any value there. */
  constructor(
    private readonly schema: Schema,
    private readonly known: Known,
    private readonly random: Random,
    private readonly kept: ReadonlyMap<string, boolean> = new Map(),
    operation?: Operation,
  ) {
    this.places = new NamedPlaces(schema, known);
    this.isFrugal = (name) => operation !== undefined && isDrawn(operation, name, known);
    const users = operation && usersValues(operation, known);
    this.isUsers = (pointer, value) => users?.has(nameAt(pointer), value) === true;
  }

  /** Returns a valid body as it is sent; undefined if it must name what somebody may have. */
  valid(body: JsonValue): JsonValue | undefined {
    const isValid = (each: JsonValue) => surelySatisfies(this.schema, each, 'request');
    const named = this.withOwnKeys(body, (around, each) => {
      const known = this.ownKeys.get(each);
      const fits = (other: JsonValue) => isValid(withKey(body, around, each, String(other)));
      return known !== undefined && fits(known) ? known : ownKeyFor(each, fits, this.random);
    });
    if (named === undefined) return undefined;
    const frugal = this.withLittle(named);
    let changed = frugal;
    let hasLeft = frugal !== named;
    for (const { pointer, value, danger } of this.placesIn(named)) {
      // It was left out with what it lies in.
      if (valueAt(changed, pointer) === undefined) continue;
      const around = changed;
      const fits = (each: JsonValue) => satisfiesWith(this.schema, around, pointerTokens(pointer), each);
      const key = this.keyFor({ pointer, value, danger }, fits);
      const left = key === undefined ? withoutMember(changed, pointer, isValid) : withAt(changed, pointer, key);
      if (left === undefined) {
        if (this.kept.get(pointer) === true) continue;
        this.why ??= WHY[danger](pointer);
        return undefined;
      }
      hasLeft ||= key === undefined;
      changed = left;
    }
    const text = toJson(changed);
    if (hasLeft && this.sent.has(text)) return undefined;
    this.sent.add(text);
    this.plain ??= changed;
    return changed;
  }

  /** Tells whether what a body shows at a place, such as its length, is another once it is sent. */
  replaces(body: JsonValue, pointer: string): boolean {
    const value = valueAt(body, pointer);
    if (!isScalarValue(value) || this.kept.get(pointer) === false || this.isUsers(pointer, value)) return false;
    if (this.isFrugal(nameAt(pointer))) return true;
    const danger = this.places.dangerIn(pointer, nameAt(pointer), value);
    return danger !== undefined && !(danger === 'unique' && keepsLength(String(value)));
  }

  /** Why no valid body was found so far; undefined if names are not the reason. */
  get whyNone(): string | undefined {
    return this.why;
  }

  /** Does the same for a body that breaks one clause, by that keyword at that place. */
  broken(body: JsonValue, path: string, keyword: string): JsonValue | undefined {
    const isWithin = ({ around, key }: NamedKey) => `${path}/`.startsWith(`${around}/${escapePointer(key)}/`);
    if (this.places.keysIn(body).some(isWithin)) return undefined;
    const named = this.withOwnKeys(body, (_, key) => this.ownKeys.get(key));
    if (named === undefined) return undefined;
    const isAmount = ({ pointer }: { readonly pointer: string }) => pointer === path && this.isFrugal(nameAt(path));
    if (this.places.amountsIn(named).some(isAmount)) return undefined;
    let changed = this.withLittle(named);
    const broken = nameAt(path);
    // Items that are to be equal stay so.
    const alike = new Map<ScalarValue, JsonValue | undefined>();
    // Whatever a lenient service takes for true, or for a number.
    if (isScalarValue(valueAt(body, path)) && (isExclusiveFlag(broken) || isPlaceInOrder(broken))) return undefined;
    for (const { pointer, value, danger } of this.placesIn(named)) {
      if (pointer === path && danger === 'moving') return undefined;
      const at = inFirstItems(pointer);
      const key =
        pointer === path
          ? this.alikeBroken(value, keyword)
          : (alike.get(value) ?? this.keyFor({ pointer, value, danger }, (each) => this.fitsPlain(at, each)));
      if (keyword === 'uniqueItems' && pointer.startsWith(`${path}/`)) alike.set(value, key);
      if (key !== undefined) changed = withAt(changed, pointer, key);
      else if (pointer === path ? mayBeRead(value) : this.plain === undefined || valueAt(this.plain, at) !== value)
        return undefined;
    }
    return changed;
  }

  /** Returns the clauses of the values, by file and pointer, and why no body shows or breaks all of them. */
  spared(): ReadonlyMap<string, string> {
    const spared = new Map<string, string>();
    for (const [name, schemas] of this.places.byName) {
      if (this.isFrugal(name))
        for (const schema of schemas) for (const [place] of clausesOfIds(schema)) spared.set(place, LITTLE);
      const isText = schemas.some((schema) => typesOf(schema)?.has('string') === true);
      const danger = this.places.dangerAt(name, isText ? '' : 0);
      if (danger === undefined) continue;
      for (const schema of schemas)
        for (const [place] of clausesOfIds(schema)) spared.set(place, danger === 'moving' ? MOVES : OF_NOBODY);
    }
    return spared;
  }

  /** Puts keys of the run's own in place of those that may name things; undefined if there is none for one of them. */
  private withOwnKeys(
    body: JsonValue,
    keyFor: (around: string, key: string) => string | undefined,
  ): JsonValue | undefined {
    let changed = body;
    for (const { around, key } of this.places.keysIn(body)) {
      const own = keyFor(around, key);
      if (own === undefined) {
        this.why ??= WHY.reference(`${around}/${escapePointer(key)}`);
        return undefined;
      }
      this.ownKeys.set(key, own);
      changed = withKey(changed, around, key, own);
    }
    return changed;
  }

  /** Puts the least usual amounts into a body whose amounts may be taken from what was handed over. */
  private withLittle(body: JsonValue): JsonValue {
    let changed = body;
    for (const { pointer, value } of this.places.amountsIn(body)) {
      if (!this.isFrugal(nameAt(pointer)) || this.isUsers(pointer, value)) continue;
      const schemas = this.places.byName.get(nameAt(pointer)) ?? [];
      const fits = (each: JsonValue) =>
        schemas.every((schema) => surelySatisfies(itemSchema(schema) ?? schema, each, 'request'));
      const little = littleOf(value, fits);
      if (little !== undefined && little !== value) changed = withAt(changed, pointer, little);
    }
    return changed;
  }

  private keyFor({ pointer, value, danger }: NamedPlace, fits: (value: JsonValue) => boolean): JsonValue | undefined {
    if (typeof value === 'boolean') return fits(false) ? false : undefined;
    // Of the values that the contract lists, another one is no less valid.
    if (danger === 'moving' && typeof value === 'string') return this.listedInstead(pointer, value, fits);
    // What stands at the end of an order moves nothing, but what is left out is put there by the service.
    if (danger === 'moving' && !this.isRequired(pointer)) return undefined;
    // Of names each thing has its own.
    if (danger === 'unique' && typeof value === 'string') return ownText(value, fits, this.random);
    const before = this.keys.get(pointer) ?? this.handedOver(nameAt(pointer));
    if (before !== undefined && fits(before)) return before;
    const isText = typeof value === 'string' && !isIdName(nameAt(pointer));
    const key = isText ? ownText(value, fits, this.random) : improbableKey(value, fits, this.random);
    if (key !== undefined) this.keys.set(pointer, key);
    return key;
  }

  /** Returns the id that was handed over for a thing that a member of this name refers to, where the contract lists the ids that there are. */
  private handedOver(name: string): string | undefined {
    if (!(this.places.byName.get(name) ?? []).some(hasListedValues)) return undefined;
    const [items, ...others] = this.known.contract.kinds.itemsMeantBy(name);
    return items && others.length === 0 ? handedOverOf(items, this.known) : undefined;
  }

  /** Returns another one of the values that the contract lists, which moves nothing. */
  private listedInstead(
    pointer: string,
    value: ScalarValue,
    fits: (value: JsonValue) => boolean,
  ): JsonValue | undefined {
    const name = nameAt(pointer);
    return valuesListed(this.places.byName.get(name) ?? []).find(
      (each) =>
        typeof each === 'string' && each !== value && this.places.dangerAt(name, each) === undefined && fits(each),
    );
  }

  /** Returns another value that breaks the same clause, and that nobody has, whatever a lenient service makes of it. */
  private alikeBroken(value: ScalarValue, keyword: string): JsonValue | undefined {
    if (keyword === 'maxLength' && typeof value === 'string' && /^[a-z]{12,}$/.test(value))
      return this.random.word(value.length);
    return keyword === 'type' && Number.isInteger(value) ? this.random.int(2 ** 42, 2 ** 53) : undefined;
  }

  private isRequired(pointer: string): boolean {
    const { plain: whole } = this;
    const isValid = (each: JsonValue) => surelySatisfies(this.schema, each, 'request');
    return whole === undefined || valueAt(whole, pointer) === undefined || !withoutMember(whole, pointer, isValid);
  }

  /** Tells whether a value may stand at a place of the plainest body; of one that it does not have, by what is said of that name. */
  private fitsPlain(pointer: string, value: JsonValue): boolean {
    const { plain: whole } = this;
    if (whole === undefined) return false;
    if (valueAt(whole, pointer) === undefined) {
      const schemas = this.places.byName.get(nameAt(pointer)) ?? [];
      return schemas.length > 0 && schemas.every((schema) => surelySatisfies(schema, value, 'request'));
    }
    return satisfiesWith(this.schema, whole, pointerTokens(pointer), value);
  }

  private placesIn(body: JsonValue): NamedPlace[] {
    return this.places
      .in(body)
      .filter(({ pointer, value }) => this.kept.get(pointer) !== false && !this.isUsers(pointer, value));
  }
}

const WHY: Readonly<Record<Danger, (pointer: string) => string>> = {
  reference: (pointer) =>
    `its body must name what it acts on by ${pointer}, which has too few values: somebody else may have what any of them names`,
  unique: (pointer) =>
    `its body must have a name at ${pointer}, which has too few values: somebody else may have any of them already`,
  moving: (pointer) => `its body must set ${pointer}, which would take it from what somebody else has`,
};

/** Returns the clauses of a value that stands for a thing, or of a list of such, by file and pointer. What has members is no such value. */
export function clausesOfIds(schema: Schema): ReadonlyMap<string, string> {
  const spared = new Map<string, string>();
  if (memberSchemas(itemSchema(schema) ?? schema).size > 0) return spared;
  eachBound(schema, 'request', (of, keyword) => {
    const { file, pointer } = clauseOf(of, keyword);
    spared.set(`${file} ${pointer}`, OF_NOBODY);
  });
  return spared;
}

const MOVES =
  'what is put in an order, or made the one of many, takes that from what others have: --writes any sends it';

const LITTLE = 'what was handed over may be used up: of amounts, only a small one is asked, and once';

const OF_NOBODY = 'what the request acts on is named by chance alone: any other id may be that of what somebody has';

/** Returns a body with another key in one of its objects. */
function withKey(body: JsonValue, around: string, key: string, other: string): JsonValue {
  const object = valueAt(body, around);
  if (!isObject(object)) return body;
  const renamed = Object.entries(object).map(([name, value]) => [name === key ? other : name, value]);
  return withAt(body, around, Object.fromEntries(renamed) as JsonValue);
}

/** Returns a key that is the run's own in place of one that may name a thing: a number for a number, since a service may read it as one. */
function ownKeyFor(key: string, fits: (value: JsonValue) => boolean, random: Random): string | undefined {
  if (!/^\d+$/.test(key)) return ownText(key, fits, random);
  const number = improbableKey(Number(key), (each) => fits(String(each)), random);
  return number === undefined ? undefined : String(number);
}

/** Returns the place of the first item in place of any other: `/ids/2` → `/ids/0`. */
function inFirstItems(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/0');
}

/** Returns a body without the member at a place, or the nearest one around it that the body can do without; undefined if there is none. */
function withoutMember(body: JsonValue, pointer: string, fits: (body: JsonValue) => boolean): JsonValue | undefined {
  const tokens = pointerTokens(pointer);
  for (let last = tokens.length - 1; last >= 0; last--) {
    const around = pointerOf(tokens.slice(0, last));
    const object = valueAt(body, around) as JsonValue | undefined;
    if (object === undefined || !isObject(object)) continue;
    const members = Object.entries(object).filter(([name]) => name !== tokens[last]);
    const left = withAt(body, around, Object.fromEntries(members) as JsonValue);
    if (fits(left)) return left;
  }
  return undefined;
}

/** Tells whether a lenient service might take a value that breaks a clause for the id of something: `1.5` and `"97"` as 1 and 97. */
export function mayBeRead(value: NamedPlace['value']): boolean {
  if (typeof value === 'boolean') return false;
  const number = Number(value);
  if (typeof value !== 'string' || /^\s*[-+]?\d/.test(value))
    return Number.isNaN(number) ? value.toString().length < LONG : number > 0 && number < MOST_COUNTED;
  return value.trim() !== '' && value.length < LONG && !/^[a-z]{8,}$/.test(value);
}
