/** Remembers what came of cases so far that tells of others whether sending them would be of any use. */

import type { Operation } from '../../contract/contract';
import { isSuccess } from '../../http/statuses';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';

/** After so many refusals a second way to make things is given up. */
const MOST_SECONDS = 3;

/** After so many time-outs in a row the remaining cases of an operation on a resource are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

export class VainCases {
  /** Cases that were answered with a server error. */
  private readonly failed = new WeakSet<Case>();
  /** How many time-outs came in a row, by operation and thing. */
  private readonly timeouts = new Map<string, number>();
  /** How often a second way to make things was refused before it was taken, by its operation. */
  private readonly refusedSeconds = new Map<Operation, number>();

  /** Whether a case would only wait, or waits for a server error that did not come. */
  isVain(each: Case): boolean {
    const { failed } = each.waitsFor ?? {};
    return (
      (this.timeouts.get(hangingOf(each)) ?? 0) >= MOST_TIMEOUTS || (failed !== undefined && !this.failed.has(failed))
    );
  }

  /** Whether a way to make things was refused a few times: it is not tried again where it comes second. */
  isRefusedSecond({ chain, request: { operation } }: Case): boolean {
    return chain?.step === 'make' && (this.refusedSeconds.get(operation) ?? 0) >= MOST_SECONDS;
  }

  noteAnswer(each: Case, { response }: Exchange): void {
    if ((response?.status ?? 0) >= 500) this.failed.add(each);
    const { chain, waitsFor, request } = each;
    if (!waitsFor?.unless || chain?.step !== 'make') return;
    const isTaken = response !== null && isSuccess(response.status);
    this.refusedSeconds.set(
      request.operation,
      isTaken ? -Infinity : (this.refusedSeconds.get(request.operation) ?? 0) + 1,
    );
  }

  noteTime(each: Case, { error }: Exchange): void {
    const hanging = hangingOf(each);
    if (error?.kind === 'timeout') this.timeouts.set(hanging, (this.timeouts.get(hanging) ?? 0) + 1);
    else this.timeouts.delete(hanging);
  }
}

/** Names what a time-out tells something about: an operation on a thing. */
function hangingOf({ request: { operation }, touches }: Case): string {
  return `${operation.name} ${touches.thing}`;
}
