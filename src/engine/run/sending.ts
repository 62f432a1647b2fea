/** How the requests of a run go out: where to, at which pace, within which limits, and by whose right. */

import type { Operation } from '../../contract/contract';
import type { Request } from '../../http/message';
import type { Limits } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { RunSettings } from '../model/settings';
import type { User } from '../model/user';
import { readUsers } from '../plan/users';
import { createRenewing, type Renewing } from './credentials/renewing';
import { createHooks, type Hooks } from './hooks';
import { Pace } from './pace';
import { createShownTags, type ShownTags } from './shownTags';
import { ShownVersions } from './shownVersions';

export interface Sending {
  readonly target: Target;
  readonly limits: Limits;
  /** Gives every request its turn. */
  readonly pace: Pace;
  /** Header fields sent with every request. */
  readonly headers: Request['headers'];
  /** Keeps credentials that the run fetches itself working. */
  readonly renewing: Renewing;
  /** What the user lets add to requests. */
  readonly hooks: Hooks;
  /** The ETags that answers show. */
  readonly tags: ShownTags;
  /** The versions that bodies show. */
  readonly versions: ShownVersions;
  /** As whom it is asked what the first user is refused. */
  readonly users: readonly User[];
}

/**
 * @param target with what the contract says of its base paths.
 * @param operations all that may be asked.
 */
export function createSending(
  { credentials, pace }: RunSettings,
  target: Target,
  operations: readonly Operation[] = [],
): Sending {
  const { headers, renewal, hooks } = credentials;
  return {
    target,
    limits: pace.limits,
    pace: new Pace(pace),
    headers,
    renewing: createRenewing({ renewal, target, headers }),
    hooks: createHooks(hooks),
    tags: createShownTags(),
    versions: new ShownVersions(operations),
    users: readUsers(credentials),
  };
}
