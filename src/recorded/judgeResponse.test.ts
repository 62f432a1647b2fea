import { rules } from '../../conformance/rules';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { judgeResponse } from './judgeResponse';

const CONTRACT = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      requestBody: { required: true, content: { text/plain: {} } }
      responses: { '204': { description: Changed } }
  /orders/{id}:pay:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: amount, in: query, required: true, schema: { type: integer } }
      - { name: X-Region, in: header, required: true, schema: { type: string } }
      - { name: session, in: cookie, required: true, schema: { type: string } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { '204': { description: Paid } }
`;

const RIGHT = { 'X-Region': 'north', Cookie: 'session=1', 'Content-Type': 'application/json' };

/** The operation of a request that was answered with 204, and what is wrong with that. */
async function judged(request: object): Promise<{ operation: string; found: string[] }> {
  const contract = await readContract(`${folderOf({ 'openapi.yaml': CONTRACT })}/openapi.yaml`);
  const response = { status: 204, headers: {}, request: { method: 'POST', url: '/orders/7:pay?amount=5', ...request } };
  const { operation, requirements } = await judgeResponse(response, rules, { contract });
  const found = requirements.flatMap(({ rule, findings }) => findings.map(({ message }) => `${rule}: ${message}`));
  return { operation, found };
}

test.each<[what: string, request: object, message: string]>([
  ['a query parameter', { url: '/orders/7:pay' }, 'amount in the query'],
  ['a header field', { headers: { ...RIGHT, 'X-Region': undefined } }, 'X-Region in the header'],
  ['a cookie', { headers: { ...RIGHT, Cookie: 'other=1' } }, 'session in the cookie'],
  ['a body', { headers: { ...RIGHT }, body: '' }, 'the body'],
])('it is told where %s is missing', async (_what, request, subject) => {
  const { operation, found } = await judged({ headers: RIGHT, body: '{}', ...request });
  expect(operation).toBe('POST /orders/{id}:pay');
  expect(found).toEqual([`invalid-input-refused: \`required: true\` of ${subject} is not enforced`]);
});

test.each<[what: string, request: object]>([
  ['all is there', { headers: RIGHT, body: '{}' }],
  ['nobody knows of a body', { headers: RIGHT }],
  ['nobody knows of cookies', { headers: { ...RIGHT, Cookie: undefined }, body: '{}' }],
  ['nobody knows of fields', { body: '{}' }],
])('where %s, nothing is wrong', async (_what, request) => {
  expect((await judged(request)).found).toEqual([]);
});

const SECRET = 'Opens-every-door';
const SECURED = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
security: [{ basic: [] }, { bearer: [] }, { field: [] }, { query: [] }, { cookie: [] }]
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { properties: { pin: { writeOnly: true } } } } } }
      responses: { '200': { description: Paid, content: { application/json: { schema: { type: integer } } } } }
components:
  securitySchemes:
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: bearer }
    field: { type: apiKey, in: header, name: X-Member }
    query: { type: apiKey, in: query, name: member }
    cookie: { type: apiKey, in: cookie, name: member }
`;

test.each<[what: string, request: object]>([
  ['a password', { headers: { Authorization: `Basic ${Buffer.from(`ada:${SECRET}`).toString('base64')}` } }],
  ['a token', { headers: { Authorization: `Bearer ${SECRET}` } }],
  ['a key in a header field', { headers: { 'X-Member': SECRET } }],
  ['a key in the query', { url: `/orders?member=${SECRET}` }],
  ['a key in a cookie', { headers: { Cookie: `member=${SECRET}` } }],
  ['what the contract calls secret', { body: JSON.stringify({ pin: SECRET }) }],
])('%s is shown nowhere, though the answer has it', async (_what, request) => {
  const contract = await readContract(`${folderOf({ 'openapi.yaml': SECURED })}/openapi.yaml`);
  const sent = { method: 'POST', url: '/orders', ...request };
  const headers = { 'Content-Type': 'application/json' };
  const response = { status: 200, headers, body: `"It was ${SECRET}."`, request: sent };
  const judgement = await judgeResponse(response, rules, { contract });
  expect(judgement.message).toContain('actual    "It was ***."');
  expect(JSON.stringify(judgement)).not.toContain(SECRET);
});
