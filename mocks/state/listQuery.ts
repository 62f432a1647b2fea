/** Reads from the declared parameters of a list which things it shows, and writes what the list says about the others. */

import type { DeclaredHeader, Operation, Parameter } from '../../src/contract/contract';
import { nearestKeyword, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { escapePointer, valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { declaredMembers, requiredIn, type View, withAt } from '../../src/resources/answers/views';
import {
  isSearch,
  likelyPagePartOf,
  type PagePart,
  pagePartOf,
  saidOfList,
} from '../../src/resources/vocabulary/paging';
import { plain } from '../../src/resources/vocabulary/words';
import { readParameter } from '../../src/serialization/readParameter';
import type { MockedRequest } from '../engine/engine';
import { type Sorting, sortingOf } from './listSorting';
import { takes } from './values';

/** What a request asks of a list. */
export interface ListQuery {
  readonly limit: number;
  /** The position of the first thing, from 0. */
  readonly from: number;
  /** Returns the parameter that asks for the next page, and its value. @param shown how many things this page shows. */
  readonly next: (shown: number) => readonly [name: string, value: string] | undefined;
  readonly page: number;
  readonly filters: readonly (readonly [member: string, values: readonly string[]])[];
  /** Words that each thing has somewhere in its texts, in small letters. */
  readonly words: readonly string[];
  /** Undefined for the order in which the things were added. */
  readonly sorting: Sorting | undefined;
}

/** How many things a list shows if nothing says how many. */
const MOST_LISTED = 1000;

/** Reads what a request asks of a list. @param positionOf returns the position after an id, since a cursor may be an id; else undefined. */
export function wantedOf(
  { parameters }: Operation,
  view: View,
  request: MockedRequest,
  positionOf: (id: string) => number | undefined,
): ListQuery {
  const own = parameters.filter(({ in: where, schema }) => where === 'query' && schema);
  const parts = new Map<PagePart, Parameter>();
  const filters: (readonly [string, readonly string[]])[] = [];
  const words: string[] = [];
  const names = new Set(own.map(({ name }) => name));
  const asked = (parameter: Parameter | undefined) =>
    parameter?.schema && readParameter(parameter, parameter.schema, names, request);
  for (const parameter of own) {
    const name = plain(parameter.name);
    const member = [...view.members.keys()].find((each) => plain(each) === name);
    const part = pagePartOf(name) ?? (member === undefined ? likelyPagePartOf(name) : undefined);
    if (part) parts.set(part, parameter);
    else if (member !== undefined) {
      const values = [asked(parameter)].flat().filter((value) => value !== undefined && typeof value !== 'object');
      if (values.length > 0) filters.push([member, values.map(String)]);
    } else if (isSearch(parameter.name)) {
      const text = asked(parameter);
      if (typeof text === 'string') words.push(...text.toLowerCase().split(/\s+/).filter(Boolean));
    }
  }
  const whole = (part: PagePart): number | undefined => {
    const { schema } = parts.get(part) ?? {};
    const value = Number(asked(parts.get(part)) ?? (schema && nearestKeyword(schema, 'default')) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const maximum = (parameter: Parameter | undefined) =>
    (parameter?.schema && (nearestKeyword(parameter.schema, 'maximum') as number | undefined)) ?? MOST_LISTED;
  const limit = whole('limit') ?? Math.min(maximum(parts.get('limit')), MOST_LISTED);
  const [page, offset] = [parts.get('page'), parts.get('offset')];
  const [firstPage, firstOffset] = [firstOf(page, 1), firstOf(offset, 0)];
  const mark = asked(parts.get('cursor'));
  const cursor = typeof mark === 'string' || typeof mark === 'number' ? String(mark) : undefined;
  const onPage = Math.max(whole('page') ?? firstPage, firstPage);
  const from = offset
    ? Math.max((whole('offset') ?? firstOffset) - firstOffset, 0)
    : cursor !== undefined
      ? (positionOf(cursor) ?? positionNamed(cursor))
      : (onPage - firstPage) * limit;
  const next = (shown: number) => {
    const by = parts.get('cursor');
    if (page && limit > 0) return [page.name, String(onPage + 1)] as const;
    if (offset) return [offset.name, String(from + shown + firstOffset)] as const;
    return by && ([by.name, cursorTo(from + shown, by)] as const);
  };
  // A cursor is a position in the order in which things were added, so a list with a cursor is not sorted.
  const sorting = parts.has('cursor') ? undefined : sortingOf(own, view, asked);
  return { limit, from, next, page: onPage, filters, words, sorting };
}

/** Names a position in a list by a text that the parameter allows, and that is no id if that can be: 2 → `at0002`. */
function cursorTo(position: number, { accepts }: Parameter): string {
  const digits = String(position);
  const padded = [8, 12, 16, 20, 32, 4].map((length) => digits.padStart(length, '0'));
  const all = [
    `at${digits.padStart(4, '0')}`,
    digits,
    ...padded,
    `00000000-0000-4000-8000-${digits.padStart(12, '0')}`,
  ];
  return all.find((text) => accepts(text)) ?? digits;
}

/** Returns the position that a cursor of this mock names; 0 for any other text. */
function positionNamed(cursor: string): number {
  return Number(/^(?:at|0{8}-0{4}-4000-8000-)?0*(\d{1,9})$/.exec(cursor)?.[1] ?? 0);
}

/** Returns the number at which a parameter begins to count. */
function firstOf(parameter: Parameter | undefined, usual: number): number {
  const { schema } = parameter ?? {};
  const least = schema && nearestKeyword(schema, 'minimum');
  const start = schema && nearestKeyword(schema, 'default');
  if (least === 0 || start === 0) return 0;
  return least === 1 || start === 1 ? 1 : usual;
}

/** Tells whether a thing passes all filters, and has all words that are searched for. */
export function passes(thing: JsonValue, { filters, words }: Pick<ListQuery, 'filters' | 'words'>): boolean {
  if (words.length > 0) {
    const texts = textsIn(thing, 0).map((text) => text.toLowerCase());
    if (!words.every((word) => texts.some((text) => text.includes(word)))) return false;
  }
  return filters.every(([member, values]) => {
    const own = isObject(thing) ? thing[member] : undefined;
    const texts = [own].flat().flatMap((each) => (isObject(each) ? Object.values(each) : [each]));
    return texts.some((each) => each !== null && typeof each !== 'object' && values.includes(String(each)));
  });
}

/** Texts are searched down to this depth. */
const DEEPEST_SEARCHED = 4;

/** Returns all texts of a thing, and its numbers as texts. */
function textsIn(value: JsonValue, depth: number): string[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? [] : [String(value)];
  if (depth === DEEPEST_SEARCHED) return [];
  return Object.values(value).flatMap((each) => textsIn(each as JsonValue, depth + 1));
}

/** The numbers that a list may state about itself. */
export interface Counted {
  readonly total: number;
  readonly shown: number;
  readonly wanted: ListQuery;
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

/** Returns a body in which everything that it states about its list is true. */
export function withCounts(body: JsonValue, { schema, list = '' }: View, counted: Counted): JsonValue {
  let result = body;
  const visit = (at: string, schemas: readonly Schema[], depth: number) => {
    const [only] = schemas;
    if (!only || depth > DEEPEST || at === list) return;
    const required = requiredIn({ schemas });
    for (const [name, own] of declaredMembers(schemas)) {
      const pointer = `${at}/${escapePointer(name)}`;
      if (pointer === list) continue;
      const said = saidBy(plain(name), counted);
      if (said === undefined) visit(pointer, own, depth + 1);
      else result = saying(result, pointer, own, said, required.has(name), counted);
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
  const fits = (value: JsonValue) => schemas.every((schema) => takes(schema, value));
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
