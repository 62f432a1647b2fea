import { bearerAlternative } from '../../src/contract/security';
import type { Rule } from '../../src/rule';
import { statusLine } from './shared';

/** "It uses a case-insensitive token to identify the authentication scheme." RFC 9110 §11.1 */
export const schemeCase: Rule = {
  id: 'scheme-case',
  level: 'should',
  statement: 'The name of the authentication scheme is matched without regard to letter case.',
  reference: 'RFC 9110 §11.1',
  advice: 'Compare the scheme name in lower case; the token stays as it is.',
  probes: ['scheme'],
  bind(operation) {
    const alternative = bearerAlternative(operation.security);
    return alternative ? [{ operation, clause: alternative.clause }] : [];
  },
  judge(exchange, _subject, { all }) {
    const { case: each, response, error } = exchange;
    if (each.probe !== 'scheme' || !response || error) return undefined;
    const usual = all.find(({ case: other }) => other.probe === 'scheme' && other.resource === each.resource);
    // Where the usual spelling is refused too, the token is the reason.
    if (!usual?.response || isRefusal(usual.response.status) || usual === exchange) return undefined;
    if (!isRefusal(response.status)) return [];
    return [
      {
        message: 'a valid credential was refused for the letter case of its scheme',
        expected: `${statusLine(usual.response)}, as for "Bearer"`,
        actual: `${statusLine(response)} to ${each.name}`,
      },
    ];
  },
};

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
