/** Counts what requests reached by the paths of a contract, whoever sent them. */

import type { Operation } from '../../../src/contract/contract';
import { routerOf } from '../../../src/routing/router';
import type { SeenByProxy } from './countingProxy';

export interface Tally {
  /** The operations that answered 2xx to at least one request. */
  readonly reached: readonly string[];
  /** The others, each with the statuses that it answered: `GET /plants 404 ×3`. */
  readonly unreached: readonly string[];
  /** The causes of 5xx: an operation, the status, and the exception that the answer names. */
  readonly causes: readonly string[];
}

/**
 * Counts exchanges.
 * @param base the path of the base URL, without a slash at its end.
 */
export function tallyOf(operations: readonly Operation[], base: string, exchanges: readonly SeenByProxy[]): Tally {
  const router = routerOf(operations);
  const statuses = new Map(operations.map(({ name }) => [name, new Map<number, number>()]));
  const causes = new Set<string>();
  for (const { method, url, status, body } of exchanges) {
    if (status === undefined) continue;
    const [path = '', query] = url.split('?');
    const name = path.startsWith(`${base}/`)
      ? router.find(method, path.slice(base.length), { query: new URLSearchParams(query), headers: {} })?.operation.name
      : undefined;
    const seen = name === undefined ? undefined : statuses.get(name);
    seen?.set(status, (seen.get(status) ?? 0) + 1);
    if (status >= 500) causes.add([name ?? `${method} elsewhere`, status, ...exceptionIn(body)].join(' '));
  }
  const isReached = (name: string) =>
    [...(statuses.get(name)?.keys() ?? [])].some((status) => status >= 200 && status < 300);
  const told = (name: string) =>
    [...(statuses.get(name) ?? [])].map(([status, times]) => ` ${status} ×${times}`).join(',') || ' was not asked';
  const names = operations.map(({ name }) => name);
  return {
    reached: names.filter(isReached),
    unreached: names.filter((name) => !isReached(name)).map((name) => name + told(name)),
    causes: [...causes].sort(),
  };
}

/** The first exception that an answer names, without its package: `{"exception":"java.lang.NullPointerException"}`. */
function exceptionIn(body: string): string[] {
  return /\b[A-Z]\w*(?:Exception|Error)\b/.exec(body)?.slice(0, 1) ?? [];
}
