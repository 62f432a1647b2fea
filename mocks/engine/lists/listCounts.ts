/** Writes what a list says about itself: how many things there are, which page this is, and what leads to the next one. */

import type { DeclaredHeader } from '../../../src/contract/contract';
import { surelySatisfies } from '../../../src/contract/schema/evaluate';
import { nearestKeyword, typesOf } from '../../../src/contract/schema/facets';
import type { Schema } from '../../../src/contract/schema/schema';
import { escapePointer, pointerTokens, valueAt } from '../../../src/json/pointer';
import { isObject, type JsonValue } from '../../../src/json/value';
import { declaredMembers, requiredIn, type View, withAt } from '../../../src/resources/answers/views';
import { isBareId } from '../../../src/resources/vocabulary/ids';
import { leadsToItself } from '../../../src/resources/vocabulary/naming';
import { isNumberOfThings, saidOfList } from '../../../src/resources/vocabulary/paging';
import { plain } from '../../../src/resources/vocabulary/words';
import type { MockedRequest } from '../engine';
import { type ListQuery, MOST_LISTED, positionNamed } from './listQuery';

/** Where a page of a list is. */
interface PageAddress {
  readonly url: string;
  readonly path: string;
  /** Its cursor, or its number. */
  readonly value: string;
}

/** The numbers that a list may state about itself. */
export interface Counted {
  readonly total: number;
  readonly shown: number;
  readonly wanted: Pick<ListQuery, 'limit' | 'page' | 'from' | 'sorting'>;
  /** This page. */
  readonly self: PageAddress;
  /** The next page; undefined if this is the last one. */
  readonly next: PageAddress | undefined;
  /** The page before; undefined if this is the first one, or nothing leads back. */
  readonly previous: PageAddress | undefined;
  readonly first: PageAddress | undefined;
  readonly last: PageAddress | undefined;
}

/** Returns where this page of a list is, and where those beside it are. @param shown how many things this one shows, of so many in all. */
export function addressesOf(
  request: Pick<MockedRequest, 'query' | 'headers'>,
  sentPath: string,
  { from, limit, next, pageAt }: Pick<ListQuery, 'from' | 'limit' | 'next' | 'pageAt'>,
  shown: number,
  total: number,
): Pick<Counted, 'self' | 'next' | 'previous' | 'first' | 'last'> {
  const to = (other: readonly [string, string] | undefined) => other && movedOn(request, sentPath, other);
  const pages = Math.max(Math.ceil(total / Math.max(limit, 1)), 1);
  return {
    self: movedOn(request, sentPath),
    next: to(from + shown < total && shown > 0 ? next(shown) : undefined),
    previous: to(from > 0 ? pageAt(Math.max(from - limit, 0)) : undefined),
    first: to(pageAt(0)),
    last: to(pageAt((pages - 1) * limit)),
  };
}

/** How many things a page has if nobody says so. */
const USUAL_SIZE = 20;

/** Returns the value of a member beside a list, by its usual names; undefined if the name is not about the list, null for no value. */
function saidBy(name: string, counted: Counted): number | boolean | PageAddress | null | undefined {
  const { total, shown, wanted, next, previous } = counted;
  const { page, from, sorting } = wanted;
  const limit = wanted.limit < MOST_LISTED ? wanted.limit : Math.max(USUAL_SIZE, total);
  const said = saidOfList(name);
  switch (said) {
    case 'total':
      return total;
    case 'pages':
      return Math.max(Math.ceil(total / Math.max(limit, 1)), 1);
    case 'shown':
      return shown;
    case 'size':
      return limit;
    case 'page':
      return page;
    case 'offset':
      return from;
    case 'more':
      return next !== undefined;
    case 'isFirst':
      return from === 0;
    case 'isLast':
      return next === undefined;
    case 'isEmpty':
      return shown === 0;
    case 'isSorted':
      return sorting !== undefined;
    case 'isUnsorted':
      return sorting === undefined;
    case 'isPaged':
      return true;
    case 'isUnpaged':
      return false;
    case 'next':
      return next ?? null;
    case 'previous':
      return previous ?? null;
    case undefined:
      return undefined;
    default:
      return said satisfies never;
  }
}

/** How many levels deep a body may state things about its list: `{ "meta": { "page": { "total": 2 } } }`. */
const DEEPEST = 3;

/**
 * Returns a body in which everything that it states about its list is true.
 * @param stays tells of which numbers the contract has the value, so that they stay as they are.
 */
export function withCounts(
  body: JsonValue,
  { schema, list = '' }: Pick<View, 'schema' | 'list'>,
  counted: Counted,
  stays: (name: string, schemas: readonly Schema[]) => boolean = () => false,
): JsonValue {
  let result = body;
  const listed = pointerTokens(list).at(-1) ?? '';
  const visit = (at: string, schemas: readonly Schema[], depth: number) => {
    const [only] = schemas;
    if (!only || depth > DEEPEST || at === list) return;
    const required = requiredIn({ schemas });
    const members = declaredMembers(schemas);
    // Beside how many things are shown, `size` is how many a page may have, and `number` which one it is; and what tells of an order is empty if there is none.
    const as = (name: string) => {
      const own = plain(name);
      if (/^(?:size|number)$/.test(own) && members.has('numberOfElements')) return `page${own}`;
      return own === 'empty' && members.has('unsorted') ? 'unsorted' : own;
    };
    const leadsOn = [...members.keys()].some((name) => /^(?:next|previous)$/.test(saidOfList(plain(name)) ?? ''));
    for (const [name, own] of members) {
      const pointer = `${at}/${escapePointer(name)}`;
      if (pointer === list) continue;
      const isNumber = own.some((each) => typesOf(each)?.has('integer') || typesOf(each)?.has('number'));
      const link = leadsOn && !own.some((each) => typesOf(each)?.has('boolean')) ? linkOf(name, counted) : undefined;
      const said = link ?? (isNumber && isNumberOfThings(name, listed) ? counted.total : saidBy(as(name), counted));
      if (said === undefined) visit(pointer, own, depth + 1);
      else if (typeof said !== 'number' || !stays(name, own))
        result = saying(result, pointer, own, said, required.has(name));
    }
  };
  if (list !== '') visit('', [schema], 0);
  return result;
}

/** Returns where a link beside `next` leads, if that is another page or this one. */
function linkOf(name: string, { self, first, last }: Counted): PageAddress | undefined {
  if (/^first(page)?$/.test(plain(name))) return first;
  if (/^last(page)?$/.test(plain(name))) return last;
  return !isBareId(name) && leadsToItself(name) ? self : undefined;
}

function saying(
  body: JsonValue,
  pointer: string,
  schemas: readonly Schema[],
  said: number | boolean | PageAddress | null,
  isRequired: boolean,
): JsonValue {
  const fits = (value: JsonValue) => schemas.every((schema) => surelySatisfies(schema, value, 'response'));
  const current = valueAt(body, pointer) as JsonValue | undefined;
  const isObjectThere = schemas.some((schema) => typesOf(schema)?.has('object'));
  if (typeof said === 'object' && said !== null) {
    const looksLikeUrl = typeof current === 'string' && /^(https?:|\/)/.test(current);
    const isUrl = looksLikeUrl || /(link|url|href|next|prev|self|first|last)$/i.test(pointer) || schemas.some(isUri);
    const number = /\d+$/.test(said.value) ? [positionNamed(said.value)] : [];
    const all: JsonValue[] = isUrl
      ? [said.path, said.url, said.value, ...number]
      : [said.value, ...number, said.path, said.url];
    const value = (isObjectThere ? [{ href: said.url }] : all).find(fits);
    return value === undefined ? body : withAt(body, pointer, value);
  }
  if (said === null) {
    if (fits(null) && (isRequired || current !== undefined)) return withAt(body, pointer, null);
    if (!isRequired) return current === undefined ? body : without(body, pointer);
    return fits('') ? withAt(body, pointer, '') : body;
  }
  const value = (typeof said === 'number' ? [said, String(said)] : [said]).find(fits);
  return value === undefined ? body : withAt(body, pointer, value);
}

function isUri(schema: Schema): boolean {
  return /^(uri|url)/.test(String(nearestKeyword(schema, 'format')));
}

function without(body: JsonValue, pointer: string): JsonValue {
  const at = pointer.lastIndexOf('/');
  const holder = valueAt(body, pointer.slice(0, at)) as JsonValue;
  if (!isObject(holder)) return body;
  const name = pointer
    .slice(at + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return withAt(
    body,
    pointer.slice(0, at),
    Object.fromEntries(Object.entries(holder).filter(([each]) => each !== name)),
  );
}

/** Returns the header fields that state something about a list; undefined for a field that is to be left out. */
export function fieldsOf(
  headers: readonly DeclaredHeader[],
  counted: Counted,
): Record<string, readonly string[] | undefined> {
  const fields: Record<string, readonly string[] | undefined> = {};
  for (const name of headers.map((header) => header.name.toLowerCase())) {
    const said = name === 'link' ? (counted.next ?? null) : saidBy(plain(name), counted);
    if (said === undefined) continue;
    if (said === null) fields[name] = undefined;
    else if (typeof said !== 'object') fields[name] = [String(said)];
    else fields[name] = name === 'link' ? [`<${said.url}>; rel="next"`] : [said.value, said.url];
  }
  return fields;
}

/**
 * Returns where another page is.
 * @param sentPath the path as it was sent.
 * @param other the parameter that asks for it, and its value; this page if it is left out.
 */
function movedOn(
  { query, headers }: Pick<MockedRequest, 'query' | 'headers'>,
  sentPath: string,
  other?: readonly [string, string],
): PageAddress {
  const moved = new URLSearchParams(query);
  if (other) moved.set(...other);
  const path = moved.size === 0 ? sentPath : `${sentPath}?${moved}`;
  return { path, url: absolute(path, headers), value: other?.[1] ?? path };
}

/** Returns the URL of a path on the host that the request names. */
export function absolute(path: string, headers: MockedRequest['headers']): string {
  return `http://${headers['host'] ?? 'localhost'}${path}`;
}
