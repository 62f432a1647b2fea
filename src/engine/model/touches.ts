/** What the requests of a run may have changed, and when: no answer says of itself what caused it. */

import type { Exchange } from './exchange';

/** How near a request came to what stands at a path. */
export type Nearness =
  /** It was about that thing, or about what it lies in or what lies in it, or nobody knows what it was about. */
  | 'it'
  /** It may have removed that thing, or what it lies in. */
  | 'removal'
  /** It made something in the same collection, for which the service may have made room. */
  | 'beside';

/** A request that may have changed something. */
export interface Touch {
  readonly index: number;
  readonly nearness: Nearness;
  /** It was sent before both looks, and may still be under way: it was accepted for later (202), or nobody knows what came of it. */
  readonly isUnderWay?: true;
}

export interface Touches {
  /**
   * The requests that may have changed what stands at the path of a look, between an earlier look and that one: sent before the answer to the later
   * one came, and not yet answered as the earlier one was sent. What was accepted for later (202) may still be under way. A request that was refused
   * counts for none.
   * @param earlier undefined for the beginning of the run.
   */
  between(earlier: Exchange | undefined, later: Exchange): readonly Touch[];
  /**
   * Tells whether another thing of the kind was found as often as the one of a look was asked for at the most: so it was not being looked at that took
   * it. Before each request that is to change a thing the run may have looked at it once more.
   */
  wasAnotherFoundAsOften(look: Exchange): boolean;
}
