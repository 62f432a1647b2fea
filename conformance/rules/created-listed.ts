import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import type { ListExtent } from '../../src/resources/answers/pages';
import { kindsOf, listersOfMade } from '../../src/resources/kinds';
import { groupBy } from '../../src/support/collections';
import { count } from '../../src/support/words';
import { itemsIn } from '../chains/pageItems';
import { walkOf } from '../chains/pageTurns';
import { wherePossible } from '../judging/chainRules';
import { isDone, isSameThing } from '../judging/chainSteps';
import { listElsewhere } from '../judging/elsewhere';
import { isInItsList, isLook, isOnItsPages, lastMadeBefore } from '../judging/listed';
import { listTwice } from '../judging/listedTwice';
import { isFound } from '../judging/shownMembers';

const UNSEEN =
  'no list showed all that there is, or the newest first, so nobody can tell whether it shows what was made';

/** "The GET method requests transfer of a current selected representation for the target resource." RFC 9110 §9.3.1 */
export const createdListed: Rule = {
  id: 'created-listed',
  level: 'should',
  statement:
    'What was made is in the list of its collection once, where that list is whole or begins with the newest, and in that of no other thing.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'List what is found by its id, or let the contract say which part is listed.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    const kind = kindsOf(operations).madeBy(operation);
    const isSeen = kind?.reader ?? kind?.replacer ?? kind?.patcher;
    if (!kind || listersOfMade(kind).length === 0 || !isSeen) return [];
    return wherePossible(operation, operations, UNSEEN);
  },
  judge(exchange, _subject, { chain, all: own }) {
    if (exchange.case.chain?.step !== 'make' || !isDone(exchange)) return undefined;
    const isOdd = judgeElsewhere(exchange, chain) ?? judgeTwice(exchange, { chain, all: own });
    if (isOdd) return isOdd;
    const steps = chain.filter((each) => lastMadeBefore(each, chain) === exchange);
    const ofLists = steps.filter((each) => each.case.chain?.step === 'list' || each.case.chain?.step === 'page');
    // One list may show what another one leaves out: that of the vehicle in which a trip was made, and that of all trips.
    const all = [...groupBy(ofLists, ({ case: each }) => each.request.operation.name).values()];
    const missing = all.map((each) => missingIn(each, chain));
    const list = missing.find((each) => each !== undefined && each !== 'none');
    if (!list) return missing.includes('none') ? [] : undefined;
    if (!isFoundStill(exchange, list, chain)) return undefined;
    const { isWhole, total } = extentIn(list);
    const whole = total === undefined ? 'a list without it' : `a list of ${count(total, 'item')} without it`;
    const items = isWhole ? whole : 'a list without it, which begins with the newest and goes on to older ones';
    const hasRead = chain.some(({ case: { chain: place } }) => place?.step === 'read' || place?.step === 'other');
    const why = hasRead ? 'GET finds it' : 'it can be changed';
    const expected = `${exchange.content?.id?.wanted ?? 'what was made'} in the list, since ${why}`;
    return [{ message: 'what was made is not listed', expected, actual: items, ownWords: [items], at: list }];
  },
};

/** Returns the answer of one list that does not show what was made last; `none` where one shows it, undefined where nobody can tell. */
function missingIn(answers: readonly Exchange[], chain: readonly Exchange[]): Exchange | 'none' | undefined {
  const lists = answers.filter(({ case: each }) => each.chain?.step === 'list');
  const shown = lists.map((list) => isInItsList(list, chain));
  const lister = answers.find(({ case: each }) => each.chain?.step === 'page')?.case.request.operation;
  const walk = lister && walkOf(lister, answers);
  const onPages = walk && isOnItsPages(walk, chain);
  // What was shown once may leave a page, and what comes late came.
  if (shown.includes(true) || onPages === true) return 'none';
  return lists[shown.indexOf(false)] ?? (onPages === false ? walk?.whole : undefined);
}

/** @returns undefined where nothing says that the list of another thing shows what was made. */
function judgeElsewhere(made: Exchange, chain: readonly Exchange[]): readonly Breach[] | undefined {
  const list = listElsewhere(made, chain);
  if (list === undefined || list === 'none') return undefined;
  const message = 'what was made is listed in another thing than the one that it was made in';
  const [expected, actual] = [`a list without it at ${list.request.path}`, 'a list with it'];
  return [{ message, kind: 'elsewhere', expected, actual, ownWords: [actual], at: list }];
}

/** @returns undefined where no list shows what was made once more, under another id. */
function judgeTwice(made: Exchange, { chain, all }: Pick<Context, 'chain' | 'all'>): readonly Breach[] | undefined {
  const list = listTwice(made, chain, all);
  if (!list) return undefined;
  const [expected, actual] = ['one thing, since one was asked for', 'two that are alike in all but their ids'];
  return [{ message: 'what was made is listed twice', kind: 'twice', expected, actual, ownWords: [actual], at: list }];
}

/** How much a list shows. As a page it is judged only where it is whole. */
function extentIn(list: Exchange): Partial<ListExtent> {
  if (list.case.chain?.step !== 'page') return list.content?.extent ?? {};
  return { isWhole: true, total: list.content?.page?.total ?? itemsIn(list)?.length };
}

/** Tells whether the next look at what was made, if there is one, finds it: what is gone by then may have been gone from the list before. */
function isFoundStill(made: Exchange, list: Exchange, chain: readonly Exchange[]): boolean {
  const next = chain.find((each) => each.index > list.index && isSameThing(each, made) && isLook(each));
  return next === undefined || isFound(next.response);
}
