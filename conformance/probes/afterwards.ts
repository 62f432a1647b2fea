import type { Operation } from '../../src/contract/contract';
import type { Known, Probe } from '../../src/engine/model/probe';
import { namesIn } from '../../src/routing/pathTemplate';
import { existing } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { right, toCase } from '../inputs/toCase';

/**
 * Asks once more what only reads, after all that changes something, and before anything is removed: what was made or changed may break a list, or
 * a thing that answered before. Chains read the things that they make themselves, and what there is one of.
 */
export const afterwards: Probe = {
  name: 'afterwards',
  plan(operation, known) {
    const { writes, everythingExists } = known.wanted;
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    // Where the run may make nothing, hardly anything changes; and our mock keeps nothing.
    const mayHaveChanged = writes !== 'handed-over' && !everythingExists;
    if (!operation.safe || !mayHaveChanged || !letIn || !input || isReadLast(operation, known))
      return { cases: [], missing: [] };
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

/**
 * Tells whether the chain of what there is one of reads it after all its changes, or whether a run that may change less changes nothing of it:
 * `GET /settings` beside `PUT /settings`.
 */
function isReadLast({ method, path }: Operation, known: Known): boolean {
  if (method !== 'GET' || namesIn(path).length > 0) return false;
  const writers = ['PUT', 'PATCH'].flatMap((each) => known.contract.at(path, each) ?? []);
  return writers.some((each) => known.wanted.selected(each)) && !known.contract.kinds.at(`${path}/{}`);
}
