/** Looks for what a chain made in the list of its collection. */

import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Exchange } from '../../src/engine/model/exchange';
import { isObject } from '../../src/json/value';
import { mayBeCached } from '../../src/resources/answers/pages';
import { isOfPages, isSizeOfPage, saidOfList } from '../../src/resources/vocabulary/paging';
import { isState } from '../../src/resources/vocabulary/states';
import { namesItem } from '../../src/routing/pathTemplate';
import { showsAll, type Walk } from '../chains/pageTurns';
import { isDone, isSameThing } from './chainSteps';
import { namedBy } from './exchanges';
import { leavesOutNew } from './newestFirst';
import { isOneCollection } from './oneCollection';
import { hasTextSent, isFound } from './shownMembers';

/**
 * Tells whether a list shows what its chain made last and did not remove.
 * @param isWhole whether it surely shows all that there is.
 * @returns undefined if nobody can tell: the list need not be whole, may leave things out by their state, or the thing is not surely there.
 */
export function isInItsList(
  list: Exchange,
  chain: readonly Exchange[],
  isWhole = list.content?.extent?.isWhole === true,
): boolean | undefined {
  const made = madeBefore(list, chain);
  const last = made.at(-1);
  if (!last || !isFound(list.response) || list.content?.shown === undefined) return undefined;
  if (showsIn(list, last)) return true;
  if (last.content?.id === undefined || asksForSome(list)) return undefined;
  if (!isWhole) return isOnFirstPage(list, last, chain);
  // Where another thing of the run is shown, this one should be, too.
  if (made.some((each) => each !== last && showsIn(list, each))) return false;
  const { parameters } = list.case.request.operation;
  const isFiltered = parameters.some(({ in: where, name }) => where === 'query' && !isOfPages(name));
  return isFiltered || hasState(last, chain) ? undefined : false;
}

/** Returns which request a list is judged by: the one that made last what was there, as far as the run knows. */
export function lastMadeBefore(list: Exchange, chain: readonly Exchange[]): Exchange | undefined {
  return madeBefore(list, chain).at(-1);
}

/** As {@link isInItsList}, of a list that was read in pages: it is whole where they show all that there is. */
export function isOnItsPages(walk: Walk, chain: readonly Exchange[]): boolean | undefined {
  if (walk.pages.some((page) => isInItsList(page, chain, false) === true)) return true;
  return showsAll(walk) ? isInItsList(walk.whole, chain, true) : undefined;
}

/** Tells that a page which begins with the newest leaves out what was made; undefined where nobody can tell. */
function isOnFirstPage(list: Exchange, made: Exchange, chain: readonly Exchange[]): false | undefined {
  const { response, case: planned } = list;
  const { parameters } = planned.request.operation;
  const choosesPage = namesAsked(list).some((name) => !isSizeOfPage(name));
  const choosesUnasked = parameters.some(
    ({ in: where, name, schema }) =>
      where === 'query' && !isOfPages(name) && schema && nearestKeyword(schema, 'default') !== undefined,
  );
  if (!response || mayBeCached(response) || choosesPage || choosesUnasked) return undefined;
  const id = made.content?.id?.wanted ?? '';
  const read = chain.findLast(
    (each) =>
      isFound(each.response) &&
      each.index > made.index &&
      each.index < list.index &&
      isSameThing(each, made) &&
      isObject(each.content?.shown),
  );
  return read && leavesOutNew(list, { id, shown: read.content?.shown }, isState) ? false : undefined;
}

/** Returns what a chain made in the collection of a list before that, and what was there when it was last asked for. */
function madeBefore(list: Exchange, chain: readonly Exchange[]): Exchange[] {
  const earlier = chain.filter(({ index }) => index < list.index);
  return earlier.filter((each) => {
    if (each.case.chain?.step !== 'make' || !isDone(each) || !isListAt(each, list)) return false;
    const about = earlier.filter(
      (other) => isSameThing(other, each) && (isLook(other) || other.case.chain?.step === 'remove'),
    );
    const last = about.at(-1);
    return last !== undefined && last.case.chain?.step !== 'remove' && isFound(last.response);
  });
}

/** Tells whether an answer to a request about a thing says whether that is there: to a GET, or to a change of what no GET shows. */
export function isLook({ case: { chain, request } }: Exchange): boolean {
  if (chain?.step === 'read' || chain?.step === 'other') return true;
  return (chain?.step === 'put' || chain?.step === 'patch') && !request.operation.pathMethods.includes('GET');
}

/** Tells whether a list is of the collection that something was made in. */
function isListAt(made: Exchange, { request }: Exchange): boolean {
  const [whole = '', listing = ''] = [made.request.path, request.path].map((path) => path.split('?')[0]);
  const making = namesItem(made.case.request.operation.path) ? whole.replace(/\/[^/]*\/?$/, '') : whole;
  return isOneCollection(making, listing);
}

/** Tells whether a list was asked for with more than which part of it to show. */
function asksForSome(list: Exchange): boolean {
  return namesAsked(list).some((name) => !isOfPages(name));
}

/** Returns the names of the parameters in the query that a list was asked for with. */
function namesAsked(list: Exchange): string[] {
  const [, query = ''] = namedBy(list).split('?');
  return [...new URLSearchParams(query).keys()];
}

/** Tells whether a list has the texts that something was made with, or its id. */
function showsIn({ content }: Exchange, made: Exchange): boolean {
  const shown = JSON.stringify(withoutSaidOfList(content?.shown, 0)).toLowerCase();
  if (hasTextSent(shown, made)) return true;
  const id = made.content?.id?.wanted.toLowerCase() ?? '';
  // The 11 of `2023-11-19` is the id of nothing.
  const named = shown.replace(/"\d{4}-\d\d-\d\d([t ][^"]*)?"/g, (time) => (time === `"${id}"` ? time : '""'));
  return id !== '' && named.split(id).some((_, place, parts) => isBorder(parts, place));
}

/**
 * Leaves out what a list says of itself, which shows no thing: of `{ "total": 7, "items": [{ "id": 3 }] }` the 7 is no id. Objects around a list
 * are looked through, and its items stay as they are.
 */
function withoutSaidOfList(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > DEEPEST_AROUND) return value;
  const left = Object.entries(value).filter(([name, member]) => saidOfList(name) === undefined || isOfMany(member));
  return Object.fromEntries(left.map(([name, member]) => [name, withoutSaidOfList(member, depth + 1)]));
}

const isOfMany = (member: unknown) => typeof member === 'object' && member !== null;

/** So many objects may stand around a list: `{ "meta": { "page": { "total": 7 } } }`. */
const DEEPEST_AROUND = 2;

/** Tells whether an id stands by itself behind a part of a text: `/beds/7` shows 7, and 17 does not. */
function isBorder(parts: readonly string[], place: number): boolean {
  const [before, after] = [parts[place], parts[place + 1]];
  return before !== undefined && after !== undefined && !/[a-z0-9]$/.test(before) && !/^[a-z0-9]/.test(after);
}

/** Tells whether what was made has a member that says in which state it is. */
function hasState(made: Exchange, chain: readonly Exchange[]): boolean {
  const shown = chain.flatMap((each) => {
    const value = each.content?.shown;
    return isSameThing(each, made) && isObject(value) ? [value] : [];
  });
  const objects = shown.flatMap((each) => [each, ...Object.values(each).filter(isObject)]);
  return objects.some((each) => Object.keys(each).some((name) => isState(name)));
}
