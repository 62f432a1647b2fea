import { declaredResponse } from '../../src/contract/contract';
import type { Rule } from '../../src/engine/model/rule';
import { EVERY_PROBE, statusTo, wholeOperation } from '../judging/exchanges';

/** "The 5xx … class of status code indicates that the server is aware that it has erred." RFC 9110 §15.6 */
export const noServerError: Rule = {
  id: 'no-server-error',
  level: 'must',
  statement: 'No request is answered with a server error (5xx) that the contract does not declare.',
  reference: 'RFC 9110 §15.6',
  advice: 'Find the exception behind it, and answer bad input with a declared error.',
  probes: EVERY_PROBE,
  bind: wholeOperation,
  judge({ response, error, case: each }, { operation }) {
    if (!response || error) return undefined;
    // A 501 is the right answer "when the server does not recognize the request method" (RFC 9110 §15.6.2).
    if (each.request.method !== undefined && response.status === 501) return undefined;
    if (response.status < 500 || declaredResponse(operation, response.status)) return [];
    return [
      {
        message: 'a request was answered with a server error that the contract does not declare',
        expected: 'no 5xx, whatever is sent',
        ...statusTo(response, `${each.claim.probe}: ${each.claim.name}`),
      },
    ];
  },
};
