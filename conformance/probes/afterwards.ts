import type { Probe } from '../../src/engine/model/probe';
import { plainInput } from '../requests/inputs';
import { existing } from '../requests/resources';
import { right, toCase } from '../requests/toCase';

/**
 * Asks once more what only reads, after all that changes something, and before anything is removed: what was made or changed may break a list, or
 * a thing that answered before. Chains read the things that they make themselves.
 */
export const afterwards: Probe = {
  name: 'afterwards',
  plan(operation, known) {
    const { writes, everythingExists } = known.wanted;
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    // Where nothing may be made, hardly anything changes; and our mock keeps nothing.
    const mayHaveChanged = writes !== 'handed-over' && !everythingExists;
    if (!operation.safe || !mayHaveChanged || !letIn || !input) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    const asked = { input, authorisation, authorised, changes: true } as const;
    return {
      cases: existing(operation, known)
        .filter(({ made }) => !made)
        .slice(0, 1)
        .map((resource) => toCase('afterwards', 'after what changes something', operation, resource, asked)),
      missing: [],
    };
  },
};
