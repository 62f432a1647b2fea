import type { Probe } from '../../src/case';
import { pathParameters } from '../../src/contract/contract';
import { edgeValues } from '../values/path';
import { credential, HAND_OVER_TOKEN, nowhere, toCase } from './resource';

/** Asks, authorised, for what is not there. What comes is the contract's affair only where it declares it. */
export const unknown: Probe = {
  name: 'unknown',
  plan(operation, known) {
    const headers = credential(operation, known);
    if (!headers) return { cases: [], missing: [HAND_OVER_TOKEN] };
    // Where everything exists, nothing is unknown; and without parameters there is nothing to be unknown.
    const resource = nowhere(operation, known);
    if (!resource || resource.exists) return { cases: [], missing: [] };
    const authorised = headers.length > 0;
    const edges = pathParameters(operation).flatMap((parameter) =>
      edgeValues(parameter).map(({ text, why }) => {
        const values = { ...resource.values, [parameter.name]: text };
        return toCase(
          'unknown',
          `${parameter.name} is ${why}`,
          operation,
          { values, exists: false },
          { headers, authorised },
        );
      }),
    );
    return {
      cases: [
        toCase('unknown', 'something that does not exist', operation, resource, { headers, authorised }),
        ...edges,
      ],
      missing: [],
    };
  },
};
