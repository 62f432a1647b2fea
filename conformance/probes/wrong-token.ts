import type { Probe } from '../../src/case';
import { bearerAlternative } from '../../src/contract/security';
import { nowhere, toCase } from './resource';

/** Asks with a token that is not the valid one, for something that does not exist: what comes is only noted. */
export const wrongToken: Probe = {
  name: 'wrong-token',
  plan(operation, known) {
    if (!bearerAlternative(operation.security)) return { cases: [], missing: [] };
    const resource = nowhere(operation, known);
    if (!resource) return { cases: [], missing: [] };
    const headers = [['Authorization', `Bearer ${known.wrongToken}`]] as const;
    return {
      cases: [toCase('wrong-token', 'a token that is not valid', operation, resource, { headers, authorised: false })],
      missing: [],
    };
  },
};
