import type { Probe } from '../../src/engine/model/probe';
import { schemeName } from '../../src/serialization/credentials';
import { isFree } from '../chains/mayMake';
import { refusable } from '../chains/nothingThere';
import { handOverCredential, nowhere } from '../chains/resources';
import { rights, toCase } from '../inputs/toCase';

/** Asks as `unknown` does, with the name of the scheme in another letter case; only the answer to the credential matters. */
export const scheme: Probe = {
  name: 'scheme',
  plan(operation, known) {
    const ways = rights(operation, known);
    const letIn = ways.find(({ alternative }) => alternative?.schemes[0]?.http !== undefined) ?? ways[0];
    const [used, ...more] = letIn?.alternative?.schemes ?? operation.security.alternatives[0]?.schemes ?? [];
    if (used?.http === undefined || more.length > 0) return { cases: [], missing: [] };
    if (!letIn?.alternative) return { cases: [], missing: handOverCredential(operation, known) };
    const resource = nowhere(operation, known);
    const sent = resource && refusable(operation, known, resource);
    if (!sent || (Object.keys(resource.values).length === 0 && !isFree(operation, known)))
      return { cases: [], missing: [] };
    const name = schemeName(used.http);
    const [field = ['', '']] = letIn.authorisation.headers;
    const credential = field[1].slice(name.length);
    const spellings = [
      { case: 'usual', text: name },
      { case: 'lower', text: name.toLowerCase() },
      { case: 'upper', text: name.toUpperCase() },
    ];
    return {
      cases: spellings.map(({ case: letters, text }) =>
        toCase('scheme', `the scheme in ${letters === 'usual' ? 'the usual' : letters} case`, operation, resource, {
          ...sent,
          authorisation: { ...letIn.authorisation, headers: [['Authorization', text + credential]] },
          authorised: true,
        }),
      ),
      missing: [],
    };
  },
};
