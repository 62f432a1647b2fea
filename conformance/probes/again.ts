import type { Probe } from '../../src/case';
import { credential, existing, toCase } from './resource';

/** Asks once more for what a valid request has used up. Whether that is an error is left open by most contracts. */
export const again: Probe = {
  name: 'again',
  plan(operation, known) {
    const headers = credential(operation, known);
    if (!headers || operation.safe) return { cases: [], missing: [] };
    const authorised = headers.length > 0;
    const cases = existing(operation, known)
      .slice(0, 1)
      .map((resource) =>
        toCase('again', 'the valid request a second time', operation, resource, { headers, authorised }),
      );
    return { cases, missing: [] };
  },
};
