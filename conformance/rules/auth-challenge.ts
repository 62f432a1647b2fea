import type { Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { schemeName } from '../../src/serialization/credentials';
import { NO_SUCH_FIELD } from '../judging/exchanges';

/** "The server generating a 401 response MUST send a WWW-Authenticate header field." RFC 9110 §15.5.2 */
export const authChallenge: Rule = {
  id: 'auth-challenge',
  level: 'should',
  statement: 'A 401 carries a WWW-Authenticate field that names the declared scheme, such as Bearer.',
  reference: 'RFC 9110 §15.5.2, RFC 6750 §3',
  advice: 'Add `WWW-Authenticate` with the name of the scheme, such as Bearer, to every 401.',
  probes: ['anonymous'],
  bind(operation) {
    const alternative = operation.security.alternatives.find(({ schemes }) => schemes.some(({ http }) => http));
    return alternative ? [{ operation, clause: alternative.clause }] : [];
  },
  judge({ response, error, case: { request } }) {
    // Only a 401 needs a challenge. A request with another method may be for another operation.
    if (response?.status !== 401 || error || request.method !== undefined) return undefined;
    const schemes = request.operation.security.alternatives.flatMap((each) =>
      each.schemes.flatMap(({ http }) => http ?? []),
    );
    const challenges = fieldValues(response, 'www-authenticate');
    const unquoted = challenges.map((challenge) => challenge.replace(/"([^"\\]|\\.)*"/g, '""'));
    const names = (scheme: string) => new RegExp(`(^|,)\\s*${scheme.replace(/[^a-z0-9]/g, '\\$&')}(\\s|,|$)`, 'i');
    if (unquoted.some((challenge) => schemes.some((scheme) => names(scheme).test(challenge)))) return [];
    const expected = [...new Set(schemes)].map(schemeName).join(' or ');
    return [
      {
        message:
          challenges.length === 0
            ? 'a 401 has no WWW-Authenticate'
            : `the challenge of a 401 does not name ${expected}`,
        kind: challenges.length === 0 ? 'missing' : 'unnamed',
        expected: `WWW-Authenticate: ${expected} …`,
        ...(challenges.length === 0 ? NO_SUCH_FIELD : { actual: `WWW-Authenticate: ${challenges.join(', ')}` }),
      },
    ];
  },
};
