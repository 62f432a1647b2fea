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
