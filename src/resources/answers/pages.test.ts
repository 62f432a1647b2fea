import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../kinds';
import { extentOf, isOnePage } from './pages';

const responses = { 200: { description: 'ok' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** @param parameter of the list, in its query. */
async function listOf(parameter?: string) {
  const parameters = parameter === undefined ? [] : [{ name: parameter, in: 'query', schema: {} }];
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': { get: { parameters, responses }, post: { responses } },
      '/orders/{id}': { parameters: [id], get: { responses } },
    },
  });
  const kind = kindsOf(contract.operations).at('/orders/{}');
  if (!kind?.lister) throw new Error('There is no such kind.');
  return { kind, lister: kind.lister };
}

function answerOf(body: unknown, headers: readonly (readonly [string, string])[] = []): Response {
  return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) } as unknown as Response;
}

async function isPage(body: unknown, parameter?: string, link?: string) {
  const { kind, lister } = await listOf(parameter);
  return isOnePage(kind, lister, answerOf(body, link === undefined ? [] : [['Link', link]]));
}

test.each([
  ['a list alone', [1, 2]],
  ['a wrapped list', { orders: [1, 2] }],
  ['a list that counts all its items', { orders: [1, 2], total: 2, totalPages: 1 }],
  ['a list without a next page', { items: [1], next: null, hasMore: false, nextPageToken: '' }],
  ['no list', { id: 7, next: '/orders/8' }],
])('%s is whole', async (_, body) => {
  expect(await isPage(body)).toBe(false);
});

test.each([
  ['counts more items', { items: [1], total: 40 }],
  ['counts more items in an object beside it', { data: [1], meta: { pagination: { total: 40 } } }],
  ['counts pages', { content: [1], totalPages: 9 }],
  ['counts two pages', { content: [1], meta: { pages: 2 } }],
  ['counts one item more than it has', { items: [1, 2], total: 3 }],
  ['names its next page', { value: [1], '@odata.nextLink': 'https://x' }],
  ['links to its next page', { data: [1], links: { next: '/orders?page=2' } }],
  ['says that there is more', { data: [1], has_more: true }],
])('a list that %s is one page', async (_, body) => {
  expect(await isPage(body)).toBe(true);
});

test('a list is one page where a header field or the contract says so', async () => {
  expect(await isPage([1], undefined, '</orders?page=2>; rel="next"')).toBe(true);
  expect(await isPage([1], undefined, '</orders?page=1>; rel="prev"')).toBe(false);
  expect(await isPage([1], 'page')).toBe(true);
  expect(await isPage([], 'page')).toBe(false);
  expect(await isPage([1], 'limit')).toBe(false);
});

describe('how much a list shows', () => {
  const whole = (total: number) => ({ isWhole: true, total });
  const part = (total?: number) => ({ isWhole: false, total });

  test.each([
    ['a plain list', [1, 2], undefined, [], whole(2)],
    ['an empty list', { orders: [] }, undefined, [], whole(0)],
    ['a list that counts as many', { orders: [1, 2], total: 2 }, 'limit', [], whole(2)],
    ['a list that counts more', { orders: [1, 2], total: 9 }, undefined, [], part(9)],
    ['a list that a field counts', [1, 2], 'limit', [['X-Total-Count', '2']], whole(2)],
    ['a list of which the contract says how long it is', [1, 2], 'per_page', [], part()],
    ['a list that is as long as pages are', Array.from({ length: 20 }, () => 1), undefined, [], part()],
    ['a list with a next page', { data: [1], next: 'x' }, undefined, [], part()],
    ['a list out of a cache', [1, 2], undefined, [['Age', '30']], part()],
    ['a list that may be cached', [1, 2], undefined, [['Cache-Control', 'private, max-age=60']], part()],
    ['a list that may not be cached', [1, 2], undefined, [['Cache-Control', 'max-age=0, no-store']], whole(2)],
    ['no list', { id: 7 }, undefined, [], undefined],
  ] as const)('%s', async (_, body, parameter, headers, extent) => {
    const { kind, lister } = await listOf(parameter);
    expect(extentOf(kind, lister, answerOf(body, headers))).toEqual(extent);
  });
});
