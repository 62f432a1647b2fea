/** Finds the path of a contract that a request probably meant. */

import type { Operation } from '../../src/contract/contract';
import { LONGEST_ACTUAL } from '../../src/contract/contract';
import { nearest } from '../../src/support/words';

/** Of a larger contract, only so many paths are compared, since each takes a moment. */
const MOST_COMPARED = 3000;

/** Returns the path that is most like the one that was asked for: `/custmers/7` → `/customers/{id}`. Undefined if none is like it. */
export function nearestPath(path: string, operations: readonly Operation[]): string | undefined {
  if (path.length > LONGEST_ACTUAL) return undefined;
  const sent = path.split('/');
  const candidates = new Map<string, string>();
  for (const { path: template } of operations.slice(0, MOST_COMPARED)) {
    const segments = template.split('/');
    // A base path in front, or one that is missing, is not what makes the difference.
    const own = sent.slice(Math.max(0, sent.length - segments.length + 1));
    const filled = segments.slice(1).map((segment, at) => (segment.includes('{') ? (own[at] ?? segment) : segment));
    candidates.set(`/${filled.join('/')}`, template);
  }
  const shown = nearest(path.replace(/\/+$/, ''), [...candidates.keys()]) ?? tailOf(sent, candidates);
  return shown === undefined ? undefined : candidates.get(shown);
}

/** Finds a path that stands at the end of the one that was sent, below a base path that the contract does not name: `/api/orders`. */
function tailOf(sent: readonly string[], candidates: ReadonlyMap<string, string>): string | undefined {
  for (let at = 1; at < sent.length; at++) {
    const tail = `/${sent.slice(at).join('/')}`;
    if (candidates.has(tail)) return tail;
  }
  return undefined;
}
