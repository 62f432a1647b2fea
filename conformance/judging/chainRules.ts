/** Helps the rules about chains: which operations they concern, and how they compare what GET showed before and after. */

import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Subject } from '../../src/engine/model/rule';
import { escapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { kindsOf } from '../../src/resources/kinds';
import { around, type KeptMember } from './chainState';

const NOT_MADE =
  'no chain of requests was completed: it needs things that the run makes (--writes own, or any on a throw-away target)';

/** Binds a rule to an operation. If no chain exercised it, the run may still conform. */
export function wherePossible(operation: Operation): Subject[] {
  return [{ operation, clause: operation.clause, optional: () => NOT_MADE }];
}

/** Tells whether what an operation changes can be read at the path of the operation. */
export function isReadable({ pathMethods }: Operation): boolean {
  return pathMethods.includes('GET');
}

/** Tells whether an operation makes things that can be read by their id. */
export function makesReadable(operation: Operation, operations: readonly Operation[]): boolean {
  return kindsOf(operations).madeBy(operation)?.reader !== undefined;
}

/** Judges what GET shows after a step. @returns undefined if nothing can be compared. */
export function judgeAfter(
  exchange: Exchange,
  { chain }: Context,
  compare: (write: Exchange, after: Exchange, chain: readonly Exchange[]) => readonly KeptMember[] | undefined,
  toBreach: (kept: readonly KeptMember[], after: Exchange) => Omit<Breach, 'at'>,
): readonly Breach[] | undefined {
  const { after } = around(exchange, chain);
  const kept = after && compare(exchange, after, chain);
  if (!after || !kept) return undefined;
  if (kept.length === 0) return [];
  const places = kept.flatMap(({ name }) => placeOf(name, after.content?.shown) ?? []);
  return [{ ...toBreach(kept, after), at: after, ...(places.length === 0 ? {} : { places }) }];
}

/** Returns where a member stands in an answer: in itself, or in the object that it wraps: `/name`, `/data/name`. */
function placeOf(name: string, shown: unknown): string | undefined {
  if (name === '') return '';
  if (!isObject(shown)) return undefined;
  if (Object.hasOwn(shown, name)) return `/${escapePointer(name)}`;
  const wrapper = Object.entries(shown).find(([, each]) => isObject(each) && Object.hasOwn(each, name));
  return wrapper && `/${escapePointer(wrapper[0])}/${escapePointer(name)}`;
}
