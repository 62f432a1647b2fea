/** Says what a request names: its path and its query, without the credential that may stand there. */

import type { PlannedRequest } from '../model/case';

/**
 * Returns the path of a request as every user would write it: a key in the query says who asks, and not for what.
 * For example, `/notes/7?api_key=s3cret&lang=en` becomes `/notes/7?lang=en`.
 */
export function askedAt({ authorisation }: Pick<PlannedRequest, 'authorisation'>, path: string): string {
  const names = new Set(authorisation.query.map(({ name }) => name));
  const mark = path.indexOf('?');
  if (names.size === 0 || mark < 0) return path;
  const isOther = (part: string) => ![...new URLSearchParams(part).keys()].some((name) => names.has(name));
  const query = path
    .slice(mark + 1)
    .split('&')
    .filter(isOther);
  return path.slice(0, mark) + (query.length === 0 ? '' : `?${query.join('&')}`);
}
