/** Reads the further users of a run. */

import type { PlanOptions } from '../model/options';
import type { User } from '../model/user';
import { usualCredential } from './plan';

export function readUsers(users: PlanOptions['users'] = []): User[] {
  return users.map(({ name, token, credentials = {}, headers = [] }): User => {
    const own = new Map(Object.entries(credentials));
    return {
      name,
      headers,
      credentials: (scheme) => own.get(scheme.name) ?? usualCredential(scheme, { token }, false),
    };
  });
}
