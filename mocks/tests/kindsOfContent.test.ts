/** What the mock writes and reads of every kind of content, parameter and credential. */

import { request } from 'node:http';
import { readContract } from '../../src/contract/load';
import { readForm } from '../../src/serialization/formReadings';
import { readXml, whyNotXml } from '../../src/serialization/xml';
import type { RequestLogEntry } from '../log/entry';
import { type Mock, serveMock } from '../server';

const KINDS = 'mocks/fixtures/kinds.yaml';

let mock: Mock;
const entries: RequestLogEntry[] = [];
beforeAll(async () => {
  mock = await serveMock({ contract: KINDS, port: 0, seed: 1, onRequest: (entry) => entries.push(entry) });
});
afterAll(() => mock.close());
beforeEach(() => {
  entries.length = 0;
});

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) };
    const sent = request(mock.url + path, { method, headers: all, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    sent.on('error', reject).end(body);
  });
}

const THING = { name: expect.stringMatching(/^[A-Z][a-z]+$/), size: expect.any(Number) };

describe('an answer that nobody chose satisfies its schema', () => {
  const answer = (accept: string) => ask('GET', '/answers/x', { accept });

  test.each(['application/json', 'text/plain', 'application/jose+jwe'])('as JSON under %s', async (accept) => {
    const { status, headers, body } = await answer(accept);
    expect([status, headers['content-type']]).toEqual([200, accept]);
    expect(JSON.parse(body)).toMatchObject(THING);
    expect(body).not.toContain('secret');
  });

  test.each(['application/xml', 'text/xml'])('as %s', async (accept) => {
    const { headers, body } = await answer(accept);
    expect(headers['content-type']).toBe(accept);
    expect(whyNotXml(body)).toBeUndefined();
    const schema = await schemaOf(accept);
    expect(readXml(body, schema)).toMatchObject({ size: expect.any(Number) });
  });

  test('as a form', async () => {
    const type = 'application/x-www-form-urlencoded';
    const { headers, body } = await answer(type);
    expect(headers['content-type']).toBe(type);
    expect(readForm(body, await schemaOf(type))).toMatchObject(THING);
  });

  test('as the parts of a body', async () => {
    const { headers, body } = await answer('multipart/form-data');
    const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(String(headers['content-type'])) ?? [];
    expect(body).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="size"`);
    expect(body).toContain(`--${boundary}--`);
  });

  test('as lines', async () => {
    const { body } = await answer('application/x-ndjson');
    const lines = body.trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject(THING);
  });

  test('as bytes, of a type that was accepted where a range is declared', async () => {
    expect(await answer('application/pdf')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
    });
    expect(await answer('image/webp')).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    const picture = await answer('image/*');
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(picture.body).toContain('PNG\r\n');
    expect((await answer('application/pdf')).body).toMatch(/^%PDF-/);
  });

  test('with the fields that it requires, and none that would frame it', async () => {
    const { headers, body } = await answer('application/json');
    expect(headers['x-flag']).toMatch(/^(true|false)$/);
    expect(headers['x-tags']).toMatch(/^(tall|small)(, ?|,)(tall|small)/);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('without what is only to be written', async () => {
    expect(JSON.parse((await ask('GET', '/cards')).body)).toEqual({ number: '1' });
  });

  test('with what HTTP asks of a status', async () => {
    expect((await ask('GET', '/cards', { prefer: 'code=405' })).headers['allow']).toBe('GET');
    expect((await ask('GET', '/interim')).status).toBe(200);
    expect((await ask('GET', '/interim', { prefer: 'code=100' })).status).toBe(200);
  });

  test('where no response is declared, or nothing satisfies it, something is answered', async () => {
    expect(await ask('GET', '/nothing')).toMatchObject({ status: 200, body: '' });
    expect((await ask('GET', '/impossible')).status).toBe(200);
    expect(entries[1]?.reasons).toEqual([
      expect.stringMatching(/^nothing was found that satisfies the schema of 200: /),
    ]);
  });
});

describe('examples that break their schema', () => {
  test('are mended where nobody asked for them, and the log says so', async () => {
    const { body } = await ask('GET', '/examples');
    expect(JSON.parse(body)).toEqual({ name: 'Fern', size: expect.any(Number), note: 'kept' });
    expect(entries[0]?.reasons).toEqual([
      'the example of 200 breaks its schema (/size must be integer) and is not served as it is',
    ]);
  });

  test('are served as they are where they are asked for, and the log says what is wrong', async () => {
    const { body, headers } = await ask('GET', '/examples', { prefer: 'example=broken' });
    expect(JSON.parse(body)).toEqual({ name: 'Fern', size: 'large', note: 'kept' });
    expect(headers['sl-violations']).toContain('/size must be integer');
    expect(entries[0]?.reasons).toEqual(['the example "broken" breaks its schema: /size must be integer']);
    await ask('GET', '/examples', { prefer: 'example=right' });
    expect(entries[1]?.reasons).toEqual([]);
  });

  test('are read where they are JSON as text', async () => {
    const { body } = await ask('GET', '/examples', { prefer: 'code=404' });
    expect(JSON.parse(body)).toEqual({ name: 'Ivy', size: 9 });
  });
});

const part = (name: string, content: string, type = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${type === '' ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n${content}\r\n`;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

test.each([
  ['application/json', '{"name":"Fern","size":7}', 204],
  ['application/json', '{"name":"Fern","size":6}', 422],
  ['application/json', '{"name":"Fern","size":7', 422],
  ['application/merge-patch+json', '{"name":"Fern","size":7}', 204],
  ['application/merge-patch+json', '{"name":"fern","size":7}', 422],
  [FORM, 'name=Fern&size=7&tags=a&tags=b', 204],
  [FORM, 'name=Fern&size=7&tags=a', 204],
  [FORM, 'name=Fern&size=70', 422],
  [FORM, 'name=Fern', 422],
  [FORM, '', 422],
  [MULTIPART, `${part('name', 'Fern')}${part('size', '7')}${part('tags', '["a"]', 'application/json')}--b--\r\n`, 204],
  [MULTIPART, `${part('name', 'Fern')}${part('size', '7')}${part('tags', 'a')}${part('tags', 'b')}--b--\r\n`, 204],
  [MULTIPART, `${part('name', 'Fern')}${part('size', '70')}--b--\r\n`, 422],
  [MULTIPART, `${part('name', 'Fern')}--b--\r\n`, 422],
  [MULTIPART, 'no part', 422],
  ['multipart/form-data', 'no boundary', 415],
  ['application/xml', '<Thing name="Fern"><size>7</size></Thing>', 204],
  ['application/xml', '<Thing name="Fern"><size>6</size></Thing>', 422],
  ['application/xml', '<Thing name="Fern">', 422],
  ['text/plain', 'Fern', 204],
  ['text/plain', 'Ferns and mosses', 422],
  ['text/plain; charset=utf-16le', 'F\0e\0r\0n\0', 204],
  ['application/octet-stream', '\u0000\u0001', 204],
  ['text/csv', 'a,b', 415],
  ['application/json', '', 422],
])('a body of %s is read: %j', async (type, body, status) => {
  expect((await ask('POST', '/bodies', { 'content-type': type }, body)).status).toBe(status);
});

test.each([
  ['/styles/1,2/.3.4/;matrix=5', {}, 204],
  ['/styles/1,a/.3.4/;matrix=5', {}, 422],
  ['/styles/1/.3.b/;matrix=5', {}, 422],
  ['/styles/1/.3/;matrix=c', {}, 422],
  ['/styles/1/.3/;matrix=5?piped=1%7C2&spaced=true%20false', {}, 204],
  ['/styles/1/.3/;matrix=5?piped=1%7Cx', {}, 422],
  ['/styles/1/.3/;matrix=5?spaced=true%20maybe', {}, 422],
  ['/styles/1/.3/;matrix=5?deep[a]=1&deep[b][c]=true', {}, 204],
  ['/styles/1/.3/;matrix=5?deep[a]=x', {}, 422],
  ['/styles/1/.3/;matrix=5?deep[z]=1', {}, 422],
  ['/styles/1/.3/;matrix=5?deep[b][c]=1', {}, 422],
  ['/styles/1/.3/;matrix=5?R=1&G=2', {}, 204],
  ['/styles/1/.3/;matrix=5?R=1&G=x', {}, 422],
  ['/styles/1/.3/;matrix=5?filter=%7B%7D', {}, 204],
  ['/styles/1/.3/;matrix=5?filter=%7B', {}, 422],
  ['/styles/1/.3/;matrix=5', { 'x-list': '1, 2', 'x-map': 'R=1', cookie: 'a=b; session=7' }, 204],
  ['/styles/1/.3/;matrix=5', { 'x-list': '1, x' }, 422],
  ['/styles/1/.3/;matrix=5', { 'x-map': 'R=x' }, 422],
  ['/styles/1/.3/;matrix=5', { cookie: 'session=x' }, 422],
])('parameters are read in their styles: %s %j', async (path, headers, status) => {
  expect((await ask('GET', path, headers)).status).toBe(status);
});

test.each([
  [{}, '', 401],
  [{ authorization: 'payone-hmac-sha256 x' }, '', 401],
  [{ authorization: 'Bearer x' }, '?key=k', 401],
  [{ authorization: 'Payone-HMAC-SHA256 x' }, '?key=k', 204],
  [{ cookie: 'sid=1' }, '', 204],
])('credentials are understood, together and as alternatives: %j %s', async (headers, query, status) => {
  expect((await ask('GET', `/guarded${query}`, headers)).status).toBe(status);
});

test.each([
  ['exampel=right', 400, 'Did you mean \\"example\\"?'],
  ['colour=green', 400, 'There are code=404, example=NAME'],
  ['code=abc', 422, '"The preference \\"code\\" is malformed; write it as code=404, with a status of three digits."'],
  ['dynamic=maybe, code=99', 422, 'three digits. The preference \\"dynamic\\" is malformed; write it as dynamic=true'],
  ['example=', 422, 'The preference \\"example\\" is malformed; write it as example=NAME'],
  ['example=none', 404, 'has broken, right (200)'],
  ['code=404, example=right', 404, 'The example \\"right\\" of 404 does not exist'],
  ['code=500', 404, 'declares 200, 404'],
  ['return=minimal, respond-async, handling=lenient', 200, 'Fern'],
  ['odata.maxpagesize=5', 200, 'Fern'],
])('Prefer: %s is answered with what there is', async (prefer, status, said) => {
  const answered = await ask('GET', '/examples', { prefer });
  expect(answered.status).toBe(status);
  expect(answered.body).toContain(said);
});

test('a contract may have preferences of its own', async () => {
  expect((await ask('GET', '/preferring', { prefer: 'colour=green' })).status).toBe(204);
});

async function schemaOf(type: string) {
  const [operation] = (await readContract(KINDS)).operations;
  const schema = operation?.responses[0]?.media.find((media) => media.type === type)?.schema;
  if (!schema) throw new Error(`the fixture has no ${type}`);
  return schema;
}
