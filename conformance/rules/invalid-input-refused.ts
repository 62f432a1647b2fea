import type { Rule } from '../../src/rule';
import { isSuccess, statusLine } from './shared';

/** A type that takes all of these excludes nothing that we could send. */
const INVALID = ['abc', ' ', 'x'.repeat(300)];

/** "The schema defining the type used for the parameter." OpenAPI 3.1 §4.8.12; what to answer instead is left open. */
export const invalidInputRefused: Rule = {
  id: 'invalid-input-refused',
  level: 'should',
  statement: 'A value outside the declared type is not answered with success.',
  reference: 'OpenAPI 3.1.0 §4.8.12',
  advice: 'Parse the whole text of the parameter strictly, and refuse what is left over or out of range.',
  probes: ['invalid'],
  bind(operation) {
    const [parameter] = operation.parameters.filter(
      ({ in: where, accepts }) => where === 'path' && !INVALID.every(accepts),
    );
    return parameter ? [{ operation, clause: parameter.clause }] : [];
  },
  judge({ case: each, response, error }) {
    if (each.probe !== 'invalid' || !response || error) return undefined;
    if (!isSuccess(response.status)) return [];
    return [
      {
        message: 'a value outside the declared type was answered with success',
        expected: 'a refusal, such as a declared 400',
        actual: `${statusLine(response)} where ${each.name}`,
      },
    ];
  },
};
