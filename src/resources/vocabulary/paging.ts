/** Names by which a list is asked for in parts, and in an order, and by which it says how much there is. */

import { countsThings } from './counters';
import { plain, wordsIn } from './words';

/** What a parameter says of the part of a list that is asked for. A cursor stands for a place in it, whose form the service alone knows. */
export type PagePart = 'limit' | 'page' | 'offset' | 'cursor';

type Names<T> = readonly (readonly [T, RegExp])[];

const PARTS: Names<PagePart> = [
  [
    'limit',
    /^(limit|perpage|pagesize|pagelimit|maxresults|maxitems|maxpagesize|take|rows|(results|items|records)perpage)$/,
  ],
  ['page', /^(page|pagenumber|pageno|pagenum|pageindex|currentpage)$/],
  ['offset', /^(offset|skip|startindex|startat|pageoffset|startposition)$/],
  [
    'cursor',
    /^(cursor|after|pagetoken|next(page)?token|nextcursor|continuation(token)?|startingafter|marker|pagecursor)$/,
  ],
];

/** Names that stand for a part, unless they stand for something else: `size` of shoes, `from` a date. */
const MAYBE: Names<PagePart> = [
  ['limit', /^(count|size|max|top|first|num|n)$/],
  ['offset', /^(start|from)$/],
];

/** Names that ask for what comes before a place in a list, or for its end. */
const BACKWARDS = /^(before|endingbefore|last|prev(ious)?(page)?(token|cursor)?)$/;

/** Names that say how things are shown, and not which. */
const SHAPE = /^(fields|expand|include|embed)$/;

const SORTED_BY = /^(sort|sortby|orderby|ordering)$/;
const DIRECTION = /^(order|dir|direction|sortorder|sortdir|sortdirection|orderdirection)$/;

/** Returns which part of a list a parameter of the query chooses, by its name; undefined if it may choose something else. */
export function pagePartOf(name: string): PagePart | undefined {
  return meaningOf(name, PARTS);
}

/** Returns the same of names that stand for a part only where things have no member of that name. */
export function likelyPagePartOf(name: string): PagePart | undefined {
  return meaningOf(name, MAYBE);
}

/** Tells whether a parameter of the query chooses a page, and does not only say how long it is. */
export function choosesPage(name: string): boolean {
  const part = pagePartOf(name);
  return part !== undefined && part !== 'limit';
}

/** Tells whether a parameter of the query only says how long a page is. */
export function isSizeOfPage(name: string): boolean {
  return (pagePartOf(name) ?? likelyPagePartOf(name)) === 'limit';
}

/** Tells whether a parameter of the query only says which part of a list is shown, in which order and in which form. */
export function isOfPages(name: string): boolean {
  const own = plain(name);
  return (
    choosesPage(name) ||
    isSizeOfPage(name) ||
    isSortedBy(name) ||
    isDirection(name) ||
    BACKWARDS.test(own) ||
    SHAPE.test(own)
  );
}

/** Tells whether a parameter of the query names the member by which a list is sorted. */
export function isSortedBy(name: string): boolean {
  return SORTED_BY.test(plain(name));
}

/** Tells whether a parameter of the query holds words that the things of a list have somewhere: `q=harbour`, `search=blue`. */
export function isSearch(name: string): boolean {
  return /^(q|query|search|search(text|terms?|query|string|words?)|fulltext|keywords?)$/.test(plain(name));
}

const BOUNDS: readonly (readonly ['least' | 'most', RegExp])[] = [
  ['least', /^(min|minimum|from|since|after|gte|gt|least)$/],
  ['most', /^(max|maximum|to|until|before|lte|lt|most)$/],
];

/** Returns what a parameter of the query bounds, and on which side: `min_price`, `price_gte` and `priceFrom` → a price at least; undefined if it bounds nothing. */
export function boundIn(name: string): { readonly of: string; readonly bound: 'least' | 'most' } | undefined {
  const words = wordsIn(name);
  for (const [bound, says] of BOUNDS) {
    if (words.length < 2) return undefined;
    if (says.test(words[0] ?? '')) return { of: words.slice(1).join(' '), bound };
    if (says.test(words.at(-1) ?? '')) return { of: words.slice(0, -1).join(' '), bound };
  }
  return undefined;
}

/** Tells whether a parameter of the query says in which direction a list is sorted. */
export function isDirection(name: string): boolean {
  return DIRECTION.test(plain(name));
}

/**
 * What a member beside a list, or a header field, says of it: how many things there are in all, how many pages, how many of them are shown; how
 * long a page is, which one it is, where it begins; whether there is more, whether it is the first or the last one, whether it is empty, whether the
 * list is sorted or comes in pages; what leads to the next and the previous one.
 */
type SaidOfList =
  | ('total' | 'pages' | 'shown' | 'size' | 'page' | 'offset' | 'next' | 'previous')
  | ('more' | 'isFirst' | 'isLast' | 'isEmpty' | 'isSorted' | 'isUnsorted' | 'isPaged' | 'isUnpaged');

const SAID: Names<SaidOfList> = [
  [
    'total',
    /^x?(total|count|(total|results?|records?|elements?)count|total(count|items|results|records|elements|hits|size)|(items|results|records|elements)total)$/,
  ],
  ['pages', /^x?(totalpages?|pagestotal|pagecount|numpages|pages|lastpage)$/],
  ['shown', /^(itemcount|numberofelements|returned|size|length|pagetotal|resultsize)$/],
  ['size', /^x?(perpage|limit|pagesize|itemsperpage)$/],
  ['page', /^x?(page|currentpage|pagenumber|pageno)$/],
  ['offset', /^(offset|start|startindex|skip)$/],
  ['more', /^x?(hasmore|hasnext|hasnextpage|more|moreresults|istruncated)$/],
  ['isFirst', /^(first|isfirst|isfirstpage)$/],
  ['isLast', /^(last|islast|islastpage)$/],
  ['isEmpty', /^(empty|isempty)$/],
  ['isSorted', /^sorted$/],
  ['isUnsorted', /^unsorted$/],
  ['isPaged', /^paged$/],
  ['isUnpaged', /^unpaged$/],
  [
    'next',
    /^x?((odata)?next(page)?(link|url|href|cursor|token|offset|key|marker)?|endcursor|cursor|continuationtoken|lastevaluatedkey)$/,
  ],
  ['previous', /^x?prev(ious)?(page)?(cursor|url|link|token)?$/],
];

/** Returns what a member beside a list says of it, by its name; undefined if the name is not about the list. */
export function saidOfList(name: string): SaidOfList | undefined {
  return meaningOf(name, SAID);
}

/**
 * Tells whether a number of this name counts the things of a list: `results: 3`. As a list the name would hold them.
 * @param list the name of the member that holds them, so that `articlesCount`, `total_articles` and `numArticles` count those of `articles`.
 */
export function isNumberOfThings(name: string, list: string): boolean {
  const things = plain(list);
  const isOfList = (words: string) => [things, things.replace(/s$/, '')].includes(words);
  return /^(results|items|elements|records)$/.test(plain(name)) || countsThings(name, isOfList);
}

function meaningOf<T>(name: string, all: Names<T>): T | undefined {
  const own = plain(name);
  return all.find(([, names]) => names.test(own))?.[0];
}
