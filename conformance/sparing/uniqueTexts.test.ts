import type { Media } from '../../src/contract/contract';
import { head, load } from '../../src/contract/contract.testing';
import { createRandom } from '../../src/support/random';
import { unlikeInList } from './uniqueTexts';

async function mediaOf(schema: object): Promise<Media> {
  const requestBody = { content: { 'application/json': { schema } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/users': { post: { requestBody, responses: {} } } } });
  const [media] = operations[0]?.requestBody?.media ?? [];
  if (!media) throw new Error('It has no body.');
  return media;
}

const names = { type: 'array', items: { type: 'string' } };

test('gives a list of names one name that is like no other', async () => {
  const media = await mediaOf({ type: 'object', properties: { usernames: names, tags: names } });
  const found = unlikeInList({ tags: ['x'], usernames: ['a', 'b'] }, media, createRandom(1, 'a list'));
  const username = found?.like['username'];
  expect(username).toMatch(/^a-[0-9a-f]{8}$/);
  expect(found?.body).toEqual({ tags: ['x'], usernames: [username] });
});

test.each([
  ['a list of something else', { tags: ['x'] }],
  ['numbers', { usernames: [1] }],
  ['an empty list', { usernames: [] }],
])('leaves %s', async (_, body) => {
  expect(unlikeInList(body, await mediaOf({ type: 'object' }), createRandom(1, 'a list'))).toBeUndefined();
});

test('leaves a list that cannot have a single name of its own', async () => {
  const media = await mediaOf({ type: 'object', properties: { usernames: { ...names, minItems: 2 } } });
  expect(unlikeInList({ usernames: ['a', 'b'] }, media, createRandom(1, 'a list'))).toBeUndefined();
});
