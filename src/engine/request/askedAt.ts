/** Says what a request names: its path and its query, without the credential that may stand there. */

import { withoutQuery } from '../../http/uri';
import type { PlannedRequest } from '../model/case';

/**
 * Returns the path of a request as every user would write it: a key in the query says who asks, and not for what.
 * For example, `/notes/7?api_key=s3cret&lang=en` becomes `/notes/7?lang=en`.
 */
export function askedAt({ authorisation }: Pick<PlannedRequest, 'authorisation'>, path: string): string {
  const names = authorisation.query.map(({ name }) => name);
  return withoutQuery(path, names);
}
