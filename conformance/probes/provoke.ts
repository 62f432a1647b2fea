import type { Probe } from '../../src/engine/model/probe';
import type { Fields } from '../../src/http/message';
import { existing, handOverCredential } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { type Resource, right, toCase } from '../inputs/toCase';

/**
 * Asks, authorised, for what the user says draws a certain response: a plant that is locked, say; and, where a 406 is declared, for a type that
 * nobody has.
 */
export const provoke: Probe = {
  name: 'provoke',
  plan(operation, known) {
    const provocations = known.handedOver.provocations(operation);
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    if (!letIn) return { cases: [], missing: provocations.length > 0 ? handOverCredential(operation, known) : [] };
    if (!input) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    const ask = (name: string, resource: Resource, headers: Fields) => {
      const asked = { input: { ...input, headers: [...input.headers, ...headers] }, authorisation, authorised };
      return toCase('provoke', name, operation, resource, asked);
    };
    const refuses = operation.safe && operation.responses.some(({ status }) => status === '406');
    const resources =
      refuses && !known.handedOver.headerNames.includes('accept') ? existing(operation, known).slice(0, 1) : [];
    return {
      cases: [
        ...provocations.map(({ status, values }) =>
          ask(`to draw ${status}`, { values, exists: true, handedOver: true }, []),
        ),
        ...resources.map((resource) => ask('to be answered in a type that nobody has', resource, [NOBODYS])),
      ],
      missing: [],
    };
  },
};

const NOBODYS = ['Accept', 'application/vnd.espalier.none'] as const;
