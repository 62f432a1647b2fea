/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import type { Case } from './case';
import { groupBy } from './groupBy';
import type { Exchange, Request } from './target/exchange';
import { type Limits, send } from './target/send';
import type { Target } from './target/target';

export interface RunOptions {
  readonly target: Target;
  readonly limits: Limits;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
  /** Header fields sent with every request. */
  readonly headers: Request['headers'];
  readonly signal?: AbortSignal | undefined;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** After so many time-outs in a row on one resource its remaining cases are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

/** Sends the cases; those that were not sent, because the run was cut short, are missing from the result. */
export async function runCases(cases: readonly Case[], options: RunOptions): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const queue = [...groupBy(cases.entries(), ([, { resource }]) => resource).values()];
  let stopped = false;

  const runSequence = async (sequence: readonly [number, Case][]) => {
    let timeouts = 0;
    for (const [position, each] of sequence) {
      if (stopped || options.signal?.aborted || timeouts === MOST_TIMEOUTS) return;
      const request = toRequest(each, options);
      const outcome = await send(request, options.target, options.limits, options.signal);
      const exchange: Exchange = { index: position + 1, case: each, request, ...outcome };
      exchanges.push(exchange);
      options.onExchange?.(exchange);
      timeouts = outcome.error?.kind === 'timeout' ? timeouts + 1 : 0;
      if (outcome.error?.kind === 'unreachable') stopped = true;
    }
  };
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await runSequence(next);
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return exchanges.sort((one, other) => one.index - other.index);
}

function toRequest({ operation, values, headers, query }: Case, options: RunOptions): Request {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return {
    method: operation.method,
    path: `${options.target.basePath}${path}${query === undefined ? '' : `?${query}`}`,
    headers: [['Accept', '*/*'], ...options.headers, ...headers],
  };
}
