import { declaredResponse } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { isReadable, wherePossible } from '../judging/chainRules';
import { around, isDone, isWrite } from '../judging/chainSteps';
import { statusLine } from '../judging/exchanges';
import { isWitnessed } from '../judging/witness';

const UNSEEN = 'no PUT was taken on what was there';

/** "If the target resource does have a current representation and that … is successfully modified … then the origin server MUST send either a 200 (OK) or a 204 (No Content)." RFC 9110 §9.3.4 */
export const putCreatesOnce: Rule = {
  id: 'put-creates-once',
  level: 'should',
  statement: 'A PUT on what is there is not answered 201, as if it had been made.',
  reference: 'RFC 9110 §9.3.4',
  advice: 'Answer 200 or 204 to a PUT that replaces, and 201 to one that makes.',
  probes: ['state'],
  across: true,
  // Where the contract declares nothing else, 201 is what it says.
  bind: (operation, operations) =>
    operation.method === 'PUT' &&
    isReadable(operation) &&
    [200, 204].some((status) => declaredResponse(operation, status))
      ? wherePossible(operation, operations, UNSEEN)
      : [],
  judge(exchange, _subject, context) {
    const { chain } = context;
    const { case: each, response } = exchange;
    const { step } = each.chain ?? {};
    if ((step !== 'put' && step !== 'again' && step !== 'bare') || !response || !isDone(exchange)) return undefined;
    if (!wasThere(exchange, chain)) return undefined;
    if (response.status !== 201) return [];
    const { before } = around(exchange, chain);
    if (!isWitnessed({ by: exchange, before, after: exchange }, context)) return undefined;
    const message = 'a PUT on what was there says that it made it';
    return [{ message, expected: '200 or 204', actual: statusLine(response) }];
  },
};

/** Tells whether a GET found just before what an earlier request of the chain had made or put. */
function wasThere(exchange: Exchange, chain: readonly Exchange[]): boolean {
  const { before } = around(exchange, chain);
  const isSet = chain.some((other) => other.index < exchange.index && isWrite(other) && isDone(other));
  return isSet && !!before?.response && !before.error && isSuccess(before.response.status);
}
