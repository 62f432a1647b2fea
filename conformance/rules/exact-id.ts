import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { kindsOf } from '../../src/resources/kinds';
import { wherePossible } from '../judging/chainRules';
import { around, isOnlyStep, isWrite } from '../judging/chainSteps';
import { namedBy, statusLine, whyGone } from '../judging/exchanges';
import { isMissing, saysGone } from '../judging/missing';
import { isFound, sentBy } from '../judging/shownMembers';
import { actedOnOther } from '../judging/stillThere';
import { isUntouchedByOthers, isWitnessed } from '../judging/witness';

const WIDE = String(2n ** 61n);

const UNSEEN = 'no two things of its kind were made, of which one was asked for';

/** "int64: signed 64 bits (a.k.a long)": each of its values is another one. OpenAPI 3.1 §4.4 */
export const exactId: Rule = {
  id: 'exact-id',
  level: 'must',
  statement: 'The operation acts on the id supplied and on no other, such as one that differs only above 32 bits.',
  reference: ['data types'],
  advice: 'Parse the id into a type that holds its whole range, and refuse what it does not hold.',
  probes: ['lookalike', 'valid', 'state'],
  across: true,
  bind(operation, operations) {
    // Only a type with ids above 32 bits has another id that a service could mistake for this one.
    const parameter = operation.parameters.find(
      ({ in: where, types, accepts }) => where === 'path' && types.includes('integer') && accepts(WIDE),
    );
    if (parameter && !operation.safe) return [{ operation, clause: parameter.clause }];
    const ofItems = kindsOf(operations).all.some(({ reader, replacer, patcher, remover }) =>
      [reader, replacer, patcher, remover].includes(operation),
    );
    return ofItems ? wherePossible(operation, operations, UNSEEN) : [];
  },
  judge(exchange, _subject, context) {
    const { case: each, response, error } = exchange;
    if (isOnlyStep(exchange)) return judgeStep(exchange, context);
    if (each.claim.probe !== 'valid' || !response || error) return undefined;
    const others = context.earlier.filter(
      ({ case: { claim }, response: other }) => claim.probe === 'lookalike' && other,
    );
    if (others.length === 0) return undefined;
    if (isSuccess(response.status)) return [];
    // A request with a body may be refused because of its body, since another one like it came before.
    const { method, requestBody } = each.request.operation;
    if (!saysGone(exchange) || (method !== 'DELETE' && requestBody)) return undefined;
    const culprit = others.find(
      ({ case: { request }, response: other }) => !request.operation.safe && other && isSuccess(other.status),
    );
    // An anonymous or invalid request that succeeded before may have used the resource up, too.
    const earlier = context.earlier.filter(({ case: { claim } }) => claim.probe !== 'lookalike');
    if (!culprit?.response) return undefined;
    const { all, chain, isMocked, touches } = context;
    if (whyGone(exchange, { all, chain, isMocked, touches, earlier }) === 'acted-on') return undefined;
    if (!wasThere(exchange, culprit, context)) return undefined;
    return [
      {
        message: 'a request for another id acted on this one',
        kind: 'acted',
        expected: `${exchange.request.path} still there after ${culprit.request.path}`,
        actual: `${statusLine(culprit.response)} to the other (${culprit.case.claim.name}), then ${statusLine(response)}`,
        ownWords: [` to the other (${culprit.case.claim.name}), then `],
      },
    ];
  },
};

/**
 * Tells whether what a valid request does not find any more was there before the request for the other id. What was handed over is, by the word of
 * the user; what the run made was found right before, and not right after.
 */
function wasThere(exchange: Exchange, culprit: Exchange, context: Context): boolean {
  const { earlier, touches } = context;
  const looks = earlier.filter((each) => each.request.method === 'GET' && namedBy(each) === namedBy(exchange));
  const before = looks.findLast(({ index }) => index < culprit.index);
  if (exchange.case.chain === undefined || exchange.case.chain.kind === 'handed over')
    return (
      (before === undefined || isFound(before.response)) &&
      isUntouchedByOthers({ by: culprit, before: before ?? culprit, after: exchange }, { touches })
    );
  const after = looks.find(({ index }) => index > culprit.index);
  return after !== undefined && isMissing(after) && isWitnessed({ by: culprit, before, after }, context);
}

/** Judges whether a step acted on the id that it named, and on no other. */
function judgeStep(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const { chain } = context;
  const { case: each, response, content } = exchange;
  if (!response || !isSuccess(response.status)) return undefined;
  if (each.chain?.step === 'read' || each.chain?.step === 'other') {
    const { wanted, shown } = content?.id ?? {};
    if (wanted === undefined || shown === undefined) return undefined;
    if (shown.toLowerCase() === wanted.toLowerCase()) return [];
    // If another id was sent in a body, the service may show that one.
    if (chain.some((other) => isWrite(other) && Object.values(sentBy(other)).some((each) => String(each) === shown)))
      return undefined;
    const message = 'the answer shows another thing than the one that was asked for';
    return [{ message, kind: 'shown', expected: `the id ${wanted}, as when it was made`, actual: `the id ${shown}` }];
  }
  // What is done later is done to what was asked, too: a 202 to one id is no leave to act on another.
  if (!['put', 'patch', 'remove'].includes(each.chain?.step ?? '')) return undefined;
  const acted = actedOnOther(exchange, chain);
  if (acted === undefined) return undefined;
  if (acted === false) return [];
  const { before, after, how } = acted;
  // What expires, or has to make room, is gone after the thing that was made first: so that one was there, too. It takes no new content.
  const isOlderThere = isFound(around(exchange, chain).before?.response ?? null);
  if (isMissing(after) && !isOlderThere) return undefined;
  const room = isMissing(after) ? { mayMakeRoom: true as const } : {};
  if (!isWitnessed({ by: exchange, before, after, ...room }, context)) return undefined;
  const message = 'a request for one id acted on another';
  return [
    {
      message,
      kind: 'acted',
      expected: `only ${exchange.request.path} is touched`,
      actual: how,
      at: after,
    },
  ];
}
