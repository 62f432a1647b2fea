/** Reads the further users of a run. */

import type { CredentialSettings } from '../model/settings';
import type { User } from '../model/user';
import { usualCredential } from './plan';

export function readUsers({ users }: CredentialSettings): User[] {
  return users.map(({ name, token, credentials = {}, headers = [] }): User => {
    const own = new Map(Object.entries(credentials));
    return {
      name,
      headers,
      credentials: (scheme) => own.get(scheme.name) ?? usualCredential(scheme, { token }, false),
    };
  });
}
