import { bearerAlternative, isGuarded } from '../../src/contract/security';
import type { Rule } from '../../src/engine/model/rule';
import { judgeRefusal } from '../judging/refusals';

/** "Only one of the Security Requirement Objects need to be satisfied to authorize a request." OpenAPI 3.1 §4.8.10 */
export const bearerRequired: Rule = {
  id: 'bearer-required',
  level: 'must',
  statement: 'A request without a valid bearer credential is refused with a 4xx: no success, redirect or server error.',
  reference: ['Security Requirement Object'],
  advice: 'Check the credential before anything else, on every path to the operation.',
  probes: ['anonymous'],
  across: true,
  bind(operation) {
    const alternative = bearerAlternative(operation.security);
    return alternative && isGuarded(operation.security) ? [{ operation, clause: alternative.clause }] : [];
  },
  judge: (exchange, _subject, context) =>
    judgeRefusal(exchange, context, 'a request without a valid credential was not refused'),
};
