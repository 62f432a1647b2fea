/**
 * Keeps bodies that are made up from naming what others have, where a request acts on what its body names: `POST /orders/7/merge` with
 * `{ "sourceId": 1 }` changes order 1, too, whoever has it. This inference only chooses inputs; no verdict depends on it.
 */

import type { Operation } from '../../src/contract/contract';
import { eachBound } from '../../src/contract/schema/bounds';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { hasListedValues, itemSchema, memberSchemas, typesOf } from '../../src/contract/schema/facets';
import { clauseOf, type Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer, pointerOf, pointerTokens, valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { plain, singular, singularOf } from '../../src/resources/names';
import { namesItem } from '../../src/routing/pathTemplate';
import type { Random } from '../../src/support/random';
import { idOf } from '../values/schemaChoices';
import { improbableKey } from './chosenKeys';

/** Tells whether an operation acts on what its body names. One that makes a thing, or changes the one in its path, may name others. */
export function actsOnNamed(operation: Operation, { contract }: Known): boolean {
  const { method, path, safe } = operation;
  if (safe) return false;
  return method === 'POST' ? !contract.kinds.madeBy(operation) : method === 'DELETE' || !namesItem(path);
}

/** Matches members that name a thing: `id`, `userId`, `user_ids`, `uuid`. */
const AN_ID = /(^|[a-z\d_-])(Ids?|IDs?|[_-]ids?|[_-]?uuids?|[_-]?guids?)$|^(ids?|uuids?|guids?)$/;

/** Tells whether a value of this name stands for a thing. */
export function namesThing(name: string, known: Known): boolean {
  return AN_ID.test(name) || known.contract.kinds.items.some(({ parameter }) => plain(parameter.name) === plain(name));
}

/** Words for another thing than the one in the path, by themselves or before the name of a kind: `into`, `targetOrder`. */
const ANOTHER = /^(source|target|destination|dest|parent|owner|other|into|from|to|with|new|old)?_?(.*)$/i;

/** Tells whether a number of this name may stand for a thing: `into`, `order`, `target_order`, an item of `orders`. */
function maybeNamesThing(name: string, known: Known): boolean {
  const [, word = '', rest = ''] = ANOTHER.exec(name) ?? [];
  if (rest === '') return word !== '' && !/^(new|old)$/i.test(word);
  const one = singularOf(rest);
  return known.contract.kinds.items.some(({ item }) => [plain(rest), one].includes(singular(item)));
}

/** Returns the name of the member at a place of a body. An item of a list has the name of the list. */
function nameAt(pointer: string): string {
  return pointerTokens(pointer).findLast((token) => !/^\d+$/.test(token)) ?? '';
}

/** Tells whether a number at a place of a body may name what somebody else has, and the request would act on that. */
export function mayActOn(operation: Operation, pointer: string, known: Known): boolean {
  const { everythingExists, writes } = known.wanted;
  if (everythingExists || writes === 'any' || !actsOnNamed(operation, known)) return false;
  const name = nameAt(pointer);
  return name === '' || namesThing(name, known) || maybeNamesThing(name, known);
}

/**
 * Puts into the values of a parameter, in place of the number of a thing, one that nobody has. Others, which only show bounds, are left out.
 * @param fits tells whether another value is valid in its place.
 */
export function numbersOfNobody<T extends { readonly value: JsonValue }>(
  values: readonly T[],
  fits: (value: JsonValue) => boolean,
  random: Random,
): T[] {
  const isNumber = ({ value }: T) => [value].flat().some((each) => typeof each === 'number');
  const first = values.find(isNumber);
  return values.flatMap((each) => {
    if (!isNumber(each)) return [each];
    if (each !== first) return [];
    const key = improbableKey(1, (one) => fits(Array.isArray(each.value) ? [one] : one), random);
    return key === undefined ? [] : [{ ...each, value: Array.isArray(each.value) ? [key] : key }];
  });
}

/** What stands somewhere in a body, and may name a thing. */
interface Place {
  readonly pointer: string;
  readonly value: string | number | bigint;
}

/** Bodies are searched to this depth. */
const DEEPEST = 8;

/** So many places of a schema are looked at. */
const MOST_PLACES = 3000;

/** Numbers up to this one are given to things by services that count them. */
const MOST_COUNTED = 2 ** 28;

/** A text of at least this many characters is nobody's id by chance. */
const LONG = 16;

/** Puts into bodies, in place of the ids of things, such as nobody has. */
export class NamingNobody {
  /** What is put in, by the JSON Pointer of its place. */
  private readonly keys = new Map<string, string | number>();
  /** What stood at a place in the first body. Where no other value is possible, each body has it there. */
  private readonly first = new Map<string, unknown>();
  private plain: JsonValue | undefined;
  /** The valid bodies, as JSON. */
  private readonly sent = new Set<string>();
  private why: string | undefined;
  /** The members whose values the contract lists: those are no ids of what somebody made. */
  private readonly listed = new Set<string>();

  constructor(
    private readonly schema: Schema,
    private readonly known: Known,
    private readonly random: Random,
  ) {
    eachNamed(schema, (each, name) => {
      if (hasListedValues(each)) this.listed.add(name);
    });
  }

  /** Returns a valid body as it is sent; undefined if it must name what somebody may have. */
  valid(body: JsonValue): JsonValue | undefined {
    let changed = body;
    let hasLeft = false;
    const isValid = (each: JsonValue) => surelySatisfies(this.schema, each, 'request');
    for (const { pointer, value } of this.placesIn(body)) {
      // It was left out with what it lies in.
      if (valueAt(changed, pointer) === undefined) continue;
      const at = inFirstItems(pointer);
      if (!this.first.has(at)) this.first.set(at, value);
      const around = changed;
      const fits = (each: JsonValue) => isValid(withAt(around, pointer, each));
      const plain = this.first.get(at);
      const isPlainText = typeof plain === 'string' && (plain === value || fits(plain));
      const key = this.keyFor(pointer, value, fits) ?? (isPlainText ? plain : undefined);
      const left = key === undefined ? withoutMember(changed, pointer, isValid) : withAt(changed, pointer, key);
      if (left === undefined) {
        if (typeof value !== 'string')
          this.why ??= `its body must name what it acts on by ${pointer}, which has too few values: somebody else may have what any of them names`;
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

  /** Tells whether what a body shows at a place is a value that stands for a thing, which is replaced before the body is sent. */
  replaces(body: JsonValue, pointer: string): boolean {
    const value = valueAt(body, pointer);
    const isScalarId = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    return isScalarId && this.mayName(nameAt(pointer), value);
  }

  /** Why no valid body was found so far; undefined if ids are not the reason. */
  get whyNone(): string | undefined {
    return this.why;
  }

  /** Does the same for a body that breaks one clause. */
  broken(body: JsonValue, path: string): JsonValue | undefined {
    let changed = body;
    for (const { pointer, value } of this.placesIn(body)) {
      if (pointer === path && mayBeRead(value)) return undefined;
      if (pointer === path) continue;
      const at = inFirstItems(pointer);
      const key = this.keyFor(pointer, value, (each) => this.fitsPlain(at, each));
      if (key === undefined && typeof value !== 'string') return undefined;
      if (key !== undefined) changed = withAt(changed, pointer, key);
    }
    return changed;
  }

  /** Returns the clauses of the ids, by file and pointer, and why no body shows or breaks all of them. */
  spared(): ReadonlyMap<string, string> {
    const spared = new Map<string, string>();
    eachNamed(this.schema, (schema, name) => {
      const isText = typesOf(schema)?.has('string') === true;
      if (this.mayName(name, isText ? '' : 0)) for (const each of clausesOfIds(schema)) spared.set(...each);
    });
    return spared;
  }

  private keyFor(
    pointer: string,
    value: Place['value'],
    fits: (value: JsonValue) => boolean,
  ): string | number | undefined {
    const before = this.keys.get(pointer);
    if (before !== undefined && fits(before)) return before;
    const key = improbableKey(value as JsonValue, fits, this.random);
    if (key !== undefined) this.keys.set(pointer, key);
    return key;
  }

  /** Tells whether a value may stand at a place of the plainest body. */
  private fitsPlain(pointer: string, value: JsonValue): boolean {
    const { plain: whole } = this;
    if (whole === undefined || valueAt(whole, pointer) === undefined) return false;
    return surelySatisfies(this.schema, withAt(whole, pointer, value), 'request');
  }

  private placesIn(body: JsonValue): Place[] {
    const places: Place[] = [];
    const walk = (value: JsonValue, name: string, pointer: string, depth: number) => {
      if (depth > DEEPEST) return;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
        if (this.mayName(name, value)) places.push({ pointer, value });
        return;
      }
      if (typeof value !== 'object' || value === null) return;
      for (const [inner, each] of Object.entries(value))
        walk(each as JsonValue, Array.isArray(value) ? name : inner, `${pointer}/${escapePointer(inner)}`, depth + 1);
    };
    walk(body, '', '', 0);
    return places;
  }

  /** Tells whether a value of this name may stand for a thing. A body that is a list of numbers is one of ids. */
  private mayName(name: string, value: Place['value']): boolean {
    if (this.listed.has(name)) return false;
    if (name !== '' && namesThing(name, this.known)) return true;
    const isNumber = typeof value !== 'string' || /^\s*\d+\s*$/.test(value);
    return isNumber && (name === '' || maybeNamesThing(name, this.known));
  }
}

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

const OF_NOBODY = 'what the request acts on is named by chance alone: any other id may be that of what somebody has';

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

/** Visits the schemas of a body with the names of their members. An item of a list has the name of the list. */
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
    const items = itemSchema(schema);
    if (items) add(items, name);
    for (const [inner, schemas] of memberSchemas(schema)) for (const each of schemas) add(each, inner);
  }
}

/** Tells whether a lenient service might take a value that breaks a clause for the id of something: `1.5` and `"97"` as 1 and 97. */
export function mayBeRead(value: Place['value']): boolean {
  const number = Number(value);
  if (typeof value !== 'string' || /^\s*[-+]?\d/.test(value))
    return Number.isNaN(number) ? value.toString().length < LONG : number > 0 && number < MOST_COUNTED;
  return value.trim() !== '' && value.length < LONG && !/^[a-z]{8,}$/.test(value);
}
