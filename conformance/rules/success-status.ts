import { declaredResponse } from '../../src/contract/contract';
import type { Context, Rule } from '../../src/engine/model/rule';
import { isRateLimited, statusLine, whyGone } from '../judging/exchanges';

/** "The documentation is expected to cover a successful operation response." OpenAPI 3.1 §4.8.16 */
export const successStatus: Rule = {
  id: 'success-status',
  level: 'must',
  statement: 'A valid, authorised request is answered with a success status that the contract declares.',
  reference: ['Responses Object'],
  advice:
    'Answer with a declared success status. If what was handed over does not exist, or an earlier run used it up, hand over another.',
  probes: ['valid'],
  across: true,
  bind(operation) {
    const [success] = operation.responses.filter(({ status }) => status.startsWith('2'));
    return success ? [{ operation, clause: success.clause }] : [];
  },
  judge(exchange, { operation }, context) {
    const { case: each, response, error } = exchange;
    if (each.claim.probe !== 'valid' || !response || error || isRateLimited(exchange)) return undefined;
    if (each.claim.expect !== undefined) {
      if (response.status === each.claim.expect) return [];
      const message = 'what was handed over was not answered with the status that is expected';
      return [{ message, expected: String(each.claim.expect), actual: statusLine(response) }];
    }
    // A redirect that the contract declares is a success, too.
    if (response.status < 400 && declaredResponse(operation, response.status)) return [];
    // A contract cannot state everything that a service may refuse, so only a request with values that were handed over must be accepted.
    if (!each.claim.handedOver && response.status >= 400 && response.status < 500) return undefined;
    // If the resource is gone, another rule has the finding.
    if (whyGone(exchange, context) || isTokenRefused(context)) return undefined;
    const declared = operation.responses.map(({ status }) => status).filter((status) => status.startsWith('2'));
    const alike = context.all.some(
      ({ case: { claim }, response: other }) => claim.probe === 'unknown' && other?.status === response.status,
    );
    return [
      {
        message: 'a valid, authorised request was not answered with a declared success status',
        expected: declared.join(' or '),
        actual: `${statusLine(response)}${alike ? AS_FOR_NOTHING : ''}`,
        ownWords: [AS_FOR_NOTHING],
      },
    ];
  },
};

const AS_FOR_NOTHING = ', as for something that does not exist';

/** Tells whether every authorised request was refused. Then the token is the reason, and the run says so. */
function isTokenRefused({ all }: Context): boolean {
  const authorised = all.filter(({ case: each, response }) => each.request.authorised && response);
  return (
    authorised.length > 0 && authorised.every(({ response }) => response?.status === 401 || response?.status === 403)
  );
}
