/** What the rules on chains share: which operations they concern, and how they look at what was shown before and after. */

import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Subject } from '../../src/engine/model/rule';
import { kindsOf } from '../../src/resources/kinds';
import { around, type KeptMember } from './chainState';

const NOT_MADE =
  'no chain of requests came so far: it takes what the run makes (--writes own, or any on a throw-away target)';

/** Binds a rule to an operation; it keeps nothing from conforming where no chain exercised it. */
export function wherePossible(operation: Operation): Subject[] {
  return [{ operation, clause: operation.clause, optional: () => NOT_MADE }];
}

/** Whether what an operation changes can be read at its own path. */
export function isReadable({ pathMethods }: Operation): boolean {
  return pathMethods.includes('GET');
}

/** Whether it makes things that can be read by their id. */
export function makesReadable(operation: Operation, operations: readonly Operation[]): boolean {
  return kindsOf(operations).madeBy(operation)?.reader !== undefined;
}

/** Judges what GET shows after a step. */
export function judgeAfter(
  exchange: Exchange,
  { chain }: Context,
  compare: (write: Exchange, after: Exchange, chain: readonly Exchange[]) => readonly KeptMember[] | undefined,
  toBreach: (kept: readonly KeptMember[], after: Exchange) => Omit<Breach, 'at'>,
): readonly Breach[] | undefined {
  const { after } = around(exchange, chain);
  const kept = after && compare(exchange, after, chain);
  if (!after || !kept) return undefined;
  return kept.length === 0 ? [] : [{ ...toBreach(kept, after), at: after }];
}
