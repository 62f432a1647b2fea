import { fieldValues } from '../http/message';
import type { ReadJson } from '../json/exactJson';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import { lastName } from '../routing/pathTemplate';
import type { Answered, AskedRequest } from './answered';
import type { Kind } from './kinds';
import type { Named } from './names';
import { plain, singular } from './names';

/** How an answer named what was made. */
export interface Identity {
  readonly text: string;
  /** Where its body has it, as a JSON Pointer; undefined where it is not from the body. */
  readonly pointer: string | undefined;
}

/** A name that an answer may mean, and where it is from. */
export interface Candidate extends Identity {
  readonly source: NameSource;
}

/**
 * The name of what a request to make something has made; see {@link candidates}.
 * @param origin of the target, as {@link candidates}.
 */
export function identify(kind: Kind, exchange: Answered, origin: string): Identity | undefined {
  return candidates(kind, exchange, origin)[0];
}

/**
 * The names of what a request to make something may have made, the likeliest first: by a declared link, by the field of its answer that is
 * called like the parameter, by the path of its `Location`, or by what was sent under that name. None of them proves that it was made.
 * @param origin of the target: a `Location` elsewhere names nothing there.
 */
export function candidates(kind: Kind, exchange: Answered, origin: string): Candidate[] {
  const { response } = exchange;
  const each = exchange.case.request;
  if (!response || response.status < 200 || response.status > 299) return [];
  if (each.operation === kind.replacer) {
    const text = each.values[lastName(each.operation.path)];
    return text === undefined ? [] : [{ text, pointer: undefined, source: 'path' }];
  }
  const body = parsedBody(response.body);
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
function linked(
  kind: Kind,
  { case: { request: each }, response }: Answered,
  body: ReadJson | undefined,
): Identity | undefined {
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

function fromBody(kind: Kind, body: ReadJson): Identity | undefined {
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
  body: Pick<ReadJson, 'value'>,
  prefix: string,
  further: readonly string[] = [],
): string | undefined {
  return membersOf(kind, body, prefix, further)[0];
}

/** The same, with all that could be meant, the likeliest first. */
export function membersOf(
  kind: Named,
  body: Pick<ReadJson, 'value'>,
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

/** The name that a request to make something chose in its body; undefined where the service is to choose it. */
export function chosenName(kind: Kind, { input: { body } }: Pick<AskedRequest, 'input'>): string | undefined {
  const sent = body?.contentType.includes('json') ? parsedBody(body.bytes) : undefined;
  if (!sent || typeof sent.value !== 'object' || sent.value === null || Array.isArray(sent.value)) return undefined;
  const pointer = memberOf(kind, sent, '');
  return pointer === undefined ? undefined : textAt(sent, pointer);
}

/** Where the name of a thing comes from. */
export type NameSource =
  /** The member for it in the answer's own representation, in a list of such, or in an item of the collection. */
  | 'representation'
  /** An answer that is nothing but a text or a number: it may count what was changed. */
  | 'scalar'
  /** `Location`, below the collection that was asked. */
  | 'location'
  /** What the contract says of a link, where the representation itself does not name the same. */
  | 'link'
  /** The client, in the body: the answer does not name anything. */
  | 'request'
  /** The client, in the path. */
  | 'path';
