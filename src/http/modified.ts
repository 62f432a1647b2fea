/** When what stands at a path was changed, as its answers and conditions on it say (RFC 9110 §8.8.2, §13.1.3). */

import { fieldValues, type Response } from './message';

/** Returns when a response says that what it shows was changed, in milliseconds since 1970; undefined where it does not say it. */
export function modifiedAt(response: Pick<Response, 'headers'> | null): number | undefined {
  const [date, ...more] = response ? fieldValues(response, 'last-modified') : [];
  return more.length === 0 ? millisecondsOf(date) : undefined;
}

/** Returns the milliseconds since 1970 of a date as header fields have it: `Thu, 01 Jan 1970 00:00:00 GMT`; undefined for anything else. */
export function millisecondsOf(date: string | undefined): number | undefined {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at;
}
