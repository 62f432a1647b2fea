/** How a report is told of an exchange: not always under the number that it was sent as. */

import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';

/** What came of a request, and what tells of it. */
export interface Told {
  readonly exchange: Exchange;
  readonly tell: Tell;
  /** What is asked for then. */
  readonly look?: Case | undefined;
}

/** Tells of an exchange when its turn has come. */
export type Tell = (as: Telling) => Promise<void>;

interface Telling {
  /** The number under which it stands in the report. */
  readonly index: number;
  /** Whether it stands as a step of its chain. */
  readonly isStep: boolean;
  /** It was not planned. */
  readonly isMore?: boolean;
  /** It says nothing of the target, but of who asked. */
  readonly isOfUser?: boolean;
  /** What a script says of it. */
  readonly scripted?: Exchange['scripted'];
}

/** Returns an exchange as it is told of. One that is no step of its chain only belongs to it. */
export function placed(exchange: Exchange, { index, isStep, scripted }: Telling): Exchange {
  const { chain, ...rest } = exchange.case;
  const said = scripted ? { scripted } : {};
  if (isStep || !chain?.step) return index === exchange.index && !scripted ? exchange : { ...exchange, ...said, index };
  const { step: _, awaits: __, ...place } = chain;
  return { ...exchange, ...said, index, case: { ...rest, chain: place } };
}
