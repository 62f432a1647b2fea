import { contractWith, ORDER_DESK } from '../contracts.testing';
import { allowOn405 } from './allow-on-405';
import { ruleTable, should } from './exchange.testing';

const asked = { ask: 'GET /orders/11', probe: 'method', method: 'TRACE', status: 405 } as const;
const missing = should('a 405 has no Allow', 'Allow: …', 'no such field');

function lacks(methods: string, allow: string) {
  const message = `the Allow of a 405 lacks methods that the contract declares for the path: ${methods}`;
  return should(message, 'Allow: GET, PUT, DELETE, PATCH', `Allow: ${allow}`);
}

ruleTable(allowOn405, ORDER_DESK, [
  ['a 405 has no Allow', asked, missing],
  ['a 405 says in its body alone which methods there are', { ...asked, json: { message: 'GET, PUT' } }, missing],
  [
    'a 405 lists the methods in a field for browsers',
    { ...asked, fields: { 'Access-Control-Allow-Methods': 'GET, PUT' } },
    missing,
  ],
  ['a 405 to a method that the contract has lacks Allow', { ask: 'GET /orders/11', status: 405 }, missing],
  ['a 405 names its methods', { ...asked, fields: { Allow: 'GET, PUT, PATCH, DELETE' } }, 'kept'],
  [
    'a 405 names more methods, in another order',
    { ...asked, fields: { Allow: 'DELETE,PUT,OPTIONS , GET,POST,PATCH' } },
    'kept',
  ],
  ['a 405 names its methods in two fields', { ...asked, fields: { Allow: ['GET, DELETE', 'PUT,PATCH'] } }, 'kept'],
  ['a 405 names its methods in lower case', { ...asked, fields: { allow: 'get, put, patch, delete' } }, 'kept'],
  ['a 405 names one method of four', { ...asked, fields: { Allow: 'GET' } }, lacks('PUT, DELETE, PATCH', 'GET')],
  ['a 405 names all but one', { ...asked, fields: { Allow: 'DELETE, GET, PUT' } }, lacks('PATCH', 'DELETE, GET, PUT')],
  [
    'a 405 refuses a method of the contract, and names the others',
    { ask: 'GET /orders/11', status: 405, fields: { Allow: 'PUT, PATCH, DELETE' } },
    'kept',
  ],
  ['a 405 allows no method at all', { ...asked, fields: { Allow: '' } }, 'kept'],
  ['a method that there is not is answered with 404', { ...asked, status: 404 }, 'silent'],
  ['a method that nobody knows is answered with 501', { ...asked, status: 501 }, 'silent'],
  ['TRACE is answered with what was sent', { ...asked, status: 200, type: 'message/http', body: 'TRACE /' }, 'silent'],
  [
    'a 405 is cut before its end, so that nobody saw all of its fields',
    { ...asked, error: ['truncated', 'closed the connection within the header section'] },
    'silent',
  ],
  ['another operation of the path stands for this one', { ask: 'DELETE /orders/11', status: 405 }, 'unbound'],
]);

ruleTable(allowOn405, ORDER_DESK, [
  [
    'a 405 names GET, and not HEAD',
    { ask: 'GET /orders', probe: 'method', method: 'TRACE', status: 405, fields: { Allow: 'GET, POST' } },
    'kept',
  ],
]);

const done = { responses: { 200: { description: 'd' } } };
const WITHOUT_READER = contractWith({
  '/rooms': { post: done },
  '/rooms/{roomId}': {
    put: done,
    delete: done,
    parameters: [{ name: 'roomId', in: 'path', required: true, schema: { type: 'integer' } }],
  },
});
const located = { ask: 'POST /rooms', step: 'located', path: '/rooms/7', method: 'GET', status: 405 } as const;

ruleTable(allowOn405, WITHOUT_READER, [
  ['what a Location names has other methods', { ...located, fields: { Allow: 'PUT, DELETE' } }, 'kept'],
  ['what a Location names has no Allow', located, missing],
  [
    'the collection lacks its own method',
    { ask: 'POST /rooms', probe: 'method', method: 'TRACE', status: 405, fields: { Allow: 'PUT, DELETE' } },
    should(
      'the Allow of a 405 lacks methods that the contract declares for the path: POST',
      'Allow: POST',
      'Allow: PUT, DELETE',
    ),
  ],
]);
