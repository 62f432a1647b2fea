import type { Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { EVERY_PROBE, NO_SUCH_FIELD } from '../judging/exchanges';

/** "The origin server MUST generate an Allow header field in a 405 response." RFC 9110 §15.5.6 */
export const allowOn405: Rule = {
  id: 'allow-on-405',
  level: 'should',
  statement: 'A 405 names the methods that there are, in an Allow field.',
  reference: 'RFC 9110 §15.5.6',
  advice: 'Add `Allow` with the methods of the path to every 405.',
  probes: EVERY_PROBE,
  // The rule is about the path, so it is bound only to the first operation of the path.
  bind: (operation) =>
    operation.pathMethods[0] === operation.method
      ? [{ operation, clause: operation.clause, optional: () => 'no request was answered 405' }]
      : [],
  judge({ response, error }) {
    if (response?.status !== 405 || error) return undefined;
    if (fieldValues(response, 'allow').length > 0) return [];
    return [{ message: 'a 405 has no Allow', expected: 'Allow: …', ...NO_SUCH_FIELD }];
  },
};
