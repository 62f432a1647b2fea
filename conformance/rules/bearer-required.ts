import { bearerAlternative } from '../../src/contract/security';
import type { Rule } from '../../src/rule';
import type { Exchange } from '../../src/wire/exchange';
import { isRateLimited, isSuccess, statusLine } from './shared';

/** "Only one of the Security Requirement Objects need to be satisfied to authorize a request." OpenAPI 3.1 §4.8.10 */
export const bearerRequired: Rule = {
  id: 'bearer-required',
  level: 'must',
  statement: 'A request without a valid bearer credential is refused with a 4xx: no success, redirect or server error.',
  reference: 'OpenAPI 3.1.0 §4.8.30',
  advice: 'Check the credential before anything else, on every path to the operation.',
  probes: ['anonymous'],
  bind(operation) {
    const alternative = bearerAlternative(operation.security);
    return alternative && !operation.security.optional ? [{ operation, clause: alternative.clause }] : [];
  },
  judge(exchange, _subject, { all }) {
    const { case: each, response, error } = exchange;
    if (each.probe !== 'anonymous' || !response || error || isRateLimited(exchange)) return undefined;
    if (response.status >= 400 && response.status < 500) return isRefusal(exchange, all) ? [] : undefined;
    return [
      {
        message: 'a request without a valid credential was not refused',
        expected: 'a 4xx, such as 401',
        actual: `${statusLine(response)} to ${each.name}`,
      },
    ];
  },
};

/**
 * A 401 or a 403 speaks of the credential. Any other 4xx does only where an authorised request for the same thing
 * was answered otherwise: a 404 for what is not there is no proof that anybody was asked who they are.
 */
function isRefusal({ case: each, response }: Exchange, all: readonly Exchange[]): boolean {
  if (response?.status === 401 || response?.status === 403) return true;
  const counterparts = all.filter(
    ({ case: other }) => other.authorised && other.probe === (each.exists ? 'valid' : 'unknown'),
  );
  return counterparts.some(
    (other) =>
      other.response && (each.exists ? isSuccess(other.response.status) : other.response.status !== response?.status),
  );
}
