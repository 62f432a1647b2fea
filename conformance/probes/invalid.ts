import type { Probe } from '../../src/case';
import { pathParameters } from '../../src/contract/contract';
import { invalidValues } from '../values/path';
import { credential, existing, HAND_OVER_TOKEN, nowhere, toCase } from './resource';

/** Asks, authorised, with values that the declared types of the path parameters exclude. */
export const invalid: Probe = {
  name: 'invalid',
  plan(operation, known) {
    const headers = credential(operation, known);
    if (!headers) return { cases: [], missing: [HAND_OVER_TOKEN] };
    // What a lenient target might read as an id is one that was handed over, or one that names nothing.
    const [resource = nowhere(operation, known)] = existing(operation, known);
    if (!resource) return { cases: [], missing: [] };
    const cases = pathParameters(operation).flatMap((parameter) => {
      const base = resource.values[parameter.name] ?? '';
      return invalidValues(parameter, base, known.improbable(parameter)).map(({ text, why }) =>
        toCase('invalid', `${parameter.name} is ${why}`, operation, resource, {
          headers,
          authorised: headers.length > 0,
          values: { ...resource.values, [parameter.name]: text },
        }),
      );
    });
    return { cases, missing: [] };
  },
};
