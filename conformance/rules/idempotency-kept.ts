import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { idempotencyKeyOf, refusesUsedKeys } from '../../src/resources/idempotency';
import { makesReadable, wherePossible } from '../judging/chainRules';
import { isDone, isSameThing } from '../judging/chainSteps';
import { statusLine } from '../judging/exchanges';
import { isFound } from '../judging/shownMembers';

const UNSEEN = 'no request with a key was taken, and named what it made, so that it could be sent once more';

/**
 * "If the request is retried after the original request has completed, the resource SHOULD respond with the result of the previously completed
 * operation." draft-ietf-httpapi-idempotency-key-header §2.6
 */
export const idempotencyKept: Rule = {
  id: 'idempotency-kept',
  level: 'should',
  statement: 'The same request with the same Idempotency-Key makes one thing.',
  reference: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, §2.7',
  advice: 'Keep each key with the answer to its first request, and give that answer again.',
  probes: ['state'],
  across: true,
  bind: (operation, operations) =>
    operation.method === 'POST' && idempotencyKeyOf(operation) && makesReadable(operation, operations)
      ? wherePossible(operation, operations, UNSEEN)
      : [],
  judge(exchange, { operation }, context) {
    const { step } = exchange.case.chain ?? {};
    const { response } = exchange;
    if ((step !== 'repeat' && step !== 'reuse') || !response) return undefined;
    const first = firstOf(exchange, context);
    if (!first) return undefined;
    if (step === 'repeat') return judgeRepeat(exchange, first, context);
    if (!refusesUsedKeys(operation)) return undefined;
    if (response.status >= 400) return response.status < 500 ? [] : undefined;
    if (!isDone(exchange)) return undefined;
    const message = 'a key that was used for another request is taken';
    const expected = `a refusal, as the contract says, since #${first.index} had the key`;
    return [{ message, kind: 'reused', expected, actual: statusLine(response) }];
  },
};

/** The request that had the key first, if it made something. */
function firstOf(exchange: Exchange, { chain }: Pick<Context, 'chain'>): Exchange | undefined {
  const field = idempotencyKeyOf(exchange.case.request.operation)?.name ?? '';
  const keyOf = ({ case: each }: Exchange) => fieldValues(each.request.input, field)[0];
  const key = keyOf(exchange);
  const first = chain.find(
    (each) => each.index < exchange.index && each.case.chain?.step === 'make' && keyOf(each) === key,
  );
  return first && key !== undefined && isDone(first) ? first : undefined;
}

/**
 * Judges whether the same request made a second thing: it names another one, and both are there. A service may refuse it, since the thing is there,
 * or name nothing.
 */
function judgeRepeat(exchange: Exchange, first: Exchange, { chain }: Context): readonly Breach[] | undefined {
  const [one, other] = [first, exchange].map(({ content }) => content?.id?.wanted);
  if (!isDone(exchange) || one === undefined || other === undefined) return undefined;
  if (one.toLowerCase() === other.toLowerCase()) return [];
  const lookAt = (made: Exchange, step: 'read' | 'repeated') =>
    chain.find(
      (each) =>
        each.index > exchange.index &&
        each.case.chain?.step === step &&
        isSameThing(each, made) &&
        isFound(each.response),
    );
  const [there, second] = [lookAt(first, 'read'), lookAt(exchange, 'repeated')];
  // One thing may have two names.
  if (!there || !second || JSON.stringify(there.content?.shown) === JSON.stringify(second.content?.shown))
    return undefined;
  const message = 'the same request with the same key made a second thing';
  return [
    {
      message,
      kind: 'made',
      expected: `the id ${one}, as in the answer to #${first.index}`,
      actual: `the id ${other}`,
      at: second,
    },
  ];
}
