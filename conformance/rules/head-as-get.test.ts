import { contractWith, ORDER_DESK, oneOperation } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { headAsGet } from './head-as-get';

const total = { required: true, schema: { type: 'integer' } };
const listed = {
  description: 'd',
  headers: { 'X-Total': total, 'X-Page': { schema: { type: 'integer' } }, ETag: total },
};
const head = { ask: 'GET /things/1', probe: 'head', method: 'HEAD' } as const;
const fields = { 'X-Total': '3', 'X-Page': '1', ETag: '"1"' };
const get = { ask: 'GET /things/1', status: 200, fields } as const;

const other = { ask: 'GET /things/1', probe: 'method', method: 'TRACE' } as const;

function another(expected: string, actual: string) {
  return should('HEAD is answered with another status than GET', `${expected}, as to GET`, actual);
}

ruleTable(headAsGet, oneOperation({ responses: { 200: listed } }), [
  ['HEAD has what GET has', [get, { ...head, status: 200, fields }], 'kept'],
  [
    'HEAD leaves out what is optional, and its ETag',
    [get, { ...head, status: 200, fields: { 'X-Total': '3' } }],
    'kept',
  ],
  [
    'HEAD leaves out what is required',
    [get, { ...head, status: 200, fields: { 'X-Page': '1' } }],
    should('HEAD is answered without X-Total', 'X-Total, as to GET', 'no such field'),
  ],
  [
    'GET lacks what is required, too',
    [
      { ...get, fields: {} },
      { ...head, status: 200 },
    ],
    'kept',
  ],
  ['HEAD has another value', [get, { ...head, status: 200, fields: { ...fields, 'X-Total': '4' } }], 'kept'],
  ['HEAD is answered 204', [get, { ...head, status: 204, fields }], another('200 OK', '204 No Content')],
  [
    'HEAD finds what GET does not',
    [
      { ...get, status: 404 },
      { ...head, status: 200 },
    ],
    'silent',
  ],
  [
    'GET is sent to another place',
    [
      { ...get, status: 307 },
      { ...head, status: 200 },
    ],
    'silent',
  ],
  ['HEAD wants another type', [get, { ...head, status: 406 }], another('200 OK', '406 Not Acceptable')],
  [
    'both find nothing',
    [
      { ...get, status: 404 },
      { ...head, status: 404 },
    ],
    'silent',
  ],
  ['the service has no HEAD', [get, { ...head, status: 405 }], 'silent'],
  ['the service routes no HEAD', [get, { ...head, status: 404 }], 'silent'],
  [
    'HEAD does not find what GET finds before and after it, and other methods are refused by 405',
    [get, { ...head, status: 404 }, get, { ...other, status: 405 }],
    another('200 OK', '404 Not Found'),
  ],
  [
    'the service finds nothing by any other method',
    [get, { ...head, status: 404 }, get, { ...other, status: 404 }],
    'silent',
  ],
  [
    'the thing may be gone after one GET',
    [get, { ...head, status: 404 }, { ...other, status: 405 }, { ...get, status: 404 }],
    'silent',
  ],
  ['the service implements no HEAD', [get, { ...head, status: 501 }], 'silent'],
  ['HEAD is to come back later', [get, { ...head, status: 429 }], 'silent'],
  [
    'GET failed',
    [
      { ...get, status: 503 },
      { ...head, status: 200 },
    ],
    'silent',
  ],
  [
    'another thing was got',
    [
      { ...get, ask: 'GET /things/2' },
      { ...head, status: 204 },
    ],
    'silent',
  ],
  ['GET came later', [{ ...head, status: 204 }, get], 'silent'],
  ['HEAD is cut off', [get, { ...head, status: 204, error: ['reset', 'reset the connection'] }], 'silent'],
  [
    'GET went without a credential',
    [{ ...get, probe: 'anonymous', status: 401 }, get, { ...head, status: 200, fields }],
    'kept',
  ],
]);

const count = { ask: 'GET /orders', probe: 'head', method: 'HEAD', shows: 'keyInHeader' } as const;
const list = { ask: 'GET /orders', status: 200, shows: 'keyInHeader' } as const;

ruleTable(headAsGet, ORDER_DESK, [
  [
    'the contract declares HEAD, and it is refused',
    [list, { ...count, status: 405 }],
    another('200 OK', '405 Method Not Allowed'),
  ],
  [
    'the contract declares HEAD, and there is none',
    [list, { ...count, status: 404 }],
    another('200 OK', '404 Not Found'),
  ],
  [
    'GET went without a credential',
    [
      { ...list, shows: 'none', status: 401 },
      { ...count, status: 200 },
    ],
    'silent',
  ],
  [
    'something was changed between the two',
    [
      { ask: 'GET /orders/11', status: 200 },
      { ask: 'DELETE /orders/11', status: 204 },
      { ask: 'GET /orders/11', probe: 'head', method: 'HEAD', status: 410 },
    ],
    'silent',
  ],
  [
    'what was accepted to be removed is there for GET still, and gone for HEAD',
    [
      { ask: 'DELETE /orders/11', status: 202 },
      { ask: 'GET /orders/11', status: 200 },
      { ask: 'GET /orders/11', probe: 'head', method: 'HEAD', status: 410 },
    ],
    'silent',
  ],
  [
    'another thing was removed between the two',
    [
      { ask: 'GET /orders/11', status: 200 },
      { ask: 'DELETE /orders/12', status: 204 },
      { ask: 'GET /orders/11', probe: 'head', method: 'HEAD', status: 410 },
    ],
    another('200 OK', '410 Gone'),
  ],
  [
    'the contract declares HEAD with other fields than GET has',
    [
      { ...list, fields: { 'X-Request-Id': 'a' } },
      { ...count, status: 200 },
    ],
    'kept',
  ],
  ['another method is asked for', [list, { ...count, method: 'TRACE', status: 405 }], 'silent'],
  ['the operation is no GET', { ask: 'POST /orders', status: 201 }, 'unbound'],
]);

const count204 = {
  '/things': { get: { responses: { 200: { description: 'd' } } }, head: { responses: { 204: { description: 'd' } } } },
};

ruleTable(headAsGet, contractWith(count204), [
  [
    'the contract declares another success of HEAD than of GET',
    [
      { ask: 'GET /things', status: 200 },
      { ask: 'GET /things', probe: 'head', method: 'HEAD', status: 204 },
    ],
    'unbound',
  ],
]);
