import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { kindsOf } from '../../src/resources/kinds';
import { wherePossible } from '../judging/chainRules';
import { isDone, isWrite } from '../judging/chainSteps';
import { statusLine, whyGone } from '../judging/exchanges';
import { sentBy } from '../judging/shownMembers';
import { actedOnOther } from '../judging/stillThere';

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
    if (each.chain?.step !== undefined) return judgeStep(exchange, context);
    if (each.claim.probe !== 'valid' || !response || error) return undefined;
    const others = context.earlier.filter(
      ({ case: { claim }, response: other }) => claim.probe === 'lookalike' && other,
    );
    if (others.length === 0) return undefined;
    if (isSuccess(response.status)) return [];
    // A request with a body may be refused because of its body, since another one like it came before.
    const { method, requestBody } = each.request.operation;
    const isGone = response.status === 404 || response.status === 410;
    if (method !== 'DELETE' && (requestBody || !isGone)) return undefined;
    const culprit = others.find(
      ({ case: { request }, response: other }) => !request.operation.safe && other && isSuccess(other.status),
    );
    // An anonymous or invalid request that succeeded before may have used the resource up, too.
    const earlier = context.earlier.filter(({ case: { claim } }) => claim.probe !== 'lookalike');
    if (!culprit?.response) return undefined;
    const { all, chain, isMocked } = context;
    if (whyGone(exchange, { all, chain, isMocked, earlier }) === 'acted-on') return undefined;
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

/** Judges whether a step acted on the id that it named, and on no other. */
function judgeStep(exchange: Exchange, { chain }: Context): readonly Breach[] | undefined {
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
  if (!['put', 'patch', 'remove'].includes(each.chain?.step ?? '') || !isDone(exchange)) return undefined;
  const acted = actedOnOther(exchange, chain);
  if (acted === undefined) return undefined;
  if (acted === false) return [];
  const message = 'a request for one id acted on another';
  return [
    {
      message,
      kind: 'acted',
      expected: `only ${exchange.request.path} is touched`,
      actual: acted.how,
      at: acted.after,
    },
  ];
}
