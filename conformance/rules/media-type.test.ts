import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable, should } from './exchange.testing';
import { mediaType } from './media-type';

const refused = {
  ask: 'DELETE /plants/abc',
  probe: 'invalid',
  status: 400,
  body: '{"error":1,"message":"no"}',
} as const;
const JSON_ALONE = 'application/json';

function other(type: string, expected = JSON_ALONE, status = 400) {
  return must(`the Content-Type of a ${status} is not a declared one`, expected, `Content-Type: ${type}`);
}

function malformed(type: string) {
  return must('the Content-Type of a 400 is malformed', JSON_ALONE, `Content-Type: ${type}`);
}

ruleTable(mediaType, PLANT_STORE, [
  ['an Error has no type', refused, must('a 400 has no Content-Type', JSON_ALONE, 'no such field')],
  ['an Error is sent as text', { ...refused, type: 'text/plain' }, other('text/plain')],
  ['a page is sent in place of an Error', { ...refused, type: 'text/html' }, other('text/html')],
  [
    'an Error is sent as a problem document',
    { ...refused, type: 'application/problem+json' },
    other('application/problem+json'),
  ],
  ['the type is "json"', { ...refused, type: 'json' }, malformed('json')],
  [
    'two types stand in one field',
    { ...refused, type: 'application/json, text/plain' },
    malformed('application/json, text/plain'),
  ],
  [
    'two types stand in two fields',
    { ...refused, fields: { 'Content-Type': ['application/json', 'text/plain'] } },
    malformed('application/json, text/plain'),
  ],
  ['an Error has the declared type', { ...refused, type: 'application/json' }, 'kept'],
  ['the type is in capitals', { ...refused, type: 'Application/JSON' }, 'kept'],
  ['the type names its charset', { ...refused, type: 'application/json; charset=utf-8' }, 'kept'],
  ['the type quotes its charset', { ...refused, type: 'application/json;charset="UTF-8"' }, 'kept'],
  ['the status is not declared', { ...refused, status: 422, type: 'text/html' }, 'silent'],
  ['the answer is cut', { ...refused, error: ['truncated', 'closed the connection'] }, 'silent'],
  ['a status is declared without content', { ask: 'DELETE /plants/101', status: 204 }, 'silent'],
]);

ruleTable(mediaType, ORDER_DESK, [
  [
    'an order is sent as text',
    { ask: 'GET /orders/11', status: 200, type: 'text/plain', body: '{}' },
    other('text/plain', JSON_ALONE, 200),
  ],
  [
    'XML is sent as a page',
    { ask: 'GET /orders/11/invoice', status: 200, type: 'text/html', body: '<invoice/>' },
    other('text/html', 'application/xml', 200),
  ],
  [
    'a form is answered in JSON',
    { ask: 'POST /orders/11/payments', status: 200, json: { order: 11 } },
    other('application/json', 'application/x-www-form-urlencoded', 200),
  ],
  [
    'a page tells what is invalid',
    { ask: 'PUT /orders/11', status: 422, type: 'text/html', body: '<h1>Unprocessable</h1>' },
    other('text/html', JSON_ALONE, 422),
  ],
  ['one of two declared types comes', { ask: 'GET /orders/11/label', status: 200, json: {} }, 'kept'],
  [
    'the other one comes, with its charset',
    { ask: 'GET /orders/11/label', status: 200, type: 'text/plain; charset=iso-8859-1', body: 'Order 11' },
    'kept',
  ],
  [
    'a 401 is declared without content and has a page',
    { ask: 'GET /orders', status: 401, type: 'text/html' },
    'silent',
  ],
  ['HEAD is answered without a type', { ask: 'HEAD /orders', status: 200 }, 'unbound'],
]);

function answering(...types: readonly string[]) {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return oneOperation({ responses: { 200: { description: 'd', content } } });
}

ruleTable(mediaType, answering('image/*'), [
  ['a type is within the declared range', { ask: 'GET /things/1', status: 200, type: 'image/webp' }, 'kept'],
  [
    'a type is out of the declared range',
    { ask: 'GET /things/1', status: 200, type: 'video/webm' },
    other('video/webm', 'image/*', 200),
  ],
]);

ruleTable(mediaType, answering('*/*'), [
  ['any type is declared', { ask: 'GET /things/1', status: 200, type: 'application/x-own' }, 'kept'],
]);

ruleTable(mediaType, answering('application/json; version=2'), [
  [
    'a declared type has a parameter that the answer has not',
    { ask: 'GET /things/1', status: 200, type: 'application/json' },
    'kept',
  ],
]);

const any = { responses: { 200: { description: 'd', content: { '*/*': { schema: { type: 'string' } } } } } };

ruleTable(mediaType, oneOperation(any), [
  [
    'a text has no type, where the contract declares any type',
    { ask: 'GET /things/1', status: 200, body: 'pong' },
    should('a 200 has no Content-Type', '*/*', 'no such field'),
  ],
]);
