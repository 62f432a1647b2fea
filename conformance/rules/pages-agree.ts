import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { isAccessDenial, isClientError, isSuccess } from '../../src/http/statuses';
import { count } from '../../src/support/words';
import { itemsIn, tellerOf } from '../chains/pageItems';
import {
  isEndless,
  isEndUnknown,
  isPart,
  mayBeBehind,
  nextQuery,
  numberSent,
  pageParametersOf,
  saysMore,
  type Walk,
  walkOf,
} from '../chains/pageTurns';
import { statusLine } from '../judging/exchanges';

const UNSEEN = 'no list stayed the same while it was read in pages, and had something to show';

/**
 * Pages are parts of one list, and no standard says how they are asked for; that each thing is on one of them is plain sense, and why a client
 * reads them.
 */
export const pagesAgree: Rule = {
  id: 'pages-agree',
  level: 'should',
  statement: 'The pages of a list show each item once, in the order of the list, as many as the list says.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'Let all pages be parts of one order in which no two items are equal, and count what they show.',
  probes: ['pages'],
  across: true,
  bind(operation) {
    const optional = () => UNSEEN;
    return pageParametersOf(operation) ? [{ operation, clause: operation.clause, optional }] : [];
  },
  judge(exchange, { operation }, { chain, touches }) {
    const { chain: place, waitsFor } = exchange.case;
    if (place?.step !== 'page') return undefined;
    const walk = walkOf(operation, chain);
    const breach = ofOne(exchange, walk);
    if (breach || !walk || waitsFor?.turn !== 'once more') return breach && [breach];
    // What the run itself did meanwhile, or somebody else, may have moved things from page to page. What is under way since before the first answer
    // may still come, but moves nothing there and back.
    const isChanged = touches.between(walk.whole, exchange).some(({ isUnderWay }) => !isUnderWay);
    if (!isSame(walk.whole, exchange) || isChanged) return undefined;
    const isJudged = [walk.whole, ...walk.pages].some((each) => ofOne(each, walk));
    const keyOf = isJudged ? undefined : tellerOf(walk.whole);
    const judged = keyOf && ofAll(walk, keyOf);
    return judged && [judged].flatMap((each) => (each === 'kept' ? [] : each));
  },
};

/** Judges a page by itself: no longer than it was asked for, and found where an answer led there. */
function ofOne(exchange: Exchange, walk: Walk | undefined): Breach | undefined {
  const { response } = exchange;
  const { limit } = pageParametersOf(exchange.case.request.operation) ?? {};
  const size = limit && numberSent(exchange, limit);
  const items = itemsIn(exchange);
  if (limit && size !== undefined && items && items.length > size)
    return {
      message: 'a page shows more items than were asked for',
      kind: 'too long',
      names: [limit.name],
      expected: `${count(size, 'item')} at most, as ${limit.name}=${size} asks`,
      actual: count(items.length, 'item'),
    };
  const before = walk?.pages[walk.pages.indexOf(exchange) - 1];
  const { link, cursor } = before?.content?.page ?? {};
  if (!response || !before || (link === undefined && cursor === undefined) || exchange === walk?.whole)
    return undefined;
  const isRefused = isClientError(response.status) && response.status !== 429;
  if (!isRefused || isAccessDenial(response.status) || response.status === 408) return undefined;
  return {
    message: 'the next page, to which a page led, is refused',
    kind: 'refused',
    expected: `success, since the page before (#${before.index}) led there`,
    actual: statusLine(response),
    ownWords: [],
  };
}

/** Tells whether two answers list the same things in the same order. */
function isSame(one: Exchange, other: Exchange): boolean {
  const keyOf = tellerOf(one);
  const [first, second] = [one, other].map((each) => keyOf && itemsIn(each)?.map(keyOf).join('\n'));
  return first !== undefined && first === second && one.content?.page?.total === other.content?.page?.total;
}

/** Judges the pages by each other and by the list that was read before and after them. @returns undefined where nobody can tell. */
function ofAll(walk: Walk, keyOf: (item: unknown) => string): Breach | 'kept' | undefined {
  const { whole, pages } = walk;
  const wanted = itemsIn(whole)?.map(keyOf) ?? [];
  const isCached = [whole, ...pages].some(({ content }) => content?.page?.isCached);
  const read = pages.filter(({ response }) => isSuccess(response?.status ?? 0));
  const isRefused = read.length === 0 || !pages.every(({ response }) => response && mayBeBehind(response.status));
  const shown = read.map((page) => itemsIn(page)?.map(keyOf));
  if (isCached || isRefused || wanted.length === 0 || shown.some((keys) => !keys)) return undefined;
  const all = shown.flatMap((keys) => keys ?? []);
  const repeated = pageThatRepeats(read, shown);
  if (repeated) return repeated;
  const goesOn = isEndless(walk);
  const isEnded = nextQuery(walk) === undefined && !isEndUnknown(walk) && !goesOn;
  const [last] = read.slice(-1);
  // A list of thirty may be the most that one answer shows, unless the pages show as many, and the last of them is not full.
  const isWhole = !isPart(whole) || (isEnded && isShort(last) && all.length === wanted.length);
  const at = last ? { at: last } : {};
  const total = totalSaid(walk);
  if (isWhole && isEnded && total !== undefined && total !== Math.max(wanted.length, all.length))
    return {
      message: 'a list says another number of items than its pages show',
      kind: 'total',
      expected: `a total of ${Math.max(wanted.length, all.length)}`,
      actual: `a total of ${total}`,
      ownWords: ['a total of '],
      ...at,
    };
  const isMissing = isEnded && wanted.some((key) => !all.includes(key));
  if (isMissing) return dropped(wanted, all, read, at);
  if (isWhole && !saysMore(whole) && all.some((key) => !wanted.includes(key)))
    return {
      message: 'a list leaves out what its pages show',
      kind: 'left out',
      expected: `${count(all.length, 'item')}, as the ${count(read.length, 'page')} show`,
      actual: `${count(wanted.length, 'item')} in one answer that was asked for more`,
      ownWords: [' in one answer that was asked for more'],
      at: whole,
    };
  const shared = Math.min(wanted.length, all.length);
  if (wanted.slice(0, shared).join('\n') !== all.slice(0, shared).join('\n'))
    return {
      message: 'the pages of a list show its items in another order than the list',
      kind: 'order',
      expected: `the order of the list (#${whole.index})`,
      actual: 'another order',
      ownWords: ['another order'],
      ...at,
    };
  if (goesOn || (!isEnded && isWhole && shown.slice(-2).every((keys) => keys?.length === 0)))
    return {
      message: 'the pages of a list have no end',
      kind: 'endless',
      expected: `the end after ${count(all.length, 'item')}`,
      actual: 'empty pages that lead to a next one',
      ownWords: ['empty pages that lead to a next one'],
      ...at,
    };
  return read.length > 1 ? 'kept' : undefined;
}

/** Whether a page shows fewer items than were asked for. */
function isShort(page: Exchange | undefined): boolean {
  if (!page) return false;
  const { limit } = pageParametersOf(page.case.request.operation) ?? {};
  const size = limit && numberSent(page, limit);
  return size !== undefined && (itemsIn(page)?.length ?? size) < size;
}

function dropped(
  wanted: readonly string[],
  all: readonly string[],
  read: readonly Exchange[],
  at: Pick<Breach, 'at'>,
): Breach {
  const missing = wanted.filter((key) => !all.includes(key)).length;
  return {
    message: 'the pages of a list leave out what the list shows',
    kind: 'dropped',
    expected: `all ${count(wanted.length, 'item')} of the list on its pages`,
    actual: `${missing} on none of ${count(read.length, 'page')}`,
    ownWords: [' on none of '],
    ...at,
  };
}

/** Finds the first page that shows an item which was shown before. */
function pageThatRepeats(
  pages: readonly Exchange[],
  shown: readonly (readonly string[] | undefined)[],
): Breach | undefined {
  const seen = new Map<string, Exchange>();
  for (const [at, page] of pages.entries()) {
    const again = shown[at]?.find((key) => seen.has(key));
    const first = again === undefined ? undefined : seen.get(again);
    if (first)
      return {
        message: 'an item stands on two pages of a list',
        kind: 'repeated',
        expected: `other items than on the page before (#${first.index})`,
        actual: 'an item that was on it',
        ownWords: ['an item that was on it'],
        at: page,
      };
    for (const key of shown[at] ?? []) seen.set(key, page);
  }
  return undefined;
}

/** Returns the total that all answers say; undefined where they say none, or each says how many items it shows itself. */
function totalSaid({ whole, pages }: Walk): number | undefined {
  const answers = [whole, ...pages].filter(({ content }) => content?.page?.total !== undefined);
  const [total, ...others] = new Set(answers.map(({ content }) => content?.page?.total));
  const isOfPage = answers.every((each) => each.content?.page?.total === itemsIn(each)?.length);
  return others.length > 0 || (isOfPage && answers.length > 1) ? undefined : total;
}
