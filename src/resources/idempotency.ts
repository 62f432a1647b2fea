/** What a contract says of requests that are done once however often they come (draft-ietf-httpapi-idempotency-key-header). */

import type { Operation, Parameter } from '../contract/contract';
import { isIdempotencyKey } from './vocabulary/onceKeys';

/** Returns the header field by which a service tells a request that it has done already, as the name says; undefined if there is none. */
export function idempotencyKeyOf({ parameters, safe }: Pick<Operation, 'parameters' | 'safe'>): Parameter | undefined {
  return safe ? undefined : parameters.find(({ in: where, name }) => where === 'header' && isIdempotencyKey(name));
}

/** Tells whether the contract says that a request is refused which has the key of another one, and other content. */
export function refusesUsedKeys({ responses }: Pick<Operation, 'responses'>): boolean {
  return responses.some(({ status, description }) => /^4/.test(status) && SPEAKS_OF_KEYS.test(description));
}

/** Matches what a contract says of a refusal: "The key was used for something else", "IdempotencyKeyReuse". */
const SPEAKS_OF_KEYS = /idempoten|\bkey (was|is|has been|has already been) (already |since )?(re-?)?used\b/i;
