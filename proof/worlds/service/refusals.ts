/** How a service refuses requests, by the manners of its world. */

import type { Design, ServiceReply } from '../design/design';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** @param detail a sentence. */
export function refuse(
  { manners }: Pick<Design, 'manners'>,
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceReply {
  if (manners.body === 'none') return { status, headers };
  if (manners.body === 'message') return { status, headers, body: { message: detail } };
  const body = { type: 'about:blank', title: TITLES[status] ?? 'Refused', status, detail };
  return { status, headers, body, mediaType: 'application/problem+json' };
}
