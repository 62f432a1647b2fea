import type { Probe } from '../../src/case';
import { pathParameters } from '../../src/contract/contract';
import { edgeValues } from '../values/path';
import { authorisedOn, toCase } from './resource';

/** Asks as the contract says, for something that exists. Comes after what must be refused, for it may use it up. */
export const valid: Probe = {
  name: 'valid',
  plan(operation, known) {
    const ready = authorisedOn(operation, known);
    if ('missing' in ready) return { cases: [], missing: ready.missing };
    const { request, resources } = ready;
    const [first] = resources;
    // Where everything exists, the ends of the declared type do, too.
    const edges = pathParameters(operation).flatMap((parameter) =>
      known.everythingExists && first ? edgeValues(parameter).map((edge) => ({ ...edge, parameter, first })) : [],
    );
    return {
      cases: [
        ...resources.map((resource) => toCase('valid', 'as the contract says', operation, resource, request)),
        ...edges.map(({ text, why, parameter, first: { values, exists } }) => {
          const resource = { values: { ...values, [parameter.name]: text }, exists };
          return toCase('valid', `${parameter.name} is ${why}`, operation, resource, request);
        }),
      ],
      missing: [],
    };
  },
};
