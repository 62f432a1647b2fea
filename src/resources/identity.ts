import type { Operation } from '../contract/contract';
import { fieldValues } from '../http/message';
import { isSuccess } from '../http/statuses';
import { percentDecoded } from '../http/uri';
import type { ReadJson } from '../json/exactJson';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import { isObject } from '../json/value';
import { lastName } from '../routing/pathTemplate';
import type { Answered, AskedRequest } from './answered';
import { type Guess, guessedNames } from './guessedNames';
import { isNamedInPath, type Kind } from './kinds';
import { expressionFor, leadsTo } from './linkExpressions';
import type { Named } from './names';
import { namingMembers } from './names';
import { nestAt } from './nests';
import { resourceName } from './resourceNames';
import { idsAbove } from './things';
import { plain } from './vocabulary/words';
import { wrappersOf, wrappersOfMade } from './wrappers';

/** How an answer named the thing that was made. */
export interface Identity {
  readonly text: string;
  /** JSON Pointer of the name in the body; undefined if the name is not from the body. */
  readonly pointer: string | undefined;
}

/** A name that an answer may mean, and its source. */
export interface Candidate extends Identity {
  readonly source: NameSource;
  /** JSON Pointer in the answer of what is only guessed to be the name. */
  readonly place?: string | undefined;
}

/**
 * Returns the likeliest name of the thing that a request made; see {@link candidates}.
 * @param origin the origin of the target.
 */
export function identify(kind: Kind, exchange: Answered, origin: string): Candidate | undefined {
  return candidates(kind, exchange, origin).find(({ source }) => source !== 'guess');
}

/**
 * Returns the possible names of the thing that a request made, the likeliest first. A name comes from a declared link,
 * from the member of the answer that is named like the parameter, from the path of `Location`, or from the request
 * itself. No name proves that the thing was made.
 * For example: `POST /orders` → `{ "id": 7 }` → `/orders/7`.
 * @param origin the origin of the target: a `Location` at another origin names nothing there.
 */
export function candidates(kind: Kind, exchange: Answered, origin: string): Candidate[] {
  const { response } = exchange;
  const each = exchange.case.request;
  if (!response || !isSuccess(response.status)) return [];
  if (isNamedInPath(kind) && each.operation === kind.maker) {
    const text = each.values[lastName(each.operation.path)];
    return text === undefined ? [] : [{ text, pointer: undefined, source: 'path' }];
  }
  const body = parsedBody(response.body);
  const represented = body && fromBody(kind, body);
  const resource = body && fromResourceName(kind, body, idsAbove(kind, each));
  const link = linked(kind, exchange, body);
  const isSame = link?.pointer !== undefined && link.pointer === represented?.pointer;
  const [location] = fieldValues(response, 'location');
  const routed =
    location === undefined
      ? undefined
      : route(location, collectionAsked(kind, each.operation, exchange.request.path), origin);
  const sent = chosenName(kind, each);
  const possible: (Candidate | undefined)[] = [
    link && { ...link, source: isSame ? 'representation' : 'link' },
    represented && { ...represented, source: represented.pointer === '' ? 'scalar' : 'representation' },
    resource === undefined ? undefined : { text: resource, pointer: undefined, source: 'representation' },
    routed === undefined ? undefined : { text: routed, pointer: undefined, source: 'location' },
    sent === undefined ? undefined : { text: sent, pointer: undefined, source: 'request' },
    ...(body && kind.reader ? guessedNames(kind, body, each).map(guessOf) : []),
  ];
  const job = jobNamed(kind, exchange, origin);
  const usable = possible
    .filter((candidate) => candidate !== undefined)
    .filter(({ text, source }) => kind.parameter.accepts(text) && (text !== job || source === 'link'));
  return usable.filter(({ text }, at) => usable.findIndex((candidate) => candidate.text === text) === at);
}

/**
 * Returns the name of the job that is answered in place of what comes of it later (RFC 9110 §15.3.3): `7` for `POST /orders` → 202 with
 * `Location: /jobs/7`, and `{ "id": 7, "state": "running" }`. What it leads to stands in another collection than what the request makes.
 */
function jobNamed({ item }: Kind, { response, request }: Answered, origin: string): string | undefined {
  const [location] = response?.status === 202 ? fieldValues(response, 'location') : [];
  const asked = origin + request.path;
  if (location === undefined || !URL.canParse(location, asked)) return undefined;
  const [to, name] = segmentsOf(new URL(location, asked)).slice(-2);
  const collections = [segmentsOf(new URL(asked)).at(-1), item.split('/').at(-2)];
  return !to || collections.includes(to) ? undefined : name;
}

/**
 * Returns the name that a `Location` gives within the collection of the request (RFC 9110 §10.2.2): `7` for `/beds/7`
 * in the answer to `POST /beds`.
 * @param asked the path of the request, against which the location is resolved.
 * @returns undefined if the location has another origin, lies in another collection, or lies below an item.
 */
export function route(location: string, asked: string, origin: string): string | undefined {
  if (!URL.canParse(location, origin + asked)) return undefined;
  const [to, from] = [new URL(location, origin + asked), new URL(origin + asked)];
  if (to.origin !== from.origin) return undefined;
  const [named, collection] = [segmentsOf(to), segmentsOf(from)].map(withoutJson);
  if (!named || !collection) return undefined;
  if (named.length !== collection.length + 1 || !collection.every((part, at) => part === named[at])) return undefined;
  return named.at(-1) || undefined;
}

/**
 * Returns the path of the collection in which what a request makes stands, as that of the request says it: `/v2/vehicles/7/trips` → `/v2/trips`,
 * where trips stand at `/trips/{}`.
 */
export function collectionAsked(kind: Pick<Kind, 'item' | 'nests'>, operation: Operation, asked: string): string {
  const nest = nestAt(kind, operation);
  if (!nest) return asked;
  const before = kind.item.split('/').slice(0, -2);
  const name = kind.item.split('/').at(-2) ?? '';
  const segments = (asked.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  const base = segments.slice(0, segments.length - nest.path.split('/').length + before.length);
  return [...base, name].join('/');
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.replace(/\/$/, '').split('/').map(percentDecoded);
}

/** `things.json` → `things`, in the last segment. */
function withoutJson(segments: readonly string[]): string[] {
  return segments.map((segment, at) => (at === segments.length - 1 ? segment.replace(/(.)\.json$/, '$1') : segment));
}

/** What the contract itself says of it: a link to an operation on the item (OpenAPI 3.1 §4.8.20). */
function linked(
  kind: Kind,
  { case: { request: each }, response }: Answered,
  body: ReadJson | undefined,
): Identity | undefined {
  const declared = each.operation.responses.find(({ status }) => status === String(response?.status));
  const items = [kind.reader, kind.replacer, kind.patcher, kind.remover];
  for (const link of declared?.links ?? []) {
    const meant = items.find((item) => item && leadsTo(link, item));
    const name = meant && lastName(meant.path);
    const expression = name === undefined ? undefined : expressionFor(link, 'path', name);
    const pointer = /^\$response\.body#(\/.*)$/.exec(expression ?? '')?.[1];
    const text = pointer === undefined || !body ? undefined : textAt(body, pointer);
    if (text !== undefined) return { text, pointer };
    const field = /^\$response\.header\.(.+)$/.exec(expression ?? '')?.[1];
    const [value] = field === undefined || !response ? [] : fieldValues(response, field);
    if (value !== undefined) return { text: value, pointer: undefined };
  }
  return undefined;
}

function fromBody(kind: Kind, body: ReadJson): Identity | undefined {
  const { value } = body;
  if (typeof value === 'string' || typeof value === 'number') return { text: textAt(body, '') ?? '', pointer: '' };
  for (const prefix of wrappersOfMade(kind, value)) {
    const pointer = memberOf(kind, body, prefix);
    const text = pointer === undefined ? undefined : textAt(body, pointer);
    if (text !== undefined && text !== '') return { text, pointer };
  }
  return undefined;
}

/** The name that a resource name in the answer gives: `{ "name": "memos/abc" }` → `abc`. */
function fromResourceName(kind: Kind, { value }: ReadJson, above: readonly string[]): string | undefined {
  const texts = wrappersOf(kind, value).flatMap((prefix) => resourceName(kind, valueAt(value, prefix), above) ?? []);
  return texts[0];
}

function guessOf({ text, place }: Guess): Candidate {
  return { text, pointer: undefined, source: 'guess', place };
}

/**
 * Returns the pointer of the member that holds the id: it is named like the parameter, or `id` if that can be meant.
 * @param further names to try if there is no such member.
 */
export function memberOf(
  kind: Named,
  body: Pick<ReadJson, 'value'>,
  prefix: string,
  further: readonly string[] = [],
): string | undefined {
  return membersOf(kind, body, prefix, further)[0];
}

/** Works like {@link memberOf}, but returns all members that may be meant, the likeliest first. */
export function membersOf(
  kind: Named,
  body: Pick<ReadJson, 'value'>,
  prefix: string,
  further: readonly string[] = [],
): string[] {
  const object = valueAt(body.value, prefix);
  const names = Object.keys(object as object);
  return [...new Set([...namingMembers(kind), ...further])].flatMap((name) => {
    const member = names.find((candidate) => plain(candidate) === name);
    return member === undefined ? [] : [`${prefix}/${escapePointer(member)}`];
  });
}

/** Returns the pointer of an id within a member, if exactly one member has one: `{ "metadata": { "id": 7 }, "labels": {} }`. */
export function memberWithin(kind: Named, body: Pick<ReadJson, 'value'>, prefix: string): string | undefined {
  const thing = valueAt(body.value, prefix);
  if (!isObject(thing)) return undefined;
  const pointers = Object.entries(thing).flatMap(
    ([name, inner]) => (isObject(inner) && memberOf(kind, body, `${prefix}/${escapePointer(name)}`)) || [],
  );
  return pointers.length === 1 ? pointers[0] : undefined;
}

/** Returns the name that a request itself chose in its body, whatever its `Content-Type` says; undefined if the service chooses it. */
export function chosenName(kind: Kind, { input: { body } }: Pick<AskedRequest, 'input'>): string | undefined {
  const sent = body && parsedBody(body.bytes);
  if (!sent || typeof sent.value !== 'object' || sent.value === null || Array.isArray(sent.value)) return undefined;
  const pointer = memberOf(kind, sent, '');
  return pointer === undefined ? undefined : textAt(sent, pointer);
}

/** The source of a name. */
export type NameSource =
  /**
   * The member for the name in the answer's representation, in a list of representations, or in an item of the
   * collection.
   */
  | 'representation'
  /** An answer that is only a text or a number. It may also be a count of changes. */
  | 'scalar'
  /** `Location`, below the collection of the request. */
  | 'location'
  /** A link that the contract declares, if the representation does not have the same name. */
  | 'link'
  /** The body of the request, because the answer names nothing. */
  | 'request'
  /** The path of the request. */
  | 'path'
  /** Any other member of the answer, or a text that was sent. Only a GET of it can prove it. */
  | 'guess';
