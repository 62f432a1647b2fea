import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { credentialChecked } from './credential-checked';
import { ruleTable, should } from './exchange.testing';

function wrong(ask: string, status: number, name = 'a token that is not valid') {
  return { ask, probe: 'wrong-token', name, status } as const;
}

function letIn(answer: string, how = 'a token that is not valid') {
  return should('a credential that cannot be good was let in', 'a 4xx, such as 401', `${answer} to ${how}`);
}

const ask = 'DELETE /plants/101';
const friend = { ask, status: 204 } as const;

ruleTable(credentialChecked, PLANT_STORE, [
  ['any token is taken', wrong(ask, 204), letIn('204 No Content')],
  ['any token is taken for nothing, too', { ...wrong(ask, 204), exists: false }, letIn('204 No Content')],
  ['a wrong token is refused with 401', wrong(ask, 401), 'kept'],
  ['a wrong token is refused with 403', wrong(ask, 403), 'kept'],
  ['what exists is hidden from who has a wrong token', [wrong(ask, 404), friend], 'kept'],
  ['a wrong token is called malformed', [wrong(ask, 400), friend], 'kept'],
  ['a wrong and a right token are both told that nothing is there', [wrong(ask, 404), { ask, status: 404 }], 'silent'],
  ['a wrong token is answered 404, and nobody was let in', wrong(ask, 404), 'silent'],
  ['a wrong token is sent to the sign-in page', wrong(ask, 302), 'silent'],
  ['the service fails over a wrong token, for which another rule stands', wrong(ask, 500), 'silent'],
  ['a wrong token is asked for patience', wrong(ask, 429), 'silent'],
  [
    'nobody is asked for a token at all, for which another rule stands',
    [{ ask, probe: 'anonymous', status: 204 }, wrong(ask, 204)],
    'silent',
  ],
  ['a friend is let in', friend, 'silent'],
]);

ruleTable(credentialChecked, ORDER_DESK, [
  [
    'any key is taken, where a key or a token is required',
    [
      wrong('GET /orders/11', 200, 'the key X-Api-Key, which is not valid'),
      wrong('GET /orders/11', 401),
      { ask: 'GET /orders/11', probe: 'anonymous', status: 401 },
    ],
    letIn('200 OK', 'the key X-Api-Key, which is not valid'),
  ],
  [
    'an empty password is let in',
    wrong('DELETE /basket', 205, 'an empty password'),
    letIn('205 Reset Content', 'an empty password'),
  ],
  ['the contract lets everybody in', wrong('GET /orders/11/label', 200), 'unbound'],
]);

const schemes = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, certificate: { type: 'mutualTLS' } } };
const responses = { 200: { description: 'd' } };

ruleTable(credentialChecked, oneOperation({ security: [{ bearer: [] }, {}], responses }, schemes), [
  ['the contract lets strangers in as well', wrong('GET /things/1', 200), 'unbound'],
]);

ruleTable(credentialChecked, oneOperation({ security: [{ certificate: [] }], responses }, schemes), [
  ['a client certificate is required, which no request carries', wrong('GET /things/1', 200), 'unbound'],
]);

ruleTable(credentialChecked, oneOperation({ security: [{ bearer: [] }], responses, operationId: 'logout' }, schemes), [
  ['who has no session is told that it has ended', wrong('GET /things/1', 200), 'unbound'],
]);
