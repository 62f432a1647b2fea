import type { Probe } from '../../src/case';
import { pathParameters } from '../../src/contract/contract';
import { lookalikes } from '../values/path';
import { authorisedOn, toCase } from './resource';

/** Asks, authorised, for other ids that a target which narrows numbers would take for the one that exists. */
export const lookalike: Probe = {
  name: 'lookalike',
  plan(operation, known) {
    const ready = authorisedOn(operation, known);
    if ('missing' in ready) return { cases: [], missing: ready.missing };
    const { request, resources } = ready;
    const cases = resources.slice(0, 1).flatMap((resource) =>
      pathParameters(operation).flatMap((parameter) =>
        lookalikes(parameter, resource.values[parameter.name] ?? '').map(({ text, why }) =>
          toCase('lookalike', `another ${parameter.name}, ${why}`, operation, resource, {
            ...request,
            values: { ...resource.values, [parameter.name]: text },
          }),
        ),
      ),
    );
    return { cases, missing: [] };
  },
};
