/**
 * Chooses what may be sent about something that is not there. A service may make it then: PUT makes what its path names (RFC 9110 §9.3.4), PATCH may
 * do so (RFC 5789 §2), and POST makes what it sends in a thing that need not be there. Without the consent to make things, nothing that stays
 * may come of it.
 */

import type { Operation } from '../../src/contract/contract';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Input } from '../../src/serialization/input';
import { inputsOf } from '../inputs/inputs';
import type { Resource } from '../inputs/toCase';
import { isFree, leavesNothing, mayMakeMissing, refusesWhatIsMissing } from './mayMake';
import { refusableInput } from './tellableInputs';

/** An input, and the clause that it breaks, where it breaks one. */
interface Sent {
  readonly input: Input;
  readonly violation?: CaseViolation;
}

/**
 * Returns what a request is sent with that is to be refused for its credential. A service that checks none must make nothing of it: about what is not
 * there it is sent with a body that breaks the contract. What nobody could remove, or what nobody allowed the run to make, is not made otherwise.
 * @returns undefined if nothing may be sent.
 */
export function refusable(operation: Operation, known: Known, { exists, made }: Resource): Sent | undefined {
  const plain = refusableInput(operation, known);
  const isAllowed = known.wanted.writes === 'own' && leavesNothing(operation, known);
  if (!plain || exists || made || isAllowed || isFree(operation, known)) return plain && { input: plain };
  if (!mayMakeMissing(operation, known.contract.kinds)) return { input: plain };
  return brokenBody(operation, known) ?? (refusesWhatIsMissing(operation) ? { input: plain } : undefined);
}

/**
 * Returns a body that the service is to refuse, if one can be made up. What lacks a member, or has one of another type, is JSON all the same: what
 * is none is refused by many services before they look at the credential.
 */
function brokenBody(operation: Operation, known: Known): Sent | undefined {
  const { invalid } = inputsOf(operation, known);
  const inBody = invalid.filter(({ violation: { subject } }) => subject === 'the body' || subject.startsWith('/'));
  const surely = ['required', 'type'].flatMap((keyword) =>
    inBody.filter(({ violation: { clause } }) => clause.pointer.split('/').includes(keyword)),
  );
  return surely[0] ?? inBody[0];
}
