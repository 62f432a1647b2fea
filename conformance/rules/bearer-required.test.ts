import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { bearerRequired } from './bearer-required';
import { must, ruleTable, should } from './exchange.testing';

const stranger = { ask: 'DELETE /plants/101', probe: 'anonymous', name: 'no Authorization header' } as const;
const friend = { ask: 'DELETE /plants/101', status: 204 } as const;

const inQuery = { name: 'the token in the query string', misplaced: true } as const;

function letIn(answer: string, how = 'no Authorization header') {
  return must('a request without a valid credential was not refused', 'a 4xx, such as 401', `${answer} to ${how}`);
}

ruleTable(bearerRequired, PLANT_STORE, [
  ['a stranger is answered with success', { ...stranger, status: 204 }, letIn('204 No Content')],
  [
    'an empty Authorization header is enough',
    { ...stranger, name: 'an empty Authorization header', status: 204 },
    letIn('204 No Content', 'an empty Authorization header'),
  ],
  ['a stranger is refused under 200', { ...stranger, status: 200, json: { error: 401 } }, letIn('200 OK')],
  ['a stranger is sent to the sign-in page', { ...stranger, status: 302 }, letIn('302 Found')],
  ['the service fails over a missing credential', { ...stranger, status: 502 }, letIn('502 Bad Gateway')],
  [
    'a stranger is let in where nothing is there, either',
    { ...stranger, ask: 'DELETE /plants/999', exists: false, status: 204 },
    letIn('204 No Content'),
  ],
  [
    'the token is taken from the query',
    { ...stranger, ...inQuery, status: 204 },
    should(
      'a valid credential was taken at a place, or in a form, that the contract does not declare',
      'a 4xx, such as 401',
      '204 No Content to the token in the query string',
    ),
  ],
  [
    'the token in the query is not looked at, since no credential is',
    [
      { ...stranger, ...inQuery, status: 204 },
      { ...stranger, status: 204 },
    ],
    letIn('204 No Content'),
  ],
  ['the service fails over a token in the query', { ...stranger, ...inQuery, status: 500 }, 'silent'],
  ['a token in the query is sent to the sign-in page', { ...stranger, ...inQuery, status: 302 }, 'silent'],
  ['a token in the query is refused', { ...stranger, ...inQuery, status: 401 }, 'kept'],
  ['a stranger is refused with 401', { ...stranger, status: 401 }, 'kept'],
  ['a stranger is refused with 403', { ...stranger, status: 403 }, 'kept'],
  ['what exists is hidden from strangers alone', [{ ...stranger, status: 404 }, friend], 'kept'],
  ['a stranger is told with 400 that a token is missing', [{ ...stranger, status: 400 }, friend], 'kept'],
  [
    'a stranger is answered 400, and a friend is told with 404 that nothing is there',
    [
      { ...stranger, exists: false, status: 400 },
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 404 },
    ],
    'kept',
  ],
  [
    'a stranger and a friend are both told that nothing is there',
    [
      { ...stranger, exists: false, status: 404 },
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 404 },
    ],
    'silent',
  ],
  [
    'a stranger sends what breaks the contract, and is refused for that',
    [
      { ...stranger, exists: false, status: 422, breaks: { clauseText: 'required', subject: '/name', sent: 'none' } },
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 404 },
    ],
    'silent',
  ],
  [
    'a stranger sends what breaks the contract, and is refused for the credential',
    { ...stranger, exists: false, status: 401, breaks: { clauseText: 'required', subject: '/name', sent: 'none' } },
    'kept',
  ],
  ['a stranger is answered 404, and no friend was let in', { ...stranger, status: 404 }, 'silent'],
  ['a stranger is asked for patience', { ...stranger, status: 429 }, 'silent'],
  ['a stranger is told when to come back', { ...stranger, status: 503, fields: { 'Retry-After': '120' } }, 'silent'],
  ['the service is down for a stranger', { ...stranger, status: 503 }, letIn('503 Service Unavailable')],
  ['the connection breaks over a stranger', { ...stranger, error: ['reset', 'reset the connection'] }, 'silent'],
  ['a friend is let in', friend, 'silent'],
]);

ruleTable(bearerRequired, ORDER_DESK, [
  [
    'an order is shown to anybody, where a key or a token is required',
    { ask: 'GET /orders/11', probe: 'anonymous', status: 200, name: 'no Authorization header' },
    letIn('200 OK'),
  ],
  ['a key is required, and no token', { ask: 'GET /orders', probe: 'anonymous', status: 200 }, 'unbound'],
  ['key and token are required together', { ask: 'DELETE /orders/11', probe: 'anonymous', status: 204 }, 'unbound'],
]);

const bearer = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };
const responses = { 200: { description: 'd' } };

ruleTable(bearerRequired, oneOperation({ security: [{ bearer: [] }, {}], responses }, bearer), [
  ['the contract lets strangers in as well', { ask: 'GET /things/1', probe: 'anonymous', status: 200 }, 'unbound'],
]);
