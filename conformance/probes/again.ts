import type { Probe } from '../../src/engine/model/probe';
import { existing } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { right, toCase } from '../inputs/toCase';

/** Asks once more for what a valid request has used up. Whether that is an error is left open by most contracts. */
export const again: Probe = {
  name: 'again',
  plan(operation, known) {
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    if (!letIn || !input || operation.method !== 'DELETE') return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    const cases = existing(operation, known)
      .slice(0, 1)
      .map((resource) =>
        toCase('again', 'the valid request a second time', operation, resource, { input, authorisation, authorised }),
      );
    return { cases, missing: [] };
  },
};
