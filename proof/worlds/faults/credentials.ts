/** Credentials that are not looked at in one place. */

import type { Design, OperationDesign, WorldFault } from '../design/design';
import { isPublic } from '../service/steps';
import { faultsOf } from './made';

export function credentialFaults(operation: OperationDesign): WorldFault[] {
  const { design } = operation.kind;
  if (isPublic(design, operation)) return [];
  const { fault } = faultsOf(operation);
  const rule = design.credentials.some(({ kind }) => kind === 'bearer') ? 'bearer-required' : 'credential-required';
  return [
    fault(
      'everybody is let in',
      { class: 'credential', rules: [rule, 'bearer-required', 'credential-required'] },
      () => ({
        skips(step, call) {
          if (step !== 'credential' || call.operation !== operation) return false;
          call.person = 'ada';
          return true;
        },
      }),
    ),
    {
      ...fault('a 401 has no challenge', { class: 'header', rules: ['auth-challenge', 'response-header'] }, () => ({
        answers: (reply, call) =>
          call.operation === operation && reply.status === 401 ? { ...reply, headers: {} } : reply,
      })),
      ...whyNoChallenge(design),
    },
  ];
}

/** RFC 9110 §15.5.2 asks for a challenge, and no scheme is registered by whose name a client would know that of a key. */
function whyNoChallenge({ credentials, dialect, manners }: Design): Pick<WorldFault, 'unknowable'> {
  const isOfHttp = credentials.some(({ kind }) => kind === 'bearer' || kind === 'basic');
  // OpenAPI 2.0 requires no header field.
  const isDeclared = manners.declared === 'each' && dialect !== '2.0';
  return isOfHttp || isDeclared
    ? {}
    : { unknowable: 'no scheme of HTTP names the challenge, and no contract requires it' };
}
