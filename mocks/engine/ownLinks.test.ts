/** What the mock makes up says where it is on the mock, with state and without: links of things, of things within them, and resource names. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { head } from '../../src/contract/contract.testing';
import { type Mock, serveMock } from '../server';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const link = { type: 'object', properties: { href: text } };
const named = (name: string) => ({ name, in: 'path', required: true, schema: text });
const get = (schema: object, parameters: object[] = []) => ({
  parameters,
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const listOf = (name: string, items: object, more: object = {}) => ({
  type: 'object',
  properties: { [name]: { type: 'array', minItems: 1, items }, ...more },
});
const SHOP = { type: 'object', properties: { id: text, name: text, url: uri, self: uri } };
const USER = {
  type: 'object',
  properties: {
    id: text,
    self: uri,
    _links: { type: 'object', properties: { self: link } },
    links: { type: 'object', properties: { self: text } },
    shop: SHOP,
  },
};
const BOOK = {
  type: 'object',
  properties: {
    name: { ...text, description: 'The resource name. Format: `publishers/{publisher}/books/{book}`.' },
    title: text,
  },
};
const pages = { _links: { type: 'object', properties: { first: link, next: link, last: link } } };
const query = ['page', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/shops': { get: get(listOf('shops', SHOP)) },
    '/shops/{id}': { get: get(SHOP, [named('id')]) },
    '/shops/{shop}/users': { get: get(listOf('data', USER, pages), [named('shop'), ...query]) },
    '/shops/{shop}/users/{id}': { get: get(USER, [named('shop'), named('id')]) },
    '/v1/publishers/{publisher}/books': { get: get(listOf('books', BOOK), [named('publisher')]) },
    '/v1/publishers/{publisher}/books/{book}': { get: get(BOOK, [named('publisher'), named('book')]) },
  },
};

describe.each([false, true])('with state: %s', (stateful) => {
  let mock: Mock;
  beforeAll(async () => {
    const file = join(folderOf({ 'openapi.json': JSON.stringify(CONTRACT) }), 'openapi.json');
    mock = await serveMock({ contract: file, host: '127.0.0.1', port: 0, stateful });
  });
  afterAll(() => mock.close());
  const get = async (path: string) => (await supertest(mock.url).get(path)).body;

  test('things below others lead to themselves, and what is in them to where that is', async () => {
    const { data } = await get('/shops/3/users');
    for (const { id, self, links, _links, shop } of data) {
      const own = `${mock.url}/shops/3/users/${id}`;
      expect([self, links.self, _links.self.href]).toEqual([own, own, own]);
      expect([shop.self, shop.url]).toEqual(Array(2).fill(`${mock.url}/shops/${shop.id}`));
    }
    const first = await get(`/shops/3/users/${data[0].id}`);
    expect(first.self).toBe(`${mock.url}/shops/3/users/${data[0].id}`);
  });

  test('the own url of a thing may be a page of its own', async () => {
    const [shop] = (await get('/shops')).shops;
    expect(shop).toMatchObject({ self: `${mock.url}/shops/${shop.id}`, url: expect.not.stringContaining(mock.url) });
  });

  test('a list leads to its first and its last page', async () => {
    const { _links } = await get('/shops/3/users?limit=2');
    expect(_links.first.href).toBe(`${mock.url}/shops/3/users?limit=2&page=1`);
    const last = await get(_links.last.href.slice(mock.url.length));
    expect([last.data.length > 0, 'next' in last._links]).toEqual([true, false]);
  });

  test('resource names are those of the path', async () => {
    const { books } = await get('/v1/publishers/acme/books');
    for (const { name } of books) {
      expect(name).toMatch(/^publishers\/acme\/books\/[\w-]+$/);
      expect((await get(`/v1/${name}`)).name).toBe(name);
    }
  });
});
