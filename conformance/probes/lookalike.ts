import type { Probe } from '../../src/case';
import { pathParameters } from '../../src/contract/contract';
import { lookalikes } from '../values/path';
import { existing, handOver, handOverCredential, plainInput, right, toCase } from './resource';

/** Asks, authorised, for other ids that a target which narrows numbers would take for the one that exists. */
export const lookalike: Probe = {
  name: 'lookalike',
  plan(operation, known) {
    const letIn = right(operation, known);
    const resources = existing(operation, known);
    const input = plainInput(operation, known);
    if (!letIn || resources.length === 0) {
      const wanted = resources.length > 0 ? [] : handOver(operation);
      return { cases: [], missing: [...(letIn ? [] : handOverCredential(operation, known)), ...wanted] };
    }
    if (!input) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    // Another one than invalid values are made from, where there are enough: those may have used it up.
    const resource = resources[Math.max(0, resources.length - 2)];
    if (!resource) return { cases: [], missing: [] };
    const cases = pathParameters(operation).flatMap((parameter) =>
      lookalikes(parameter, resource.values[parameter.name] ?? '', known.random(operation)).map(({ text, why }) =>
        toCase('lookalike', `another ${parameter.name}, ${why}`, operation, resource, {
          input,
          authorisation,
          authorised,
          values: { ...resource.values, [parameter.name]: text },
        }),
      ),
    );
    return { cases, missing: [] };
  },
};
