import { bearerAlternative } from '../../src/contract/security';
import type { Rule } from '../../src/rule';
import { fieldValues } from '../../src/wire/exchange';

/** "The server generating a 401 response MUST send a WWW-Authenticate header field." RFC 9110 §15.5.2 */
export const authChallenge: Rule = {
  id: 'auth-challenge',
  level: 'should',
  statement: 'A 401 carries a WWW-Authenticate field that names the Bearer scheme.',
  reference: 'RFC 9110 §15.5.2, RFC 6750 §3',
  advice: 'Add `WWW-Authenticate: Bearer` to every 401.',
  probes: ['anonymous'],
  bind(operation) {
    const alternative = bearerAlternative(operation.security);
    return alternative ? [{ operation, clause: alternative.clause }] : [];
  },
  judge({ case: each, response, error }) {
    if (!response || error) return undefined;
    // A target that refuses in another way has no challenge to send; its refusals keep this rule.
    if (response.status !== 401) return each.probe === 'anonymous' ? [] : undefined;
    const challenges = fieldValues(response, 'www-authenticate');
    if (challenges.some((challenge) => /(^|,)\s*bearer(\s|,|$)/i.test(challenge))) return [];
    return [
      {
        message:
          challenges.length === 0 ? 'a 401 has no WWW-Authenticate' : 'the challenge of a 401 does not name Bearer',
        expected: 'WWW-Authenticate: Bearer …',
        actual: challenges.length === 0 ? 'no such field' : `WWW-Authenticate: ${challenges.join(', ')}`,
      },
    ];
  },
};
