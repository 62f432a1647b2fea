/** Makes the numbers true that say how long a list is, and which page of it this is. */

import type { MutableJson } from '../../../conformance/values/generator';
import type { Operation, Parameter } from '../../../src/contract/contract';
import {
  isNumberOfThings,
  likelyPagePartOf,
  type PagePart,
  pagePartOf,
  saidOfList,
} from '../../../src/resources/vocabulary/paging';

/** Which part of a list was asked for. */
interface PageAsked {
  /** The number of the page, from 1; undefined if none was asked for. */
  readonly page: number | undefined;
  /** How many things a page has. */
  readonly size: number | undefined;
  /** How many things come before those that are shown. */
  readonly before: number;
}

export const NO_PAGE: PageAsked = { page: undefined, size: undefined, before: 0 };

/** How many things a page has if nobody says so. */
const USUAL_SIZE = 20;

/** Reads which part of a list a query asks for: `page=2&limit=10`. A size that it does not name is the default of the contract, if that has one. */
export function pageIn(query: URLSearchParams, { parameters }: Pick<Operation, 'parameters'>): PageAsked {
  const numberFor = (part: PagePart) => {
    for (const [name, text] of query) if (partOf(name) === part && /^\d{1,9}$/.test(text)) return Number(text);
    return undefined;
  };
  const [page, offset] = [numberFor('page'), numberFor('offset')];
  const size = numberFor('limit') ?? defaultSize(parameters);
  const before = offset ?? Math.max(0, (page ?? 1) - 1) * (size ?? USUAL_SIZE);
  return { page, size, before };
}

function partOf(name: string): PagePart | undefined {
  return pagePartOf(name) ?? likelyPagePartOf(name);
}

/** Returns how many things a page has where a request does not say it, by the contract; undefined if that does not say it either. */
export function defaultSize(parameters: readonly Parameter[]): number | undefined {
  const declared = parameters.find(({ in: where, name }) => where === 'query' && partOf(name) === 'limit');
  const { keywords } = declared?.schema ?? {};
  const size: unknown = typeof keywords === 'object' ? keywords['default'] : undefined;
  return Number.isSafeInteger(size) && Number(size) > 0 ? Number(size) : undefined;
}

/** Changes the members of an object that count its list, if it has one list only. */
export function countTrue(members: Record<string, MutableJson>, { page, size, before }: PageAsked): void {
  const lists = Object.entries(members).filter(([, value]) => Array.isArray(value)) as [string, MutableJson[]][];
  const [only] = lists;
  if (lists.length !== 1 || !only) return;
  const [, list] = only;
  const total = before + list.length;
  const most = size ?? USUAL_SIZE;
  for (const [name, value] of Object.entries(members)) {
    if (typeof value !== 'number') continue;
    const said = isNumberOfThings(name) ? 'total' : saidOfList(name);
    if (said === 'total') members[name] = total;
    else if (said === 'shown') members[name] = list.length;
    else if (said === 'pages') members[name] = Math.max(1, Math.ceil(total / Math.max(1, most)));
    else if (said === 'page') members[name] = page ?? 1;
    else if (said === 'size') members[name] = most;
    else if (said === 'offset') members[name] = before;
  }
}
