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
}

/** Returns what answers a query. */
async function asker({ path = '/files', parameters = [], headers = {}, schema }: Get) {
  const response = { description: '', headers, content: { 'application/json': { schema } } };
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
