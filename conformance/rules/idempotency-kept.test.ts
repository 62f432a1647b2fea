import { contractWith } from '../contracts.testing';
import { type ExchangeLiteral, ruleTable, should } from './exchange.testing';
import { idempotencyKept } from './idempotency-kept';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ok = { responses: { 200: { description: 'd' } } };
const content = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };

function bookings(said: string, key = 'Idempotency-Key') {
  const parameters = [{ name: key, in: 'header', schema: { type: 'string' } }];
  const responses = { 201: { description: 'Made' }, 409: { description: 'Taken' }, 422: { description: said } };
  return contractWith({
    '/bookings': { post: { parameters, requestBody: { content }, responses } },
    '/bookings/{id}': { parameters: [id], get: ok, delete: { responses: { 204: { description: 'd' } } } },
  });
}

const post = (step: 'make' | 'repeat' | 'reuse', of: string | undefined, status = 201, key = 'k1') =>
  ({
    ask: 'POST /bookings',
    step,
    sends: { name: step === 'reuse' ? 'Bo' : 'Ada' },
    sendsFields: { 'Idempotency-Key': key },
    status,
    wants: of,
  }) as const satisfies ExchangeLiteral;
const get = (step: 'read' | 'repeated', of: string, status = 200) =>
  ({ ask: `GET /bookings/${of}`, step, status, json: { id: of, name: 'Ada' } }) as const satisfies ExchangeLiteral;

const made = post('make', '7');
const looks = [get('repeated', '8'), get('read', '7')];
const twice = should(
  'the same request with the same key made a second thing',
  'the id 7, as in the answer to #1',
  'the id 8',
);
const taken = (actual: string) =>
  should(
    'a key that was used for another request is taken',
    'a refusal, as the contract says, since #1 had the key',
    actual,
  );

ruleTable(idempotencyKept, bookings('The key was used for another request'), [
  ['the same request makes a second thing', [made, post('repeat', '8'), ...looks], twice],
  ['it is answered as the first one', [made, post('repeat', '7'), get('repeated', '7')], 'kept'],
  ['it is answered 200 in place of 201', [made, post('repeat', '7', 200), get('repeated', '7')], 'kept'],
  ['its answer has the id in other letters', [post('make', 'ab'), post('repeat', 'AB')], 'kept'],
  ['it is refused, since the thing is there', [made, post('repeat', undefined, 409)], 'silent'],
  ['its answer names nothing', [made, post('repeat', undefined, 204)], 'silent'],
  ['it is accepted for later', [made, post('repeat', '8', 202), ...looks], 'silent'],
  ['what it names is not there', [made, post('repeat', '8'), get('repeated', '8', 404), get('read', '7')], 'silent'],
  [
    'it took the place of the first one',
    [made, post('repeat', '8'), get('repeated', '8'), get('read', '7', 404)],
    'silent',
  ],
  ['nobody looked at what it names', [made, post('repeat', '8'), get('read', '7')], 'silent'],
  ['it has another key', [made, post('repeat', '8', 201, 'k2'), ...looks], 'silent'],
  ['the first one was refused', [post('make', undefined, 409), post('repeat', '8'), ...looks], 'silent'],
  [
    'both names show one thing',
    [made, post('repeat', '8'), { ...get('repeated', '8'), json: { id: '7', name: 'Ada' } }, get('read', '7')],
    'silent',
  ],
  ['another request with the key makes another thing', [made, post('reuse', '8')], taken('201 Created')],
  ['another request with the key is answered as the first one', [made, post('reuse', '7', 200)], taken('200 OK')],
  ['another request with the key is refused', [made, post('reuse', undefined, 422)], 'kept'],
  ['another request with the key is refused with another status', [made, post('reuse', undefined, 400)], 'kept'],
  ['another request with the key fails', [made, post('reuse', undefined, 500)], 'silent'],
]);

ruleTable(idempotencyKept, bookings('The input is not valid'), [
  ['the same request makes a second thing', [made, post('repeat', '8'), ...looks], twice],
  ['the contract says nothing of other requests with the key', [made, post('reuse', '8')], 'silent'],
]);

ruleTable(idempotencyKept, bookings('d', 'X-Request-Key'), [
  ['a key of another name says nothing of what is done once', [made, post('repeat', '8'), ...looks], 'unbound'],
]);
