import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { kindsOf, listersOf } from '../../src/resources/kinds';
import { namesItem } from '../../src/routing/pathTemplate';
import { groupBy } from '../../src/support/collections';
import { isReadable, wherePossible } from '../judging/chainRules';
import { showsWhatWasPut } from '../judging/chainState';
import { around, isDone, isWrite } from '../judging/chainSteps';
import { namedBy, statusLine } from '../judging/exchanges';
import { isMissing } from '../judging/missing';
import { isStillListed, isStillThere } from '../judging/stillThere';
import { isWitnessed } from '../judging/witness';

const UNSEEN = 'nothing was found, deleted with success and asked for again';

/** "The DELETE method requests that the origin server remove the association between the target resource and its current functionality." RFC 9110 §9.3.5 */
export const deletedGone: Rule = {
  id: 'deleted-gone',
  level: 'should',
  statement:
    'What was found, and deleted with success, is neither found nor listed any more, and takes nothing new, or says that it is deleted.',
  reference: 'RFC 9110 §9.3.5',
  advice: 'Delete before you answer, or answer 202 where it takes longer.',
  probes: ['state', 'valid'],
  across: true,
  bind(operation, operations) {
    const items = kindsOf(operations).ofItem(operation);
    const isSeen = isReadable(operation) || (items !== undefined && listersOf(items).length > 0);
    return operation.method === 'DELETE' && isSeen ? wherePossible(operation, operations, UNSEEN) : [];
  },
  judge(exchange, { operation }, context) {
    const { chain } = context;
    if (exchange.case.chain?.step !== 'remove' || !isDone(exchange)) return undefined;
    const below = judgeBelow(exchange, chain);
    if (below) return below;
    // GET /settings → { theme: "light" }: what a service has at first may be what it deletes back to. What was handed over is a thing of the user's.
    const isChanged = chain.some((other) => other.index < exchange.index && isWrite(other) && isDone(other));
    if (!isChanged && exchange.case.chain.kind !== 'handed over') return undefined;
    if (!isReadable(operation)) return seenInList(exchange, context);
    // DELETE /customer/cart → { lines: [] }: where the path names no item, what is left may be an empty one, as it was at first.
    if (!namesItem(operation.path) && !showsWhatWasPut(exchange, chain)) return undefined;
    const { before, after } = around(exchange, chain);
    const still = after && isStillThere(after, chain);
    if (!after?.response || still === undefined) return undefined;
    if (!still) return listedStill(exchange, after, context);
    if (!isWitnessed({ by: exchange, before, after }, context)) return undefined;
    const message = 'what was deleted is still there, as it was';
    return [
      {
        message,
        expected: '404 or 410, or something that says so',
        actual: statusLine(after.response),
        at: after,
      },
    ];
  },
};

/** Judges a request to make something in what was removed. @returns undefined where there is none, or it is not known to be gone. */
function judgeBelow(removal: Exchange, chain: readonly Exchange[]): readonly Breach[] | undefined {
  const later = chain.filter(({ index }) => index > removal.index);
  const [look, below, afterwards] = later;
  if (below?.case.chain?.step !== 'below' || !below.response) return undefined;
  // A service may make anew what is written into.
  const isGone = [look, afterwards].every(
    (each) => each?.case.chain?.step === 'look' && namedBy(each) === namedBy(removal) && isMissing(each),
  );
  if (!isGone) return undefined;
  if (!isDone(below)) return [];
  const message = 'what was deleted takes something new';
  return [
    { message, kind: 'below', expected: '404, or another refusal', actual: statusLine(below.response), at: below },
  ];
}

/** Judges the list of the collection, once what was deleted is not found any more by its id. */
function listedStill(removal: Exchange, after: Exchange, context: Context): readonly Breach[] {
  return (isMissing(after) && seenInList(removal, context)) || [];
}

/** Judges by the list of the collection. @returns undefined where that does not tell. */
function seenInList(removal: Exchange, { chain, touches }: Context): readonly Breach[] | undefined {
  const later = chain.filter(({ index, case: { chain: place } }) => index > removal.index && place?.step === 'list');
  const lists = [...groupBy(later, ({ case: each }) => each.request.operation.name).values()].map(([first]) => first);
  const listed = lists.map((each) => isStillListed(each, chain));
  const list = lists[listed.indexOf(true)];
  if (!list) return listed.includes(false) ? [] : undefined;
  // What was put there once more is there by right.
  const thing = { ...list, request: { ...list.request, path: removal.request.path } };
  const others = touches.between(removal, thing).filter(({ index }) => index !== removal.index);
  if (others.some(({ nearness }) => nearness !== 'beside')) return undefined;
  const message = 'what was deleted is still listed, as it was';
  const actual = 'a list with it';
  return [{ message, kind: 'listed', expected: 'a list without it', actual, ownWords: [actual], at: list }];
}
