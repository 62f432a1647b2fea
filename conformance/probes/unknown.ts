import { pathParameters } from '../../src/contract/contract';
import type { Probe } from '../../src/engine/model/probe';
import { leavesNothing } from '../chains/mayMake';
import { handOver, handOverCredential, nowhere } from '../chains/resources';
import { inputForNothing } from '../chains/tellableInputs';
import { inputWithBody } from '../inputs/inputs';
import { describeAlternative, rights, toCase } from '../inputs/toCase';
import { edgeValues } from '../values/pathValues';

/** Asks, authorised, for what is not there. What comes is the contract's affair only where it declares it. */
export const unknown: Probe = {
  name: 'unknown',
  plan(operation, known) {
    const [letIn, ...others] = rights(operation, known);
    if (!letIn) return { cases: [], missing: handOverCredential(operation, known) };
    // Where everything exists, nothing is unknown; and without parameters there is nothing to be unknown.
    const resource = nowhere(operation, known);
    const plain = inputWithBody(operation, known);
    if (!resource || resource.exists || !plain) return { cases: [], missing: [] };
    if (!leavesNothing(operation, known)) return { cases: [], missing: handOver(operation, known) };
    const input = inputForNothing(operation, plain, known);
    const { authorisation, authorised } = letIn;
    const edges = pathParameters(operation).flatMap((parameter) =>
      edgeValues(parameter, known.chance.random(operation)).map(({ text, why }) => {
        const values = { ...resource.values, [parameter.name]: text };
        const named = { ...resource, values };
        return toCase('unknown', `${parameter.name} is ${why}`, operation, named, { input, authorisation, authorised });
      }),
    );
    // For things that must not be used up, this request alone shows that each credential is let in.
    const otherWays = operation.safe ? [] : others;
    return {
      cases: [
        toCase('unknown', 'something that does not exist', operation, resource, { input, authorisation, authorised }),
        ...otherWays.map(({ alternative, ...way }) => {
          const name = `something that does not exist, with ${describeAlternative(alternative)}`;
          return toCase('unknown', name, operation, resource, { input, ...way });
        }),
        ...edges,
      ],
      missing: [],
    };
  },
};
