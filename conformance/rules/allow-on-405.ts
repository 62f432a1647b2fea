import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { allowedMethods, NO_SUCH_FIELD, quoted } from '../judging/exchanges';

/**
 * "The origin server MUST generate an Allow header field in a 405 response containing a list of the target resource's currently supported
 * methods." RFC 9110 §15.5.6
 */
export const allowOn405: Rule = {
  id: 'allow-on-405',
  level: 'should',
  statement:
    'A 405 names the methods that there are in an Allow field, and those that the contract declares are among them.',
  reference: 'RFC 9110 §15.5.6',
  advice: 'Add `Allow` with the methods of the path to every 405.',
  probes: EVERY_PROBE,
  // The rule is about the path, so it is bound only to the first operation of the path.
  bind: (operation) =>
    operation.pathMethods[0] === operation.method
      ? [{ operation, clause: operation.clause, optional: () => 'no request was answered 405' }]
      : [],
  judge({ response, error, case: { request, chain } }, { operation }) {
    if (response?.status !== 405 || error) return undefined;
    const fields = fieldValues(response, 'allow');
    if (fields.length === 0)
      return [{ message: 'a 405 has no Allow', kind: 'missing', expected: 'Allow: …', ...NO_SUCH_FIELD }];
    const allowed = allowedMethods(response);
    // "An empty Allow field value indicates that the resource allows no methods", perhaps for a while (RFC 9110 §10.2.1).
    if (allowed.length === 0) return [];
    // What a Location names is another path, whose methods are not those of this one.
    if (chain?.step === 'located') return [];
    const refused = request.method ?? operation.method;
    const missing = operation.pathMethods.filter((each) => each !== refused && !isAllowed(each, allowed));
    if (missing.length === 0) return [];
    const message = `the Allow of a 405 lacks methods that the contract declares for the path: ${missing.join(', ')}`;
    return [
      {
        message,
        kind: 'lacking',
        names: missing,
        expected: `Allow: ${operation.pathMethods.join(', ')}`,
        actual: `Allow: ${quoted(fields.join(', '))}`,
        ownWords: ['Allow: '],
      },
    ];
  },
};

/** Tells whether a method is in a list. Whoever allows GET allows HEAD (RFC 9110 §9.3.2), and OPTIONS is often answered by what stands before a service. */
function isAllowed(method: string, allowed: readonly string[]): boolean {
  return allowed.includes(method) || method === 'OPTIONS' || (method === 'HEAD' && allowed.includes('GET'));
}
