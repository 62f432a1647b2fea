/** Says what is odd about an answer by plain sense, where neither the contract nor HTTP forbids it. */

import { declaredResponse } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import { stackTraceIn } from './stackTraces';

/** Returns what is odd, as the end of a sentence; undefined if nothing is. */
export function peculiarityOf(exchange: Exchange): string | undefined {
  const { response, request } = exchange;
  if (!response) return undefined;
  const trace = stackTraceIn(response);
  if (trace !== undefined) return `with what looks like a stack trace of ${trace}`;
  switch (response.status) {
    case 201:
      return MAKES_NOTHING.has(request.method) ? `which says that a ${request.method} made something` : undefined;
    case 403:
      return isUnknown(exchange) ? 'where a 401 is declared, and the request had no credential' : undefined;
    case 406:
      return 'which says that no type is acceptable';
    case 415:
      return !request.body && exchange.case.request.operation.requestBody
        ? 'which speaks of the type of content, where none was sent'
        : undefined;
    default:
      return undefined;
  }
}

/** A GET and a DELETE make nothing, and a PATCH changes what is there; a few services let it make that. */
const MAKES_NOTHING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'PATCH']);

/** Tells whether nobody knows who sent a request, and the contract declares how that is answered. */
function isUnknown({ case: { claim, request } }: Exchange): boolean {
  return claim.probe === 'anonymous' && declaredResponse(request.operation, 401)?.status === '401';
}
