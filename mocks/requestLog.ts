/** What is told of each request that the mock has answered. */

import type { IncomingMessage } from 'node:http';
import type { Responded } from './respond';

export interface RequestLogEntry {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly target: string;
  /** `DELETE /plants/{id}`; absent where the contract has none for it. */
  readonly operation?: string;
  /** Absent where the connection was dropped instead. */
  readonly status?: number;
  readonly durationMs: number;
  /** Why it was answered so, where the contract was broken or the answer was asked for. */
  readonly reasons: readonly string[];
}

/** The token of a query does not belong in a log (RFC 6750 §2.3). */
export function toEntry(
  { method = '', url = '' }: IncomingMessage,
  responded: Responded,
  durationMs: number,
): RequestLogEntry {
  const target = url.includes('access_token=') ? url.replace(/([?&]access_token=)[^&]*/g, '$1***') : url;
  return { method, target, ...responded, durationMs };
}
