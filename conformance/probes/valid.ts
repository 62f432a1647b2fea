import type { Probe } from '../../src/case';
import { edgeValues } from '../values';
import { credential, existing, HAND_OVER_TOKEN, handOver, pathParameters, toCase } from './resource';

/** Asks as the contract says, for something that exists. Comes after what must be refused, for it may use it up. */
export const valid: Probe = {
  name: 'valid',
  description: 'Asks as the contract says: authorised, for something that exists.',
  plan(operation, known) {
    const headers = credential(operation, known);
    const resources = existing(operation, known);
    if (!headers || resources.length === 0) {
      return {
        cases: [],
        missing: [...(headers ? [] : [HAND_OVER_TOKEN]), ...(resources.length === 0 ? handOver(operation) : [])],
      };
    }
    const authorised = headers.length > 0;
    const edges = known.everythingExists
      ? pathParameters(operation).flatMap((parameter) =>
          edgeValues(parameter).map(({ text, why }) => ({ name: `${parameter.name} is ${why}`, parameter, text })),
        )
      : [];
    return {
      cases: [
        ...resources.map((resource) =>
          toCase('valid', 'as the contract says', operation, resource, { headers, authorised }),
        ),
        ...edges.flatMap(({ name, parameter, text }) =>
          resources
            .slice(0, 1)
            .map(({ values, exists }) =>
              toCase(
                'valid',
                name,
                operation,
                { values: { ...values, [parameter.name]: text }, exists },
                { headers, authorised },
              ),
            ),
        ),
      ],
      missing: [],
    };
  },
};
