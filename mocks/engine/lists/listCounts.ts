/** Writes what a list says about itself: how many things there are, which page this is, and what leads to the next one. */

import type { DeclaredHeader } from '../../../src/contract/contract';
import { surelySatisfies } from '../../../src/contract/schema/evaluate';
import { nearestKeyword, typesOf } from '../../../src/contract/schema/facets';
import type { Schema } from '../../../src/contract/schema/schema';
import { escapePointer, valueAt } from '../../../src/json/pointer';
import { isObject, type JsonValue } from '../../../src/json/value';
import { declaredMembers, requiredIn, type View, withAt } from '../../../src/resources/answers/views';
import { isNumberOfThings, saidOfList } from '../../../src/resources/vocabulary/paging';
import { plain } from '../../../src/resources/vocabulary/words';
import type { MockedRequest } from '../engine';
import { type ListQuery, positionNamed } from './listQuery';

/** The numbers that a list may state about itself. */
export interface Counted {
  readonly total: number;
  readonly shown: number;
  readonly wanted: Pick<ListQuery, 'limit' | 'page' | 'from'>;
  /** The URL of the next page, and its cursor; undefined if this is the last page. */
  readonly next: { readonly url: string; readonly path: string; readonly value: string } | undefined;
}

/** Returns the value of a member beside a list, by its usual names; undefined if the name is not about the list, null for no value. */
function saidBy(name: string, counted: Counted): number | boolean | 'next' | null | undefined {
  const { total, shown, wanted, next } = counted;
  const { limit, page, from } = wanted;
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
    case 'isLast':
      return next === undefined;
    case 'next':
      return next === undefined ? null : 'next';
    case 'previous':
      return null;
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
  const visit = (at: string, schemas: readonly Schema[], depth: number) => {
    const [only] = schemas;
    if (!only || depth > DEEPEST || at === list) return;
    const required = requiredIn({ schemas });
    for (const [name, own] of declaredMembers(schemas)) {
      const pointer = `${at}/${escapePointer(name)}`;
      if (pointer === list) continue;
      const isNumber = own.some((each) => typesOf(each)?.has('integer') || typesOf(each)?.has('number'));
      const said = isNumber && isNumberOfThings(name) ? counted.total : saidBy(plain(name), counted);
      if (said === undefined) visit(pointer, own, depth + 1);
      else if (typeof said !== 'number' || !stays(name, own))
        result = saying(result, pointer, own, said, required.has(name), counted);
    }
  };
  if (list !== '') visit('', [schema], 0);
  return result;
}

function saying(
  body: JsonValue,
  pointer: string,
  schemas: readonly Schema[],
  said: number | boolean | 'next' | null,
  isRequired: boolean,
  { next }: Counted,
): JsonValue {
  const fits = (value: JsonValue) => schemas.every((schema) => surelySatisfies(schema, value, 'response'));
  const current = valueAt(body, pointer) as JsonValue | undefined;
  const isObjectThere = schemas.some((schema) => typesOf(schema)?.has('object'));
  if (said === 'next' && next) {
    const looksLikeUrl = typeof current === 'string' && /^(https?:|\/)/.test(current);
    const isUrl = looksLikeUrl || /(link|url|href|next)$/i.test(pointer) || schemas.some(isUri);
    const number = /\d+$/.test(next.value) ? [positionNamed(next.value)] : [];
    const all: JsonValue[] = isUrl
      ? [next.path, next.url, next.value, ...number]
      : [next.value, ...number, next.path, next.url];
    const ordered = isObjectThere ? [{ href: next.url }] : all;
    const value = ordered.find(fits);
    return value === undefined ? body : withAt(body, pointer, value);
  }
  if (said === null) {
    if (fits(null) && (isRequired || current !== undefined)) return withAt(body, pointer, null);
    if (!isRequired) return current === undefined ? body : without(body, pointer);
    return fits('') ? withAt(body, pointer, '') : body;
  }
  const value = (typeof said === 'number' ? [said, String(said)] : [said]).find(fits);
  return value === undefined || value === 'next' ? body : withAt(body, pointer, value);
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
    const said = name === 'link' ? (counted.next ? 'next' : null) : saidBy(plain(name), counted);
    if (said === undefined) continue;
    const { next } = counted;
    if (said === null) fields[name] = undefined;
    else if (said !== 'next') fields[name] = [String(said)];
    else if (next) fields[name] = name === 'link' ? [`<${next.url}>; rel="next"`] : [next.value, next.url];
  }
  return fields;
}

/**
 * Returns the URL of the next page.
 * @param sentPath the path as it was sent.
 * @param next the parameter that asks for it, and its value.
 */
export function movedOn(
  { query, headers }: Pick<MockedRequest, 'query' | 'headers'>,
  sentPath: string,
  [name, value]: readonly [string, string],
): NonNullable<Counted['next']> {
  const moved = new URLSearchParams(query);
  moved.set(name, value);
  const path = `${sentPath}?${moved}`;
  return { path, url: absolute(path, headers), value };
}

/** Returns the URL of a path on the host that the request names. */
export function absolute(path: string, headers: MockedRequest['headers']): string {
  return `http://${headers['host'] ?? 'localhost'}${path}`;
}
