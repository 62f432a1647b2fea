import type { Media } from '../../src/contract/contract';
import { head, load } from '../../src/contract/contract.testing';
import { createRandom } from '../../src/support/random';
import { improbableKey, ownText } from './chosenKeys';
import { unlikeInList, unlikeOthers } from './uniqueTexts';

async function mediaOf(schema: object): Promise<Media> {
  const requestBody = { content: { 'application/json': { schema } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/users': { post: { requestBody, responses: {} } } } });
  const [media] = operations[0]?.requestBody?.media ?? [];
  if (!media) throw new Error('It has no body.');
  return media;
}

const NOBODYS = { has: () => false };
const BY_SEED = unlikeOthers({ own: 1 }, createRandom(1, 'a list'));

const names = { type: 'array', items: { type: 'string' } };

test('gives a list of names one name that is like no other', async () => {
  const media = await mediaOf({ type: 'object', properties: { usernames: names, tags: names } });
  const found = unlikeInList({ tags: ['x'], usernames: ['a', 'b'] }, media, BY_SEED, NOBODYS);
  const username = found?.like['username'];
  expect(username).toMatch(/^a-[0-9a-f]{8}$/);
  expect(found?.body).toEqual({ tags: ['x'], usernames: [username] });
});

test.each([
  ['a list of something else', { tags: ['x'] }],
  ['numbers', { usernames: [1] }],
  ['an empty list', { usernames: [] }],
])('leaves %s', async (_, body) => {
  expect(unlikeInList(body, await mediaOf({ type: 'object' }), BY_SEED, NOBODYS)).toBeUndefined();
});

test('leaves a list that cannot have a single name of its own', async () => {
  const media = await mediaOf({ type: 'object', properties: { usernames: { ...names, minItems: 2 } } });
  expect(unlikeInList({ usernames: ['a', 'b'] }, media, BY_SEED, NOBODYS)).toBeUndefined();
});

const ANY = () => true;
const TOKEN = '[a-f][0-9a-f]{7}';

test.each<[string, number | string, string, (text: string) => boolean, RegExp]>([
  ['what is alone puts its token last', 7, 'Rosemary', ANY, /^Rosemary-[0-9a-f]{8}$/],
  ['what shares a service with others puts it first', '7.k3f9x2', 'Rosemary', ANY, new RegExp(`^${TOKEN}-Rosemary$`)],
  [
    'or last, where it may not stand first',
    '7.k3f9x2',
    'Rosemary',
    (text) => /^R/.test(text),
    new RegExp(`^Rosemary-${TOKEN}$`),
  ],
  [
    'or alone, where there is no more room',
    '7.k3f9x2',
    'Rosemary',
    ({ length }) => length <= 8,
    new RegExp(`^${TOKEN}$`),
  ],
  [
    'or with other letters and digits, where its form has no room for a token',
    '7.k3f9x2',
    'MTC-87731021ROKE',
    (text) => /^[A-Z]{3}-[A-Z0-9]{12}$/.test(text),
    /^(?!MTC)[A-Z]{3}-(?!8773)\d{8}[A-Z]{4}$/,
  ],
])('%s', (_, own, text, fits, expected) => {
  expect(unlikeOthers({ own }, createRandom(own, 'names'))(text, fits)).toMatch(expected);
});

test.each([
  ['a path', '/orders/3', '/orders/T-3', '/orders/3-T'],
  ['a path that ends in a slash', 'shelves/3/', 'shelves/T-3', 'shelves/3-T'],
  ['a resource name', 'publishers/acme/books/7', 'publishers/acme/books/T-7', 'publishers/acme/books/7-T'],
  [
    'a URI',
    'https://plants.example/orders/3',
    'https://plants.example/orders/T-3',
    'https://plants.example/orders/3-T',
  ],
  ['a URI without a path', 'https://plants.example', 'https://plants.example/T', 'https://plants.example/T'],
  ['a query', '/orders?id=3', '/orders?id=T-3', '/orders?id=3-T'],
  ['a URN', 'urn:order:3', 'urn:order:T-3', 'urn:order:3-T'],
  ['a list of ids', '1,2', 'T-1,T-2', '1-T,2-T'],
  ['an address', 'gil@plants.example', 'T-gil@plants.example', 'T-gil@plants.example'],
  ['an address in a URI', 'mailto:gil@plants.example', 'mailto:T-gil@plants.example', 'mailto:T-gil@plants.example'],
  ['a path of Windows', 'orders\\3', 'orders\\T-3', 'orders\\3-T'],
  ['words with a slash', 'pots and/or soil', 'T-pots and/or soil', 'pots and/or soil-T'],
])('the part that names a thing gets the token: %s', (_, text, shared, alone) => {
  const made = (own: number | string) => unlikeOthers({ own }, createRandom(1, 'names'))(text, ANY, 'T');
  expect([made('7.k3f9x2'), made(7)]).toEqual([shared, alone]);
});

test.each([
  ['what has few forms', 'MT-87', /^[A-Z]{2}-\d{2}$/],
  ['a day', '2026-03-14', /^\d{4}-\d\d-\d\d$/],
  ['an address, whose host may belong to somebody', 'gil.abcdefgh@plants.example', /^[a-z.]+@[a-z.]+$/],
])('leaves %s as it is', (_, text, pattern) => {
  const found = unlikeOthers({ own: '7.k3f9x2' }, createRandom(7, 'names'))(text, (each) => pattern.test(each));
  expect(found).toBeUndefined();
});

test.each([
  '/orders/3',
  '/api/v1/customers/31',
  'publishers/acme/books/7',
  '2,3',
  '/orders?id=3',
  'customers\\acme\\3',
])('no text of the run leaves the last part of %s to somebody else', (text) => {
  for (const make of [ownText, improbableKey])
    for (const seed of [1, 2, 3]) {
      const made = String(make(text, ANY, createRandom(seed, 'names')));
      for (const item of made.split(',')) expect(item.split(/[/\\?=]/).at(-1)).toMatch(/[0-9a-f]{8}/);
    }
});
