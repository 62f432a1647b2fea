import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { credentialRequired } from './credential-required';
import { must, ruleTable, should } from './exchange.testing';

function letIn(answer: string, how: string) {
  return must('a request without a valid credential was not refused', 'a 4xx, such as 401', `${answer} to ${how}`);
}

function stranger(ask: string, status: number, name = 'no credential') {
  return { ask, probe: 'anonymous', name, status } as const;
}

ruleTable(credentialRequired, ORDER_DESK, [
  ['the orders are listed to anybody', stranger('GET /orders', 200), letIn('200 OK', 'no credential')],
  ['the orders are counted for anybody by HEAD', stranger('HEAD /orders', 200), letIn('200 OK', 'no credential')],
  ['an invoice is shown to anybody', stranger('GET /orders/11/invoice', 200), letIn('200 OK', 'no credential')],
  [
    'an order is cancelled for the key alone, where key and token are required together',
    stranger('DELETE /orders/11', 204, 'without the credential of oauth'),
    letIn('204 No Content', 'without the credential of oauth'),
  ],
  [
    'an order is cancelled for the token alone, where key and token are required together',
    stranger('DELETE /orders/11', 204, 'without the key api_key'),
    letIn('204 No Content', 'without the key api_key'),
  ],
  [
    'an empty key is let in',
    stranger('GET /orders', 200, 'the key X-Api-Key empty'),
    letIn('200 OK', 'the key X-Api-Key empty'),
  ],
  [
    'the key of a header field is taken from the query',
    { ...stranger('GET /orders', 200, 'the key X-Api-Key as a query parameter'), misplaced: true },
    should(
      'a valid credential was taken at a place, or in a form, that the contract does not declare',
      'a 4xx, such as 401',
      '200 OK to the key X-Api-Key as a query parameter',
    ),
  ],
  ['a stranger is sent to the sign-in page', stranger('GET /orders', 302), letIn('302 Found', 'no credential')],
  ['a stranger is refused with 401', stranger('GET /orders', 401), 'kept'],
  ['a stranger is refused with 403', stranger('DELETE /basket', 403), 'kept'],
  [
    'a stranger is refused with 400 where a friend is served',
    [stranger('GET /orders', 400), { ask: 'GET /orders', status: 200 }],
    'kept',
  ],
  [
    'a stranger and a friend are both answered with 400',
    [stranger('GET /orders', 400), { ask: 'GET /orders', status: 400 }],
    'silent',
  ],
  ['a stranger is asked for patience', stranger('GET /orders', 429), 'silent'],
  ['the contract lets everybody in', stranger('GET /orders/11/label', 200), 'unbound'],
  ['a token is enough, for which another rule stands', stranger('GET /orders/11', 200), 'unbound'],
]);

ruleTable(credentialRequired, PLANT_STORE, [
  ['a bearer token is required, for which another rule stands', stranger('DELETE /plants/101', 204), 'unbound'],
]);

const undescribed = oneOperation({ security: [{ ours: [] }], responses: { 200: { description: 'd' } } });

ruleTable(credentialRequired, undescribed, [
  ['a scheme is required that the contract does not describe', stranger('GET /things/1', 200), 'unbound'],
]);
