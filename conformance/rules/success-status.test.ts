import { contractWith, ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { successStatus } from './success-status';

const ask = 'DELETE /plants/101';

function answered(actual: string, expected = '204') {
  return must('a valid, authorised request was not answered with a declared success status', expected, actual);
}

ruleTable(successStatus, PLANT_STORE, [
  ['a plant is deleted with an empty 200, where 204 is declared', { ask, status: 200 }, answered('200 OK')],
  ['a plant is deleted with 200 and shown', { ask, status: 200, json: { id: 101 } }, answered('200 OK')],
  ['a deletion is accepted with 202', { ask, status: 202 }, answered('202 Accepted')],
  ['a deletion is answered with 205', { ask, status: 205 }, answered('205 Reset Content')],
  ['a deletion is answered with a redirect', { ask, status: 303 }, answered('303 See Other')],
  ['what was handed over is refused', { ask, status: 400 }, answered('400 Bad Request')],
  ['what was handed over is not known', { ask, status: 404 }, answered('404 Not Found')],
  ['the service fails, which is a finding of another rule', { ask, status: 503 }, 'silent'],
  [
    'what was handed over is answered as what does not exist',
    [
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 404 },
      { ask, status: 404 },
    ],
    answered('404 Not Found, as for something that does not exist'),
  ],
  [
    'the token lets its owner ask, but not delete',
    [
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 404 },
      { ask, status: 403 },
    ],
    answered('403 Forbidden'),
  ],
  ['a plant is deleted', { ask, status: 204 }, 'kept'],
  [
    'no request at all is let in, so that the token is the reason',
    [
      { ask: 'DELETE /plants/999', probe: 'unknown', status: 401 },
      { ask, status: 401 },
    ],
    'silent',
  ],
  [
    'a malformed id was taken for this one and deleted it before, for which another rule stands',
    [
      { ask, probe: 'invalid', status: 204 },
      { ask, status: 404 },
    ],
    'silent',
  ],
  ['patience is asked for', { ask, status: 429 }, 'silent'],
  ['the connection breaks', { ask, error: ['reset', 'reset the connection'] }, 'silent'],
  ['a value that was made up is refused', { ask, handedOver: false, status: 404 }, 'silent'],
  [
    'a value that was made up makes the service fail, which is a finding of another rule',
    { ask, handedOver: false, status: 500 },
    'silent',
  ],
  ['a request of another probe is refused', { ask, probe: 'again', status: 404 }, 'silent'],
  ['the status comes that the user expects', { ask, expect: 404, status: 404 }, 'kept'],
  [
    'success comes where the user expects a refusal',
    { ask, expect: 409, status: 204 },
    must('what was handed over was not answered with the status that is expected', '409', '204 No Content'),
  ],
]);

ruleTable(successStatus, ORDER_DESK, [
  ['a list is not served without a limit', { ask: 'GET /orders', status: 404 }, answered('404 Not Found', '200')],
  [
    'a list is to be had at another place',
    { ask: 'GET /orders', status: 307 },
    answered('307 Temporary Redirect', '200'),
  ],
  [
    'an order is replaced with 202, where 200 is declared',
    { ask: 'PUT /orders/11', status: 202 },
    answered('202 Accepted', '200'),
  ],
  [
    'the service fails over what is in order, as the default declares',
    { ask: 'GET /orders/11/label', status: 500 },
    answered('500 Internal Server Error', '200'),
  ],
  [
    'the service fails over one valid request, and not over another',
    [
      { ask: 'GET /orders/11/label', status: 500 },
      { ask: 'GET /orders/12/label', status: 200 },
    ],
    'kept',
  ],
  [
    'the service is out of order, and says for how long',
    { ask: 'GET /orders/11/label', status: 503, fields: { 'Retry-After': '30' } },
    'silent',
  ],
  [
    'the service fails in the one way that is declared by its status, over one request of two',
    [
      { ask: 'GET /orders', status: 500 },
      { ask: 'GET /orders', status: 200 },
    ],
    answered('500 Internal Server Error', '200'),
  ],
  ['a success is declared by the default alone', { ask: 'POST /orders', status: 200 }, 'kept'],
  ['a new order that was made up is in conflict', { ask: 'POST /orders', handedOver: false, status: 409 }, 'silent'],
  [
    'an order was cancelled before it is asked for',
    [
      { ask: 'DELETE /orders/11', status: 204 },
      { ask: 'GET /orders/11', status: 404 },
    ],
    'kept',
  ],
  [
    'another order was cancelled before this one is asked for',
    [
      { ask: 'DELETE /orders/12', status: 204 },
      { ask: 'GET /orders/11', status: 404 },
    ],
    answered('404 Not Found', '200'),
  ],
  [
    'what was paid cannot be cancelled any more',
    [
      { ask: 'POST /orders/11/payments', status: 200 },
      { ask: 'DELETE /orders/11', status: 409 },
    ],
    'kept',
  ],
]);

const moved = oneOperation({ responses: { 200: { description: 'd' }, '3XX': { description: 'd' } } });

ruleTable(successStatus, moved, [
  ['a redirect comes that is declared', { ask: 'GET /things/1', status: 302 }, 'kept'],
  ['a 304 comes that is declared', { ask: 'GET /things/1', status: 304 }, 'kept'],
]);

ruleTable(successStatus, oneOperation({ responses: { default: { description: 'd' } } }), [
  ['all is declared by the default', { ask: 'GET /things/1', status: 204 }, 'kept'],
  ['all is declared by the default, and a request is refused', { ask: 'GET /things/1', status: 404 }, 'silent'],
  [
    'all is declared by the default, and the service does nothing but fail',
    { ask: 'GET /things/1', status: 500 },
    answered('500 Internal Server Error', 'no 5xx'),
  ],
]);

ruleTable(successStatus, oneOperation({ responses: { 404: { description: 'd' } } }), [
  ['no success is declared at all', { ask: 'GET /things/1', status: 404 }, 'unbound'],
]);

const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
const answers = (...statuses: readonly number[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: 'd' }])),
});
const users = contractWith({
  '/users/{name}': { parameters: [name], post: answers(201, 409), put: answers(200), get: answers(200, 409) },
  '/teams/{name}': { parameters: [name], post: answers(201) },
  '/users/{name}/mails': { parameters: [name], post: answers(201, 409) },
  '/users/{name}/restore': {
    parameters: [name],
    post: { responses: { 200: { description: 'd' }, default: { description: 'd' } } },
  },
  '/users/{name}/archive': { parameters: [name], post: answers(200) },
  '/boxes/{name}': { parameters: [name], delete: answers(204, 409) },
});

ruleTable(successStatus, users, [
  [
    'what a POST would make under the name that was handed over is there already, as the contract says',
    { ask: 'POST /users/ada', status: 409 },
    'silent',
  ],
  [
    'what a POST would make is there already, which the contract does not say',
    { ask: 'POST /teams/red', status: 409 },
    answered('409 Conflict', '201'),
  ],
  ['what a POST would make is refused', { ask: 'POST /users/ada', status: 400 }, answered('400 Bad Request', '201')],
  ['a thing that is there is in conflict', { ask: 'GET /users/ada', status: 409 }, answered('409 Conflict', '200')],
  [
    'a thing is in a state in which an action cannot be done, as the contract says by its default',
    { ask: 'POST /users/ada/restore', status: 409 },
    'silent',
  ],
  [
    'a thing is in a state in which an action cannot be done, which the contract does not say',
    { ask: 'POST /users/ada/archive', status: 409 },
    'silent',
  ],
  [
    'an action is refused for another reason than a state',
    { ask: 'POST /users/ada/archive', status: 400 },
    answered('400 Bad Request', '200'),
  ],
  ['a thing has something in it, so that it cannot be removed', { ask: 'DELETE /boxes/red', status: 409 }, 'silent'],
  [
    'something new in a thing that is there is in conflict',
    { ask: 'POST /users/ada/mails', status: 409 },
    answered('409 Conflict', '201'),
  ],
]);

const keys = contractWith({ '/keys/{name}': { parameters: [name], get: answers(200, 404, 500) } });

ruleTable(successStatus, keys, [
  [
    'the service says with a declared 500 that there is nothing under a name that was made up',
    { ask: 'GET /keys/ada', exists: false, handedOver: false, status: 500 },
    'silent',
  ],
  [
    'the service fails over something that the run made',
    { ask: 'GET /keys/ada', handedOver: false, status: 500 },
    answered('500 Internal Server Error', '200'),
  ],
  [
    'the service fails over a name that was handed over, and not over another',
    [
      { ask: 'GET /keys/ada', status: 500 },
      { ask: 'GET /keys/2', status: 200 },
    ],
    answered('500 Internal Server Error', '200'),
  ],
]);

const byKey = { ask: 'GET /orders/11', shows: 'keyInHeader', status: 200 } as const;
const byToken = { ask: 'GET /orders/11', shows: 'oauth', isFurther: true } as const;

ruleTable(successStatus, ORDER_DESK, [
  ['a key and a token are each let in', [byKey, { ...byToken, status: 200 }], 'kept'],
  ['the service fails over a token, which is a finding of another rule', [byKey, { ...byToken, status: 500 }], 'kept'],
  ['a token finds nothing where a key does', [byKey, { ...byToken, status: 404 }], answered('404 Not Found', '200')],
  ['every token is refused, which may be no good one', [byKey, { ...byToken, status: 401 }], 'kept'],
  [
    'neither is let in, which is one finding',
    [
      { ...byKey, status: 404 },
      { ...byToken, status: 404 },
    ],
    answered('404 Not Found', '200'),
  ],
]);

const get = { responses: { 200: { description: 'd' } } };
const NONE_NAMED =
  'a request was refused for want of a credential, where the contract names none (only --header sends one)';

ruleTable(successStatus, oneOperation(get), [
  [
    'a credential is wanted that the contract does not name',
    { ask: 'GET /things/1', authorised: false, status: 401 },
    must(NONE_NAMED, '200', '401 Unauthorized'),
  ],
  [
    'something is forbidden, and the contract names no credential',
    { ask: 'GET /things/1', authorised: false, status: 403 },
    must(
      'a request was refused as forbidden, where the contract names no credential (only --header sends one)',
      '200',
      '403 Forbidden',
    ),
  ],
  [
    'a credential was sent that the contract does not name',
    { ask: 'GET /things/1', authorised: false, carries: 'Authorization', status: 403 },
    answered('403 Forbidden', '200'),
  ],
  [
    'a credential is wanted for what was made up',
    { ask: 'GET /things/1', authorised: false, handedOver: false, status: 401 },
    'silent',
  ],
]);

ruleTable(successStatus, oneOperation({ responses: { ...get.responses, 401: { description: 'd' } } }), [
  [
    'a credential is wanted that the contract does not name, and the refusal is declared',
    { ask: 'GET /things/1', authorised: false, status: 401 },
    'silent',
  ],
]);

const CART = contractWith({
  '/me/cart': { get: answers(200, 404) },
  '/me/orders': { get: { responses: { 200: { description: 'd' }, default: { description: 'd' } } } },
  '/me/wishes': { get: answers(200), parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }] },
  '/login': { post: answers(200, 401) },
  '/users/{name}': { parameters: [name], get: answers(200, 404) },
});

ruleTable(successStatus, CART, [
  ['nothing was handed over, and there is no cart yet', { ask: 'GET /me/cart', status: 404 }, 'silent'],
  ['a login wants a body that the contract does not name', { ask: 'POST /login', status: 401 }, 'silent'],
  [
    'there is no cart at one time, and one at another',
    [
      { ask: 'GET /me/cart', status: 404 },
      { ask: 'GET /me/cart', status: 200 },
    ],
    'kept',
  ],
  ['the refusal is not declared', { ask: 'GET /me/cart', status: 400 }, answered('400 Bad Request', '200')],
  ['only the default declares the refusal', { ask: 'GET /me/orders', status: 404 }, answered('404 Not Found', '200')],
  ['the service fails', { ask: 'GET /me/cart', status: 500 }, 'silent'],
  ['what was handed over is not there', { ask: 'GET /users/ada', status: 404 }, answered('404 Not Found', '200')],
]);
