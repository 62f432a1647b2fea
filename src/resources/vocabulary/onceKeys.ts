/** Names of header fields that tell one request from all others, so that it is done once however often it comes. */

import { holdsCredential, isSecretByName } from './secrets';

/** Tells whether a header field is such a key as its name says: `Idempotency-Key`, `X-Idempotency-Key`, `idempotencyKey`. */
export function isIdempotencyKey(name: string): boolean {
  return /idempoten/i.test(name);
}

/** Tells whether it may be one, for all that its name says: `X-Request-Key`, and no `X-Api-Key`. */
export function mayBeOnceKey(name: string): boolean {
  return /key$/i.test(name) && !holdsCredential(name) && !isSecretByName(name);
}
