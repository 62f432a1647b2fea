/** What is known of the requests of one operation that were tried again, and which of them a case is. */

import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { Edit } from '../../model/tries';

/** What is known of an operation. */
export interface Progress {
  /** Shared by all requests of the operation. */
  readonly budget: { left: number };
  isTaken: boolean;
  /** See {@link Ladder.takesMadeUp}. */
  isMadeUpTaken?: true;
  kept: readonly Edit[];
  /** A valid request that was taken as it was planned: what makes things is sent in its form, where its own form is refused. */
  taken?: Case;
  /** What was tried already. */
  readonly seen: Set<string>;
  /** Ends with the request that is tried now. */
  turn: Promise<void>;
  /** How many valid requests were refused, and how many that break the contract, while none was taken. */
  refused: { valid: number; invalid: number };
}

/** Returns what is known before the first request. */
export function begun(budget: Progress['budget']): Progress {
  return {
    budget,
    isTaken: false,
    kept: [],
    seen: new Set(),
    turn: Promise.resolve(),
    refused: { valid: 0, invalid: 0 },
  };
}

/** Tells whether a case makes a thing that others of its chain ask about. */
export function isMaking({ chain }: Case): boolean {
  return chain?.step === 'make';
}

/** Whether others may take over the form of a case: nothing of it was changed after a refusal. */
export function mayGiveForm(each: Case): boolean {
  return !each.request.operation.safe && each.chain === undefined && !isTriedAgain(each);
}

const AGAIN = '; again ';

/** Tells whether a case is another form of one that was refused. */
export function isTriedAgain({ claim }: Case): boolean {
  return claim.name.includes(AGAIN);
}

/** Returns a case that says what is different from one that was refused. */
export function afterRefusal(each: Case, { case: { claim } }: Exchange, why: string): Case {
  return { ...each, claim: { ...each.claim, name: `${claim.name}${AGAIN}${why}` } };
}
