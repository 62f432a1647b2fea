import { bearerAlternative, isGuarded } from '../../src/contract/security';
import type { Rule } from '../../src/engine/model/rule';
import { judgeRefusal } from '../judging/refusals';

/** "Only one of the Security Requirement Objects need to be satisfied"; of one, "all schemes MUST be satisfied". OpenAPI 3.1 §4.8.30 */
export const credentialRequired: Rule = {
  id: 'credential-required',
  level: 'must',
  statement:
    'A request without a valid credential is refused with a 4xx. If several schemes are required together, a request that lacks only one of them is refused, too.',
  reference: ['Security Requirement Object'],
  advice:
    'Check the credential before anything else, on every path to the operation. If several are required together, check each of them.',
  probes: ['anonymous'],
  across: true,
  bind(operation) {
    const { security } = operation;
    const [first] = security.alternatives;
    // A scheme that the contract does not describe cannot be fulfilled, and so not be checked.
    const isDescribed = security.alternatives.every(({ schemes }) =>
      schemes.some(({ in: where }) => where !== 'nowhere'),
    );
    const binds = isGuarded(security) && isDescribed && !bearerAlternative(security);
    return first && binds ? [{ operation, clause: first.clause }] : [];
  },
  judge: (exchange, _subject, context) =>
    judgeRefusal(exchange, context, 'a request without a valid credential was not refused'),
};
