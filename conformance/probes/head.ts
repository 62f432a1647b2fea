import type { Probe } from '../../src/engine/model/probe';
import { endsSession } from '../../src/resources/destructiveness';
import { givenInPlaceOf, likely } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { right, toCase } from '../inputs/toCase';

/** Asks by HEAD for what a valid GET asks for, whether or not the contract declares HEAD: servers answer both alike. */
export const headProbe: Probe = {
  name: 'head',
  plan(operation, known) {
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    const [resource] = likely(operation, known);
    const isPlain = operation.method === 'GET' && operation.safe && !endsSession(operation);
    if (!isPlain || !letIn || !input || !resource) return { cases: [], missing: [] };
    const otherwise = givenInPlaceOf(resource, operation, known);
    // Some services do not know the method, and refuse whoever asks.
    const asked = { input, authorisation: letIn.authorisation, authorised: false, method: 'HEAD', otherwise };
    return { cases: [toCase('head', 'the method HEAD', operation, resource, asked)], missing: [] };
  },
};
