/**
 * Restricts bodies that are made up, if other people have things on the target. They hold nothing that would make a second thing, and no key
 * that a thing of somebody else may have.
 */

import type { Operation } from '../../src/contract/contract';
import { eachBound } from '../../src/contract/schema/bounds';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { memberSchemas } from '../../src/contract/schema/facets';
import { clauseOf, type Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer } from '../../src/json/pointer';
import type { JsonValue } from '../../src/json/value';
import type { Items } from '../../src/resources/kinds';
import { mediaSentAs } from '../../src/serialization/writeBody';
import { remembered } from '../../src/support/caching';
import { atOnce, type Parts } from '../../src/support/letOthersRun';
import { createRandom, type Random } from '../../src/support/random';
import type { ValueViolation } from '../values/generator';
import { madeUp } from '../values/syntheticSchemas';
import { type ChosenKeys, chosenKeys, improbableKey } from './chosenKeys';
import { isSparing } from './namedPlaces';
import { NamingNobody } from './namingOthers';
import { type NestedThings, nestedThings, ownKind, wrapperIn } from './nestedThings';
import { type UsersValues, usersValues } from './usersValues';

export interface MadeUpBodies {
  /** The schemas that every body satisfies, valid or not. */
  readonly keeping: readonly Schema[];
  /** Returns the body as it is sent; undefined if its key may belong to somebody. */
  readonly valid: (value: JsonValue) => JsonValue | undefined;
  /** Tells whether what a valid body shows at a place is replaced before the body is sent. */
  readonly replaces: (value: JsonValue, pointer: string) => boolean;
  /** Does the same for a body that breaks one clause. */
  readonly broken: (violation: Pick<ValueViolation, 'value' | 'path' | 'keyword'>) => JsonValue | undefined;
  /** Why no body may be sent at all, once the valid ones were tried; undefined if the contract is the reason. */
  readonly whyNone: string | undefined;
  /** The clauses that no body exercises, by file and pointer, and why. */
  readonly spared: ReadonlyMap<string, string>;
}

type Body = Readonly<Record<string, JsonValue>>;

/** Tells whether bodies of an operation are restricted, since others may have things on the target. */
function isRestricted(operation: Operation, known: Known): boolean {
  return isSparing(operation, known) && known.handedOver.bodies(operation).length === 0;
}

/** Returns the restrictions for the bodies of one media type; undefined if they may hold anything. Stops after each part. */
export function* madeUpBodies(operation: Operation, schema: Schema, known: Known): Parts<MadeUpBodies | undefined> {
  if (!isRestricted(operation, known)) return undefined;
  const read = yield* readBodyInParts(operation, schema, known);
  const { things, wrapper, keys } = read;
  yield;
  const left = keysLeftOut(operation, keys);
  const random = createRandom(known.chance.own, `${operation.name} things that nobody has`);
  const nobody = new NamingNobody(schema, known, random, keysKept(operation, read), operation);
  const spared = yield* sparedClauses(operation, read);
  yield;
  const replacement = new KeyReplacement(
    operation,
    schema,
    read,
    createRandom(known.chance.own, `${operation.name} made-up bodies`),
    usersValues(operation, known),
  );
  return {
    keeping: [things.keeping ?? [], left.length === 0 ? [] : without(left, wrapper, schema)].flat(),
    spared: new Map([...nobody.spared(), ...spared]),
    get whyNone() {
      return nobody.whyNone ?? whyNoBody(operation, read, spared.size > 0);
    },
    valid(value) {
      const sent = replacement.valid(value);
      return sent === undefined ? undefined : nobody.valid(sent);
    },
    replaces: (value, pointer) => nobody.replaces(value, pointer),
    broken(violation) {
      const sent = replacement.broken(violation);
      return sent === undefined ? undefined : nobody.broken(sent, violation.path, violation.keyword);
    },
  };
}

/**
 * Returns the keys of the thing itself. A POST has new ones each time, which are made here. Where the path names the thing, its own name is put
 * in their place, so that they need not be improbable.
 */
function keysKept({ method }: Operation, { wrapper, keys }: ReadBody): ReadonlyMap<string, boolean> {
  const names = [...keys.required, ...keys.optional];
  return new Map(names.map((name) => [pointerOf(wrapper) + pointerOf(name), method !== 'POST']));
}

/** Returns the optional keys that a body leaves out, since the target then chooses new ones. */
function keysLeftOut(operation: Operation, { optional }: ChosenKeys): readonly string[] {
  return operation.method === 'POST' ? optional : [];
}

/** Returns the clauses that no body exercises, by file and pointer, and why. */
function* sparedClauses(operation: Operation, { things, inner, keys }: ReadBody): Parts<ReadonlyMap<string, string>> {
  const spared = new Map<string, string>();
  const members = memberSchemas(inner);
  const schemasOf = (names: readonly string[]) => names.flatMap((name) => members.get(name) ?? []);
  const sparing = [
    [schemasOf(keysLeftOut(operation, keys)), CHOSEN],
    [schemasOf(operation.method === 'POST' ? keys.required : []), IMPROBABLE],
    [things.spared, SECOND],
  ] as const;
  for (const [schemas, why] of sparing)
    for (const each of schemas) {
      eachBound(each, 'request', (of, keyword) => {
        const { file, pointer } = clauseOf(of, keyword);
        spared.set(`${file} ${pointer}`, why);
      });
      yield;
    }
  return spared;
}

/** Says why no body may be sent at all; undefined if the contract is the reason. */
function whyNoBody({ method }: Operation, { things, keys }: ReadBody, sparesClauses: boolean): string | undefined {
  const [unavoidable] = things.unavoidable;
  if (unavoidable !== undefined)
    return `its body must hold an object at ${unavoidable} that is a thing of its own: the target would make a second one, which the run could not take back`;
  if (keys.required.length > 0 && method === 'POST')
    return `its body must name what it makes by "${keys.required.join('" or "')}", which has too few values: what somebody else made under that name might be overwritten`;
  return sparesClauses
    ? 'each body that could be made up holds a thing of its own, which the run could not take back'
    : undefined;
}

/** Replaces the keys in bodies by improbable ones. */
class KeyReplacement implements Pick<MadeUpBodies, 'valid' | 'broken'> {
  /** The first valid body that was made: the broken ones take their other members from it. */
  private plain: JsonValue | undefined;

  constructor(
    private readonly operation: Operation,
    private readonly schema: Schema,
    private readonly read: ReadBody,
    private readonly random: Random,
    private readonly users: UsersValues,
  ) {}

  valid(value: JsonValue): JsonValue | undefined {
    const { wrapper } = this.read;
    const body = bodyIn(value, wrapper);
    if (!body) return value;
    const changed = this.improbable(body, body, value, []);
    const sent = changed && wrapped(value, wrapper, changed);
    this.plain ??= sent;
    return sent;
  }

  broken({ value, path, keyword }: Parameters<MadeUpBodies['broken']>[0]): JsonValue | undefined {
    const { wrapper, keys } = this.read;
    const { plain } = this;
    const body = bodyIn(value, wrapper);
    if (!body || plain === undefined) return value;
    const around = bodyIn(plain, wrapper);
    const isBroken = (name: string) => `${path}/`.startsWith(`${pointerOf(wrapper)}${pointerOf(name)}/`);
    const own = [...keys.required, ...keys.optional].find(isBroken);
    // What breaks a format is the same text each time.
    const isNamed = keyword === 'format' || (own !== undefined && mayName(body[own], around?.[own]));
    if (own !== undefined && this.operation.method === 'POST' && isNamed) return undefined;
    const kept = Object.keys(body).filter(isBroken);
    const changed = this.improbable(body, around ?? body, plain, kept);
    return changed && wrapped(value, wrapper, changed);
  }

  /**
   * Replaces the keys of a body by improbable ones.
   * @param around a valid body, in which other values are tried.
   * @param kept the names of members that stay as they are.
   */
  private improbable(body: Body, around: Body, valid: JsonValue, kept: readonly string[]): Body | undefined {
    const { method } = this.operation;
    const { wrapper, keys } = this.read;
    const changed: Record<string, JsonValue> = { ...body };
    const fitting = (name: string) => (each: JsonValue) =>
      surelySatisfies(this.schema, wrapped(valid, wrapper, { ...around, [name]: each }), 'request');
    for (const name of [...keys.required, ...keys.optional]) {
      const value = body[name];
      if (value === undefined || kept.includes(name) || this.users.has(name, value)) continue;
      const key = improbableKey(value, fitting(name), this.random);
      // A PUT or a PATCH names its thing in the path, so its body need not have an improbable key.
      if (key === undefined && method === 'POST') return undefined;
      if (key !== undefined) changed[name] = key;
    }
    return changed;
  }
}

const SECOND =
  'no object that is a thing of its own is put into a body: the target would make a second one, which the run could not take back';
const CHOSEN = 'what the target names itself is left to it: a name that is made up may be that of what is there';
const IMPROBABLE = 'what is made is named by chance alone: any other name may be that of what is there';

/** Returns the same body with other keys; undefined if it has no keys that were made up. */
export function freshKeys(operation: Operation, schema: Schema, value: JsonValue, known: Known): JsonValue | undefined {
  if (!isRestricted(operation, known) || operation.method !== 'POST') return undefined;
  const { wrapper, keys } = readBody(operation, schema, known);
  const body = bodyIn(value, wrapper);
  if (!body) return undefined;
  const users = usersValues(operation, known);
  let changed: Body = body;
  for (const name of keys.required) {
    const own = body[name];
    if (own !== undefined && users.has(name, own)) continue;
    const fits = (each: JsonValue) =>
      surelySatisfies(schema, wrapped(value, wrapper, { ...changed, [name]: each }), 'request');
    const key = own === undefined ? undefined : improbableKey(own, fits, known.chance.random(operation));
    if (key !== undefined) changed = { ...changed, [name]: key };
  }
  return changed === body ? undefined : wrapped(value, wrapper, changed);
}

interface ReadBody {
  readonly things: NestedThings;
  /** The name of the member that wraps the thing; undefined if the body is the thing. */
  readonly wrapper: string | undefined;
  /** The schema of the thing itself. */
  readonly inner: Schema;
  readonly keys: ChosenKeys;
}

/** What was read of a schema, by the items of the kinds. */
const readingsOf = remembered((_: Schema) => new Map<string, ReadBody>());

/** Reads the schema of a body. The result is kept for all operations on things of one kind. */
function readBody(...given: Parameters<typeof readBodyInParts>): ReadBody {
  return atOnce(readBodyInParts(...given));
}

/** As {@link readBody}, and stops after each part. */
function* readBodyInParts(
  operation: Operation,
  schema: Schema,
  { contract: { kinds } }: Pick<Known, 'contract'>,
): Parts<ReadBody> {
  const own = ownKind(operation, kinds);
  const all = readingsOf(schema);
  const before = all.get(own?.item ?? '');
  if (before) return before;
  const wrapping = wrapperIn(own, schema, kinds);
  const inner = wrapping?.schema ?? schema;
  const read = {
    things: yield* nestedThings(own, schema, kinds),
    wrapper: wrapping?.name,
    inner,
    keys: chosenKeys(own, inner),
  };
  all.set(own?.item ?? '', read);
  return read;
}

/** Returns the kind whose id stands at a place of a body, in place of a thing of that kind; undefined for other places. @param pointer of the place. */
export function referredKind(
  operation: Operation,
  contentType: string,
  pointer: string,
  known: Known,
): Items | undefined {
  const media = mediaSentAs(operation, contentType);
  if (!media?.schema || !isRestricted(operation, known)) return undefined;
  return readBody(operation, media.schema, known).things.references.get(pointer.replace(/\/\d+(?=\/|$)/g, '/*'));
}

/** Returns the pointer to a member, which is empty where there is none. */
function pointerOf(name: string | undefined): string {
  return name === undefined ? '' : `/${escapePointer(name)}`;
}

function bodyIn(value: JsonValue | undefined, wrapper: string | undefined): Body | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const body = value as Body;
  return wrapper === undefined ? body : bodyIn(body[wrapper], undefined);
}

/** Wraps a thing as the whole body does. */
function wrapped(whole: JsonValue, wrapper: string | undefined, body: Body): JsonValue {
  return (wrapper === undefined ? body : { ...(whole as Body), [wrapper]: body }) as JsonValue;
}

/** Makes a schema that forbids members. */
function without(names: readonly string[], wrapper: string | undefined, at: Schema): Schema {
  const inner = madeUp(at, { properties: Object.fromEntries(names.map((name) => [name, madeUp(at, false)])) });
  return wrapper === undefined ? inner : madeUp(at, { properties: { [wrapper]: inner } });
}

/** A text of at least this many characters cannot be somebody's key by chance. */
const LONG = 16;

/** Tells whether a lenient target might accept an invalid key as the key of somebody's thing. */
function mayName(value: JsonValue | undefined, valid: JsonValue | undefined): boolean {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  if (typeof value !== 'string' || value.length >= LONG) return false;
  return typeof valid === 'string' || /^\s*[-+]?\d/.test(value);
}
