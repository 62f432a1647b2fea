/** Which path of the service a request of a client is for. */

import type { IncomingMessage } from 'node:http';
import type { Target } from '../../wire/target';
import type { Asked } from '../har';
import { originForm, pairsOf } from './heads';

/** Tells whether the contract has an operation for a request. */
export type IsKnown = (asked: Pick<Asked, 'method' | 'url' | 'requestHeaders'>) => boolean;

/**
 * Returns the path and the query that the service is asked for: what the client sent, below the base path of the target. Many clients keep the
 * base path of the service when they are sent to the proxy, which then stands in front of it already: `/api/v1/plants` is not
 * `/api/v1/api/v1/plants`, unless the contract has an operation there.
 */
export function askedPath(
  { origin, basePath }: Pick<Target, 'origin' | 'basePath'>,
  { method = 'GET', url = '/', rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  isKnown: IsKnown | undefined,
): string {
  if (url === '*') return url;
  const own = originForm(url);
  const below = basePath + own;
  if (basePath === '' || isKnown === undefined || !own.startsWith(`${basePath}/`)) return below;
  const whole = origin + below;
  return URL.canParse(whole) && !isKnown({ method, url: whole, requestHeaders: pairsOf(rawHeaders) }) ? own : below;
}
