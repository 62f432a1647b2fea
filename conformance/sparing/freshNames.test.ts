import type { Operation } from '../../src/contract/contract';
import { load } from '../../src/contract/contract.testing';
import type { Schema } from '../../src/contract/schema/schema';
import { plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import type { JsonValue } from '../../src/json/value';
import { createRandom } from '../../src/support/random';
import { contractWith, readOnce } from '../contracts.testing';
import { probes } from '../probes';
import { suite } from '../suite';
import { withFreshNames } from './freshNames';
import { unlikeOthers } from './uniqueTexts';
import { UsersValues } from './usersValues';

const text = { type: 'string', minLength: 1, maxLength: 60 };
const user = {
  type: 'object',
  required: ['name', 'age'],
  properties: {
    name: text,
    email: { type: 'string', format: 'email', example: 'ada@example.com' },
    code: { enum: ['A', 'B'] },
    age: { type: 'integer', minimum: 0, example: 36 },
    note: text,
  },
};

async function schemaOf(schema: object): Promise<Schema> {
  const requestBody = { content: { 'application/json': { schema } } };
  const { operations } = await load(contractWith({ '/a': { post: { requestBody, responses: {} } } }));
  const media = operations[0]?.requestBody?.media[0];
  if (!media?.schema) throw new Error('The contract has no such schema.');
  return media.schema;
}

const TOKEN = expect.stringMatching(/^Ada-[0-9a-f]{8}$/) as string;

const random = createRandom(1, '');
const NAMING = { unlike: unlikeOthers({ own: 1 }, random), random, users: new UsersValues({} as Operation, [], 1) };

test.each<[string, JsonValue, string | undefined, unknown]>([
  ['a name gets a token', { name: 'Ada', age: 1 }, undefined, { name: TOKEN, age: 1 }],
  ['and so it does beside what is broken', { name: 'Ada', age: -1 }, '/age', { name: TOKEN, age: -1 }],
  ['a name that is itself broken stays', { name: '', age: 1 }, '/name', { name: '', age: 1 }],
  ['what is listed stays', { name: 'Ada', age: 1, code: 'A' }, undefined, { name: TOKEN, age: 1, code: 'A' }],
  ['what is no name stays', { name: 'Ada', age: 1, note: 'Ada' }, undefined, { name: TOKEN, age: 1, note: 'Ada' }],
  [
    'an address keeps its host',
    { name: 'Ada', age: -1, email: 'ada@example.com' },
    '/age',
    { name: TOKEN, age: -1, email: expect.stringMatching(/^[0-9a-f]{8}-ada@example\.com$/) as string },
  ],
  ['what is no object stays', 'Ada', '', 'Ada'],
])('%s', async (_, value, path, expected) => {
  const schema = await schemaOf(user);
  const named = path === undefined ? { value } : { value, path };
  expect(withFreshNames(schema, named, NAMING)).toEqual(expected);
});

test('a name within what wraps the thing is another one, too', async () => {
  const schema = await schemaOf({ type: 'object', required: ['user'], properties: { user } });
  const value = { user: { name: 'Ada', age: -1 } };
  expect(withFreshNames(schema, { value, path: '/user/age' }, NAMING)).toEqual({
    user: { name: TOKEN, age: -1 },
  });
});

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const requestBody = { required: true, content: { 'application/json': { schema: user } } };
const ok = { responses: { 201: { description: 'd' } } };
const users = contractWith({
  '/users': { post: { parameters: [limit], requestBody, ...ok } },
  '/users/{id}': { parameters: [id], put: { requestBody, ...ok }, patch: { requestBody, ...ok }, delete: ok },
});

test.each(['own', 'any'] as const)(
  'with --writes %s, no two requests of a run have the same name, where one of them is invalid',
  async (writes) => {
    const { cases } = plan(
      await readOnce(users),
      { ...suite, probes },
      settingsOf({ seed: 1, writes, params: { id: ['7'] } }),
    );
    const sent = [...cases].flatMap((each) => {
      const { body } = toRequest(each, { basePath: '' }, []);
      const name = /"name":"([^"\\]+)"/.exec(body?.toString('utf8') ?? '')?.[1];
      return name === undefined ? [] : [{ name, isInvalid: each.claim.probe === 'invalid' }];
    });
    const invalid = sent.filter(({ isInvalid }) => isInvalid);
    const twice = invalid.filter(({ name }) => sent.filter((other) => other.name === name).length > 1);
    expect(invalid.length).toBeGreaterThan(10);
    expect(twice).toEqual([]);
  },
);
