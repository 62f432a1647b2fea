import type { Probe } from '../../src/engine/model/probe';
import { present, together } from '../../src/serialization/credentials';
import { plainInput } from '../requests/inputs';
import { isFree, nowhere } from '../requests/resources';
import { toCase } from '../requests/toCase';

/** Asks with a credential that is not the valid one, for something that does not exist: what comes is only noted. */
export const wrongToken: Probe = {
  name: 'wrong-token',
  plan(operation, known) {
    const [alternative] = operation.security.alternatives;
    const resource = nowhere(operation, known);
    const input = plainInput(operation, known);
    const touches = !isFree(operation, known) && Object.keys(resource?.values ?? {}).length === 0;
    if (!alternative || !resource || !input || touches) return { cases: [], missing: [] };
    const authorisation = together(
      alternative.schemes.map((scheme) => present(scheme, wrong(scheme.http, known.handedOver.wrongToken))),
    );
    const name = alternative.schemes.some(({ http }) => http === 'bearer')
      ? 'a token that is not valid'
      : 'a credential that is not valid';
    return {
      cases: [toCase('wrong-token', name, operation, resource, { input, authorisation, authorised: false })],
      missing: [],
    };
  },
};

function wrong(http: string | undefined, token: string): string {
  return http === 'basic' ? `nobody:${token}` : token;
}
