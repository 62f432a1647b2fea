/** Which cases of one sequence need not wait for each other: what only reads, and what is to be refused. */

import type { Operation } from '../../contract/contract';
import { isClientError } from '../../http/statuses';
import { shouldBeRefused } from '../ledger/caseFacts';
import type { Case } from '../model/case';
import type { ScheduledCase } from './schedule';

/** What is known of the answers to valid requests of an operation: in the form that was taken, later ones are sent. */
interface FormsTaken {
  /** Whether one was accepted. */
  isTaken(operation: Operation): boolean;
  /** Whether one was refused. */
  wasRefused(operation: Operation): boolean;
}

/** So many requests that are to be refused are sent beside each other at most: so many may follow one look at a thing. */
const MOST_REFUSED = 10;

interface Sending {
  /** Whether the run makes things. What is sent to them may be noticed by whatever else asks for them, and is sent one after another. */
  readonly isMaking: boolean;
  isOver(): boolean;
  /** Sends a case, if it may and need be sent. @returns what came of it. */
  send(entry: ScheduledCase): Promise<Came | undefined>;
}

/** What came of a case, and no more of its answer than that, since it may be large. */
export interface Came {
  readonly case: Case;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
}

/** So many that only read are begun beside each other at most. Those that wait for their turn hold memory, and more than so many are never under way. */
const MOST_READS = 200;

/** Sends the cases of a sequence one after another, but for those that need not wait for each other. */
export async function sendInTurn(sequence: ScheduledCase[], forms: FormsTaken, sending: Sending): Promise<void> {
  for (let entry = sequence.shift(); entry && !sending.isOver(); entry = sequence.shift()) {
    let last = await sending.send(entry);
    for (
      let beside = takeBeside(sequence, forms, sending.isMaking, last);
      beside.length > 0;
      beside = takeBeside(sequence, forms, sending.isMaking, last)
    ) {
      const came = await Promise.all(beside.map((each) => sending.send(each)));
      last = came.find((each) => each && !wasRefused(each)) ?? came.at(-1);
    }
  }
}

/**
 * Takes what comes next out of a sequence and need not wait for each other, nor for what comes later.
 * @param last what was sent right before, and what came of it; undefined where it was not sent.
 */
function takeBeside(
  sequence: ScheduledCase[],
  forms: FormsTaken,
  isMaking: boolean,
  last: Came | undefined,
): readonly ScheduledCase[] {
  const reads = takeReads(sequence, forms, isMaking);
  return reads.length > 0 || !last || isMaking ? reads : takeRefused(sequence, forms, last);
}

/**
 * Takes what only reads. A valid request that shows first in which form its operation is asked is waited for; and where valid ones are refused,
 * each is, since after some refusals no more are sent.
 */
function takeReads(sequence: ScheduledCase[], forms: FormsTaken, isMaking: boolean): readonly ScheduledCase[] {
  const isFree = ({ each }: ScheduledCase) => {
    const { operation, method } = each.request;
    if (!operation.safe || method !== undefined || isBound(each) || (isMaking && each.waitsFor)) return false;
    const isToFail = each.claim.violation !== undefined || !each.request.authorised;
    return forms.isTaken(operation) || (!isMaking && isToFail && !forms.wasRefused(operation));
  };
  return takeWhile(sequence, isFree, MOST_READS);
}

/**
 * Takes what is to be refused as the last one was, of the same operation and for a reason of the same sort: it changes nothing. Where a service
 * takes such a request, the next one is sent alone. So is each POST as long as none was taken, and whatever is about a thing of the run: of what
 * several requests may have made or changed at once, not all can be told by which one.
 */
function takeRefused(sequence: ScheduledCase[], forms: FormsTaken, last: Came): readonly ScheduledCase[] {
  if (!wasRefused(last) || !isToBeRefused(last.case)) return [];
  const { request, claim } = last.case;
  if (request.operation.method === 'POST' && !forms.isTaken(request.operation)) return [];
  const isSame = ({ each }: ScheduledCase) =>
    each.request.operation === request.operation && each.claim.probe === claim.probe && isToBeRefused(each);
  return takeWhile(sequence, isSame, MOST_REFUSED);
}

function wasRefused({ status = 0 }: Came): boolean {
  return isClientError(status) && status !== 429;
}

function isToBeRefused(each: Case): boolean {
  const { operation, method } = each.request;
  const isPlain = !operation.safe && method === undefined;
  return isPlain && !isBound(each) && shouldBeRefused(each);
}

/** Whether a case belongs to a chain, or waits for anything but values that came before it. */
function isBound({ chain, waitsFor = {} }: Case): boolean {
  const { needs: _needs, fills: _fills, instead: _instead, ...further } = waitsFor;
  return chain !== undefined || Object.keys(further).length > 0;
}

function takeWhile(
  sequence: ScheduledCase[],
  isWanted: (entry: ScheduledCase) => boolean,
  most: number,
): readonly ScheduledCase[] {
  const end = sequence.findIndex((entry) => !isWanted(entry));
  return sequence.splice(0, Math.min(most, end < 0 ? sequence.length : end));
}
