/** Which exchanges show how things are made and used: of each operation, the first success on what the run made for it. */

import { isSuccess } from '../../http/statuses';
import type { ChainStep } from '../model/case';
import type { Exchange } from '../model/exchange';

interface ShownChains {
  /** Takes note of an exchange. @returns the exchanges that are to be shown because of it. */
  note(exchange: Exchange): readonly Exchange[];
  /** The indices of what is shown of each chain, in the order in which it was sent. @param isKept whether an exchange can be shown. */
  end(isKept: (index: number) => boolean): readonly (readonly number[])[];
}

/** Of the requests that made something, so many are remembered until it is known what becomes of the thing. */
const MOST_WAITING = 64;

/** A longer answer, in bytes, is not remembered. */
const LONGEST = 64 * 1024;

/** Steps that do with a thing what any client may want to do with it. */
const USES: ReadonlySet<ChainStep | undefined> = new Set(['read', 'list', 'put', 'patch', 'post', 'remove']);

export function createShownChains(): ShownChains {
  const operations = new Set<string>();
  const chains = new Map<string, Set<number>>();
  let waiting: readonly Exchange[] = [];
  return {
    note(exchange) {
      const { chain, touches, claim, request } = exchange.case;
      const { response, received } = exchange;
      if (chain?.kind !== 'own' || !response || !isSuccess(response.status)) return [];
      if (claim.violation || request.byOther || request.method !== undefined) return [];
      const name = touches.within[0] ?? touches.thing;
      if (chain.step === 'make') {
        if (received.length <= LONGEST) waiting = [...waiting, exchange].slice(-MOST_WAITING);
        return [];
      }
      const isUse = chain.step === undefined ? claim.isPlainest : USES.has(chain.step);
      if (!isUse || operations.has(request.operation.name)) return [];
      const makers = waiting.filter(({ case: { touches: made } }) => (made.within[0] ?? made.thing) === name);
      if (makers.length === 0) return [];
      operations.add(request.operation.name);
      const shown = [...makers, exchange];
      const indices = chains.get(name) ?? new Set<number>();
      chains.set(name, indices);
      for (const { index } of shown) indices.add(index);
      return shown;
    },
    end(isKept) {
      const whole = [...chains.values()].map((indices) => [...indices].sort((one, other) => one - other));
      return whole.filter((indices) => indices.every(isKept));
    },
  };
}
