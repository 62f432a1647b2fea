/**
 * Lets what is made up say where it is on this mock: links of things to themselves lead to them (`href`, `_links.self.href`), also those of things
 * within others, and resource names name the path that was asked for: `publishers/acme/books/moby` (Google's AIP-122).
 */

import type { MutableJson } from '../../conformance/values/generator';
import type { Operation } from '../../src/contract/contract';
import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { type View, viewOfWhole, withAt } from '../../src/resources/answers/views';
import { kindsOf } from '../../src/resources/kinds';
import { singular, singularOf } from '../../src/resources/names';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { isResourceName, leadsToItself } from '../../src/resources/vocabulary/naming';
import { plain } from '../../src/resources/vocabulary/words';
import { wrapsThing } from '../../src/resources/vocabulary/wrapping';
import { withoutNames } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import type { EngineRequest, MockedRequest } from './engine';
import { titleSlug } from './lifelike/agree';
import { absolute } from './lists/listCounts';

/** Where things of a name are found by their ids, such as `/shops` for `shop`, if that takes no other id. */
export type Homes = ReadonlyMap<string, string>;

export const homesOf = remembered((operations: readonly Operation[]): Homes => {
  const homes = new Map<string, string>();
  for (const { item, reader } of kindsOf(operations).items) {
    const path = reader?.path.replace(/\/\{[^{}]*\}\/?$/, '');
    const name = singular(item);
    if (path !== undefined && !path.includes('{') && !homes.has(name)) homes.set(name, path);
  }
  return homes;
});

interface Placing {
  readonly homes: Homes;
  /** What stands before the paths of the contract, as it was sent. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function placingOf(
  { path, sentPath, headers }: Pick<EngineRequest, 'path' | 'sentPath' | 'headers'>,
  homes: Homes,
): Placing {
  return { homes, headers, base: sentPath.endsWith(path) ? sentPath.slice(0, sentPath.length - path.length) : '' };
}

/** How an address is made up that leads nowhere. */
const NOWHERE = /^https:\/\/example\.com\/[a-z]+\/\d{3}$/;
const LINKS = /^links$/;

/** Things are looked for so deep in others. */
const DEEPEST = 6;

/** Returns a body that is made up, in which the things say where they are. @param view how it lists things; undefined if it shows one. */
export function bodyAtHome(
  value: MutableJson,
  { schema, view }: { readonly schema: Schema; readonly view: View | undefined },
  operations: readonly Operation[],
  operation: Operation,
  request: MockedRequest,
): MutableJson {
  const { sentPath = request.path } = request as Partial<EngineRequest>;
  const placing = placingOf({ ...request, sentPath }, homesOf(operations));
  if (view?.list === undefined) {
    const members = viewOfWhole({ schema, likeness: undefined })?.members ?? new Map();
    const own = operation.path.endsWith('}') ? sentPath : undefined;
    return isObject(value) ? (atHome(value as JsonObject, own, members, placing) as MutableJson) : value;
  }
  const { list, prefix, likelyId, members } = view;
  const all = valueAt(value, list);
  if (!Array.isArray(all)) return value;
  const item = withoutNames(`${operation.path.replace(/\/$/, '')}/{}`);
  const isInPaths = operations.some(({ path }) => withoutNames(path) === item);
  const items = (all as JsonValue[]).map((each, at) => {
    const thing = valueAt(each, prefix) as JsonValue;
    if (!isObject(thing)) return each;
    const id = String((likelyId === undefined ? undefined : valueAt(thing, likelyId)) ?? at + 1);
    const segment = /\s/.test(id) ? titleSlug(id, at + 1) : encodeURIComponent(id);
    const own = isInPaths ? `${sentPath.replace(/\/$/, '')}/${segment}` : undefined;
    return withAt(each, prefix, atHome(thing, own, members, placing));
  });
  return withAt(value as JsonValue, list, items) as MutableJson;
}

/**
 * Returns a thing that says where it is.
 * @param path where it is, as it would be sent; undefined if it is nowhere by itself.
 * @param members what the contract says of its members.
 */
export function atHome(
  thing: JsonObject,
  path: string | undefined,
  members: View['members'],
  placing: Placing,
): JsonObject {
  const linked = linking(thing, path, placing, 0);
  const named = Object.keys(linked).find(isResourceName);
  const [schema] = (named !== undefined && members.get(named)) || [];
  const described = schema && nearestKeyword(schema, 'description');
  const name = path === undefined ? undefined : nameAt(path, String(described ?? ''));
  return named === undefined || name === undefined ? linked : { ...linked, [named]: name };
}

function linking(
  value: JsonObject,
  path: string | undefined,
  placing: Placing,
  depth: number,
  isWithin = false,
): JsonObject {
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    if (typeof member === 'string') {
      // The `url` of a thing may be a page of its own; that of a thing within another one leads to it.
      const leads = (leadsToItself(name) && !isBareId(name)) || (isWithin && plain(name) === 'url');
      const isOwn = path !== undefined && leads && NOWHERE.test(member);
      return [name, isOwn ? absolute(path, placing.headers) : member];
    }
    if (typeof member !== 'object' || member === null || depth === DEEPEST) return [name, member];
    const isOfThis = leadsToItself(name) || LINKS.test(plain(name)) || (depth === 0 && wrapsThing(name));
    if (isObject(member)) {
      const own = isOfThis ? path : pathOfInner(name, member, placing);
      return [name, linking(member, own, placing, depth + 1, !isOfThis)];
    }
    const items = (member as readonly JsonValue[]).map((each) =>
      isObject(each) ? linking(each, pathOfInner(name, each, placing), placing, depth + 1, true) : each,
    );
    return [name, items];
  });
  return Object.fromEntries(members);
}

/** Returns where a thing within another one is, by the name of the member that holds it and by its id; undefined if it is nowhere by itself. */
function pathOfInner(name: string, thing: JsonObject, { homes, base }: Placing): string | undefined {
  const id = Object.entries(thing).find(([member]) => isBareId(member))?.[1];
  const home = homes.get(singularOf(name));
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && home !== undefined ? `${base}${home}/${encodeURIComponent(String(id))}` : undefined;
}

/** Returns the resource name of what is at a path, if a description has the form of it: `Format: publishers/{publisher}/books/{book}`. */
function nameAt(path: string, described: string): string | undefined {
  for (const [form] of described.matchAll(/(?:[A-Za-z][\w-]*\/\{[^{}/]+\}\/?)+/g)) {
    const wanted = form.replace(/\/$/, '').split('/');
    const own = path.split('/').slice(-wanted.length);
    if (own.length === wanted.length && own.every((each, at) => wanted[at]?.startsWith('{') || wanted[at] === each))
      return own.map(decodeURIComponent).join('/');
  }
  return undefined;
}
