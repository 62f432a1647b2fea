/** Answers a request on which the mock itself failed. */

import type { ServerResponse } from 'node:http';
import type { Responded } from '../log/entry';

/** Answers, so that the client and the log learn of the failure. */
export function failed(response: ServerResponse): Responded {
  const reasons = ['the mock failed over this request, which is a bug of ours'];
  if (response.headersSent) {
    response.destroy();
    return { reasons };
  }
  const content = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: reasons[0] };
  response.writeHead(500, { 'content-type': 'application/problem+json' }).end(JSON.stringify(content));
  return { status: 500, reasons };
}
