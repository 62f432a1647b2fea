/** A list without state has a number of things that stays, pages that end, and says what is true of them; a thing that has a list says what it is. */

import { head, load } from '../../../src/contract/contract.testing';
import { createEngine } from '../prism/prism';
import { NO_REQUEST } from '../prism/request';

const integer = { type: 'integer' };
const text = { type: 'string' };
const list = { type: 'array', items: { type: 'object', properties: { id: integer, name: text } } };
const page = (more: object = {}) => ({ type: 'object', properties: { items: list, total: integer, ...more } });
const query = (...names: string[]) => names.map((name) => ({ name, in: 'query', schema: integer }));
const PAGED = query('limit', 'offset');
const HEADERS = { 'X-Total-Count': { schema: integer }, Link: { schema: text } };

interface Get {
  readonly path?: string;
  readonly parameters?: readonly object[];
  readonly headers?: object;
  readonly schema: object;
  readonly example?: unknown;
}

/** Returns what answers a query. */
async function asker({ path = '/files', parameters = [], headers = {}, schema, example }: Get) {
  const response = { description: '', headers, content: { 'application/json': { schema, example } } };
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const get = { parameters: [...named, ...parameters], responses: { 200: response } };
  const contract = await load({ ...head('3.1'), paths: { [path]: { get } } });
  const [operation] = contract.operations;
  if (!operation) throw new Error('There is no operation.');
  const engine = await createEngine(contract, { dynamic: false, seed: undefined, security: false });
  return async (asked: string, host = 'mock.example') => {
    const values = new Map(named.map(({ name }) => [name ?? '', '7']));
    const request = { ...NO_REQUEST, path: path.replace(/\{\w+\}/, '7'), values, headers: { host } };
    const answer = await engine.answer(operation, { ...request, query: new URLSearchParams(asked) }, () => ({}));
    const headersOf = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { body: JSON.parse(String(answer.body)), headers: headersOf };
  };
}

test('pages have one total, hold each thing once, and end', async () => {
  const ask = await asker({
    parameters: PAGED,
    schema: page({ hasMore: { type: 'boolean' }, limit: integer }),
    headers: HEADERS,
  });
  const seen = [];
  for (const offset of [0, 2, 4]) {
    const { body, headers } = await ask(`limit=2&offset=${offset}`);
    expect(body).toMatchObject({ total: 5, limit: 2, hasMore: offset < 4 });
    expect(headers['x-total-count']).toBe('5');
    const next = `<http://mock.example/files?limit=2&offset=${offset + 2}>; rel="next"`;
    expect(headers['link']).toBe(offset < 4 ? next : undefined);
    seen.push(...body.items);
  }
  expect(seen.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect((await ask('limit=2&offset=0', 'other.example')).headers['link']).toMatch(/^<http:\/\/other\.example\//);
  expect((await ask('')).body.items).toEqual(seen);
  expect((await ask('limit=2&offset=100')).body).toMatchObject({ items: [], total: 5, hasMore: false });
});

test.each<[get: Get, asked: string, expected: object]>([
  // As many things as the contract says are on a page, where the request does not.
  [
    {
      parameters: [{ name: 'limit', in: 'query', schema: { ...integer, default: 2 } }, ...query('page')],
      schema: page({ page: integer }),
    },
    'page=2',
    { items: [{ id: 3 }], page: 2, total: 3 },
  ],
  [
    {
      parameters: PAGED,
      schema: {
        type: 'object',
        properties: { data: list, meta: { type: 'object', properties: { total: integer, offset: integer } } },
      },
    },
    'limit=2&offset=3',
    { data: [{ id: 4 }, { id: 5 }], meta: { total: 5, offset: 3 } },
  ],
  [{ schema: { type: 'object', properties: { files: { ...list, minItems: 4 }, count: integer } } }, '', { count: 4 }],
  [
    { schema: { type: 'object', properties: { items: { ...list, minItems: 4 }, results: integer } } },
    '',
    { results: 4 },
  ],
  // What the contract says stays.
  [{ schema: page({ total: { ...integer, example: 77 } }) }, '', { total: 77 }],
  [
    {
      schema: {
        type: 'object',
        properties: {
          size: { ...integer, example: 629644 },
          count: { ...integer, example: 77 },
          tags: { type: 'array', items: text },
        },
      },
    },
    '',
    { size: 629644, count: 77 },
  ],
])('%j asked for %s', async (get, asked, expected) => {
  expect((await (await asker(get))(asked)).body).toMatchObject(expected);
});

test.each<[path: string, properties: object, name: string]>([
  ['/files/{id}', { size: integer, tags: { ...list, minItems: 1, maxItems: 1 } }, 'size'],
  ['/file', { size: integer, tags: { ...list, minItems: 1, maxItems: 1 } }, 'size'],
  ['/orders/{id}', { total: { ...integer, minimum: 100 }, items: list }, 'total'],
  ['/cart', { total: { type: 'number', minimum: 100 }, items: list }, 'total'],
])('what a thing at %s says of itself is no number of its list: %j', async (path, properties, name) => {
  const { body } = await (await asker({ path, schema: { type: 'object', properties } }))('');
  expect(body[name]).toBeGreaterThan(5);
});

const link = { type: 'string', format: 'uri' };
const STATIONS = {
  data: [
    { id: 1, name: 'Berlin Hauptbahnhof', country_code: 'DE', opened: 2006 },
    { id: 2, name: 'Paris Gare du Nord', country_code: 'FR', opened: 1846 },
    { id: 3, name: 'Paris Est', country_code: 'FR', opened: 1849 },
  ],
  total: 77,
  links: { self: 'https://api.example.com/stations', next: 'https://api.example.com/stations?page=3' },
};
const station = { type: 'object', properties: { id: integer, name: text, country_code: text, opened: integer } };
const links = { type: 'object', properties: { self: link, next: link, prev: link } };
const stations = {
  type: 'object',
  properties: { data: { type: 'array', items: station }, total: integer, links },
};
const asks = (name: string, schema: object = text) => ({ name, in: 'query', schema });

test.each<[asked: string, ids: readonly number[], total: number, leads: object]>([
  ['search=paris', [2, 3], 2, { self: '?search=paris' }],
  ['search=nothing', [], 0, { self: '?search=nothing' }],
  ['limit=1', [1], 3, { self: '?limit=1', next: '?limit=1&page=2' }],
  ['limit=1&page=2', [2], 3, { self: '?limit=1&page=2', next: '?limit=1&page=3', prev: '?limit=1&page=1' }],
  ['page=9', [], 3, { self: '?page=9', prev: '?page=8' }],
  ['opened=1846', [2], 1, { self: '?opened=1846' }],
  // What the parameter names without saying that it is a code.
  ['country=FR&limit=1', [2], 2, { self: '?country=FR&limit=1', next: '?country=FR&limit=1&page=2' }],
  ['sort=opened', [2, 3, 1], 3, { self: '?sort=opened' }],
  ['sort=-opened', [1, 3, 2], 3, { self: '?sort=-opened' }],
  ['sort=name:desc', [2, 3, 1], 3, { self: '?sort=name%3Adesc' }],
])('an example of a list asked for by %s shows %j', async (asked, ids, total, leads) => {
  const ask = await asker({
    path: '/stations',
    parameters: [...query('limit', 'page', 'opened'), ...['search', 'country', 'sort'].map((name) => asks(name))],
    schema: stations,
    example: STATIONS,
  });
  const { body } = await ask(asked);
  expect({ ...body, data: body.data.map(({ id }: { id: number }) => id) }).toEqual({
    data: ids,
    total,
    links: Object.fromEntries(Object.entries(leads).map(([name, own]) => [name, `http://mock.example/stations${own}`])),
  });
});

test('an example of a list is shown as it is where nothing is asked of it', async () => {
  const parameters = [...query('limit', 'page'), asks('expand')];
  const ask = await asker({ path: '/stations', parameters, schema: stations, example: STATIONS });
  expect((await ask('')).body).toEqual(STATIONS);
  expect((await ask('expand=trips')).body).toEqual(STATIONS);
});

test('what is made up is searched and sorted, too', async () => {
  const ask = await asker({ parameters: [asks('q'), asks('sort'), ...PAGED], schema: page() });
  const all = (await ask('')).body.items as { id: number; name: string }[];
  expect((await ask('sort=-id')).body.items.map(({ id }: { id: number }) => id)).toEqual([5, 4, 3, 2, 1]);
  const [first] = all;
  const found = (await ask(`q=${encodeURIComponent(first?.name ?? '')}`)).body.items as { name: string }[];
  expect(found.map(({ name }) => name)).toEqual(all.flatMap(({ name }) => (name === first?.name ? [name] : [])));
});

const flag = { type: 'boolean' };
const order = { type: 'object', properties: { empty: flag, sorted: flag, unsorted: flag } };
const SPRING = {
  type: 'object',
  properties: {
    content: { type: 'array', items: { type: 'object', properties: { id: integer, name: text, size: text } } },
    ...{ empty: flag, first: flag, last: flag, number: integer, numberOfElements: integer, size: integer, sort: order },
    pageable: {
      type: 'object',
      properties: { pageNumber: integer, pageSize: integer, offset: integer, paged: flag, unpaged: flag },
    },
    ...{ totalElements: integer, totalPages: integer },
  },
};
const ofPages = { page: integer, size: integer, sort: { type: 'array', items: text } };

test.each([
  ['one by one', Object.entries(ofPages).map(([name, schema]) => ({ name, in: 'query', schema }))],
  ['as one object', [{ name: 'pageable', in: 'query', schema: { type: 'object', properties: ofPages } }]],
])('pages of Spring count from 0, and say what is true of them: parameters %s', async (_, parameters) => {
  const ask = await asker({ parameters, schema: SPRING });
  const unsorted = { empty: true, sorted: false, unsorted: true };
  const { body: first } = await ask('page=0&size=2');
  expect(first).toMatchObject({
    empty: false,
    first: true,
    last: false,
    number: 0,
    numberOfElements: 2,
    size: 2,
    sort: unsorted,
  });
  expect(first).toMatchObject({
    totalElements: 5,
    totalPages: 3,
    pageable: { pageNumber: 0, pageSize: 2, paged: true, unpaged: false },
  });
  const { body: last } = await ask('page=2&size=2');
  expect(last).toMatchObject({ first: false, last: true, number: 2, numberOfElements: 1, pageable: { offset: 4 } });
  expect((await ask('page=3&size=2')).body).toMatchObject({ content: [], empty: true, numberOfElements: 0 });
  const { body: sorted } = await ask('sort=name,desc&size=5');
  const names = sorted.content.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...names].sort().reverse());
  expect(new Set(names).size).toBe(5);
  expect(sorted.sort).toEqual({ empty: false, sorted: true, unsorted: false });
});

test('a page counts from 0 where the description of its number says so', async () => {
  const [page] = query('page');
  const parameters = [{ ...page, description: 'Zero-based page index' }, ...query('limit')];
  const ask = await asker({ parameters, schema: list });
  expect((await ask('page=0&limit=2')).body.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  expect((await ask('page=1&limit=2')).body.map(({ id }: { id: number }) => id)).toEqual([3, 4]);
});

test('a number that is called like the list counts its things', async () => {
  const schema = { type: 'object', properties: { articles: list, articlesCount: integer, likesCount: integer } };
  const ask = await asker({ path: '/articles', parameters: PAGED, schema });
  expect((await ask('limit=2')).body.articlesCount).toBe(5);
});
