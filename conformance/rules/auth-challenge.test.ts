import { DESK, PLANTS } from '../contracts.testing';
import { authChallenge } from './auth-challenge';
import { ruleTable, should } from './exchange.testing';

const plants = { ask: 'DELETE /plants/101', probe: 'anonymous', status: 401 } as const;

function challenged(...challenges: readonly string[]) {
  return { ...plants, fields: { 'WWW-Authenticate': challenges } };
}

ruleTable(authChallenge, PLANTS, [
  [
    'a 401 has no challenge',
    plants,
    should('a 401 has no WWW-Authenticate', 'WWW-Authenticate: Bearer …', 'no such field'),
  ],
  [
    'a 401 asks for Basic, where Bearer is declared',
    challenged('Basic realm="plants"'),
    should(
      'the challenge of a 401 does not name Bearer',
      'WWW-Authenticate: Bearer …',
      'WWW-Authenticate: Basic realm="plants"',
    ),
  ],
  [
    'a 401 has an empty challenge',
    challenged(''),
    should('the challenge of a 401 does not name Bearer', 'WWW-Authenticate: Bearer …', 'WWW-Authenticate: '),
  ],
  [
    'a 401 names the scheme within a longer name',
    challenged('BearerToken'),
    should(
      'the challenge of a 401 does not name Bearer',
      'WWW-Authenticate: Bearer …',
      'WWW-Authenticate: BearerToken',
    ),
  ],
  ['a 401 names the scheme alone', challenged('Bearer'), 'kept'],
  ['a 401 names a realm and an error', challenged('Bearer realm="plants", error="invalid_token"'), 'kept'],
  ['a 401 writes the scheme in lower case', challenged('bearer'), 'kept'],
  ['a 401 offers two schemes in one field', challenged('Basic realm="plants", bearer'), 'kept'],
  ['a 401 offers two schemes in two fields', challenged('Negotiate', 'Bearer realm="plants"'), 'kept'],
  ['a 401 sets a tab after the scheme', challenged('Bearer\trealm="plants"'), 'kept'],
  ['a stranger is refused with 403', { ...plants, status: 403 }, 'silent'],
  ['a stranger is refused with 404', { ...plants, status: 404 }, 'silent'],
  ['a 401 answers another method than the declared one', { ...plants, method: 'TRACE' }, 'silent'],
  ['a 401 is cut before its end', { ...plants, error: ['reset', 'reset the connection'] }, 'silent'],
]);

ruleTable(authChallenge, DESK, [
  [
    'a 401 asks for Digest, where Basic is declared',
    {
      ask: 'DELETE /basket',
      probe: 'anonymous',
      status: 401,
      fields: { 'WWW-Authenticate': 'Digest realm="desk"' },
    },
    should(
      'the challenge of a 401 does not name Basic',
      'WWW-Authenticate: Basic …',
      'WWW-Authenticate: Digest realm="desk"',
    ),
  ],
  [
    'a 401 names Bearer, where a key or a token is enough',
    { ask: 'GET /orders/11', probe: 'anonymous', status: 401, fields: { 'WWW-Authenticate': 'ApiKey, Bearer' } },
    'kept',
  ],
  ['a key is wanted, which has no challenge', { ask: 'GET /orders', probe: 'anonymous', status: 401 }, 'unbound'],
  ['everybody is let in', { ask: 'GET /orders/11/label', status: 401 }, 'unbound'],
]);
