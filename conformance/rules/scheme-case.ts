import type { Rule } from '../../src/engine/model/rule';
import { isAccessDenial } from '../../src/http/statuses';
import { statusLine, statusTo } from '../judging/exchanges';

/** "It uses a case-insensitive token to identify the authentication scheme." RFC 9110 §11.1 */
export const schemeCase: Rule = {
  id: 'scheme-case',
  level: 'should',
  statement: 'The name of the authentication scheme is matched without regard to letter case.',
  reference: 'RFC 9110 §11.1',
  advice: 'Compare the scheme name in lower case; the token stays as it is.',
  probes: ['scheme'],
  across: true,
  bind(operation) {
    const alternative = operation.security.alternatives.find(
      ({ schemes: [scheme, ...more] }) => scheme?.http !== undefined && more.length === 0,
    );
    return alternative ? [{ operation, clause: alternative.clause }] : [];
  },
  judge(exchange, _subject, { all }) {
    const { case: each, response, error } = exchange;
    if (each.claim.probe !== 'scheme' || !response || error) return undefined;
    const usual = all.find(
      ({ case: other }) => other.claim.probe === 'scheme' && other.touches.thing === each.touches.thing,
    );
    // If the usual spelling is refused, too, the token is the reason.
    if (!usual?.response || isAccessDenial(usual.response.status) || usual === exchange) return undefined;
    if (!isAccessDenial(response.status)) return [];
    return [
      {
        message: 'a valid credential was refused for the letter case of its scheme',
        expected: `${statusLine(usual.response)}, as for the usual spelling`,
        ...statusTo(response, each.claim.name),
      },
    ];
  },
};
