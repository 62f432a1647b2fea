/** Where a body holds a thing, or a list of things, as its schema says: inference that chooses what to show, never what is right. */

import type { Media } from '../contract/contract';
import { facets, itemSchema, memberSchemas, typesOf } from '../contract/schema/facets';
import { hiddenMembers, isSchema, type Schema } from '../contract/schema/schema';
import { escapePointer, pointerTokens, valueAt } from '../json/pointer';
import { isObject, type JsonValue } from '../json/value';
import { memberOf, wrappersOf } from './identity';
import { listIn, USUAL } from './lists';
import type { Named } from './names';

/** How a body shows things. */
export interface View {
  readonly schema: Schema;
  /** JSON Pointer of the list; undefined where it is of one thing. */
  readonly list: string | undefined;
  /** JSON Pointer of the thing, in the body or in an item of the list. */
  readonly prefix: string;
  /** JSON Pointer of its id, in the thing; undefined where it shows none. */
  readonly id: string | undefined;
  /** What speaks of its id. */
  readonly idSchemas: readonly Schema[];
  /** The same as `id`, where only its name makes it likely. */
  readonly likelyId: string | undefined;
  /** What speaks of the thing. */
  readonly schemas: readonly Schema[];
  /** The members that are declared; empty where any may be there. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** Whether it is an object. */
  readonly isObject: boolean;
  /** Whether members beside the declared ones are spoken of. */
  readonly isOpen: boolean;
}

/** How deep, and at how many places, schemas are looked into. */
const DEEPEST = 5;
const MOST_PLACES = 4000;

/** A value with each member that a schema names, which satisfies nothing: to look at by what looks at values. */
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
    const item = types && !types.has('array') ? undefined : itemSchema(part);
    if (item) return [make(item, depth)];
    if (types?.has('array')) return [null];
    return types?.has('object') ? {} : types?.has('integer') || types?.has('number') ? 0 : '';
  };
  return make(schema, 0);
}

/** What a body is seen by. */
type Seen = Pick<Media, 'schema' | 'likeness'>;

function schemaOf({ schema, likeness }: Seen): Schema | undefined {
  return schema ?? likeness;
}

/** How a body shows one thing; undefined where nothing is known of it. */
export function viewOfThing(named: Named, media: Seen): View | undefined {
  const schema = schemaOf(media);
  if (!schema) return undefined;
  const skeleton = skeletonOf(schema);
  return Array.isArray(skeleton) ? undefined : viewAt(named, schema, skeleton, undefined);
}

/** How a body lists things; undefined where it has no list. */
export function viewOfList(named: Named, media: Seen): View | undefined {
  const schema = schemaOf(media);
  if (!schema) return undefined;
  const skeleton = skeletonOf(schema);
  const list = listIn(skeleton, named);
  return list === undefined ? undefined : viewAt(named, schema, skeleton, list);
}

/** How a body shows what there is one of. */
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
  const [sure, likely] = [idWith([]) ?? idWithin(named, skeleton, start), idWith(USUAL)];
  const prefix = (sure ?? likely)?.prefix ?? onlyWrapper(inner, valueAt(skeleton, start));
  const schemas = schemasAt(schema, start + prefix);
  const id = sure?.pointer;
  const idSchemas = id === undefined ? [] : schemasAt(schema, start + prefix + id);
  return { ...partly(schemas), schema, list, prefix, id, idSchemas, likelyId: (sure ?? likely)?.pointer };
}

/** An id in the one member that has such: `{ "metadata": { "id": 7 }, "labels": {} }`. */
function idWithin(named: Named, skeleton: JsonValue, start: string): { prefix: string; pointer: string } | undefined {
  const thing = valueAt(skeleton, start);
  if (!isObject(thing)) return undefined;
  const found = Object.keys(thing).flatMap((name) => {
    const inner = `/${escapePointer(name)}`;
    const pointer = isObject(thing[name]) ? memberOf(named, { value: skeleton }, start + inner) : undefined;
    return pointer === undefined ? [] : [pointer.slice(start.length)];
  });
  const [pointer, ...more] = found;
  return pointer === undefined || more.length > 0 ? undefined : { prefix: '', pointer };
}

/** What wraps nothing else is no thing of its own. */
function onlyWrapper([, first]: readonly string[], value: unknown): string {
  return first !== undefined && Object.keys(value as object).length === 1 ? first : '';
}

function partly(schemas: readonly Schema[]): Pick<View, 'schemas' | 'members' | 'isObject' | 'isOpen'> {
  const members = declaredMembers(schemas);
  const types = schemas.flatMap((schema) => [...(typesOf(schema) ?? [])]);
  const speaksOfMore = schemas
    .flatMap((schema) => facets(schema, true))
    .some(({ additionalProperties: more }) => more === true || (isSchema(more) && more.keywords !== false));
  const isObjectThere = members.size > 0 || types.includes('object') || types.length === 0;
  return { schemas, members, isObject: isObjectThere, isOpen: members.size === 0 || speaksOfMore };
}

/** The members that are declared; those that are only required are, too. */
export function declaredMembers(schemas: readonly Schema[]): Map<string, readonly Schema[]> {
  const members = new Map<string, readonly Schema[]>();
  for (const schema of schemas)
    for (const [name, own] of memberSchemas(schema)) members.set(name, [...(members.get(name) ?? []), ...own]);
  for (const name of requiredIn({ schemas })) if (!members.has(name)) members.set(name, []);
  return members;
}

/** The schemas of what stands at a JSON Pointer. */
export function schemasAt(schema: Schema, pointer: string): readonly Schema[] {
  let found: readonly Schema[] = [schema];
  for (const token of pointerTokens(pointer))
    found = found.flatMap((each) => memberSchemas(each).get(token) ?? itemSchema(each) ?? []);
  return found;
}

/** Members that are only read, or only written. */
export function hiddenIn({ schemas }: Pick<View, 'schemas'>, direction: 'request' | 'response'): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => [...hiddenMembers(schema, direction)]));
}

/** Members without which none is whole. */
export function requiredIn({ schemas }: Pick<View, 'schemas'>): ReadonlySet<string> {
  return new Set(
    schemas.flatMap((schema) => facets(schema, false)).flatMap(({ required }) => (required ?? []) as string[]),
  );
}

/** A value with the part at a JSON Pointer replaced; objects that are not there are made on the way. */
export function withAt(whole: JsonValue | undefined, pointer: string, part: JsonValue): JsonValue {
  const put = (value: JsonValue | undefined, [token, ...more]: readonly string[]): JsonValue => {
    if (token === undefined) return part;
    if (Array.isArray(value) && /^\d+$/.test(token))
      return (value as readonly JsonValue[]).map((each, at) => (at === Number(token) ? put(each, more) : each));
    const object = isObject(value) ? value : {};
    return { ...object, [token]: put(Object.hasOwn(object, token) ? object[token] : undefined, more) };
  };
  return put(whole, pointerTokens(pointer));
}
