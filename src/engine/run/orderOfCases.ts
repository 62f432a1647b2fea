/** Where a case stands in the order of a run: in which phase it is sent, and with which others it is sent one after another. */

import type { Operation } from '../../contract/contract';
import {
  DEGREE,
  type Degree,
  destructiveness,
  endsSession,
  mayRemoveCredential,
} from '../../resources/destructiveness';
import { shouldBeRefused } from '../ledger/caseFacts';
import type { Case } from '../model/case';
import { outermost } from '../request/outermost';

/** What may use up what others need, whatever it is: such cases are sent one after another. */
const COMMON = Symbol('common');

const SESSION = Symbol('session');

/** The common sequences, or what the cases of a sequence touch: a thing, with all that lies in it or with one path below it. */
export type SequenceName = string | typeof COMMON | typeof SESSION;

/** What is known of the run whose cases are put in order. */
export interface OrderOptions {
  /** Whether every value names something, as on our mock. */
  readonly everythingExists: boolean;
  /** Whether an operation makes things of a kind. */
  readonly makes: (operation: Operation) => boolean;
  /** Whether nothing that is sent to the things of an operation reaches any others, as far as the contract tells. */
  readonly reachesNoOthers: (operation: Operation) => boolean;
  /** Whether the run makes things of its own: what is about one of them, or lies in it, is sent one after another. */
  readonly isMaking: boolean;
}

/**
 * Chains touch only what they made, or change what others only read: they come before anything is taken away. What only reads is first. What
 * keeps the contract comes before what breaks it: a service that takes half of an invalid request in may refuse all that follows, and a request
 * that breaks one clause begins with what was taken. The plainest request of each operation comes before its variants and those of others, which
 * may leave a thing behind that the service cannot read any more. What is to be refused takes nothing away, and does not wait for what does.
 */
export function phaseOf(each: Case, options: OrderOptions): Degree {
  const { chain, claim, waitsFor } = each;
  const { operation } = each.request;
  const isPlain = waitsForItsThing(operation, options);
  const degree = mayLockOut(each) ? DEGREE.endsSession : destructiveness(operation);
  // A chain stays together: what it removes in the end it has made itself.
  const isOfChain = chain?.kind === 'own' && degree !== DEGREE.endsSession;
  // Chains that ask for what is to be refused may make something, which moves what stands on pages.
  const late = chain?.step === 'page' ? DEGREE.readsInPages : DEGREE.readsAfter;
  // Looks at what was handed over and is removed come right before and after that.
  const least = chain?.kind === 'handed over' ? DEGREE.removes : late;
  if (waitsFor?.changes) return isOfChain ? late : (Math.max(least, degree) as Degree);
  // What a chain made is removed at its end, so that what is sent to it later would make it again.
  if (claim.violation && chain === undefined && degree === DEGREE.changes) return DEGREE.changesShared;
  // What a path names may be used up, and is asked about in the order of planning.
  const isOfThing = claim.exists && operation.path.includes('{') && !isPlain;
  if (claim.isPlainest && !isOfThing && chain === undefined && degree === DEGREE.changes) return DEGREE.changesFirst;
  if (chain === undefined && degree === DEGREE.removes && isPlain && isRefusedChange(each)) return DEGREE.changesShared;
  if (chain === undefined || chain.kind === 'listed' || degree === DEGREE.endsSession) return degree;
  return chain.kind === 'own' ? DEGREE.changes : DEGREE.changesShared;
}

/**
 * What exists may be used up, along with what belongs to it: such cases are sent one after another, as planned. Cases that only read, name nothing,
 * or change things that reach no others, wait for those on the same thing alone, and where a run makes things, for those on what lies in the same
 * one; and what ends the session, for all that does.
 */
export function sequenceOf(each: Case, phase: Degree, options: OrderOptions): SequenceName {
  const { everythingExists, makes, isMaking } = options;
  const { claim, touches, chain } = each;
  const { operation } = each.request;
  if (endsSession(operation) || mayLockOut(each)) return SESSION;
  // What only makes things, in a collection that lies in nothing, uses up nothing.
  const usesUp = !operation.safe && !(makes(operation) && !operation.path.includes('{'));
  const isPlain = phase < DEGREE.removes && waitsForItsThing(operation, options);
  const isAlone = everythingExists || isPlain;
  const isShared = chain ? chain.kind === 'shared' || chain.kind === 'handed over' : claim.exists && usesUp && !isAlone;
  if (isShared) return COMMON;
  const isApart = chain === undefined && (isPlain || (!isMaking && phase === DEGREE.reads));
  return isApart ? `${operation.path} ${touches.thing}` : outermost(touches);
}

/** Whether what is sent to the things of an operation need not wait for what is sent to any others. */
function waitsForItsThing(operation: Operation, { isMaking, reachesNoOthers }: OrderOptions): boolean {
  return !isMaking && reachesNoOthers(operation);
}

/** Whether a request would change something, and is to be refused. */
export function isRefusedChange(each: Case): boolean {
  return !each.request.operation.safe && shouldBeRefused(each);
}

/** Tells whether a request may remove the very token that the run has: one that was handed over, and not made by the run. */
function mayLockOut({ request: { operation, authorised }, chain, claim }: Case): boolean {
  return chain === undefined && authorised && claim.violation === undefined && mayRemoveCredential(operation);
}
