import type { Probe } from '../../src/case';
import { right, toCase } from './asking';
import { plainInput } from './inputs';
import { handOverCredential } from './resource';

/** Asks, authorised, for what the user says draws a certain response: a plant that is locked, say. */
export const provoke: Probe = {
  name: 'provoke',
  plan(operation, known) {
    const provocations = known.provocations(operation);
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    if (!letIn) return { cases: [], missing: provocations.length > 0 ? handOverCredential(operation, known) : [] };
    if (!input) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    return {
      cases: provocations.map(({ status, values }) =>
        toCase(
          'provoke',
          `to draw ${status}`,
          operation,
          { values, exists: true, handedOver: true },
          { input, authorisation, authorised },
        ),
      ),
      missing: [],
    };
  },
};
