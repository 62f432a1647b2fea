/** Finds the steps of a chain: writes that were done, and the reads before and after them. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isSuccess } from '../../src/http/statuses';

/** Tells whether an answer says that the request was done. A 202 says that it will be done later. */
export function isDone({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status) && response.status !== 202;
}

/** Tells whether a request is judged by its chain alone. A valid request is one, too, where it removes what was handed over between two looks. */
export function isOnlyStep({ case: { chain, claim } }: Exchange): boolean {
  return chain?.step !== undefined && !(chain.kind === 'handed over' && claim.probe === 'valid');
}

const WRITES = new Set(['make', 'put', 'again', 'bare', 'patch', 'refused', 'assign', 'post', 'act', 'remove']);

export function isWrite(exchange: Exchange): boolean {
  const step = exchange.case.chain?.step;
  return step !== undefined && WRITES.has(step);
}

/** The steps that say all that a thing is: what they leave out is as the service likes. `again` repeats what `put` said. */
const WHOLE = new Set(['put', 'bare', 'make', 'post']);

export function setsWhole({ case: { chain } }: Exchange): boolean {
  return chain?.step !== undefined && WHOLE.has(chain.step);
}

export function isToBeRefused({ case: { chain } }: Exchange): boolean {
  return chain?.step === 'refused';
}

/** Tells whether two steps of a chain are about one thing. Things of other kinds may have the same id: `/beds/1` and `/seedlings/1`. */
export function isSameThing({ content: one }: Exchange, { content: other }: Exchange): boolean {
  const [id, same] = [one?.id, other?.id];
  if (!id || !same || id.wanted !== same.wanted) return false;
  return id.of === undefined || same.of === undefined || id.of === same.of;
}

/** The reads before and after a write in a chain: the last one before it, and the first one after it. */
interface Around {
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** Finds the reads around a write. Requests that are to be refused have their looks in common. @param chain in the order of planning. */
export function around(write: Exchange, chain: readonly Exchange[], step: 'read' | 'other' | 'list' = 'read'): Around {
  const later = chain.filter(({ index }) => index > write.index);
  const isNext = (each: Exchange) => isWrite(each) && !(isToBeRefused(write) && isToBeRefused(each));
  const next = later.findIndex(isNext);
  return {
    before: chain.findLast(({ index, case: each }) => index < write.index && each.chain?.step === step),
    after: later.slice(0, next < 0 ? undefined : next).find(({ case: each }) => each.chain?.step === step),
  };
}
