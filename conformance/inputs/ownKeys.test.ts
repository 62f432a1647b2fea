import type { Known } from '../../src/engine/model/probe';
import { refusesUsedKeys } from '../../src/resources/idempotency';
import type { Input } from '../../src/serialization/input';
import { contractWith, readOnce } from '../contracts.testing';
import { isOwnKey, withOwnKey } from './ownKeys';
import { toCase } from './toCase';

const text = { type: 'string' };

async function postWith(parameter: object, said = 'd', method = 'post') {
  const responses = { 200: { description: 'd' }, 409: { description: said } };
  const contract = contractWith({
    '/rooms': { [method]: { parameters: [{ in: 'header', ...parameter }], responses } },
  });
  const [operation] = (await readOnce(contract)).operations;
  if (!operation?.parameters[0]) throw new Error('the contract has no such operation');
  return { operation, parameter: operation.parameters[0] };
}

test.each<[name: string, parameter: object, isKey: boolean, method: string]>([
  ['the key by its name', { name: 'Idempotency-Key', schema: text }, true, 'post'],
  ['with a prefix', { name: 'X-Idempotency-Key', schema: text }, true, 'post'],
  ['of a PUT', { name: 'idempotencyKey', schema: text }, true, 'put'],
  ['of a GET', { name: 'Idempotency-Key', schema: text }, false, 'get'],
  ['another key that a POST requires', { name: 'X-Request-Key', required: true, schema: text }, true, 'post'],
  ['one that is not required', { name: 'X-Request-Key', schema: text }, false, 'post'],
  ['one that a PUT requires', { name: 'X-Request-Key', required: true, schema: text }, false, 'put'],
  ['one with an example', { name: 'Region-Key', required: true, schema: text, example: 'north' }, false, 'post'],
  ['one of a list', { name: 'Region-Key', required: true, schema: { enum: ['a', 'b'] } }, false, 'post'],
  ['one that lets somebody in', { name: 'X-Api-Key', required: true, schema: text }, false, 'post'],
  ['something else', { name: 'X-Region', required: true, schema: text }, false, 'post'],
])('%s', async (_, given, isKey, method) => {
  const { operation, parameter } = await postWith(given, 'd', method);
  expect(isOwnKey(parameter, operation)).toBe(isKey);
});

test.each<[said: string, refuses: boolean]>([
  ['The key was used for something else', true],
  ['Idempotency conflict', true],
  ['This key has already been used', true],
  ['This key has been used before', true],
  ['Duplicate key', false],
  ['The input is not valid', false],
])('"%s" says of a used key: %s', async (said, refuses) => {
  const { operation } = await postWith({ name: 'Idempotency-Key', schema: text }, said);
  expect(refusesUsedKeys(operation)).toBe(refuses);
});

const KNOWN = { chance: { own: '1 salt' }, handedOver: { makers: [] as Known['handedOver']['makers'] } } as Known;

test('each request has another key, and the same one in each run of a seed', async () => {
  const { operation } = await postWith({ name: 'Idempotency-Key', schema: { type: 'string', format: 'uuid' } });
  const usual: Input = {
    query: [],
    headers: [['Idempotency-Key', '7d444840-9dc0-11d1-b245-5ffdce74fad2']],
    cookies: [],
    body: undefined,
    ownKey: 'Idempotency-Key',
  };
  const asked = { input: usual, authorisation: { headers: [], query: [], cookies: [] }, authorised: false };
  const each = toCase('valid', 'n', operation, { values: {}, exists: true, handedOver: false }, asked);
  const keyOf = (number: number) => withOwnKey(each, number, KNOWN).request.input.headers[0]?.[1];
  expect([keyOf(1), keyOf(2)]).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  expect(keyOf(1)).toBe(keyOf(1));
  expect(new Set([keyOf(1), keyOf(2), usual.headers[0]?.[1]]).size).toBe(3);
});
