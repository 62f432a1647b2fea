/** What several exchanges say together: those of an operation, and those that came before on the same resource. */

import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
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
  /** A request to another operation that showed what this one names by its path, with the same values up to the last one. */
  readonly showing: (exchange: Exchange) => Exchange | undefined;
  /** The chain that it is a step of. */
  readonly chain: (exchange: Exchange) => readonly Exchange[];
}

/** @param exchanges in the order in which they were planned. */
export function createHistory(exchanges: readonly Exchange[]): History {
  const byOperation = groupBy(exchanges, ({ case: { request } }) => request.operation.name);
  const byIndex = lazy(() => new Map(exchanges.map((each) => [each.index, each])));
  const shown = lazy(() => groupBy(exchanges.filter(isShown), (each) => namedBy(each) ?? ''));
  const byThing = groupBy(exchanges, ({ case: { touches } }) => touches.thing);
  return {
    all: exchanges,
    at: (index) => byIndex().get(index),
    of: ({ name }) => byOperation.get(name) ?? [],
    chain: ({ case: { chain, touches } }) =>
      chain?.step === undefined
        ? []
        : (byThing.get(touches.thing) ?? []).filter((other) => other.case.chain?.step !== undefined),
    showing: (exchange) => {
      const name = namedBy(exchange);
      const { operation } = exchange.case.request;
      return name === undefined
        ? undefined
        : (shown().get(name) ?? []).find((other) => other.case.request.operation !== operation);
    },
    before: ({ index, case: { touches } }) =>
      [...touches.within, touches.thing].flatMap((thing) => upTo(byThing.get(thing) ?? [], index)),
  };
}

/** Tells whether an answer shows what the path of its request names. */
function isShown({ case: { request }, response }: Exchange): boolean {
  const { operation, method, byOther } = request;
  return (
    operation.method === 'GET' && method === undefined && !byOther && response !== null && isSuccess(response.status)
  );
}

/** Returns the path of a request up to its last value, such as `/users/{ada}` of `GET /users/{user}/badges`; undefined if it names nothing. */
function namedBy({ case: { request } }: Exchange): string | undefined {
  const { path } = request.operation;
  const end = path.lastIndexOf('}') + 1;
  return end === 0
    ? undefined
    : path.slice(0, end).replace(/\{([^{}]+)\}/g, (_, name) => `{${request.values[name] ?? ''}}`);
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
