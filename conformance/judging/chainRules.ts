/** Helps the rules about chains: which operations they concern, and how they compare what GET showed before and after. */

import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Circumstances, Context, Subject } from '../../src/engine/model/rule';
import { howAnswered } from '../../src/engine/verdict/whatWasTried';
import { escapePointer, valueAt } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { kindsOf } from '../../src/resources/kinds';
import { isRemovable } from '../../src/resources/removable';
import { stateActionOf } from '../chains/actions';
import { holderOf } from '../chains/singleCases';
import { around } from './chainSteps';
import type { KeptMember } from './keptMembers';
import { isWitnessed } from './witness';

/**
 * Binds a rule to an operation. If no chain exercised it, the run may still conform.
 * @param unseen what is said where the run sent its chains, and their answers do not show it.
 */
export function wherePossible(
  operation: Operation,
  operations: readonly Operation[],
  unseen: string | ((own: readonly Exchange[]) => string),
): Subject[] {
  const optional: Subject['optional'] = (own, run) =>
    whyNoChain(operation, operations, own, run) ?? (typeof unseen === 'string' ? unseen : unseen(own));
  return [{ operation, clause: operation.clause, optional }];
}

/** Says why no chain of requests came to its end; undefined if the reason is what was answered to all of it. */
function whyNoChain(
  operation: Operation,
  operations: readonly Operation[],
  own: readonly Exchange[],
  { writes, notMade }: Circumstances,
): string | undefined {
  const kinds = kindsOf(operations);
  const kind =
    kinds.madeBy(operation) ?? kinds.ofItem(operation) ?? stateActionOf(operation, kinds) ?? holderOf(operation, kinds);
  const none = 'no chain of requests was completed';
  const steps = own.filter(({ case: { chain } }) => chain?.step !== undefined && chain.step !== 'refused');
  const [failed] = steps;
  // A step was sent to what was handed over, or to what was made.
  if (failed) {
    return steps.every(({ response }) => !response || response.status >= 400)
      ? `${none}: ${failed.case.request.operation.name} (#${failed.index}) ${howAnswered(failed)}`
      : undefined;
  }
  if (kind && !kind.maker) return `${none}: the contract has no operation that makes what it would be seen on`;
  // What cannot be removed again, and what there is one of, is changed only on a throw-away target.
  const isOwn = kind !== undefined && isRemovable(kind, kinds);
  if (writes === 'handed-over' && isOwn) return `${none}: it needs things that the run makes (--writes own)`;
  if (writes !== 'any' && !isOwn)
    return `${none}: it would change what the run cannot put back (--writes any, where the target is a throw-away)`;
  if (notMade !== undefined) return `${none}: ${notMade}`;
  return undefined;
}

/** Tells whether an operation declares that it takes a merge patch (RFC 7396). */
export function takesMergePatch({ requestBody }: Operation): boolean {
  return requestBody?.media.some(({ type }) => type === 'application/merge-patch+json') ?? false;
}

/** Tells whether what an operation changes can be read at the path of the operation. */
export function isReadable({ pathMethods }: Operation): boolean {
  return pathMethods.includes('GET');
}

/** Tells whether an operation makes things that can be read by their id. */
export function makesReadable(operation: Operation, operations: readonly Operation[]): boolean {
  return kindsOf(operations).madeBy(operation)?.reader !== undefined;
}

/** Judges what GET shows after a step. @returns undefined if nothing can be compared, or something else may have changed it. */
export function judgeAfter(
  exchange: Exchange,
  context: Context,
  compare: (write: Exchange, after: Exchange, chain: readonly Exchange[]) => readonly KeptMember[] | undefined,
  toBreach: (kept: readonly KeptMember[], after: Exchange) => Omit<Breach, 'at'>,
): readonly Breach[] | undefined {
  const { chain } = context;
  const { before, after } = around(exchange, chain);
  const kept = after && compare(exchange, after, chain);
  if (!after || !kept) return undefined;
  if (kept.length === 0) return [];
  if (!isWitnessed({ by: exchange, before, after, names: kept.map(({ name }) => name) }, context)) return undefined;
  const places = kept.flatMap(({ name }) => placeOf(name, after.content?.shown) ?? []);
  return [{ ...toBreach(kept, after), at: after, ...(places.length === 0 ? {} : { places }) }];
}

/** Returns where a member stands in an answer: in itself, or in the object that it wraps: `/name`, `/data/name`, `/data/labels/color`. */
function placeOf(name: string, shown: unknown): string | undefined {
  if (name === '') return '';
  if (!isObject(shown)) return undefined;
  if (valueAt(shown, `/${name}`) !== undefined) return `/${name}`;
  const wrapper = Object.entries(shown).find(([, each]) => valueAt(each, `/${name}`) !== undefined);
  return wrapper && `/${escapePointer(wrapper[0])}/${name}`;
}
