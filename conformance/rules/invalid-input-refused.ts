import { readablePlace } from '../../src/contract/clause';
import type { Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { isRateLimited, statusLine } from '../judging/exchanges';

/** A contract states which requests are valid. A service may refuse others with any status, but should not accept them. OpenAPI 3.1 §4.8.12 */
export const invalidInputRefused: Rule = {
  id: 'invalid-input-refused',
  level: 'should',
  statement: 'A request outside the contract is not answered with success.',
  reference: ['Parameter Object'],
  advice: 'Read the whole of the input strictly by the contract, and refuse what is left over or out of range.',
  probes: ['invalid'],
  across: true,
  bind(operation) {
    const [parameter] = operation.parameters;
    const clause = parameter?.clause ?? operation.requestBody?.clause;
    return clause ? [{ operation, clause }] : [];
  },
  judge(exchange, _subject, { all }) {
    const { case: each, response, error } = exchange;
    const { violation } = each.claim;
    if (each.claim.probe !== 'invalid' || !violation || !response || error || isRateLimited(exchange)) return undefined;
    // Whether it was a success the content alone says, for each part of what was asked (RFC 4918 §13).
    if (response.status === 207) return undefined;
    if (isSuccess(response.status)) {
      return [
        {
          message: `\`${violation.clauseText}\` of ${violation.subject} is not enforced`,
          expected: `a refusal, as ${readablePlace(violation.clause)} has it`,
          actual: `${violation.sent}: ${statusLine(response)}`,
          ownWords: [`${violation.sent}: `],
          clause: violation.clause,
        },
      ];
    }
    // If valid requests are refused in the same way, the refusal says nothing about what was invalid.
    const alike = all.filter(({ case: other }) => isCounterpart(other, each)).filter(({ response: other }) => other);
    return alike.length > 0 && alike.every(({ response: other }) => other?.status === response.status) ? undefined : [];
  },
};

/** Tells whether a case is a valid request for the same thing, with the same authorisation. */
function isCounterpart(
  other: Parameters<Rule['judge']>[0]['case'],
  each: Parameters<Rule['judge']>[0]['case'],
): boolean {
  return (
    other.request.authorised === each.request.authorised &&
    other.claim.probe === (each.claim.exists ? 'valid' : 'unknown')
  );
}
