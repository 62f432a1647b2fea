/** What several exchanges say together: those of an operation, and those that came before on the same resource. */

import type { Operation } from '../../contract/contract';
import { lazy } from '../../support/caching';
import { groupBy } from '../../support/collections';
import type { Exchange } from '../model/exchange';

export interface History {
  readonly all: readonly Exchange[];
  /** The one with this index. */
  readonly at: (index: number) => Exchange | undefined;
  /** All of an operation. */
  readonly of: (operation: Operation) => readonly Exchange[];
  /**
   * Those planned before this one on the same resource, or on one that it lies in (a user, for a user's plants),
   * whichever operation they belong to.
   */
  readonly before: (exchange: Exchange) => readonly Exchange[];
  /** The chain that it is a step of. */
  readonly chain: (exchange: Exchange) => readonly Exchange[];
}

/** @param exchanges in the order in which they were planned. */
export function createHistory(exchanges: readonly Exchange[]): History {
  const byOperation = groupBy(exchanges, ({ case: { request } }) => request.operation.name);
  const byIndex = lazy(() => new Map(exchanges.map((each) => [each.index, each])));
  const byThing = groupBy(exchanges, ({ case: { touches } }) => touches.thing);
  return {
    all: exchanges,
    at: (index) => byIndex().get(index),
    of: ({ name }) => byOperation.get(name) ?? [],
    chain: ({ case: { chain, touches } }) =>
      chain?.step === undefined
        ? []
        : (byThing.get(touches.thing) ?? []).filter((other) => other.case.chain?.step !== undefined),
    before: ({ index, case: { touches } }) =>
      [...touches.within, touches.thing].flatMap((thing) => upTo(byThing.get(thing) ?? [], index)),
  };
}

/** Those with a lower index, of a list in the order of its indices. */
function upTo(exchanges: readonly Exchange[], index: number): readonly Exchange[] {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((exchanges[middle]?.index ?? index) < index) low = middle + 1;
    else high = middle;
  }
  return exchanges.slice(0, low);
}
