/** Puts what a request says into a value that is made up: the id of its path, the filters of its query, what its body sends. */

import type { MutableJson } from '../../../conformance/values/generator';
import type { Operation } from '../../../src/contract/contract';
import { satisfies } from '../../../src/contract/schema/evaluate';
import { endOf, type Schema } from '../../../src/contract/schema/schema';
import { isObject } from '../../../src/json/value';
import { singularOf } from '../../../src/resources/names';
import { isBareId } from '../../../src/resources/vocabulary/ids';
import { mayBeSecret } from '../../../src/resources/vocabulary/secrets';
import { wrapsThing } from '../../../src/resources/vocabulary/wrapping';
import { boundaryIn } from '../../../src/serialization/readBody';
import type { MockedRequest } from '../engine';
import { readRequestBody } from '../requestBody';
import { nameWords } from './byName';

/** A request with a longer path, query or body than this, in characters and bytes, gets an answer of its own that is not kept. */
const LONGEST_KEY = 2000;

/** Tells whether requests to an operation say anything that an answer may repeat. */
export function saysSomething({ parameters, requestBody }: Operation): boolean {
  return requestBody !== undefined || parameters.some((each) => each.in === 'path' || each.in === 'query');
}

/** Returns what an answer may repeat, as a key; undefined if it is too long. */
export function keyOfSaid({ path, query, headers, bytes }: MockedRequest): string | undefined {
  const text = query.size === 0 ? path : `${path}?${query}`;
  if (text.length + bytes.length > LONGEST_KEY) return undefined;
  return bytes.length === 0 ? text : `${text} ${headers['content-type'] ?? ''} ${bytes.toString('latin1')}`;
}

/** Returns the value with what the request says, as far as the schema allows it. */
export function withSaid(
  value: MutableJson,
  schema: Schema,
  operation: Operation,
  request: MockedRequest,
): MutableJson {
  const filters = new Map([...filtersIn(operation, request), ...outerIn(operation, request)]);
  if (Array.isArray(value)) return fitting(schema, value, filtered(value, filters));
  if (!isObject(value)) return value;
  let changed = value as Record<string, MutableJson>;
  for (const [name, member] of Object.entries(changed))
    if (Array.isArray(member) && filters.size > 0)
      changed = fitting(schema, changed, { ...changed, [name]: filtered(member, filters) }) as typeof changed;
  const said = saidBy(operation, request);
  const wrapper = wrapperIn(changed);
  if (wrapper !== undefined) {
    const inner = changed[wrapper] as Record<string, MutableJson>;
    const fits = (thing: MutableJson) => satisfies(schema, { ...changed, [wrapper]: thing }, 'response');
    changed = { ...changed, [wrapper]: withMembers(inner, said, fits) };
    said.delete(nameWords(wrapper));
  }
  return withMembers(changed, said, (thing) => satisfies(schema, thing, 'response'));
}

/** Returns the member that holds the thing of an answer: the only one, or one that is called so: `{ "user": { … } }`, `{ "ok": true, "data": { … } }`. */
function wrapperIn(value: Readonly<Record<string, MutableJson>>): string | undefined {
  const names = Object.keys(value).filter((name) => isObject(value[name]));
  return names.length === 1 && (Object.keys(value).length === 1 || wrapsThing(names[0] ?? '')) ? names[0] : undefined;
}

/** Returns a thing with what the request says of it, as far as its schema allows it. */
function withMembers(
  thing: Record<string, MutableJson>,
  told: ReadonlyMap<string, unknown>,
  fits: (thing: MutableJson) => boolean,
): Record<string, MutableJson> {
  // What says how large a file is says by `name` how that is called.
  const isOfFile = Object.keys(thing).some((name) => SIZES.includes(nameWords(name)));
  const said =
    isOfFile && !told.has('name') && told.has(FILE_NAME) ? new Map([...told, ['name', told.get(FILE_NAME)]]) : told;
  const all = { ...thing };
  for (const name of Object.keys(thing)) {
    const wanted = said.get(nameWords(name));
    const typed = wanted === undefined ? undefined : asTypeOf(thing[name], wanted);
    if (typed !== undefined) all[name] = typed;
  }
  if (fits(all)) return all;
  let changed = thing;
  for (const [name, member] of Object.entries(all))
    if (member !== changed[name] && fits({ ...changed, [name]: member })) changed = { ...changed, [name]: member };
  return changed;
}

/** Returns what the path of a list says of all things in it, by the words of the names: `conversation id` for `/conversations/{conversation_id}/messages`. */
function outerIn({ path }: Operation, { values }: MockedRequest): Map<string, string> {
  const outer = new Map<string, string>();
  for (const [, segment = '', name = ''] of path.matchAll(/([^/{}]+)\/\{([^{}]+)\}(?=\/[^{}]+$)/g)) {
    const text = values.get(name);
    const words = nameWords(name);
    if (text !== undefined) outer.set(isBareId(name) ? `${singularOf(segment)} ${words}` : words, text);
  }
  return outer;
}

/** Returns what a query asks of the things of a list, by the words of the names: those parameters that have few values, such as a state. */
function filtersIn({ parameters }: Operation, { query }: MockedRequest): Map<string, string> {
  const filters = new Map<string, string>();
  for (const { name, in: where, schema } of parameters) {
    const [text, ...more] = where === 'query' ? query.getAll(name) : [];
    const keywords = schema && endOf(schema).keywords;
    const isOfFew = typeof keywords === 'object' && (Array.isArray(keywords['enum']) || keywords['type'] === 'boolean');
    if (text !== undefined && more.length === 0 && isOfFew) filters.set(nameWords(name), text);
  }
  return filters;
}

/** Returns the things of a list as a filter leaves them: `state=done` shows none that is open. */
function filtered(list: readonly MutableJson[], filters: ReadonlyMap<string, string>): MutableJson[] {
  return list.map((item) => {
    if (!isObject(item)) return item;
    const changed = { ...(item as Record<string, MutableJson>) };
    for (const [name, member] of Object.entries(changed)) {
      const wanted = filters.get(nameWords(name));
      const typed = wanted === undefined ? undefined : asTypeOf(member, wanted);
      if (typed !== undefined) changed[name] = typed;
    }
    return changed;
  });
}

function fitting(schema: Schema, otherwise: MutableJson, changed: MutableJson): MutableJson {
  return satisfies(schema, changed, 'response') ? changed : otherwise;
}

/** Returns what a request says, by the words of the names. What its path says counts most, then its body. */
function saidBy(operation: Operation, request: MockedRequest): Map<string, unknown> {
  const said = new Map<string, unknown>();
  const note = (name: string, value: unknown) => {
    const words = nameWords(name);
    // A secret is not repeated, although an answer may have a member of this name.
    if (!mayBeSecret(name)) said.set(words, value);
  };
  for (const { name, in: where } of operation.parameters)
    if (where === 'query' && request.query.getAll(name).length === 1) note(name, request.query.get(name));
  const body = readRequestBody(operation, request);
  const sent = isObject(body) ? (wrapperIn(body as Record<string, MutableJson>) ?? '') : '';
  for (const part of [isObject(body) ? body[sent] : undefined, body])
    if (isObject(part)) for (const [name, value] of Object.entries(part)) note(name, value);
  for (const [name, value] of uploadOf(request)) note(name, value);
  for (const [name, text] of request.values) if (text !== undefined) note(name, text);
  const [, last] = /\{([^{}]+)\}\/?$/.exec(operation.path) ?? [];
  if (last !== undefined && request.values.has(last)) for (const id of ['id', 'pk']) note(id, request.values.get(last));
  return said;
}

/** Says of the first file of an upload how large it is, how it is called and of which type it is. */
function uploadOf({ headers, bytes }: MockedRequest): [name: string, value: string | number][] {
  const type = headers['content-type'] ?? '';
  const boundary = /^multipart\//i.test(type) ? boundaryIn(type) : undefined;
  if (boundary === undefined) {
    const isFile =
      bytes.length > 0 && /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip)/i.test(type);
    return isFile ? named(bytes.length, type, undefined) : [];
  }
  for (const part of bytes.toString('latin1').split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, Math.max(0, end));
    const name = /;\s*filename="?([^"\r\n;]*)"?/i.exec(head)?.[1];
    if (end < 0 || name === undefined) continue;
    const size = part.length - end - '\r\n\r\n'.length - '\r\n'.length;
    const own = /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1];
    return named(size, own, Buffer.from(name, 'latin1').toString('utf8'));
  }
  return [];
}

const SIZES = ['size', 'bytes', 'file size', 'content length', 'length'];
const FILE_NAME = 'file name';

function named(size: number, type: string | undefined, name: string | undefined): [string, string | number][] {
  const all: [readonly string[], string | number | undefined][] = [
    [SIZES, size],
    [['content type', 'mime type', 'media type', 'mimetype'], type],
    [['filename', FILE_NAME, 'original name', 'originalname', 'original filename'], name],
  ];
  return all.flatMap(([names, value]) =>
    value === undefined ? [] : names.map((each): [string, string | number] => [each, value]),
  );
}

/** Returns a value in the type of the member that it replaces; undefined if it has none of that type. */
function asTypeOf(member: MutableJson | undefined, said: unknown): MutableJson | undefined {
  if (typeof said !== 'string' || typeof member === 'string')
    return typeof said === typeof member ? (said as MutableJson) : undefined;
  if (typeof member === 'number' && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(said)) return Number(said);
  return typeof member === 'boolean' && /^(?:true|false)$/.test(said) ? said === 'true' : undefined;
}
