/**
 * What of a contract makes things, and how an answer names what was made. Inference chooses inputs; it never grounds a verdict.
 */

import { type Operation, type Parameter, pathParameters } from '../contract/contract';
import type { Case } from '../engine/model/case';
import type { Source } from '../engine/run/ownership';
import { type Exchange, fieldValues } from '../http/message';
import { type Json, readJson } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import { anonymous } from '../routing/pathTemplate';
import { groupBy } from '../support/collections.part1';

/** Things of one kind: the items of a collection. */
export interface Items {
  /** The path of an item, without the names of its parameters: `/users/{}/plants/{}`. */
  readonly item: string;
  /** The last parameter of that path, which tells one from another. */
  readonly parameter: Parameter;
  /** `POST` on the collection, else `PUT` on an item with a fresh id; undefined where nothing makes any. */
  readonly maker: Operation | undefined;
  readonly reader: Operation | undefined;
  readonly replacer: Operation | undefined;
  readonly patcher: Operation | undefined;
  readonly remover: Operation | undefined;
  /** `POST` on an item: some services make one so, by the name that the client chose. */
  readonly poster: Operation | undefined;
  /** `GET` on the collection. */
  readonly lister: Operation | undefined;
}

/** Things that the run can make. */
export interface Kind extends Items {
  readonly maker: Operation;
}

/** What tells how an item is named. */
export type Named = Pick<Items, 'item' | 'parameter'>;

export interface Kinds {
  readonly all: readonly Kind[];
  /** With those of which none can be made. */
  readonly items: readonly Items[];
  /** By the path of an item, as in {@link Kind}. */
  readonly at: (item: string) => Kind | undefined;
  readonly madeBy: (operation: Operation) => Kind | undefined;
  /** The items that an operation is about, by its path. */
  readonly ofItem: (operation: Operation) => Items | undefined;
  /** The items that an operation lists. */
  readonly listedBy: (operation: Operation) => Items | undefined;
  /** Those whose items a member of a body can be meant for. */
  readonly meantBy: (member: string) => readonly Kind[];
  /** `GET` on the collection of an item, whether or not anything can be made there. */
  readonly lister: (item: string) => Operation | undefined;
}

const found = new WeakMap<readonly Operation[], Kinds>();

/** The kinds of things that operations can make, parents before children. */
export function kindsOf(operations: readonly Operation[]): Kinds {
  const known = found.get(operations) ?? findKinds(operations);
  found.set(operations, known);
  return known;
}

function findKinds(operations: readonly Operation[]): Kinds {
  const byPath = new Map<string, Map<string, Operation>>();
  const ambiguous = new Set<string>();
  for (const operation of operations) {
    if (/[?#]/.test(operation.path)) continue;
    const key = anonymous(operation.path).replace(/(.)\/$/, '$1');
    const methods = byPath.get(key) ?? new Map<string, Operation>();
    // Paths that differ in the names of their parameters alone: nobody can tell which of them answers.
    if (methods.has(operation.method)) ambiguous.add(key);
    byPath.set(key, methods.set(operation.method, operation));
  }
  const items = [...byPath].flatMap(([item, methods]): Items[] => {
    const collection = collectionOf(item);
    const [any] = methods.values();
    if (collection === undefined || !any || ambiguous.has(item) || ambiguous.has(collection)) return [];
    const siblings = byPath.get(collection);
    const poster = siblings?.get('POST');
    const replacer = methods.get('PUT');
    const maker = poster && succeeds(poster) ? poster : replacer;
    const parameter = pathParameters(any).find(({ name }) => name === lastName(any.path));
    if (!parameter) return [];
    const kind: Items = {
      item,
      parameter,
      maker,
      reader: methods.get('GET'),
      replacer,
      patcher: methods.get('PATCH'),
      remover: methods.get('DELETE'),
      poster: methods.get('POST'),
      lister: siblings?.get('GET'),
    };
    return [kind];
  });
  items.sort((one, other) => one.item.split('/').length - other.item.split('/').length);
  const all = items.filter((each): each is Kind => each.maker !== undefined);
  const byItem = new Map(all.map((kind) => [kind.item, kind]));
  const byMaker = new Map(all.map((kind) => [kind.maker, kind]));
  const byOperation = new Map(
    items.flatMap((kind) => {
      const { reader, replacer, patcher, remover, poster } = kind;
      return [reader, replacer, patcher, remover, poster].flatMap((each) => (each ? [[each, kind] as const] : []));
    }),
  );
  const byLister = new Map(items.flatMap((kind) => (kind.lister ? [[kind.lister, kind] as const] : [])));
  const byName = groupBy(
    all.flatMap((kind) => [...new Set(namesFor(kind))].map((name) => [name, kind] as const)),
    ([name]) => name,
  );
  return {
    all,
    items,
    meantBy: (member) => (byName.get(plain(member)) ?? []).map(([, kind]) => kind),
    at: (item) => byItem.get(item),
    madeBy: (operation) => byMaker.get(operation),
    ofItem: (operation) => byOperation.get(operation),
    listedBy: (operation) => byLister.get(operation),
    lister(item) {
      const collection = collectionOf(item) ?? '';
      return ambiguous.has(collection) ? undefined : byPath.get(collection)?.get('GET');
    },
  };
}

/** `/users/{}/plants/{}` → `/users/{}/plants`. */
function collectionOf(item: string): string | undefined {
  return /^(.+)\/\{\}$/.exec(item)?.[1];
}

function succeeds({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(2|default)/i.test(status));
}

/** The names of the parameters of a path, in its order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

export function lastName(path: string): string {
  return namesIn(path).at(-1) ?? '';
}

/** The path from its beginning up to and with its parameter at `index`, without names; undefined where more than that is in its segment. */
export function itemPath(path: string, index: number): string | undefined {
  const segments = anonymous(path).split('/');
  let seen = -1;
  for (const [at, segment] of segments.entries()) {
    const here = segment.split('{}').length - 1;
    seen += here;
    if (seen >= index) return here === 1 && segment === '{}' ? segments.slice(0, at + 1).join('/') : undefined;
  }
  return undefined;
}

/** How an answer named what was made. */
export interface Identity {
  readonly text: string;
  /** Where its body has it, as a JSON Pointer; undefined where it is not from the body. */
  readonly pointer: string | undefined;
}

/** A name that an answer may mean, and where it is from. */
export interface Candidate extends Identity {
  readonly source: Source;
}

/**
 * The name of what a request to make something has made; see {@link candidates}.
 * @param origin of the target, as {@link candidates}.
 */
export function identify(kind: Kind, exchange: Exchange, origin: string): Identity | undefined {
  return candidates(kind, exchange, origin)[0];
}

/**
 * The names of what a request to make something may have made, the likeliest first: by a declared link, by the field of its answer that is
 * called like the parameter, by the path of its `Location`, or by what was sent under that name. None of them proves that it was made.
 * @param origin of the target: a `Location` elsewhere names nothing there.
 */
export function candidates(kind: Kind, exchange: Exchange, origin: string): Candidate[] {
  const { response, case: each } = exchange;
  if (!response || response.status < 200 || response.status > 299) return [];
  if (each.operation === kind.replacer) {
    const text = each.values[lastName(each.operation.path)];
    return text === undefined ? [] : [{ text, pointer: undefined, source: 'path' }];
  }
  const body = parsed(response.body);
  const represented = body && fromBody(kind, body);
  const link = linked(kind, exchange, body);
  const isSame = link?.pointer !== undefined && link.pointer === represented?.pointer;
  const [location] = fieldValues(response, 'location');
  const routed = location === undefined ? undefined : route(location, exchange.request.path, origin);
  const sent = chosenName(kind, each);
  const all: (Candidate | undefined)[] = [
    link && { ...link, source: isSame ? 'representation' : 'link' },
    represented && { ...represented, source: represented.pointer === '' ? 'scalar' : 'representation' },
    routed === undefined ? undefined : { text: routed, pointer: undefined, source: 'location' },
    sent === undefined ? undefined : { text: sent, pointer: undefined, source: 'request' },
  ];
  const usable = all.filter((one) => one !== undefined).filter(({ text }) => kind.parameter.accepts(text));
  return usable.filter(({ text }, at) => usable.findIndex((one) => one.text === text) === at);
}

/** The most of a body that is looked into, in bytes. */
const MOST_PARSED = 256 * 1024;

/** The JSON of a body; undefined where it is none, or too long to be looked into. */
export function parsed(body: Buffer): Json | undefined {
  if (body.length === 0 || body.length > MOST_PARSED) return undefined;
  try {
    return readJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * What a `Location` names in the collection that was asked (RFC 9110 §10.2.2): `7` for `/beds/7` in the answer to `POST /beds`.
 * @param asked the path of the request, against which it is resolved.
 * @returns undefined for another origin, another collection, or what lies below an item.
 */
export function route(location: string, asked: string, origin: string): string | undefined {
  if (!URL.canParse(location, origin + asked)) return undefined;
  const [to, from] = [new URL(location, origin + asked), new URL(origin + asked)];
  if (to.origin !== from.origin) return undefined;
  const segments = (url: URL) => url.pathname.replace(/\/$/, '').split('/').map(decoded);
  const [named, collection] = [segments(to), segments(from)];
  if (named.length !== collection.length + 1 || !collection.every((part, at) => part === named[at])) return undefined;
  return named.at(-1) || undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What the contract itself says of it: a link to an operation on the item (OpenAPI 3.1 §4.8.20). */
function linked(kind: Kind, { case: each, response }: Exchange, body: Json | undefined): Identity | undefined {
  const declared = each.operation.responses.find(({ status }) => status === String(response?.status));
  const items = [kind.reader, kind.replacer, kind.patcher, kind.remover];
  for (const { operation, parameters } of declared?.links ?? []) {
    const meant = items.find((item) => item && (operation === item.operationId || operation === item.name));
    const name = meant && lastName(meant.path);
    const expression = name === undefined ? undefined : (parameters.get(`path.${name}`) ?? parameters.get(name));
    const pointer = /^\$response\.body#(\/.*)$/.exec(expression ?? '')?.[1];
    const text = pointer === undefined || !body ? undefined : textAt(body, pointer);
    if (text !== undefined) return { text, pointer };
    const field = /^\$response\.header\.(.+)$/.exec(expression ?? '')?.[1];
    const [value] = field === undefined || !response ? [] : fieldValues(response, field);
    if (value !== undefined) return { text: value, pointer: undefined };
  }
  return undefined;
}

/** The text of a scalar at a JSON Pointer, numbers as they are written. */
export function textAt(json: Json, pointer: string): string | undefined {
  const value = valueAt(json.value, pointer);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return json.written.get(pointer) ?? String(value);
}

function fromBody(kind: Kind, body: Json): Identity | undefined {
  const { value } = body;
  if (typeof value === 'string' || typeof value === 'number') return { text: textAt(body, '') ?? '', pointer: '' };
  for (const prefix of wrappersOf(kind, value)) {
    const pointer = memberOf(kind, body, prefix);
    const text = pointer === undefined ? undefined : textAt(body, pointer);
    if (text !== undefined && text !== '') return { text, pointer };
  }
  return undefined;
}

const WRAPPERS = /^(data|result|item|payload|response|attributes|entity|object|resource)$/i;

/**
 * Pointers of the objects that may be the representation: the body itself, or what it wraps by a usual name or that of the thing.
 * @param isLoose also by any name, where it is alone: for what is only read. `{"customer":{"id":3}}` does not name an order.
 */
export function wrappersOf({ item }: Named, value: unknown, isLoose = false): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const entries = Object.entries(value);
  const inner = entries.filter(([name, each]) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return false;
    return (isLoose && entries.length === 1) || WRAPPERS.test(name) || plain(name) === singular(item);
  });
  return ['', ...inner.map(([name]) => `/${escapePointer(name)}`)];
}

/**
 * The member that holds the id: called like the parameter, or `id` where that can be meant.
 * @param further names to look for where there is none of these.
 */
export function memberOf(
  kind: Named,
  body: Pick<Json, 'value'>,
  prefix: string,
  further: readonly string[] = [],
): string | undefined {
  return membersOf(kind, body, prefix, further)[0];
}

/** The same, with all that could be meant, the likeliest first. */
export function membersOf(
  kind: Named,
  body: Pick<Json, 'value'>,
  prefix: string,
  further: readonly string[] = [],
): string[] {
  const object = valueAt(body.value, prefix);
  const names = Object.keys(object as object);
  const parameter = plain(kind.parameter.name);
  const thing = singular(kind.item);
  const isId = parameter.endsWith('id') || [thing, 'key', 'uuid', 'guid'].includes(parameter);
  const wanted = [parameter, ...(isId ? [`${thing}id`, 'id', 'uuid', 'guid'] : []), ...further];
  return [...new Set(wanted)].flatMap((name) => {
    const member = names.find((each) => plain(each) === name);
    return member === undefined ? [] : [`${prefix}/${escapePointer(member)}`];
  });
}

/**
 * Names of members of a body that can be meant for the name of an item: `customerId` and `customer_id` for `/customers/{}`, whatever that calls
 * its parameter; and the parameter's own name, where it speaks of the thing. Each as `plain` gives it.
 */
export function namesFor({ item, parameter }: Named): string[] {
  const [own, thing] = [plain(parameter.name), singular(item)];
  if (thing === '') return [];
  const speaks = own === thing || /.(id|uuid|guid)$/.test(own);
  return [`${thing}id`, `${thing}uuid`, thing + own, ...(speaks ? [own] : [])];
}

/** The name that a request to make something chose in its body; undefined where the service is to choose it. */
export function chosenName(kind: Kind, { input: { body } }: Pick<Case, 'input'>): string | undefined {
  const sent = body?.contentType.includes('json') ? parsed(body.bytes) : undefined;
  if (!sent || typeof sent.value !== 'object' || sent.value === null || Array.isArray(sent.value)) return undefined;
  const pointer = memberOf(kind, sent, '');
  return pointer === undefined ? undefined : textAt(sent, pointer);
}

/** `plant_id`, `plant-id` and `plantId` are one name. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `/store/plants/{}` → `plant`. */
export function singular(item: string): string {
  const segment = plain(item.split('/').at(-2) ?? '');
  return segment
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}
