/** How a request that must not be let in is to be answered. */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { isRateLimited, statusLine } from './exchanges';

/** Undefined where the answer says nothing of the credential. */
export function judgeRefusal(exchange: Exchange, { all }: Context, message: string): readonly Breach[] | undefined {
  const { case: each, response, error } = exchange;
  if (each.claim.probe !== 'anonymous' || !response || error || isRateLimited(exchange)) return undefined;
  if (response.status >= 400 && response.status < 500) return isRefusal(exchange, all) ? [] : undefined;
  return [{ message, expected: 'a 4xx, such as 401', actual: `${statusLine(response)} to ${each.claim.name}` }];
}

/**
 * A 401 or a 403 speaks of the credential. Any other 4xx does only where an authorised request for the same thing
 * was answered otherwise: a 404 for what is not there is no proof that anybody was asked who they are.
 */
function isRefusal({ case: each, response }: Exchange, all: readonly Exchange[]): boolean {
  if (response?.status === 401 || response?.status === 403) return true;
  const counterparts = all.filter(
    ({ case: other }) => other.request.authorised && other.claim.probe === (each.claim.exists ? 'valid' : 'unknown'),
  );
  return counterparts.some(
    (other) =>
      other.response &&
      (each.claim.exists ? isSuccess(other.response.status) : other.response.status !== response?.status),
  );
}
