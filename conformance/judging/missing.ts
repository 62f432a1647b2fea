import type { Exchange } from '../../src/engine/model/exchange';
import { isNotFound } from '../../src/http/statuses';

/** Tells whether an answer says that the thing does not exist. */
export function isMissing({ response }: Pick<Exchange, 'response'>): boolean {
  return isNotFound(response?.status);
}

/**
 * Tells whether an answer says that the thing which was asked for is not there. A contract without 404 may say so of a DELETE by 400. Any other
 * refusal, such as 412 or 428 to a DELETE without the right `If-Match`, says that a condition was not met, and nothing of an effect.
 */
export function saysGone(exchange: Exchange): boolean {
  const { method, responses } = exchange.case.request.operation;
  const declaresMissing = responses.some(({ status }) => status === '404');
  return isMissing(exchange) || (method === 'DELETE' && exchange.response?.status === 400 && !declaresMissing);
}
