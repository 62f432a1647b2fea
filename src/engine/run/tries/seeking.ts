/** Requests that only read and were refused: they wait until the other ones of their phase have shown which values there are. */

import type { Operation } from '../../../contract/contract';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { ScheduledCase } from '../schedule';

/** What of one operation waits. */
export interface Seeker {
  readonly entry: ScheduledCase;
  readonly refused: Exchange;
  /** Further requests, which would be refused for the same reason. */
  readonly parked: ScheduledCase[];
}

/** So many further requests wait at most, and so much is kept of each refusal, in bytes. */
const MOST_PARKED = 5000;
const LONGEST_BODY = 16 * 1024;

const NOTHING = Buffer.alloc(0);

export class Seeking {
  private readonly byOperation = new Map<Operation, Seeker>();
  private parked = 0;

  /** Keeps the first refusal of an operation. */
  add(entry: ScheduledCase, refused: Exchange): void {
    const { operation, method } = refused.case.request;
    const { response } = refused;
    if (!operation.safe || method !== undefined || !response || this.byOperation.has(operation)) return;
    const body = response.body.length > LONGEST_BODY ? NOTHING : Buffer.from(response.body);
    const kept = { ...refused, received: NOTHING, response: { ...response, body } };
    this.byOperation.set(operation, { entry, refused: kept, parked: [] });
  }

  /** Lets a case wait whose operation waits. @returns whether it does. */
  park(entry: ScheduledCase, { claim, request, chain }: Case): boolean {
    const seeker = this.byOperation.get(request.operation);
    const isMore = claim.probe === 'valid' && !claim.violation && !claim.handedOver && !chain && !request.isFurther;
    if (!seeker || !isMore || this.parked >= MOST_PARKED) return false;
    this.parked++;
    seeker.parked.push(entry);
    return true;
  }

  /** Takes all that wait, in the order of the plan. */
  take(): Seeker[] {
    const all = [...this.byOperation.values()].sort((one, other) => one.entry.index - other.entry.index);
    this.byOperation.clear();
    this.parked = 0;
    return all;
  }
}
