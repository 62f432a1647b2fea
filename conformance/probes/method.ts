import type { Probe } from '../../src/engine/model/probe';
import { NO_INPUT } from '../../src/serialization/input';
import { nowhere } from '../requests/resources';
import { right, toCase } from '../requests/toCase';

/** Methods that change nothing, in the order in which they are tried: one that no service has for the path is asked. */
const SAFE = ['GET', 'TRACE'];

/** Asks once for each path by a method that the contract does not have for it. What comes is left open; how a 405 looks is not. */
export const method: Probe = {
  name: 'method',
  plan(operation, known) {
    const letIn = right(operation, known);
    const resource = nowhere(operation, known);
    const undeclared = SAFE.find((each) => !operation.pathMethods.includes(each));
    const first = operation.pathMethods[0] === operation.method;
    if (!first || !letIn || !resource || undeclared === undefined) return { cases: [], missing: [] };
    // Whether such a request is let in says nothing of the credential.
    const asked = { input: NO_INPUT, authorisation: letIn.authorisation, authorised: false, method: undeclared };
    return { cases: [toCase('method', `the method ${undeclared}`, operation, resource, asked)], missing: [] };
  },
};
