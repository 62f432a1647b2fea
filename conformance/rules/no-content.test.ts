import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable, should } from './exchange.testing';
import { noContent } from './no-content';

const deleted = { ask: 'DELETE /plants/101', status: 204 } as const;

function followed(actual: string) {
  return must('a 204 is followed by content', 'no byte after the header section', actual);
}

const length = (value: string) =>
  must('a 204 has a Content-Length', 'no such field (RFC 9110 §8.6)', `Content-Length: ${value}`);

ruleTable(noContent, PLANT_STORE, [
  ['a body follows a 204', { ...deleted, afterHead: '{"deleted":true}' }, followed('16 bytes: {"deleted":true}')],
  ['an empty line follows a 204', { ...deleted, afterHead: '\r\n' }, followed('2 bytes: \\n')],
  ['a single byte follows a 204', { ...deleted, afterHead: '1' }, followed('1 byte: 1')],
  [
    'a 204 announces a body and sends it',
    { ...deleted, fields: { 'Content-Length': '2' }, afterHead: '{}' },
    [followed('2 bytes: {}'), length('2')],
  ],
  ['a 204 announces a body and sends none', { ...deleted, fields: { 'Content-Length': '5' } }, length('5')],
  [
    'a 204 has a length of 0',
    { ...deleted, fields: { 'Content-Length': '0' } },
    should('a 204 has a Content-Length, although it is 0', 'no such field (RFC 9110 §8.6)', 'Content-Length: 0'),
  ],
  [
    'a 204 is chunked and has no chunk',
    { ...deleted, fields: { 'Transfer-Encoding': 'chunked' } },
    must('a 204 has a Transfer-Encoding', 'no such field', 'Transfer-Encoding: chunked'),
  ],
  ['a 204 ends with its header section', deleted, 'kept'],
  ['a 204 has a Content-Type and no content', { ...deleted, type: 'application/json' }, 'kept'],
  ['a 204 has an ETag', { ...deleted, fields: { ETag: '"1"' } }, 'kept'],
  ['a 204 is cut before its end', { ...deleted, error: ['reset', 'reset the connection'] }, 'silent'],
  ['a 204 answers another method', { ...deleted, method: 'TRACE', afterHead: '1' }, 'silent'],
  ['another status is declared with content', { ask: 'DELETE /plants/101', status: 400, json: {} }, 'silent'],
]);

const emptied = { ask: 'DELETE /basket', status: 205 } as const;

ruleTable(noContent, ORDER_DESK, [
  [
    'a 205 has content',
    { ...emptied, json: { emptied: true } },
    must('a 205 is followed by content', 'no byte after the header section', '16 bytes: {"emptied":true}'),
  ],
  ['a 205 has a length of 0', { ...emptied, fields: { 'Content-Length': '0' } }, 'kept'],
  [
    'a 205 is sent in chunks, of which there are none',
    { ...emptied, fields: { 'Transfer-Encoding': 'chunked' } },
    'kept',
  ],
  ['a refusal that is declared without content has a page', { ...emptied, status: 403, body: '<h1>No</h1>' }, 'silent'],
  ['HEAD is answered, which never has content', { ask: 'HEAD /orders', status: 200 }, 'unbound'],
]);

const created = oneOperation({ responses: { 201: { description: 'd' }, 304: { description: 'd' } } });

ruleTable(noContent, created, [
  [
    'a 201 that is declared without content has some',
    { ask: 'GET /things/1', status: 201, json: { id: 1 } },
    should('a 201 is followed by content', 'no byte after the header section', '8 bytes: {"id":1}'),
  ],
  ['a 201 has none', { ask: 'GET /things/1', status: 201, fields: { 'Content-Length': '0' } }, 'kept'],
  [
    'a 304 is followed by content',
    { ask: 'GET /things/1', status: 304, afterHead: '{}' },
    must('a 304 is followed by content', 'no byte after the header section', '2 bytes: {}'),
  ],
  [
    'a 304 has the length that a 200 would have',
    { ask: 'GET /things/1', status: 304, fields: { 'Content-Length': '4711' } },
    'kept',
  ],
]);
