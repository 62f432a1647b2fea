/** Makes the numbers true that say how long a list is, and which page of it this is. */

import type { MutableJson } from '../../../conformance/values/generator';
import { nameWords } from './byName';

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

const TOTAL = /^(?:(?:total|result|item|record|element)s? ?)?(?:count|total|results|items|elements|records)$|^total$/;
const SHOWN = /^(?:number of elements|length|returned)$/;
const PAGES = /^(?:total ?pages?|page ?count|num pages|pages|last ?page)$/;
const PAGE = /^(?:page|current page|page number|page no)$/;
const SIZE = /^(?:page ?size|per ?page|limit|size)$/;
const BEFORE = /^(?:offset|skip|start)$/;

/** Reads which part of a list a query asks for: `page=2&limit=10`. */
export function pageIn(query: URLSearchParams): PageAsked {
  const numberCalled = (names: RegExp) => {
    for (const [name, text] of query) if (names.test(nameWords(name)) && /^\d{1,9}$/.test(text)) return Number(text);
    return undefined;
  };
  const [page, size, offset] = [numberCalled(PAGE), numberCalled(SIZE), numberCalled(BEFORE)];
  const before = offset ?? Math.max(0, (page ?? 1) - 1) * (size ?? USUAL_SIZE);
  return { page, size, before };
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
    const words = nameWords(name);
    if (TOTAL.test(words)) members[name] = total;
    else if (SHOWN.test(words)) members[name] = list.length;
    else if (PAGES.test(words)) members[name] = Math.max(1, Math.ceil(total / Math.max(1, most)));
    else if (PAGE.test(words)) members[name] = page ?? 1;
    else if (SIZE.test(words)) members[name] = most;
    else if (BEFORE.test(words)) members[name] = before;
  }
}
