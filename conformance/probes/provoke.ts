import type { Probe } from '../../src/case';
import { credential, HAND_OVER_TOKEN, toCase } from './resource';

/** Asks, authorised, for what the user says draws a certain response: a plant that is locked, say. */
export const provoke: Probe = {
  name: 'provoke',
  plan(operation, known) {
    const provocations = known.provocations(operation);
    const headers = credential(operation, known);
    if (!headers) return { cases: [], missing: provocations.length > 0 ? [HAND_OVER_TOKEN] : [] };
    return {
      cases: provocations.map(({ status, values }) =>
        toCase(
          'provoke',
          `to draw ${status}`,
          operation,
          { values, exists: true },
          { headers, authorised: headers.length > 0 },
        ),
      ),
      missing: [],
    };
  },
};
