/** Tells what a list leaves open: whether it is one page of several, and whether it shows a text that its items do not surely name. */

import type { Operation } from '../../contract/contract';
import { fieldValues, type Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import type { Named } from '../names';
import { choosesPage, isSizeOfPage, saidOfList } from '../vocabulary/paging';
import { plain } from '../vocabulary/words';
import { listIn } from '../wrappers';

/**
 * Tells whether a list may be one page of several, by its answer or by the parameters of its operation.
 * @returns false if there is no list in the answer.
 */
export function isOnePage(named: Pick<Named, 'item'>, lister: Operation, response: Response): boolean {
  const body = parsedBody(response.body);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!Array.isArray(items)) return false;
  const chooses = lister.parameters.some(({ in: where, name }) => where === 'query' && choosesPage(name));
  if (chooses && items.length > 0) return true;
  if (fieldValues(response, 'link').some((link) => /\brel="?[^"]*\bnext\b/i.test(link))) return true;
  if (fieldValues(response, 'x-total-count').some((total) => Number(total) > items.length)) return true;
  return saysMore(body?.value, items.length, 0);
}

/** Tells whether an answer itself says or suggests that there is more than it shows, or that it is not of this moment. */
export function isOnePageAsTold(named: Pick<Named, 'item'>, lister: Operation, response: Response): boolean {
  return extentOf(named, { ...lister, parameters: [] }, response)?.isWhole !== true;
}

/** What a list says of how much there is. */
export interface ListExtent {
  /** Whether it surely shows all that there is: it is not one page of several, no cache has answered, and it is not as long as pages are. */
  readonly isWhole: boolean;
  /** How many items there are, as the answer says, or as a whole list shows; undefined if nobody can tell. */
  readonly total: number | undefined;
}

/** Returns how much of all things a list shows; undefined if there is no list in the answer. */
export function extentOf(named: Pick<Named, 'item'>, lister: Operation, response: Response): ListExtent | undefined {
  const body = isSuccess(response.status) ? parsedBody(response.body) : undefined;
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!Array.isArray(items)) return undefined;
  const { length } = items;
  const said = totalsIn(body?.value, 0);
  const [inField] = fieldValues(response, 'x-total-count');
  const total = [inField === undefined ? undefined : Number(inField), ...said].find((each) => Number.isInteger(each));
  if (mayBeCached(response)) return { isWhole: false, total: undefined };
  if (total !== undefined) return { isWhole: total === length, total };
  const isSized = lister.parameters.some(({ in: where, name }) => where === 'query' && isSizeOfPage(name));
  // Some services list so many at most, and tell nobody.
  const isRound = length >= FEWEST_ROUND && length % ROUND === 0;
  const isWhole = !isSized && !isRound && !isOnePage(named, lister, response);
  return { isWhole, total: isWhole ? length : undefined };
}

const FEWEST_ROUND = 10;
const ROUND = 5;

/** Tells whether an answer may be that of a moment ago (RFC 9111 §5.1, §5.2.2.1). */
export function mayBeCached(response: Response): boolean {
  if (fieldValues(response, 'age').some((age) => Number(age) > 0)) return true;
  return fieldValues(response, 'cache-control').some((text) => /\b(s-)?max-?age="?0*[1-9]/i.test(text));
}

/** Returns the totals beside a list: `{ "items": [], "meta": { "total": 40 } }` → 40. */
function totalsIn(value: unknown, depth: number): number[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return [];
  return Object.entries(value).flatMap(([written, member]) => {
    // What is called `count` alone may count what is shown.
    const isTotal = saidOfList(written) === 'total' && plain(written) !== 'count';
    return isTotal && typeof member === 'number' ? [member] : totalsIn(member, depth + 1);
  });
}

/** A list is said to go on beside it or in an object beside it: `{ "items": [], "meta": { "total": 40 } }`. */
function saysMore(value: unknown, length: number, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return false;
  return Object.entries(value).some(([written, member]) => {
    const said = saidOfList(written);
    if (said === 'next' && member !== null && member !== '' && member !== false) return true;
    if (said === 'more' && member === true) return true;
    if (said === 'isLast' && member === false) return true;
    if (said === 'total' && Number(member) > length) return true;
    if (said === 'pages' && Number(member) > 1) return true;
    return saysMore(member, length, depth + 1);
  });
}

/** Tells whether an answer shows one of these texts anywhere, be it as a part of a longer one: `/shops/soil-7f`. */
export function mentions({ body }: Response, texts: readonly string[]): boolean {
  const lower = texts.filter((text) => text !== '').map((text) => text.toLowerCase());
  const isIn = (shown: string) => lower.some((text) => shown.toLowerCase().includes(text));
  if (isIn(body.toString('utf8'))) return true;
  // In JSON a text may be written with escapes: `one\ntwo`, `\u00e9`.
  const json = parsedBody(body);
  return json !== undefined && hasText(json.value, isIn);
}

function hasText(value: unknown, isIn: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isIn(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => hasText(each, isIn));
}
