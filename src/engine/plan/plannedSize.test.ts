import { head, load } from '../../contract/contract.testing';
import { plannedSize } from './plannedSize';
import { possibleShards, shardOperations } from './shard';

const ok = { responses: { 204: { description: 'done' } } };
const get = { get: ok };
const posting = (schema: object) => ({
  post: { ...ok, requestBody: { content: { 'application/json': { schema } } } },
});
const text = { type: 'string', maxLength: 9 };
const wide = {
  type: 'object',
  required: ['m0'],
  properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`m${at}`, text])),
};
const endless = { type: 'object', properties: { next: { $ref: '#/components/schemas/Endless' } } };
const components = { schemas: { Endless: endless } };

async function operations(paths: object) {
  return (await load({ ...head('3.0'), paths, components })).operations;
}

test.each([
  ['no parameter and no content', get, 12],
  ['a text with a limit', posting(text), 14],
  // 40 members with two bounds, the type of the whole, and one member that is required.
  ['an object with 40 members', posting(wide), 94],
  ['an object that holds itself', posting({ $ref: '#/components/schemas/Endless' }), 13],
])('%s', async (_, path, size) => {
  const [operation] = await operations({ '/a': path });
  expect(operation && plannedSize(operation)).toBe(size);
});

test('a part is as large as what is asked, not as the number of its operations', async () => {
  const small = Object.fromEntries(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`/${name}`, get]));
  const all = await operations({ '/a': posting(wide), ...small });
  const parts = [1, 2].map((index) => [...shardOperations({ index, of: 2 }, all)].map(({ path }) => path));
  expect(parts).toEqual([['/a'], ['/b', '/c', '/d', '/e', '/f', '/g']]);
});

test('no part is without operations', async () => {
  const all = await operations({ '/a': get, '/a/{id}': get, '/b': get });
  expect([1, 2, 3, 9].map((most) => possibleShards(most, all))).toEqual([1, 2, 2, 2]);
  expect(possibleShards(4, [])).toBe(1);
});
