import type { Probe } from '../../src/case';
import { bearerAlternative } from '../../src/contract/security';
import { HAND_OVER_TOKEN, nowhere, toCase } from './resource';

/** Asks as `unknown` does, with the name of the scheme in another letter case; only the answer to the credential matters. */
export const scheme: Probe = {
  name: 'scheme',
  plan(operation, known) {
    if (!bearerAlternative(operation.security)) return { cases: [], missing: [] };
    if (known.token === undefined) return { cases: [], missing: [HAND_OVER_TOKEN] };
    const resource = nowhere(operation, known);
    if (!resource) return { cases: [], missing: [] };
    const spellings = [
      { name: 'the scheme in the usual case', value: `Bearer ${known.token}` },
      { name: 'the scheme in lower case', value: `bearer ${known.token}` },
      { name: 'the scheme in upper case', value: `BEARER ${known.token}` },
    ];
    return {
      cases: spellings.map(({ name, value }) =>
        toCase('scheme', name, operation, resource, { headers: [['Authorization', value]], authorised: true }),
      ),
      missing: [],
    };
  },
};
