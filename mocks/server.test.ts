import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { ContractError } from '../src/contract/clause';
import { UsageError } from '../src/support/errors';
import { freePort } from '../src/support/testing/ports.testing';
import type { RequestLogEntry } from './log/entry';
import { type Mock, type MockOptions, makeCertificate, serveMock } from './server';

const PLANT_STORE = 'openapi.yaml';
const GARDEN = 'mocks/fixtures/garden.yaml';
const BEARER = { authorization: 'Bearer t' };

describe('the Plant Store', () => {
  let mock: Mock;
  const entries: RequestLogEntry[] = [];

  beforeAll(async () => {
    mock = await serveMock({ contract: PLANT_STORE, port: 0, onRequest: (entry) => entries.push(entry) });
  });
  afterAll(() => mock.close());

  const remove = (id: string, headers: Record<string, string> = BEARER) =>
    supertest(mock.url).delete(`/plants/${id}`).set(headers);

  test('a plant is deleted, and nothing but the status is said', async () => {
    const said = await raw(
      mock.url,
      'DELETE /plants/101 HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n',
    );
    expect(said).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
    expect(said).toMatch(/\r\n\r\n$/);
    expect(said).not.toMatch(/^(?:content-|transfer-)/im);
  });

  test.each(['0', '-1', '101', '9007199254740993', '9223372036854775807', '-9223372036854775808', '%31'])(
    '%s is an id',
    async (id) => {
      await remove(id).expect(204);
    },
  );

  test.each([
    'abc',
    '1.5',
    '1.0',
    '1e3',
    '0x10',
    '%20',
    '%201',
    '1,2',
    'true',
    'null',
    '+1',
    '01',
    '',
    '%zz',
    '%ff',
    '%00',
    '%2F',
    '9223372036854775808',
    '-9223372036854775809',
    '1'.repeat(40),
    '1'.repeat(400),
  ])('"%s" is no id', async (id) => {
    const { body, status } = await remove(id).expect('content-type', 'application/json');
    expect(status).toBe(400);
    expect(body).toEqual({ error: 1, message: 'The plant could not be deleted.' });
  });

  test.each(['Bearer t', 'bearer t', 'BEARER t'])('"%s" is a credential', async (authorization) => {
    await remove('1', { authorization }).expect(204);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic dTpw', 't', 'Bearert'])('"%s" is no credential', async (authorization) => {
    await remove('1', { authorization }).expect(401).expect('www-authenticate', 'Bearer');
  });

  test('a request without a credential, or with one in the query, is refused', async () => {
    await remove('1', {}).expect(401).expect('www-authenticate', 'Bearer');
    await remove('1?access_token=t', {}).expect(401);
  });

  test('a preferred answer is given', async () => {
    const { body } = await remove('1', { ...BEARER, prefer: 'code=400, example=inUse' }).expect(400);
    expect(body).toMatchObject({ error: 2 });
  });

  test('a preferred status that is not declared is answered with those that are', async () => {
    const { body } = await remove('1', { ...BEARER, prefer: 'code=418' }).expect(404);
    expect(body.detail).toContain('DELETE /plants/{id} declares 204, 400.');
  });

  test('malformed JSON is answered with the declared Error', async () => {
    const { body } = await remove('1').set('content-type', 'application/json').send('{"a"').expect(400);
    expect(body).toEqual({ error: 1, message: 'The plant could not be deleted.' });
  });

  test('each request is told, with what it breaks', async () => {
    entries.length = 0;
    await remove('abc');
    expect(entries).toEqual([
      {
        method: 'DELETE',
        target: '/plants/abc',
        operation: 'DELETE /plants/{id}',
        status: 400,
        durationMs: expect.any(Number),
        reasons: ['Request path parameter id must be integer'],
      },
    ]);
  });
});

describe('HTTP', () => {
  let mock: Mock;
  const entries: RequestLogEntry[] = [];
  beforeAll(async () => {
    mock = await serveMock({ contract: GARDEN, port: 0, onRequest: (entry) => entries.push(entry) });
  });
  afterAll(() => mock.close());

  test.each([
    '/keyed?key=s3cret',
    '/keyed?limit=1&%6Bey=s3cret&b=2',
    '/keyed?%6b%65%79=s3cret',
    '/keyed?KEY=s3cret=?',
    '/keyed??key=s3cret',
    '/keyed?a=1?key=s3cret',
    '/keyed?a=1#key=s3cret',
    '/keyed?key=other&key=s3cret',
    '/plants?access%5Ftoken=s3cret',
    '/plants?access%5ftoken=s3cret&sort=name',
    '/plants?pass+word=s3cret',
    '/nowhere?Access_Token=s3cret',
    'http://h/keyed?key=s3cret',
  ])('what %s holds is no matter of a log', async (target) => {
    entries.length = 0;
    await raw(mock.url, `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('s3cret');
    expect(entries[0]?.target).toContain(target.slice(0, target.indexOf('s3cret')).replace('other', '***'));
  });

  test.each(['/plants?monkey=s3cret', '/plants?sort=key%3Ds3cret', '/plants?key', '/key=s3cret'])(
    'a log has %s in full',
    async (target) => {
      entries.length = 0;
      await supertest(mock.url).get(target);
      expect(entries[0]?.target).toBe(target);
    },
  );

  test('HEAD answers as GET, without the content', async () => {
    const [get, head] = await Promise.all([supertest(mock.url).get('/plants'), supertest(mock.url).head('/plants')]);
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.text ?? '').toBe('');
  });

  test('OPTIONS and unknown methods are told what there is', async () => {
    await supertest(mock.url).options('/plants').expect(204).expect('allow', 'GET, POST, HEAD, OPTIONS');
    await supertest(mock.url).patch('/plants').expect(405).expect('allow', 'GET, POST, HEAD, OPTIONS');
    expect(await raw(mock.url, 'OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 204 /,
    );
  });

  test('the base path of the servers is taken, and a path without it', async () => {
    await supertest(mock.url).get('/live/v1/plants/7').expect(200);
    await supertest(mock.url).get('/plants/7').expect(200);
    await supertest(mock.url).get('/v1/plants/7').expect(404);
  });

  test('a target may be a whole URL', async () => {
    const said = await raw(
      mock.url,
      'GET http://garden.example/plants/mine HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );
    expect(said).toMatch(/^HTTP\/1\.1 200 [\s\S]*mine$/);
  });

  test('what a client says and what a response says are not mixed up with templates', async () => {
    await supertest(mock.url).get('/plants/mine').expect(200, 'mine');
    await supertest(mock.url).get('/plants/7.json').expect(200);
    await supertest(mock.url).get('/beds/a/rows/3').expect(200);
    await supertest(mock.url).get('/plants/*').expect(422);
    await supertest(mock.url).get('/plants/:id').expect(422);
  });

  test('a page of another origin may send credentials, and sees every header', async () => {
    const origin = 'http://garden.test';
    const { headers } = await supertest(mock.url).get('/plants').set('origin', origin).expect(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'X-Total, X-Page, X-More, Content-type',
      vary: 'Origin',
    });
  });

  test('what a browser takes for a document has an origin of its own, and nothing else has', async () => {
    const policyOf = async (path: string, accept: string, url = mock.url) =>
      (await supertest(url).get(path).set({ accept })).headers['content-security-policy'];
    expect(await policyOf('/plants', 'application/xml')).toMatch(/^sandbox (?!.*allow-same-origin).* allow-scripts/);
    expect(await policyOf('/framed', 'text/html')).toMatch(/^default-src 'self', sandbox /);
    expect(await policyOf('/plants', 'application/json')).toBeUndefined();
    expect(await policyOf('/plants', 'text/csv')).toBeUndefined();
    expect(await policyOf('/nowhere', 'text/html')).toBeUndefined();
    const bare = await serveMock({ contract: GARDEN, port: 0, docs: false });
    const policies = [
      await policyOf('/framed', 'text/html', bare.url),
      await policyOf('/plants', 'application/xml', bare.url),
    ];
    await bare.close();
    expect(policies).toEqual(["default-src 'self'", undefined]);
  });

  test('a preflight is answered for as long as browsers keep it', async () => {
    const { headers, status } = await supertest(mock.url).options('/plants/1').set({
      origin: 'http://garden.test',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,prefer',
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'http://garden.test',
      'access-control-allow-methods': 'GET, PUT, DELETE',
      'access-control-allow-headers': 'authorization,prefer',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
  });

  test('too large a body is refused, announced or not', async () => {
    const head = 'POST /plants HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nConnection: close\r\n';
    expect(await raw(mock.url, `${head}Content-Length: 10485761\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    const body = `"${'x'.repeat(10 * 1024 * 1024)}"`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await raw(mock.url, chunked)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each<[coding: string, body: (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
    ['gzip', Buffer.from],
    ['a-coding-of-my-own', Buffer.from],
  ])('a body with the coding %s is judged by its content', async (coding, body) => {
    const send = (text: string) =>
      fetch(`${mock.url}/plants`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': coding },
        body: body(text),
      });
    expect((await send('{"name":"Fern"}')).status).toBe(201);
    const refused = await send('{"name":1}');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('name');
  });

  test.each([11_000_000, 20_000_000])('a compressed body that expands to %d bytes is refused', async (bytes) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync(' '.repeat(bytes));
    expect((await fetch(`${mock.url}/plants`, { method: 'POST', headers, body })).status).toBe(413);
  });

  test('tuples and durations are made up as they are declared, and tuples judged so', async () => {
    const walk = (body: unknown[], prefer = 'dynamic=false') =>
      supertest(mock.url).post('/walks').set({ prefer }).send(body);
    const { body } = await walk([1, 'a']).expect(200);
    expect(body).toEqual({
      from: [expect.any(Number), expect.stringMatching(/^.{8}/)],
      lasts: { value: expect.stringMatching(/^P.*\d/) },
      kept: { prefixItems: [1], format: 'duration' },
    });
    const dynamic = await walk([1, 'a'], 'dynamic=true').expect(200);
    expect(dynamic.body.from).toEqual([expect.any(Number), expect.stringMatching(/^.{8}/)]);
    await walk(['a', 1]).expect(422);
    await walk([1, 'a', 1]).expect(422);
    await walk([1]).expect(200);
  });

  test('a form of too many fields is refused', async () => {
    const send = (fields: number) =>
      supertest(mock.url)
        .post('/items/x')
        .type('form')
        .send(Array.from({ length: fields }, (_, at) => `f${at}=1`).join('&'));
    await send(10_000).expect(204);
    await send(10_001).expect(413).expect('content-type', 'application/problem+json');
  });

  test('many items that must be unique keep nobody waiting', async () => {
    const items = Array.from({ length: 50_000 }, (_, id) => ({ id }));
    await supertest(mock.url).post('/items/x').send(items).expect(204);
    await supertest(mock.url)
      .post('/items/x')
      .send([...items, { id: 7 }])
      .expect(422);
  });

  test('a log quotes no more of a request than anybody reads', async () => {
    entries.length = 0;
    await supertest(mock.url)
      .post('/items/x')
      .send([{ ['x'.repeat(100_000)]: 1 }])
      .expect(422);
    expect(JSON.stringify(entries[0]?.reasons)).toContain('xxx');
    expect(JSON.stringify(entries).length).toBeLessThan(10_000);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a header that is none', 'GET /plants HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n'],
    ['two lengths', 'POST /plants HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a header section beyond 16 KiB', `GET /plants HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a URL far beyond 16 KiB', `GET /plants?${'x'.repeat(300_000)} HTTP/1.1\r\nHost: h\r\n\r\n`],
  ])('%s is answered, and the connection ended', async (_name, bytes) => {
    expect(await raw(mock.url, bytes)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*Connection: close/);
    await supertest(mock.url).get('/plants').expect(200);
  });
});

test.each([
  ['patch /plants HTTP/1.1\r\nHost: h\r\nOrigin: http://garden.test\r\n\r\n', 400],
  [`GET /plants?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: h\r\nOrigin: http://garden.test\r\n\r\n`, 431],
])('a page of another origin sees why %.20s… is refused, unless there is no CORS', async (bytes, status) => {
  for (const cors of [true, false]) {
    const entries: RequestLogEntry[] = [];
    const mock = await serveMock({ contract: GARDEN, port: 0, cors, onRequest: (entry) => entries.push(entry) });
    const said = await raw(mock.url, bytes);
    await mock.close();
    expect(said.includes('Access-Control-Allow-Origin: http://garden.test\r\n')).toBe(cors);
    expect(said.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(said).toMatch(/\r\n\r\n\{"type":"about:blank",.*"detail":".+"\}$/);
    expect(entries).toEqual([expect.objectContaining({ status, reasons: [expect.stringMatching(/./)] })]);
  }
});

describe('what lacks a credential', () => {
  let mock: Mock;
  const entries: RequestLogEntry[] = [];
  beforeAll(async () => {
    mock = await serveMock({
      contract: 'mocks/fixtures/tokens.yaml',
      port: 0,
      onRequest: (entry) => entries.push(entry),
    });
  });
  afterAll(() => mock.close());

  test.each([
    ['/mine', 'Bearer', 'Bearer'],
    ['/key', undefined, 'the query parameter key and the header X-Key or the cookie sid'],
    ['/any', 'Bearer, Basic realm="*"', 'the header X-Key or Bearer and the header X-Key or Basic'],
    ['/told', 'bearer realm="told"', 'Bearer'],
  ])('%s is refused with the challenge %s, and the log says that it lacks %s', async (path, challenge, lacking) => {
    entries.length = 0;
    const { headers } = await supertest(mock.url).get(path).set('authorization', 'none').expect(401);
    expect(headers['www-authenticate']).toBe(challenge);
    expect(entries[0]?.reasons).toEqual([`no credential of the kind that is required: ${lacking}`]);
  });

  test('a 401 that is preferred has the challenge, and lacks nothing', async () => {
    entries.length = 0;
    const headers = { authorization: 'Bearer t', 'x-key': 'k', prefer: 'code=401' };
    await supertest(mock.url)
      .get('/any')
      .set(headers)
      .expect(401)
      .expect('www-authenticate', 'Bearer, Basic realm="*"');
    expect(entries[0]?.reasons).toEqual([]);
  });
});

describe('starting and ending', () => {
  test('a mock that is closed ends its connections', async () => {
    const port = await freePort();
    const mock = await serveMock({ contract: PLANT_STORE, port });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('DELETE /plants/1 HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'data');
    await Promise.all([mock.close(), once(socket, 'close')]);
    await expect(supertest(mock.url).get('/')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a contract that cannot be used is told, and nothing listens', async () => {
    await expect(serveMock({ contract: 'mocks/fixtures/none.yaml', port: 0 })).rejects.toThrow(ContractError);
  });

  test.each([
    [{ fail: 5 }, 'The share 5 to fail is none; give it from 0 to 1, such as 0.05.'],
    [{ fail: -0.1 }, 'The share -0.1 to fail is none; give it from 0 to 1, such as 0.05.'],
    [{ fail: Number.NaN }, 'The share NaN to fail is none; give it from 0 to 1, such as 0.05.'],
    [{ delay: -1 }, 'The delay -1 is no time; give milliseconds up to 60000, such as 200 or [100, 800].'],
    [{ delay: 60_001 }, 'The delay 60001 is no time; give milliseconds up to 60000, such as 200 or [100, 800].'],
    [
      { delay: [800, 100] },
      'The delay [ 800, 100 ] is no time; give milliseconds up to 60000, such as 200 or [100, 800].',
    ],
    [{ delay: '200' }, "The delay '200' is no time; give milliseconds up to 60000, such as 200 or [100, 800]."],
    [{ port: 70_000 }, 'The port 70000 is none; give one up to 65535, or 0 for any that is free.'],
    [{ host: '' }, 'The host is empty; name an address of this machine, such as 127.0.0.1.'],
    [{ docs: '_docs' }, 'The path "_docs" of the page is none; write it as /_espalier, or give false for no page.'],
    [{ docs: '/' }, 'The path "/" of the page is none; write it as /_espalier, or give false for no page.'],
  ])('%j is refused', async (options, message) => {
    const starting = serveMock({ contract: PLANT_STORE, port: 0, ...(options as Partial<MockOptions>) });
    await starting.then((mock) => mock.close()).catch(() => undefined);
    await expect(starting).rejects.toThrow(new UsageError(message));
  });

  test('a port in use is told', async () => {
    const mock = await serveMock({ contract: PLANT_STORE, port: 0 });
    const port = Number(new URL(mock.url).port);
    await expect(serveMock({ contract: PLANT_STORE, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await mock.close();
  });

  test('a seed makes what is made up repeatable', async () => {
    const bodies: unknown[] = [];
    for (const seed of [7, 7, 8]) {
      const mock = await serveMock({ contract: GARDEN, port: 0, dynamic: true, seed });
      bodies.push((await supertest(mock.url).get('/plants/1').expect(200)).body);
      await mock.close();
    }
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).not.toEqual(bodies[2]);
  });
});

describe('what a frontend wants to see', () => {
  const started: Mock[] = [];
  const start = async (options: Omit<MockOptions, 'contract'>, contract = PLANT_STORE) => {
    const mock = await serveMock({ contract, port: 0, ...options });
    started.push(mock);
    return mock;
  };
  afterEach(() => Promise.all(started.splice(0).map((mock) => mock.close())));
  const remove = (mock: Mock, id: string, headers = {}) =>
    supertest(mock.url)
      .delete(`/plants/${id}`)
      .set({ ...BEARER, ...headers });

  test('an answer takes as long as it is told to', async () => {
    const mock = await start({ delay: [150, 200] });
    const before = performance.now();
    await remove(mock, '1').expect(204);
    expect(performance.now() - before).toBeGreaterThan(140);
  });

  test('one request may ask for a wait, and a mock that is closed ends it', async () => {
    const mock = await start({});
    const before = performance.now();
    await remove(mock, '1', { prefer: 'wait=0.1' }).expect(204);
    expect(performance.now() - before).toBeGreaterThan(90);
    // That the mock has begun to answer is known from its 100.
    const headers = { ...BEARER, prefer: 'wait=50', expect: '100-continue', 'content-length': 0 };
    const waiting = request(`${mock.url}/plants/1`, { method: 'DELETE', headers });
    waiting.flushHeaders();
    await once(waiting, 'continue');
    waiting.end();
    const [[response]] = await Promise.all([once(waiting, 'response'), mock.close()]);
    expect(response.statusCode).toBe(204);
  });

  test('a connection is dropped where that is preferred', async () => {
    const mock = await start({});
    await expect(remove(mock, '1', { prefer: 'drop' })).rejects.toThrow(/socket hang up/);
    await remove(mock, '1').expect(204);
  });

  test('failures are as many as asked for, as declared, and repeatable', async () => {
    const statuses = async (contract: string, path: string) => {
      const mock = await start({ fail: 0.5, seed: 7 }, contract);
      const found: number[] = [];
      for (let at = 0; at < 20; at += 1) found.push((await supertest(mock.url).get(path)).status);
      return found;
    };
    const [first, second] = [await statuses(GARDEN, '/plants'), await statuses(GARDEN, '/plants')];
    expect(first).toEqual(second);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    const mock = await start({ fail: 1 });
    await remove(mock, '1').expect(503).expect('content-type', 'application/problem+json');
  });

  test('what was deleted is gone until it is reset', async () => {
    const mock = await start({ stateful: true });
    await remove(mock, '1', { authorization: 'none' }).expect(401);
    await remove(mock, '1').expect(204);
    await remove(mock, '2').expect(204);
    await remove(mock, '1').expect(400);
    await remove(mock, '%31').expect(400);
    await remove(mock, '1', { prefer: 'code=204' }).expect(204);
    mock.reset();
    await remove(mock, '1').expect(204);

    const garden = await start({ stateful: true }, GARDEN);
    await supertest(garden.url).delete('/plants/1').expect(204);
    await supertest(garden.url).get('/plants/1').expect(404);
    await supertest(garden.url).put('/plants/1').send({ name: 'Fern' }).expect(204);
    await supertest(garden.url).get('/plants/1').expect(200);
  });
});

/** What comes back over a connection of its own, until it is ended. */
async function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(60_000, () => socket.destroy(new Error('the connection was not ended')));
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

test.each(['', 'Host: a\r\nHost: a\r\n', 'Host: a\r\nhOST: b\r\n', 'Host: a/b\r\n', 'Host: localhost:4010:x\r\n'])(
  'a request whose Host fields are %j is refused and logged',
  async (fields) => {
    const entries: RequestLogEntry[] = [];
    const mock = await serveMock({ contract: GARDEN, port: 0, onRequest: (entry) => entries.push(entry) });
    try {
      const said = await raw(mock.url, `GET /plants HTTP/1.1\r\n${fields}\r\n`);
      expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Connection: close[\s\S]*"detail":"[^"]*Host field/);
      expect(entries).toMatchObject([{ method: 'GET', target: '/plants', status: 400 }]);
    } finally {
      await mock.close();
    }
  },
);

test('what is made up is asked for beside what is held', async () => {
  const mock = await serveMock({ contract: 'mocks/fixtures/upstream.yaml', port: 0, stateful: true });
  await supertest(mock.url).post('/orders').send({ id: 41, customer: 'Ada' }).expect(201);
  const ask = (prefer: string) => supertest(mock.url).get('/orders/41').set('Prefer', prefer).expect(200);
  expect((await ask('wait=0')).body).toEqual({ id: 41, customer: 'Ada' });
  expect((await ask('dynamic=true')).body.customer).not.toBe('Ada');
  await supertest(mock.url).delete('/orders/41').set('Prefer', 'dynamic=true');
  expect((await ask('wait=0')).body).toEqual({ id: 41, customer: 'Ada' });
  await mock.close();
});

test('what nobody has made may be there if a service behind the mock has made it, until it is removed', async () => {
  const upstream = { url: 'http://127.0.0.1:9', mocked: ['**'] };
  const mock = await serveMock({ contract: 'mocks/fixtures/upstream.yaml', port: 0, stateful: true, upstream });
  expect((await supertest(mock.url).get('/orders/501').expect(200)).body).toMatchObject({ id: 501 });
  await supertest(mock.url).delete('/orders/501').expect(204);
  await supertest(mock.url).get('/orders/501').expect(404);
  await mock.close();
});

test('the mock speaks HTTPS, with a certificate for this machine', async () => {
  const https = makeCertificate(['localhost', '127.0.0.1']);
  const mock = await serveMock({ contract: PLANT_STORE, port: 0, https });
  expect(mock.url).toMatch(/^https:/);
  await supertest(mock.url).delete('/plants/1').ca(https.cert).set(BEARER).expect(204);
  await expect(supertest(mock.url).delete('/plants/1')).rejects.toThrow(/self-signed/);
  await mock.close();
});
