import { declaredResponse } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Rule } from '../../src/engine/model/rule';
import { statusTo } from '../judging/exchanges';

/** "The documentation is not necessarily expected to cover all possible HTTP response codes", unless the user says so. */
export const declaredStatus: Rule = {
  id: 'declared-status',
  level: 'must',
  statement: 'Every status that is answered is declared (with --closed only).',
  reference: ['Responses Object'],
  advice: 'Declare the status in the contract, or answer with one that it declares.',
  onlyClosed: true,
  probes: EVERY_PROBE,
  bind(operation) {
    const [first] = operation.responses;
    return first ? [{ operation, clause: first.clause }] : [];
  },
  judge({ response, error, case: each }, { operation }) {
    // Server errors have a rule of their own; of another method, such as the GET of what a Location names, the operation says nothing.
    if (!response || error || response.status >= 500 || each.request.method !== undefined) return undefined;
    if (declaredResponse(operation, response.status)) return [];
    // A security scheme of HTTP declares the answer to a missing or wrong credential along with it (RFC 9110 §11.2).
    if (response.status === 401 && operation.security.alternatives.length > 0 && !each.request.authorised) return [];
    return [
      {
        message: `the status ${response.status} is not declared`,
        kind: String(response.status),
        expected: operation.responses.map(({ status }) => status).join(', '),
        ...statusTo(response, `${each.claim.probe}: ${each.claim.name}`),
      },
    ];
  },
};
