import type { Probe } from '../../src/case';
import { lookalikes } from '../values';
import { credential, existing, HAND_OVER_TOKEN, handOver, pathParameters, toCase } from './resource';

/** Asks, authorised, for other ids that a target which narrows numbers would take for the one that exists. */
export const lookalike: Probe = {
  name: 'lookalike',
  description: 'Asks for ids that equal an existing one only in their lowest 32 bits, or once rounded to a double.',
  plan(operation, known) {
    const headers = credential(operation, known);
    const resources = existing(operation, known);
    if (!headers || resources.length === 0) {
      return {
        cases: [],
        missing: [...(headers ? [] : [HAND_OVER_TOKEN]), ...(resources.length === 0 ? handOver(operation) : [])],
      };
    }
    const cases = resources.slice(0, 1).flatMap((resource) =>
      pathParameters(operation).flatMap((parameter) =>
        lookalikes(parameter, resource.values[parameter.name] ?? '').map(({ text, why }) =>
          toCase('lookalike', `another ${parameter.name}, ${why}`, operation, resource, {
            headers,
            authorised: headers.length > 0,
            values: { ...resource.values, [parameter.name]: text },
          }),
        ),
      ),
    );
    return { cases, missing: [] };
  },
};
