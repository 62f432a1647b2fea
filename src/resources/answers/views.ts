/**
 * Infers from a schema where a body holds a thing or a list of things. An inference only chooses what to show; no
 * verdict depends on it.
 */

import type { Media } from '../../contract/contract';
import { allowsUnnamed } from '../../contract/schema/applicators';
import { facets, itemSchemaAt, memberSchemas, schemasUnder, typesOf } from '../../contract/schema/facets';
import { isHiddenMember, membersLeftOut } from '../../contract/schema/hiddenMembers';
import type { Schema } from '../../contract/schema/schema';
import { pointerTokens, valueAt } from '../../json/pointer';
import { isObject, type JsonValue } from '../../json/value';
import { memberOf, memberWithin } from '../identity';
import type { Named } from '../names';
import { USUAL_NAMES } from '../vocabulary/naming';
import { listIn, wrappersOf } from '../wrappers';

/** Where the parts of a thing stand in a body. */
export interface View {
  readonly schema: Schema;
  /** JSON Pointer of the list; undefined if the body shows one thing. */
  readonly list: string | undefined;
  /** JSON Pointer of the thing, within the body or within an item of the list. */
  readonly prefix: string;
  /** JSON Pointer of the id, within the thing; undefined if there is none. */
  readonly id: string | undefined;
  /** The schemas of the id. */
  readonly idSchemas: readonly Schema[];
  /** Like `id`, but also found by a name that is only usual for an id. */
  readonly likelyId: string | undefined;
  /** The schemas of the thing. */
  readonly schemas: readonly Schema[];
  /** The declared members; empty if any member is allowed. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** Whether the thing is an object. */
  readonly isObject: boolean;
  /** Whether the schemas describe members besides the declared ones. */
  readonly isOpen: boolean;
}

/** Schemas are searched to this depth, and at this many places. */
const DEEPEST = 5;
const MOST_PLACES = 4000;

/**
 * Creates a value with every member that a schema names. It need not satisfy the schema: it is only searched, by the
 * functions that search values.
 */
function skeletonOf(schema: Schema): JsonValue {
  let places = 0;
  const make = (part: Schema, depth: number): JsonValue => {
    if (++places > MOST_PLACES) return null;
    const types = typesOf(part);
    const members = types && !types.has('object') ? undefined : declaredMembers([part]);
    if (members && members.size > 0) {
      if (depth === DEEPEST) return {};
      return Object.fromEntries([...members].map(([name, [first]]) => [name, first ? make(first, depth + 1) : null]));
    }
    const item = types && !types.has('array') ? undefined : itemSchemaAt(part, 0);
    if (item) return [make(item, depth)];
    if (types?.has('array')) return [null];
    return types?.has('object') ? {} : types?.has('integer') || types?.has('number') ? 0 : '';
  };
  return make(schema, 0);
}

/** The parts of a media type from which a view is made. */
type Seen = Pick<Media, 'schema' | 'likeness'>;

function schemaOf({ schema, likeness }: Seen): Schema | undefined {
  return schema ?? likeness;
}

/** Returns how a body shows one thing; undefined if nothing is known about the body. */
export function viewOfThing(named: Named, media: Seen): View | undefined {
  const schema = schemaOf(media);
  if (!schema) return undefined;
  const skeleton = skeletonOf(schema);
  return Array.isArray(skeleton) ? undefined : viewAt(named, schema, skeleton, undefined);
}

/** Returns how a body lists things; undefined if it has no list. */
export function viewOfList(named: Named, media: Seen): View | undefined {
  const schema = schemaOf(media);
  if (!schema) return undefined;
  const skeleton = skeletonOf(schema);
  const list = listIn(skeleton, named);
  return list === undefined ? undefined : viewAt(named, schema, skeleton, list);
}

/** Returns how a body shows a thing that exists only once and has no id. */
export function viewOfWhole(media: Seen): View | undefined {
  const schema = schemaOf(media);
  if (!schema) return undefined;
  return { ...partly([schema]), schema, list: undefined, prefix: '', ...NO_ID };
}

const NO_ID = { id: undefined, idSchemas: [], likelyId: undefined };

function viewAt(named: Named, schema: Schema, skeleton: JsonValue, list: string | undefined): View {
  const start = list === undefined ? '' : `${list}/0`;
  const inner = wrappersOf(named, valueAt(skeleton, start), true);
  const idWith = (further: readonly string[]) =>
    inner.flatMap((prefix) => {
      const pointer = memberOf(named, { value: skeleton }, start + prefix, further);
      return pointer === undefined ? [] : [{ prefix, pointer: pointer.slice(start.length + prefix.length) }];
    })[0];
  const within = memberWithin(named, { value: skeleton }, start)?.slice(start.length);
  const [sure, likely] = [
    idWith([]) ?? (within === undefined ? undefined : { prefix: '', pointer: within }),
    idWith(USUAL_NAMES),
  ];
  const prefix = (sure ?? likely)?.prefix ?? onlyWrapper(inner, valueAt(skeleton, start));
  const schemas = schemasUnder([schema], pointerTokens(start + prefix));
  const id = sure?.pointer;
  const idSchemas = id === undefined ? [] : schemasUnder([schema], pointerTokens(start + prefix + id));
  return { ...partly(schemas), schema, list, prefix, id, idSchemas, likelyId: (sure ?? likely)?.pointer };
}

/**
 * Returns the wrapper if the value has no other member: a wrapper with other members beside it may not be the thing.
 */
function onlyWrapper([, first]: readonly string[], value: unknown): string {
  return first !== undefined && Object.keys(value as object).length === 1 ? first : '';
}

function partly(schemas: readonly Schema[]): Pick<View, 'schemas' | 'members' | 'isObject' | 'isOpen'> {
  const members = declaredMembers(schemas);
  const types = schemas.flatMap((schema) => [...(typesOf(schema) ?? [])]);
  const speaksOfMore = schemas.flatMap((schema) => facets(schema, true)).some(allowsUnnamed);
  const isObjectThere = members.size > 0 || types.includes('object') || types.length === 0;
  return { schemas, members, isObject: isObjectThere, isOpen: members.size === 0 || speaksOfMore };
}

/** Returns the declared members, including those that are only listed as required. */
export function declaredMembers(schemas: readonly Schema[]): Map<string, readonly Schema[]> {
  const members = new Map<string, readonly Schema[]>();
  for (const schema of schemas)
    for (const [name, own] of memberSchemas(schema)) members.set(name, [...(members.get(name) ?? []), ...own]);
  for (const name of requiredIn({ schemas })) if (!members.has(name)) members.set(name, []);
  return members;
}

/** Returns the members that are read-only, or write-only, so that one direction leaves them out. */
export function hiddenIn({ schemas }: Pick<View, 'schemas'>, direction: 'request' | 'response'): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => [...membersLeftOut(schema, direction).keys()]));
}

/** Tells the same of a member of any name, declared or not. */
export function isHiddenIn(
  { schemas }: Pick<View, 'schemas'>,
  name: string,
  direction: 'request' | 'response',
): boolean {
  return isHiddenMember(schemas, name, direction);
}

/** Returns the required members. */
export function requiredIn({ schemas }: Pick<View, 'schemas'>): ReadonlySet<string> {
  return new Set(
    schemas.flatMap((schema) => facets(schema, false)).flatMap(({ required }) => (required ?? []) as string[]),
  );
}

/**
 * Returns a copy of a value in which the part at a JSON Pointer is replaced. Missing objects on the way are created.
 */
export function withAt(whole: JsonValue | undefined, pointer: string, part: JsonValue): JsonValue {
  const put = (value: JsonValue | undefined, [token, ...more]: readonly string[]): JsonValue => {
    if (token === undefined) return part;
    if (Array.isArray(value) && /^\d+$/.test(token))
      return (value as readonly JsonValue[]).map((item, at) => (at === Number(token) ? put(item, more) : item));
    const object = isObject(value) ? value : {};
    return { ...object, [token]: put(Object.hasOwn(object, token) ? object[token] : undefined, more) };
  };
  return put(whole, pointerTokens(pointer));
}
