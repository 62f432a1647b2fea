import type { Operation } from '../contract/contract';
import {
  endsInBeginning,
  endsInCredential,
  endsInDestruction,
  endsInHalt,
  endsInOwnAccount,
  endsInOwnPassword,
  endsInStandstill,
  speaksOfEnding,
} from './vocabulary/actions';

/**
 * In how far a request may take away what others need, from the least on; cases of one degree may be sent side by side. `changesFirst` changes
 * something in the plainest way; `readsAfter` reads, once all is changed, and asks in vain; `readsInPages` reads what nothing moves any more.
 */
export const DEGREE = {
  reads: 0,
  changesFirst: 1,
  changes: 2,
  changesShared: 3,
  readsAfter: 4,
  readsInPages: 5,
  removes: 6,
  endsSession: 7,
} as const;

export type Degree = (typeof DEGREE)[keyof typeof DEGREE];

export function destructiveness(operation: Operation): Degree {
  if (endsSession(operation) || mayStopChanges(operation)) return DEGREE.endsSession;
  if (operation.method === 'DELETE' || mayHalt(operation)) return DEGREE.removes;
  return operation.safe ? DEGREE.reads : DEGREE.changes;
}

/**
 * Returns whether the path suggests that an operation ends what goes on, or takes away what others need: `POST /scheduler/stop`, `PUT /cache/clear`.
 * Whatever needs it is sent before.
 */
function mayHalt({ path, safe }: Operation): boolean {
  return !safe && (endsInHalt(path) || endsInDestruction(path));
}

/** Returns whether the path suggests that an operation begins what others need: `POST /scheduler/start`. It is sent before them. */
export function mayBegin({ path, safe }: Operation): boolean {
  return !safe && endsInBeginning(path);
}

/**
 * Returns whether the names suggest that an operation ends the session or the service, removes the account of whoever asks, or changes the password
 * that a run has. Such an operation is sent last, so a wrong guess does no harm.
 */
export function endsSession({ path, method, safe, operationId = '' }: Operation): boolean {
  // Whose account is gone is let in no more.
  if (method === 'DELETE' && endsInOwnAccount(path)) return true;
  // Where a password is the credential, a new one takes it away: `/current/user/password`.
  return (!safe && endsInOwnPassword(path)) || speaksOfEnding(path, operationId);
}

/**
 * Returns whether the path suggests that the service refuses every change from then on: `POST /admin/maintenance`, `PUT /read-only`. It is sent
 * last, so a wrong guess does no harm: `POST /cars/{id}/maintenance` may only note what was done to a car.
 */
export function mayStopChanges({ path, safe }: Operation): boolean {
  return !safe && endsInStandstill(path);
}

/**
 * Returns whether the path suggests that something is removed which lets somebody in, and may be what lets the run in: `DELETE /me/tokens/{id}`.
 * A token that a list shows has no secret by which it could be told from the run's own. One that the run did not make is removed last,
 * where it was handed over, and else not at all.
 */
export function mayRemoveCredential({ path, method }: Operation): boolean {
  return method === 'DELETE' && endsInCredential(path);
}
