import { gzipSync } from 'node:zlib';
import { COURIER, contractWith, PLANT_STORE } from '../contracts.testing';
import { callback } from './callback';
import { must, ruleTable, should } from './exchange.testing';

const asked = { ask: 'POST /deliveries', probe: 'callback', sends: { to: 'x' }, status: 201 } as const;
const left = { send: 'PUT ', json: { delivery: 'd1' } } as const;
const delivered = {
  send: 'POST /delivered',
  fields: { 'X-Courier': 'Swift' },
  json: { delivery: 'd1', at: '2024-05-01T10:00:00Z', state: 'lost' },
} as const;
const EXPECTED = 'what the contract declares of the callback';
const UNLESS = ', unless this asks whether somebody is there, and the callback comes later';
const zipped = (value: unknown) => ({
  ...left,
  json: undefined,
  body: gzipSync(JSON.stringify(value)),
  fields: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
});
const nothingSaid = (json: string) =>
  should('in the callback left, the body must have the property "delivery"', EXPECTED + UNLESS, json);
const at = '2024-05-01T10:00:00Z';

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
  ['it is compressed, and wrong', { ...asked, called: [zipped({}), delivered] }, nothingSaid('{}')],
  [
    'it is compressed in a way that is not known here',
    { ...asked, called: [{ ...zipped({}), fields: { 'Content-Encoding': 'zstd' } }] },
    'kept',
  ],
  ['a member is missing', { ...asked, called: [{ ...left, json: {} }, delivered] }, nothingSaid('{}')],
  [
    'the method is another one',
    { ...asked, called: [{ ...left, send: 'PATCH ' }] },
    must('the callback left has another method than the contract says', 'PUT', 'PATCH'),
  ],
  [
    'the URL is another one',
    { ...asked, called: [{ ...delivered, send: 'POST /done' }] },
    must(
      'the callback delivered comes to another URL than the contract says',
      '{$request.body#/tell}/delivered: the URL that was given, and /delivered after it',
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

const challenge = { challenge: 'x9', type: 'url_verification' };

ruleTable(callback, COURIER, [
  ['it is asked first, as the callback is sent', { ...asked, called: [{ ...left, json: challenge }, left] }, 'kept'],
  ['it is asked again afterwards', { ...asked, called: [left, { ...left, json: { beat: 1 } }] }, 'kept'],
  [
    'it is asked by another method, and the callback does not come yet',
    { ...asked, called: [{ send: 'POST ', json: challenge }, { send: 'POST ?validationToken=t' }, delivered] },
    'kept',
  ],
  [
    'it is asked elsewhere, by a field',
    { ...asked, called: [{ send: 'POST /hello', json: { n: 1 }, fields: { 'X-Event': 'ping' } }] },
    'silent',
  ],
  [
    'nothing came but questions',
    {
      ...asked,
      called: [
        { ...left, json: {} },
        { ...left, json: challenge },
      ],
    },
    'silent',
  ],
  ['it asks, and refuses the URL', { ...asked, status: 400, called: [{ ...left, json: { nonce: 'x' } }] }, 'silent'],
  [
    'what comes has nothing of the callback',
    { ...asked, called: [{ ...left, json: { parcel: 'd1' } }] },
    nothingSaid('{"parcel":"d1"}'),
  ],
  [
    'the right one came, too, and one that lacks a member',
    { ...asked, called: [delivered, { ...delivered, json: { delivery: 'd1', at } }] },
    must(
      'in the callback delivered, the body must have the property "state"',
      EXPECTED,
      `{"delivery":"d1","at":"${at}"}`,
    ),
  ],
  [
    'one of its members is wrong, and one is its own',
    { ...asked, called: [{ ...delivered, json: { delivery: 'd1', at, state: 'done', courier: 7 } }] },
    must('in the callback delivered, the body property state must be one of ["delivered","lost"]', EXPECTED, '"done"'),
  ],
]);

ruleTable(callback, COURIER, [
  [
    'it is like the callback, and asks to be confirmed',
    {
      ...asked,
      called: [{ ...delivered, json: { delivery: 'd1', at, state: 'SubscriptionConfirmation', confirmAt: 'x' } }, left],
    },
    'kept',
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
    should('in the callback begun, the body must have the property "begun"', EXPECTED + UNLESS, '{"lost":1}'),
  ],
]);
