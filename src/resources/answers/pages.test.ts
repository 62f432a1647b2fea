import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../kinds';
import { isOnePage } from './pages';

const responses = { 200: { description: 'ok' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** @param parameter of the list, in its query. */
async function isPage(body: unknown, parameter?: string, link?: string) {
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
  const headers = link === undefined ? [] : [['Link', link]];
  const response = { status: 200, headers, body: Buffer.from(JSON.stringify(body)) } as unknown as Response;
  return isOnePage(kind, kind.lister, response);
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
