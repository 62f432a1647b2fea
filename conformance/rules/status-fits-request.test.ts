import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable, should } from './exchange.testing';
import { statusFitsRequest } from './status-fits-request';

const put = { ask: 'PUT /orders/11', sends: {} } as const;
const get = { ask: 'GET /orders/11' } as const;
const upgrade = should('a 426 does not say what to upgrade to', 'Upgrade: …', 'no such field');

ruleTable(statusFitsRequest, ORDER_DESK, [
  [
    'a PUT is answered 304',
    { ...put, status: 304 },
    should('a PUT is answered 304, which is for GET and HEAD', 'no 304', '304 Not Modified'),
  ],
  ['a GET is answered 304', { ...get, status: 304 }, 'kept'],
  [
    'a GET without content is answered 415',
    { ...get, probe: 'invalid', status: 415 },
    should(
      'a request without content is answered 415, which speaks of the type of content',
      'no 415',
      '415 Unsupported Media Type',
    ),
  ],
  ['a PUT without the content that is declared is answered 415', { ask: put.ask, status: 415 }, 'kept'],
  ['a PUT with content is answered 415', { ...put, status: 415 }, 'kept'],
  [
    'a DELETE without content is answered 413',
    { ask: 'DELETE /orders/11', status: 413 },
    should('a request without content is answered 413: too large', 'no 413', '413 Payload Too Large'),
  ],
  ['a PUT with content is answered 413', { ...put, status: 413 }, 'kept'],
  ['a 426 does not say what to upgrade to', { ...get, status: 426 }, upgrade],
  ['a 426 says what to upgrade to', { ...get, status: 426, fields: { Upgrade: 'HTTP/2.0' } }, 'kept'],
  [
    'the only type is not acceptable',
    { ...get, status: 406 },
    must('the only type that is declared is said not to be acceptable', 'application/json', '406 Not Acceptable'),
  ],
  ['one of two types is not acceptable', { ask: 'GET /orders/11/label', status: 406 }, 'kept'],
  ['a request with content is answered 406', { ...put, status: 406 }, 'kept'],
  ['another method is answered 406', { ...get, probe: 'head', method: 'HEAD', status: 406 }, 'kept'],
  ['a 406 was provoked', { ...get, probe: 'provoke', status: 406 }, 'silent'],
  ['the user expects a 406', { ...get, expect: 406, status: 406 }, 'silent'],
  ['the status does not speak of the request', { ...get, status: 404 }, 'kept'],
  ['the connection breaks', { ...get, status: 415, error: ['reset', 'reset the connection'] }, 'silent'],
]);

ruleTable(statusFitsRequest, PLANT_STORE, [
  ['no content is declared, so that no type is asked for', { ask: 'DELETE /plants/101', status: 406 }, 'kept'],
]);

const typed = {
  parameters: [{ name: 'Accept', in: 'header', schema: { type: 'string' } }],
  responses: { 200: { description: 'd', content: { 'image/png': {} } } },
};

ruleTable(statusFitsRequest, contractWith({ '/picture': { get: typed } }), [
  [
    'the picture is not to be had',
    { ask: 'GET /picture', status: 406 },
    must('the only type that is declared is said not to be acceptable', 'image/png', '406 Not Acceptable'),
  ],
]);
