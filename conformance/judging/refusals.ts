/** Judges the answer to a request that must be refused for lack of a credential. */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context } from '../../src/engine/model/rule';
import type { Response } from '../../src/http/message';
import { isAccessDenial, isClientError, isSuccess } from '../../src/http/statuses';
import { asksForPatience, isRateLimited, statusTo } from './exchanges';

/** @returns undefined if the answer says nothing about the credential. */
export function judgeRefusal(exchange: Exchange, { all }: Context, message: string): readonly Breach[] | undefined {
  const { case: each, response, error } = exchange;
  if (each.claim.probe !== 'anonymous' || !response || error || isRateLimited(exchange)) return undefined;
  // Whoever asks to come back later has looked at no credential yet, and let nobody in.
  if (asksForPatience(response)) return undefined;
  if (isClientError(response.status)) return isRefusal(exchange, all) ? [] : undefined;
  if (each.request.misplaced) return judgeMisplaced(exchange, response, all);
  return [{ message, expected: 'a 4xx, such as 401', ...statusTo(response, each.claim.name) }];
}

/**
 * Judges what the good credential came to where the contract has none, such as a token in the query (RFC 6750 §2.3) or without its scheme. Whoever
 * shows it is no stranger, so to be let in is a warning; and to be sent elsewhere, or to fail over it, is to be let in nowhere. Where a request
 * without any credential is let in, none was looked at, and nothing was taken: `GET /health?access_token=…` → 200 as `GET /health`.
 */
function judgeMisplaced(
  { case: each }: Exchange,
  response: Response,
  all: readonly Exchange[],
): readonly Breach[] | undefined {
  if (!isSuccess(response.status) || all.some(isLetInWithoutAny)) return undefined;
  const message = 'a valid credential was taken at a place, or in a form, that the contract does not declare';
  const expected = 'a 4xx, such as 401';
  return [{ message, kind: 'misplaced', level: 'should', expected, ...statusTo(response, each.claim.name) }];
}

function isLetInWithoutAny({ case: { claim, request }, response }: Exchange): boolean {
  return claim.probe === 'anonymous' && !request.misplaced && isSuccess(response?.status ?? 0);
}

/**
 * Tells whether an answer refuses the credential. A 401 or a 403 does. Any other 4xx does only if an authorised request for the same thing
 * was answered in another way: a 404 for a thing that does not exist does not prove that the credential was checked.
 */
export function isRefusal({ case: each, response }: Exchange, all: readonly Exchange[]): boolean {
  if (isAccessDenial(response?.status)) return true;
  // What breaks the contract may be refused for that.
  if (each.claim.violation) return false;
  const counterparts = all.filter(
    ({ case: other }) => other.request.authorised && other.claim.probe === (each.claim.exists ? 'valid' : 'unknown'),
  );
  return counterparts.some(
    (other) =>
      other.response &&
      (each.claim.exists ? isSuccess(other.response.status) : other.response.status !== response?.status),
  );
}
