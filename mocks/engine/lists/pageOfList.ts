/** Shows of a list without state the page that a request asks for, and makes true what its answer says of the list. */

import type { Media, Operation, Parameter } from '../../../src/contract/contract';
import { surelySatisfies } from '../../../src/contract/schema/evaluate';
import { facets, nearestKeyword, typesOf } from '../../../src/contract/schema/facets';
import type { Schema } from '../../../src/contract/schema/schema';
import { pointerTokens, valueAt } from '../../../src/json/pointer';
import type { JsonValue } from '../../../src/json/value';
import { declaredMembers, type View, viewOfList, withAt } from '../../../src/resources/answers/views';
import type { Named } from '../../../src/resources/names';
import { singularOf } from '../../../src/resources/names';
import { isSizeOfPage, pagePartOf, saidOfList } from '../../../src/resources/vocabulary/paging';
import { plain } from '../../../src/resources/vocabulary/words';
import { wrapsList } from '../../../src/resources/vocabulary/wrapping';
import { remembered } from '../../../src/support/caching';
import type { EngineRequest, MockedRequest } from '../engine';
import { addressesOf, type Counted, withCounts } from './listCounts';
import { passes } from './listFilters';
import { membersAsked, wantedOf } from './listQuery';
import { sorted } from './listSorting';

/** Returns where an answer lists things; undefined if it is not a page of a list, but a thing that has a list. */
export function pageView(operation: Operation, { schema }: Pick<Media, 'schema'>): View | undefined {
  if (!schema) return undefined;
  const views = viewsOf(operation);
  const known = views.get(schema);
  if (known !== undefined) return known ?? undefined;
  const view = viewOfList(namedBy(operation), { schema, likeness: undefined });
  const page = view && isPage(view, operation) ? view : undefined;
  views.set(schema, page ?? null);
  return page;
}

const viewsOf = remembered((_: Operation) => new Map<Schema, View | null>());

/** Names the things that an operation would list at its own path. */
function namedBy({ path }: Operation): Named {
  return { item: `${path.replace(/\{[^}]*\}/g, '{}')}/{}`, parameter: { name: 'id' } as Parameter };
}

/**
 * Tells whether a body that has a list is a page of it: the body says so, the request chooses a page, or a collection is read, and the list is called
 * as that is, or as lists are. `GET /files/{id}` → `{ "size": 629644, "tags": [] }` is none.
 */
function isPage({ schema, list = '' }: View, { path, parameters, safe }: Operation): boolean {
  if (list === '') return true;
  if (saysPage([schema], 0) || queryOf({ parameters }).some(({ name }) => pagePartOf(name) !== undefined)) return true;
  if (!safe || path.endsWith('}')) return false;
  const names = pointerTokens(list);
  const collection = path.split('/').at(-1) ?? '';
  return names.some(wrapsList) || singularOf(names.at(-1) ?? '') === singularOf(collection);
}

/** Returns the parameters by which a list may be asked for. */
function queryOf({ parameters }: Pick<Operation, 'parameters'>): readonly Parameter[] {
  return parameters.filter(({ in: where }) => where === 'query').flatMap(membersAsked);
}

/** How deep something is said of pages: `{ "meta": { "page": 2 } }`. */
const DEEPEST = 1;

function saysPage(schemas: readonly Schema[], depth: number): boolean {
  return [...declaredMembers(schemas)].some(([name, own]) => {
    const said = saidOfList(plain(name));
    if (said !== undefined && said !== 'total' && said !== 'shown') return true;
    return depth < DEEPEST && own.some((each) => typesOf(each)?.has('object')) && saysPage(own, depth + 1);
  });
}

/** How many things there are at least in a list that can be asked for in pages. */
const FEWEST = 5;

/** A page that is longer than this is not filled, in things. */
const LONGEST_FILLED = 25;

/** Returns how many things a list has at least, so that it has a second page; 0 for any number. */
export function leastListed({ parameters }: Pick<Operation, 'parameters'>): number {
  const size = defaultSize(parameters);
  if (size !== undefined) return size > LONGEST_FILLED ? 0 : size + Math.ceil(size / 2);
  return queryOf({ parameters }).some(({ name }) => pagePartOf(name) !== undefined) ? FEWEST : 0;
}

/** Returns how many things a page has where a request does not say it, by the contract; undefined if that does not say it either. */
function defaultSize(parameters: readonly Parameter[]): number | undefined {
  const declared = queryOf({ parameters }).find(({ name }) => isSizeOfPage(name));
  const size = declared?.schema && nearestKeyword(declared.schema, 'default');
  return Number.isSafeInteger(size) && Number(size) > 0 ? Number(size) : undefined;
}

interface Page {
  readonly value: JsonValue;
  /** What is true of the list. */
  readonly counted: Counted;
}

/**
 * Returns the page that a request asks for, of the things that it asks for, in the order that it asks for.
 * @param whole a body with the whole list.
 * @param isGiven whether the contract has this body, which is shown as it is where a request asks for nothing; else the body was made up, and repeats
 * by what it is filtered.
 */
export function pageAsked(
  whole: JsonValue,
  view: View,
  operation: Operation,
  request: MockedRequest,
  isGiven: boolean,
): Page | undefined {
  const { list = '', schema, prefix } = view;
  const all = valueAt(whole, list);
  if (!Array.isArray(all)) return undefined;
  const wanted = wantedOf(operation, view, request, () => undefined);
  if (isGiven && !wanted.isAsked) return undefined;
  const { words } = wanted;
  const chosenBy = isGiven ? wanted : { words, filters: [], ranges: [] };
  const things = (all as JsonValue[]).map((item) => ({ value: (valueAt(item, prefix) ?? null) as JsonValue, item }));
  const chosen = things.filter(({ value }) => passes(value, chosenBy));
  const numbered = chosen.map((each, place) => [String(place), each] as const);
  const ordered = (wanted.sorting ? sorted(numbered, wanted.sorting) : numbered).map(([, { item }]) => item);
  const { from, limit } = wanted;
  const cut = withAt(whole, list, ordered.slice(from, from + limit));
  const isCut = surelySatisfies(schema, cut, 'response') || !surelySatisfies(schema, whole, 'response');
  const shown = isCut ? (valueAt(cut, list) as readonly unknown[]).length : all.length;
  const total = isCut ? ordered.length : all.length;
  const { sentPath = request.path } = request as Partial<EngineRequest>;
  const counted: Counted = {
    total,
    shown,
    wanted,
    ...addressesOf(request, sentPath, wanted, shown, total),
  };
  return { value: withCounts(isCut ? cut : whole, view, counted, isOfContract), counted };
}

/** Tells whether the contract itself has a value for a number, or whether that counts money: `total` of a cart, a number with a fraction. */
function isOfContract(name: string, schemas: readonly Schema[]): boolean {
  const types = schemas.flatMap((schema) => [...(typesOf(schema) ?? [])]);
  const isMoney = plain(name) === 'total' && types.includes('number') && !types.includes('integer');
  return isMoney || schemas.some(hasOwnValue);
}

/** Tells whether a contract has an example of a value, or its only value. */
export function hasOwnValue(schema: Schema): boolean {
  return facets(schema, false).some((keywords) => ['const', 'example', 'examples'].some((name) => name in keywords));
}
