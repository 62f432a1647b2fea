import { gzipSync } from 'node:zlib';
import { COURIER, contractWith, PLANT_STORE } from '../contracts.testing';
import { callback } from './callback';
import { must, ruleTable } from './exchange.testing';

const asked = { ask: 'POST /deliveries', probe: 'callback', sends: { to: 'x' }, status: 201 } as const;
const left = { send: 'PUT ', json: { delivery: 'd1' } } as const;
const delivered = {
  send: 'POST /delivered',
  fields: { 'X-Courier': 'Swift' },
  json: { delivery: 'd1', at: '2024-05-01T10:00:00Z', state: 'lost' },
} as const;
const EXPECTED = 'what the contract declares of the callback';
const zipped = (value: unknown) => ({
  ...left,
  json: undefined,
  body: gzipSync(JSON.stringify(value)),
  fields: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
});
const nothingSaid = must('in the callback left, the body must have the property "delivery"', EXPECTED, '{}');

ruleTable(callback, COURIER, [
  ['both callbacks come', { ...asked, called: [left, delivered] }, 'kept'],
  ['none comes', { ...asked, called: [] }, 'silent'],
  ['it comes before the request is refused', { ...asked, status: 400, called: [left] }, 'kept'],
  [
    'it says more, and its URL has more in its query',
    { ...asked, called: [{ ...left, send: 'PUT /?stop=2&try=1' }] },
    'kept',
  ],
  [
    'it only looks whether somebody is there',
    { ...asked, called: [{ send: 'GET ' }, { send: 'OPTIONS /x' }] },
    'silent',
  ],
  ['it is more than is read', { ...asked, called: [{ ...left, json: {}, isCut: true }] }, 'kept'],
  ['it is compressed', { ...asked, called: [zipped({ delivery: 'd1' })] }, 'kept'],
  ['it is compressed, and wrong', { ...asked, called: [zipped({})] }, nothingSaid],
  [
    'it is compressed in a way that is not known here',
    { ...asked, called: [{ ...zipped({}), fields: { 'Content-Encoding': 'zstd' } }] },
    'kept',
  ],
  ['a member is missing', { ...asked, called: [{ ...left, json: {} }, delivered] }, nothingSaid],
  [
    'the method is another one',
    { ...asked, called: [{ ...left, send: 'PATCH ' }] },
    must('the callback left has another method than the contract says', 'PUT', 'PATCH'),
  ],
  [
    'the URL is another one',
    { ...asked, called: [{ ...delivered, send: 'POST /done' }] },
    must(
      'the callback left comes to another URL than the contract says',
      '{$request.body#/tell}: the URL that was given',
      'POST /us/done',
    ),
  ],
  [
    'a field is missing',
    { ...asked, called: [{ ...delivered, fields: {} }] },
    must(`in the callback delivered, the header must have required property 'x-courier'`, EXPECTED, 'nothing'),
  ],
  [
    'the type of its content is another one',
    { ...asked, called: [{ ...left, fields: { 'Content-Type': 'text/plain' } }] },
    must(
      'the callback left has a type of content that the contract does not declare',
      'Supported content types: application/json',
      'a body of the type text/plain',
    ),
  ],
]);

ruleTable(callback, PLANT_STORE, [
  ['nothing is called back', { ask: 'DELETE /plants/101', status: 204, called: [left] }, 'unbound'],
]);

const content = (name: string) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: [name] } } },
});
const told = (name: string) => ({
  '{$request.query.to}': { post: { requestBody: content(name), responses: { 200: { description: 'd' } } } },
});

/** Two callbacks to one URL by one method, which only their bodies tell apart. */
const twoEvents = contractWith({
  '/jobs': {
    post: {
      parameters: [{ name: 'to', in: 'query', schema: { type: 'string' } }],
      callbacks: { begun: told('begun'), ended: told('ended') },
      responses: { 202: { description: 'd' } },
    },
  },
});
const job = { ask: 'POST /jobs', probe: 'callback', status: 202 } as const;

ruleTable(callback, twoEvents, [
  ['each is one of them', { ...job, called: [{ send: 'POST ', json: { ended: 1 } }] }, 'kept'],
  [
    'it is none of them',
    { ...job, called: [{ send: 'POST ', json: { lost: 1 } }] },
    must('in the callback begun, the body must have the property "begun"', EXPECTED, '{"lost":1}'),
  ],
]);
