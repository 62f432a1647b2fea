import type { Exchange } from '../../src/engine/model/exchange';
import { isNotFound } from '../../src/http/statuses';

/** Tells whether an answer says that the thing does not exist. */
export function isMissing({ response }: Pick<Exchange, 'response'>): boolean {
  return isNotFound(response?.status);
}
