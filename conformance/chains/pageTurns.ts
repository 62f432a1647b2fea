/**
 * Reads a list in pages: as much of it as one answer shows, then page after page of the smallest size that is worth it, then the first request once
 * more. Which page comes next is known by the answer before, so a case that asks for it is filled in when its turn has come.
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { isSuccess } from '../../src/http/statuses';
import { type Pair, queryOf } from '../../src/http/uri';
import { declaresNext, endsByNull } from '../../src/resources/answers/pageSaid';
import { likelyPagePartOf, type PagePart, pagePartOf } from '../../src/resources/vocabulary/paging';
import { plain } from '../../src/resources/vocabulary/words';
import { withPairs } from '../../src/serialization/input';
import { remembered } from '../../src/support/caching';
import { itemsIn, tellerOf } from './pageItems';

/** So many pages a list is cut into, where it is short enough for one answer and pages may be so short. */
const MOST_PAGES = 8;

/** So many empty pages on end, each of which leads on, have no end. A service that looks through much to find little may show one or two. */
const MOST_EMPTY = 3;

/** So many cases ask for the next page: for all of them, and for what comes behind the last one. */
export const MOST_TURNS = MOST_PAGES + MOST_EMPTY;

/** So much of a list is asked for at once: enough for what a run makes, and little enough to be kept. */
const LARGEST = 50;

/** The parameters of the query by which a list is read in pages. */
type PageParameters = { readonly [Part in PagePart]?: Parameter };

/**
 * Returns the parameters of an operation that choose pages; undefined where it reads no list in pages. What `size` means is told by the parameters
 * beside it.
 */
export const pageParametersOf = remembered((operation: Operation): PageParameters | undefined => {
  const found: { [Part in PagePart]?: Parameter } = {};
  const query = operation.parameters.filter(({ in: where }) => where === 'query');
  const note = (parameter: Parameter, part: PagePart | undefined) => {
    const isNumber = parameter.types.some((type) => type === 'integer' || type === 'number');
    if (part && (isNumber || part === 'cursor')) found[part] ??= parameter;
  };
  for (const each of query) note(each, pagePartOf(each.name));
  const { page, offset, cursor } = found;
  if (operation.method !== 'GET' || !(page || offset || cursor)) return undefined;
  for (const each of query) if (likelyPagePartOf(each.name) === 'limit') note(each, 'limit');
  return found;
});

/** Returns the query that asks for as much of a list as one answer may show. @param query that of the plainest request. */
export function wholeQuery(operation: Operation, query: readonly Pair[]): readonly Pair[] {
  const parameters = pageParametersOf(operation) ?? {};
  const { limit, page, offset } = parameters;
  const names = new Set(Object.values(parameters).map(({ name }) => name));
  const size = limit && sizesOf(limit).findLast((each) => each <= LARGEST);
  return [
    ...query.filter(({ name }) => !names.has(name)),
    ...(limit && size !== undefined ? [{ name: limit.name, value: String(size) }] : []),
    // Where the first page has to be named, it is what most services take for it.
    ...(page?.required ? [{ name: page.name, value: String(firstNumber(page) ?? 1) }] : []),
    ...(offset?.required ? [{ name: offset.name, value: String(firstNumber(offset) ?? 0) }] : []),
  ];
}

/** Returns the sizes that a page may have, the smallest first. */
function sizesOf({ schema }: Parameter): number[] {
  const listed = schema && nearestKeyword(schema, 'enum');
  const all = Array.isArray(listed)
    ? listed.flatMap((each: unknown) => (typeof each === 'number' ? [each] : []))
    : Array.from({ length: LARGEST }, (_, at) => at + 1);
  const least = schema && nearestKeyword(schema, 'minimum');
  const sizes = typeof least === 'number' && least > LARGEST ? [...all, least] : all;
  return sizes.filter((each) => !schema || surelySatisfies(schema, each, 'request')).sort((one, other) => one - other);
}

/** Returns a number that the contract says of a parameter. */
function saidNumber({ schema }: Parameter, keyword: 'default' | 'minimum'): number | undefined {
  const said = schema && nearestKeyword(schema, keyword);
  return typeof said === 'number' ? said : undefined;
}

/** Returns the number of the first page, or how much comes before it, as the contract says it. */
function firstNumber(parameter: Parameter): number | undefined {
  return saidNumber(parameter, 'default') ?? saidNumber(parameter, 'minimum');
}

/** A list that was read in pages. */
export interface Walk {
  /** What shows as much of the list as one answer may. */
  readonly whole: Exchange;
  /** The pages, in their order; where no size can be chosen, the first of them is `whole`. */
  readonly pages: readonly Exchange[];
}

/** @param chain of which other steps may have made what is listed, or have read other lists. */
export function walkOf(operation: Operation, chain: readonly Exchange[]): Walk | undefined {
  const asked = chain.filter(({ case: each }) => each.chain?.step === 'page' && each.request.operation === operation);
  const whole = asked.find((each) => each.case.waitsFor?.turn === undefined);
  if (!whole) return undefined;
  const turns = asked.filter(({ case: { waitsFor } }) => waitsFor?.turn && waitsFor.turn !== 'once more');
  const isSized = turns[0]?.case.waitsFor?.turn === 'first';
  return { whole, pages: withoutFirstTwice(isSized ? turns : [whole, ...turns]) };
}

/** Where it is not known whether pages are counted from 0 or from 1, the one with the number 1 may be the first one once more. */
function withoutFirstTwice(pages: readonly Exchange[]): readonly Exchange[] {
  const [first, second] = pages;
  const { page } = (first && pageParametersOf(first.case.request.operation)) ?? {};
  if (!first || !second || !page || numberOf(first, page) !== undefined || numberSent(second, page) !== 1) return pages;
  const [one, other] = [first, second].map((each) => JSON.stringify(itemsIn(each)));
  return one !== undefined && one === other ? [second, ...pages.slice(2)] : pages;
}

/** Returns the number that a request has in a parameter. */
export function numberSent({ request }: Exchange, { name }: Parameter): number | undefined {
  const sent = queryOf(request.path).find((each) => each.name === name)?.value;
  return sent === undefined || !/^\d+$/.test(sent) ? undefined : Number(sent);
}

/** Returns the number of a page, or what comes before it, as the request, the contract or the answer says it. */
function numberOf(exchange: Exchange, parameter: Parameter): number | undefined {
  const { page, offset } = exchange.content?.page ?? {};
  const said = pagePartOf(parameter.name) === 'page' ? page : offset;
  return (
    numberSent(exchange, parameter) ?? saidNumber(parameter, 'default') ?? said ?? saidNumber(parameter, 'minimum')
  );
}

/** Returns a case about a page of a list with the query for that page; undefined where what came before in its chain leads to none. */
export function turned(each: Case, chain: readonly Exchange[]): Case | undefined {
  const walk = walkOf(each.request.operation, chain);
  const query = walk && queryFor(each, walk);
  const { request } = each;
  return query && { ...each, request: { ...request, input: { ...request.input, query } } };
}

function queryFor({ request: { operation }, waitsFor }: Case, { whole, pages }: Walk): readonly Pair[] | undefined {
  const turn = waitsFor?.turn;
  if (turn === 'next') return nextQuery({ whole, pages });
  if (turn === 'behind') return nextQuery({ whole, pages }, true);
  const { query } = whole.case.request.input;
  if (turn === 'once more') return pages.length > 1 || pages[0] !== whole ? query : undefined;
  const { limit } = pageParametersOf(operation) ?? {};
  const items = itemsIn(whole);
  if (!limit || !items || items.length === 0) return undefined;
  const least = Math.ceil(items.length / MOST_PAGES);
  const size = sizesOf(limit).find((each) => each >= least);
  return size === undefined || size === numberSent(whole, limit)
    ? undefined
    : withPairs(query, limit.name, [String(size)]);
}

/**
 * Returns the query of the page behind the last one that was read; undefined where nothing leads there, or enough was seen.
 * @param isBehind whether it is to begin right behind what was shown, and not where a page of the size that was asked for ends.
 */
export function nextQuery(walk: Walk, isBehind = false): readonly Pair[] | undefined {
  const last = walk.pages.at(-1);
  if (!last || !isSuccess(last.response?.status ?? 0) || isEnough(walk, last)) return undefined;
  const { authorisation, operation, input } = last.case.request;
  const { link, cursor, more } = last.content?.page ?? {};
  if (link !== undefined) return queryOfLink(link, last.request.path, authorisation.query);
  const parameters = pageParametersOf(operation) ?? {};
  const { query } = input;
  const isNew = !query.some(({ value }) => value === cursor);
  if (cursor !== undefined && parameters.cursor && isNew) return withPairs(query, parameters.cursor.name, [cursor]);
  const hadLead = walk.pages.some(({ content }) => content?.page?.link !== undefined || content?.page?.more === true);
  if (more === false || hadLead || itemsIn(last)?.length === 0 || isTotalSeen(walk)) return undefined;
  return countedQuery(walk, last, parameters, isBehind);
}

/**
 * Tells whether nobody can tell where the pages end: a next page is asked for by a cursor alone, and neither the contract nor an answer says
 * anything of one. What stands in the cursor then only the service knows, such as the id of the last item.
 */
export function isEndUnknown({ pages }: Walk): boolean {
  const [first] = pages;
  const { cursor, page, offset } = (first && pageParametersOf(first.case.request.operation)) ?? {};
  const says = ({ content }: Exchange) => {
    const { link, cursor: next, more } = content?.page ?? {};
    return link !== undefined || next !== undefined || more !== undefined;
  };
  const isByCursor = first !== undefined && cursor !== undefined && !page && !offset;
  return isByCursor && !pages.some(says) && !declaresNext(first.case.request.operation);
}

/** Tells whether a page shows more than it should, or again what an earlier one showed, or whether all was seen of a part of the list. */
function isEnough({ whole, pages }: Walk, last: Exchange): boolean {
  const items = itemsIn(last);
  const { limit } = pageParametersOf(last.case.request.operation) ?? {};
  const size = limit && numberSent(last, limit);
  if (!items || (size !== undefined && items.length > size)) return true;
  const keyOf = tellerOf(whole);
  const seen = pages.flatMap((each) => itemsIn(each) ?? []).map((each) => keyOf?.(each));
  return (
    new Set(seen).size < seen.length ||
    isEndless({ whole, pages }) ||
    (isPart(whole) && !isShortOfMore(whole) && last !== whole && seen.length >= (itemsIn(whole)?.length ?? 0))
  );
}

/** Tells whether a page leads to a next one. */
function leadsOn({ content }: Exchange): boolean {
  const { link, cursor, more } = content?.page ?? {};
  return (link !== undefined || cursor !== undefined) && more !== false;
}

/** Tells whether an answer shows less than it was asked for, and leads to more all the same. */
function isShortOfMore(whole: Exchange): boolean {
  const { limit } = pageParametersOf(whole.case.request.operation) ?? {};
  const size = limit && numberSent(whole, limit);
  return size !== undefined && (itemsIn(whole)?.length ?? size) < size && leadsOn(whole);
}

/**
 * Tells whether a list goes on for ever: its last pages are empty, and lead on, although the contract has a value that says that there is no next
 * page. A list that is read again and again for what is new, such as a log, has no such value.
 */
export function isEndless({ pages }: Walk): boolean {
  const last = pages.slice(-MOST_EMPTY);
  const [first] = last;
  if (!first || last.length < MOST_EMPTY || !endsByNull(first.case.request.operation)) return false;
  return last.every((page) => itemsIn(page)?.length === 0 && leadsOn(page));
}

/** Tells whether a page says by numbers that nothing follows. */
function isTotalSeen({ whole, pages }: Walk): boolean {
  const { total, pages: count } = pages.at(-1)?.content?.page ?? {};
  const seen = pages.flatMap((each) => itemsIn(each) ?? []).length;
  // Some count what the page shows.
  const isOfAll = total !== undefined && total > 0 && total === whole.content?.page?.total;
  return (isOfAll && seen >= total) || (count !== undefined && pages.length >= count);
}

/**
 * Tells whether a list that was read in pages surely has no more than its first answer shows: that is shorter than what was asked for, and right
 * behind it is nothing.
 */
export function showsAll(walk: Walk): boolean {
  const { whole, pages } = walk;
  if (isPart(whole) || saysMore(whole) || nextQuery(walk) !== undefined) return false;
  if (pages.some(({ content }) => content?.page?.isCached)) return false;
  const [, ...behind] = pages;
  if (behind.some(({ case: { waitsFor } }) => waitsFor?.turn !== 'behind')) return false;
  return behind.every((page) => mayBeBehind(page.response?.status ?? 0) && (itemsIn(page) ?? []).length === 0);
}

/** Tells whether a page is shown, or may not be there since it is behind the last one. */
export function mayBeBehind(status: number): boolean {
  return isSuccess(status) || [400, 404, 410, 416, 422].includes(status);
}

/** Tells whether an answer says that there are more items than it shows. */
export function saysMore(whole: Exchange): boolean {
  return (whole.content?.page?.total ?? 0) > (itemsIn(whole)?.length ?? 0);
}

/** Tells whether an answer may show a part of the list, though it was asked for as much as there is. */
export function isPart(whole: Exchange): boolean {
  const items = itemsIn(whole) ?? [];
  const { limit } = pageParametersOf(whole.case.request.operation) ?? {};
  const size = limit && (numberSent(whole, limit) ?? saidNumber(limit, 'default'));
  const { link, cursor, more } = whole.content?.page ?? {};
  if (size === undefined || items.length >= size || link !== undefined || cursor !== undefined || more) return true;
  // Some services show so many at most, and tell nobody.
  return items.length >= FEWEST_ROUND && items.length % ROUND === 0;
}

const FEWEST_ROUND = 10;
const ROUND = 5;

/** Returns the query of the page with the next number, or behind all that was seen. */
function countedQuery(
  { pages }: Walk,
  last: Exchange,
  parameters: PageParameters,
  isBehind: boolean,
): readonly Pair[] | undefined {
  const { page, offset, limit, cursor } = parameters;
  const { query } = last.case.request.input;
  // Beside a number, what may be a cursor may be a filter, too: `?after=2024-02-29&page=2`.
  if (cursor && !page && !offset) return undefined;
  if (page) {
    const now = numberOf(last, page);
    // Whether this is the page 0 or 1, the answer to the page 1 shows.
    return withPairs(query, page.name, [String(now === undefined ? 1 : now + 1)]);
  }
  // An offset of pages is another thing.
  if (!offset || /^page/.test(plain(offset.name))) return undefined;
  const isFromNothing = /^(offset|skip)$/.test(plain(offset.name));
  const first = numberOf(pages[0] ?? last, offset) ?? (isFromNothing ? 0 : undefined);
  const now = pages.length === 1 ? first : numberSent(last, offset);
  const shown = itemsIn(last)?.length ?? 0;
  const size = (isBehind ? undefined : limit && numberSent(last, limit)) ?? shown;
  return now === undefined ? undefined : withPairs(query, offset.name, [String(now + size)]);
}

/** Returns the query of a link to the same list at the same origin; undefined for any other one. @param secret what every request carries. */
function queryOfLink(link: string, path: string, secret: readonly Pair[]): readonly Pair[] | undefined {
  const base = new URL(path, 'http://here.invalid');
  if (!URL.canParse(link, base.href)) return undefined;
  const next = new URL(link, base.href);
  // A link with an origin names the one that the service has, whatever it is called here.
  if (next.pathname.replace(/\/$/, '') !== base.pathname.replace(/\/$/, '')) return undefined;
  return queryOf(next.pathname + next.search).filter(({ name }) => !secret.some((each) => each.name === name));
}
