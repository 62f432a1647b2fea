import { ORDER_DESK, oneOperation } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { writeOnlyHidden } from './write-only-hidden';

const order = { id: 11, placedAt: '2026-03-01T09:30:00Z', customer: 'Ada' };

function shown(path: string, at = path) {
  return should(`${path} is shown, although it is writeOnly`, 'no such member in a response', `a member ${at}`);
}

ruleTable(writeOnlyHidden, ORDER_DESK, [
  ['an order shows its pin', { ask: 'GET /orders/11', status: 200, json: { ...order, pin: '1234' } }, shown('/pin')],
  [
    'an order shows a mask of its pin',
    { ask: 'PUT /orders/11', status: 200, json: { ...order, pin: '****' } },
    shown('/pin'),
  ],
  [
    'an order shows that it has no pin',
    { ask: 'GET /orders/11', status: 200, json: { ...order, pin: null } },
    shown('/pin'),
  ],
  [
    'a new order sends its pin back',
    { ask: 'POST /orders', status: 201, json: { ...order, pin: '1234' } },
    shown('/pin'),
  ],
  [
    'one order of a list shows its pin',
    { ask: 'GET /orders', status: 200, json: { orders: [order, { ...order, pin: '1234' }], next: null } },
    shown('/orders/…/pin', '/orders/1/pin'),
  ],
  ['an order hides its pin', { ask: 'GET /orders/11', status: 200, json: order }, 'kept'],
  [
    'a member of the same name stands where nothing is declared of it',
    { ask: 'GET /orders/11', status: 200, json: { ...order, delivery: { kind: 'parcel', pin: 1 } } },
    'kept',
  ],
  [
    'a refusal shows no order',
    { ask: 'GET /orders/11', status: 404, json: { code: 'unknown', message: 'no' } },
    'silent',
  ],
  ['an order is no JSON', { ask: 'GET /orders/11', status: 200, type: 'application/json', body: '{"pin":' }, 'silent'],
  [
    'an order is of another type',
    { ask: 'GET /orders/11', status: 200, type: 'text/plain', body: '{"pin":"1"}' },
    'silent',
  ],
  [
    'the answer is cut',
    { ask: 'GET /orders/11', status: 200, json: order, error: ['truncated', 'closed the connection'] },
    'silent',
  ],
  ['nothing is only written', { ask: 'GET /orders/11/invoice', status: 200 }, 'unbound'],
]);

function answering(schema: object) {
  return oneOperation({ responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } });
}

const secret = { properties: { key: { type: 'string', writeOnly: true } } };

ruleTable(writeOnlyHidden, answering({ oneOf: [secret, { properties: { key: { type: 'string' } } }] }), [
  ['one branch of several may show it', { ask: 'GET /things/1', status: 200, json: { key: 'a' } }, 'kept'],
]);

ruleTable(writeOnlyHidden, answering({ allOf: [secret, { type: 'object' }] }), [
  ['a part of the schema hides it', { ask: 'GET /things/1', status: 200, json: { key: 'a' } }, shown('/key')],
]);

ruleTable(writeOnlyHidden, answering({ properties: { ...secret.properties, inner: secret } }), [
  [
    'it is shown further inside',
    { ask: 'GET /things/1', status: 200, json: { inner: { key: 'a' } } },
    shown('/inner/key'),
  ],
  ['a member is called alike but for its case', { ask: 'GET /things/1', status: 200, json: { Key: 'a' } }, 'kept'],
]);

const owner = { properties: { key: { type: 'string' } } };
const shows = (json: unknown) => ({ ask: 'GET /things/1', status: 200, json }) as const;

ruleTable(writeOnlyHidden, answering({ additionalProperties: secret }), [
  ['a member of any name shows it', shows({ a: { key: 'x' } }), shown('/a/key')],
]);

ruleTable(writeOnlyHidden, answering({ patternProperties: { '^pin': { writeOnly: true } } }), [
  ['a member by a pattern of names is shown', shows({ pin1: 'x' }), shown('/pin1')],
  ['another member is shown', shows({ p: 'x' }), 'kept'],
]);

ruleTable(writeOnlyHidden, answering({ oneOf: [{ allOf: [owner, secret] }, { type: 'array' }] }), [
  ['a branch hides what a part of it shows', shows({ key: 'a' }), shown('/key')],
]);

ruleTable(writeOnlyHidden, answering({ oneOf: [{ allOf: [owner, secret], required: ['a'] }, owner] }), [
  ['the thing is of the branch that shows it', shows({ key: 'a' }), 'kept'],
  ['the thing may be of either branch', shows({ key: 'a', a: 1 }), 'kept'],
]);

ruleTable(
  writeOnlyHidden,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  answering({ if: { required: ['locked'] }, then: secret }),
  [
    ['a condition that holds hides it', shows({ locked: true, key: 'a' }), shown('/key')],
    ['the condition does not hold', shows({ key: 'a' }), 'kept'],
  ],
);
