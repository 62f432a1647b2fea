import { gzipSync } from 'node:zlib';
import axios from 'axios';
import agent from 'superagent';
import { request as undici } from 'undici';
import { serve } from '../support/testing/serving.testing';
import { readClientResponse } from './clientResponse';

const TEXT = '{"id": 9007199254740993, "name": "ü"}';

let url: string;
beforeAll(async () => {
  url = await serve((request, response) => {
    const [, status = '200', type = 'application/json', body = TEXT, chunked] = decodeURIComponent(
      request.url ?? '',
    ).split('|');
    if (status === '302') {
      response.writeHead(302, { Location: '/' }).end();
      return;
    }
    const gzip = body === 'gzip';
    response.writeHead(Number(status), {
      ...(type === '' ? {} : { 'Content-Type': type }),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      // With a length, undici would wait for what a 204 has not.
      ...(chunked || status === '204' ? {} : { 'Content-Length': Buffer.byteLength(gzip ? gzipSync(TEXT) : body) }),
      'X-Two': ['1', '2'],
    });
    response.end(gzip ? gzipSync(TEXT) : body);
  });
});

const any = { validateStatus: () => true };
const CLIENTS: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['superagent', async (path) => agent.get(url + path).ok(() => true)],
  ['axios', (path) => axios.get(url + path, { ...any, responseType: 'text' })],
  ['axios, in bytes', (path) => axios.get(url + path, { ...any, responseType: 'arraybuffer' })],
  ['fetch', (path) => fetch(url + path)],
  ['undici', (path) => undici(url + path)],
];

describe.each(CLIENTS)('%s', (client, get) => {
  test('the body is the one that came, and the header fields are all there', async () => {
    const { status, headers, body } = await readClientResponse(await get('/'));
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: TEXT });
    const values = headers.filter(([name]) => name.toLowerCase() === 'x-two').map(([, value]) => value);
    expect(values.join(', ')).toBe('1, 2');
  });

  test.each([
    ['|400|text/plain|no', 'no'],
    ['|400||no', 'no'],
    ['|400|application/octet-stream|no', 'no'],
    ['|204|', ''],
    ['|400|application/json|', ''],
  ])('%s', async (path, text) => {
    const { body } = await readClientResponse(await get(`/${encodeURIComponent(path)}`)).catch((error: Error) => {
      // superagent keeps no bytes of a type that is none of text; that must not be taken for an empty body.
      expect([client, error.message]).toEqual(['superagent', expect.stringContaining('.buffer(true)')]);
      return { body: Buffer.from(text) };
    });
    expect(body.toString()).toBe(text);
  });

  test('a content coding that the client has undone is no more there', async () => {
    const { headers, body } = await readClientResponse(
      await get(`/${encodeURIComponent('|200|application/json|gzip')}`),
    );
    const coded = headers.some(([name]) => /^content-encoding$/i.test(name));
    // undici.request hands out what came.
    expect([coded, body.equals(coded ? gzipSync(TEXT) : Buffer.from(TEXT))]).toEqual([client === 'undici', true]);
  });

  test('after a redirect it is not the answer of the operation', async () => {
    const response = await get(`/${encodeURIComponent('|302')}`);
    if (client === 'undici') expect(await readClientResponse(response)).toMatchObject({ status: 302 });
    else await expect(readClientResponse(response)).rejects.toThrow('came after a redirect');
  });
});

test.each([
  ['a value', '|200|application/json|{"error":1}', '{"error":1}'],
  ['a string', '|200|application/json|"plants"', '"plants"'],
  ['a number', '|200|application/json|17', '17'],
  ['a string of a length that is not told', '|200|application/json|"plants"|chunked', '"plants"'],
  ['what is not JSON', '|200|application/json|<p>plants</p>', '<p>plants</p>'],
  ['nothing', '|200|application/json|', ''],
])('what axios has parsed is written again: %s', async (_, path, text) => {
  const response = await axios.get(`${url}/${encodeURIComponent(path)}`, any);
  expect((await readClientResponse(response)).body.toString()).toBe(text);
});

test.each([
  ['undefined', undefined, 'no response but undefined; is an await missing?'],
  ['null', null, 'no response but null'],
  ['a promise', Promise.resolve(), 'await it first'],
  ['an object', { code: 204 }, 'no response of supertest'],
])('%s is no response', async (_, value, message) => {
  await expect(readClientResponse(value)).rejects.toThrow(message);
});

test('a stream of axios is not read', async () => {
  const response = await axios.get<NodeJS.ReadableStream>(url, { responseType: 'stream' });
  await expect(readClientResponse(response)).rejects.toThrow('axios for no stream');
  response.data.resume();
});

describe('whether a request had a body is known', () => {
  const bodyOf = async (response: unknown) => (await readClientResponse(response)).requestBody?.toString();
  const form = new FormData();
  form.append('name', 'fern');

  test.each<[client: string, ask: () => Promise<unknown>, body: string | undefined]>([
    ['superagent, with none', () => agent.post(url), ''],
    ['superagent, with a text', () => agent.post(url).type('json').send('{"a":1}'), '{"a":1}'],
    ['superagent, with parts', () => agent.post(url).field('name', 'fern'), undefined],
    ['axios, with none', () => axios.post(url), ''],
    ['axios, with a value', () => axios.post(url, { a: 1 }), '{"a":1}'],
    ['axios, with parts', () => axios.post(url, form), undefined],
    ['fetch', () => fetch(url, { method: 'POST' }), undefined],
  ])('of %s', async (_client, ask, body) => {
    expect(await bodyOf(await ask())).toBe(body);
  });
});
