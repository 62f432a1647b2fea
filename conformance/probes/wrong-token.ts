import type { Operation } from '../../src/contract/contract';
import { formOf } from '../../src/contract/security';
import type { Known, Probe } from '../../src/engine/model/probe';
import { groupBy } from '../../src/support/collections';
import { refusable } from '../chains/nothingThere';
import { inPlaceOf, isLetInAnyway, likely, nowhere, tried } from '../chains/resources';
import { type Resource, toCase } from '../inputs/toCase';
import { spoiltWays } from '../inputs/wrongCredentials';

/** Asks with a credential that cannot be good: once for each scheme, and for HTTP basic with a wrong and with an empty password. */
export const wrongToken: Probe = {
  name: 'wrong-token',
  plan(operation, known) {
    const resource = resourceOf(operation, known);
    const sent = resource && refusable(operation, known, resource);
    if (!sent || isLetInAnyway(operation, known)) return { cases: [], missing: [] };
    // A request carries neither a client certificate nor what the contract does not describe.
    const alternatives = operation.security.alternatives.filter(({ schemes }) =>
      schemes.some(({ in: where }) => where !== 'connection' && where !== 'nowhere'),
    );
    const otherwise = inPlaceOf(resource, operation, known);
    const ways = [...groupBy(alternatives, formOf).values()].flatMap(([first]) => spoiltWays(first, operation, known));
    return {
      cases: ways.map(({ name, authorisation }) =>
        toCase('wrong-token', name, operation, resource, { ...sent, authorisation, authorised: false, otherwise }),
      ),
      missing: [],
    };
  },
};

/** Without a valid credential, only what was handed over or made, what is only read, and what is not there is asked for. */
function resourceOf(operation: Operation, known: Known): Resource | undefined {
  const [there] = tried(operation, known);
  const [read] = there || !operation.safe ? [] : likely(operation, known);
  return there ?? read ?? nowhere(operation, known);
}
