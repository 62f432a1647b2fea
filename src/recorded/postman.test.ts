import { Readable } from 'node:stream';
import { readHar } from './har';

const info = { name: 'Beds', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
const header = (key: string, value: string, disabled = false) => ({ key, value, disabled });
const saved = (more: object, request: unknown) => ({
  name: 'saved',
  originalRequest: request,
  status: 'OK',
  code: 200,
  header: [header('Content-Type', 'application/json'), header('X-Off', '1', true)],
  body: '[]',
  responseTime: 12,
  ...more,
});

async function read(collection: object) {
  const found = [];
  for await (const each of readHar(Readable.from([Buffer.from(JSON.stringify(collection))]), 'a.json'))
    found.push(each);
  return found;
}

test('answers that were saved are exchanges, in folders of any depth, with the values of variables', async () => {
  const request = { method: 'GET', url: { raw: '{{ base }}/beds?limit={{limit}}' }, header: [header('A', '{{base}}')] };
  const item = [{ name: 'folder', item: [{ name: 'list', request, response: [saved({}, request)] }] }];
  const variable = [{ key: 'base', value: 'http://h/v1' }];
  expect(await read({ info, item, variable })).toEqual([
    {
      method: 'GET',
      url: 'http://h/v1/beds?limit={{limit}}',
      requestHeaders: [['A', 'http://h/v1']],
      requestBody: undefined,
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from('[]'),
      durationMs: 12,
    },
  ]);
});

test.each([
  ['raw', { mode: 'raw', raw: '{"a": 1}' }, '{"a": 1}'],
  ['of a form', { mode: 'urlencoded', urlencoded: [header('a', '1 2'), header('b', 'x', true)] }, 'a=1+2'],
  ['that is a file', { mode: 'file', file: { src: '/a' } }, undefined],
])('a body %s', async (_, body, sent) => {
  const request = { method: 'POST', url: 'http://h/beds', body };
  const [found] = await read({ info, item: [{ request, response: [saved({ code: 201 }, undefined)] }] });
  expect(found?.requestBody?.toString()).toBe(sent);
});

test('a request without a saved answer, a URL of unknown variables, and what is no collection', async () => {
  const request = { method: 'GET', url: '{{base}}/beds' };
  expect(await read({ info, item: [{ request }] })).toEqual([]);
  expect(await read({ info, item: [{ request, response: [saved({}, 'http://h/beds'), saved({}, request)] }] })).toEqual(
    [expect.objectContaining({ url: 'http://h/beds', method: 'GET' }), undefined],
  );
  await expect(read({ info: { schema: 'https://a/other' }, item: [] })).rejects.toThrow(
    'a.json is no HAR: it has no list `log.entries`, and it is no collection of Postman and no cassette of VCR. Export it anew as HAR',
  );
});
