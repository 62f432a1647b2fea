/** A mock that answers as a service was recorded to answer, and one that records. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, type MockOptions, serveMock } from '../server';

const started: Mock[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
  for (const server of servers.splice(0)) server.close();
});

const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text: { type: 'string' } } };
const shown = { description: 'd', content: { 'application/json': { schema: note } } };
const list = { description: 'd', content: { 'application/json': { schema: { type: 'array', items: note } } } };
const login = { type: 'object', properties: { access_token: { type: 'string' } } };
const contract = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  servers: [{ url: '/api' }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/notes': {
      get: { parameters: [{ name: 'tag', in: 'query', schema: { type: 'string' } }], responses: { 200: list } },
      post: { requestBody: { content: { 'application/json': { schema: note } } }, responses: { 201: shown } },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        security: [{ bearer: [] }],
        responses: { 200: shown, 401: { description: 'd' }, 404: { description: 'd' } },
      },
    },
    '/login': {
      post: { responses: { 200: { description: 'd', content: { 'application/json': { schema: login } } } } },
    },
  },
};

const files = (har: object = { log: { entries: [] } }) =>
  folderOf({ 'openapi.json': JSON.stringify(contract), 'tape.har': JSON.stringify(har) });

async function start(folder: string, options: Partial<MockOptions>) {
  const mock = await serveMock({ contract: join(folder, 'openapi.json'), port: 0, seed: 7, ...options });
  started.push(mock);
  return { mock, ask: supertest(mock.url) };
}

/** @param posted the body of the request. */
function entry(method: string, path: string, status: number, answer: unknown, posted?: object) {
  return {
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 1,
    request: {
      method,
      url: `http://service.example/api${path}`,
      headers: [],
      ...(posted ? { postData: { mimeType: 'application/json', text: JSON.stringify(posted) } } : {}),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Location', value: 'http://service.example/api/notes/7' },
        { name: 'Content-Length', value: '999' },
        { name: 'Access-Control-Allow-Origin', value: 'http://other.example' },
        { name: 'Connection', value: 'close' },
      ],
      content: { mimeType: 'application/json', text: JSON.stringify(answer) },
    },
  };
}

const replayed = (...entries: object[]) => {
  const folder = files({ log: { entries } });
  return start(folder, { replay: [join(folder, 'tape.har')] });
};

test('what was recorded is answered as it was, and all else by the contract', async () => {
  const { ask } = await replayed(
    entry('GET', '/notes?tag=a', 200, [{ id: 7, text: 'seven' }]),
    entry('GET', '/notes/7', 200, { id: 7, text: 'seven' }),
  );
  const { headers } = await ask.get('/api/notes?tag=a').expect(200, [{ id: 7, text: 'seven' }]);
  expect(headers).toMatchObject({ location: '/api/notes/7', vary: 'Origin' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  // With or without the base path of the contract, and without the credential that the contract asks for.
  await ask.get('/notes/7').expect(200, { id: 7, text: 'seven' });
  await ask.get('/notes/8').expect(401);
  expect((await ask.get('/notes?tag=b').expect(200)).body[0].text).not.toBe('seven');
});

test('equal requests are answered in turn, whatever the order of query and members', async () => {
  const { mock, ask } = await replayed(
    entry('POST', '/notes', 201, { id: 1 }, { id: 5, text: 'a' }),
    entry('POST', '/notes', 201, { id: 2 }, { text: 'a', id: 5 }),
    entry('POST', '/notes', 201, { id: 3 }, { id: 6, text: 'b' }),
  );
  const post = (body: object) => ask.post('/notes').send(body).expect(201);
  expect((await post({ text: 'a', id: 5 })).body.id).toBe(1);
  expect((await post({ id: 5, text: 'a' })).body.id).toBe(2);
  expect((await post({ id: 5, text: 'a' })).body.id).toBe(2);
  expect((await post({ id: 6, text: 'b' })).body.id).toBe(3);
  mock.reset();
  expect((await post({ id: 5, text: 'a' })).body.id).toBe(1);
});

test('what a test tells, and what a request prefers, counts more than a recording', async () => {
  const { mock, ask } = await replayed(entry('GET', '/notes/7', 200, { id: 7, text: 'seven' }));
  const asked = () => ask.get('/notes/7').set('authorization', 'Bearer t');
  await asked().set('prefer', 'code=404').expect(404);
  mock.answer('GET /notes/{id}', { status: 404, times: 1 });
  await asked().expect(404);
  await asked().expect(200, { id: 7, text: 'seven' });
});

test('a recorded answer that breaks the contract is given, and the log says so', async () => {
  const { mock, ask } = await replayed(entry('GET', '/notes/7', 200, { id: 'seven' }));
  await ask.get('/notes/7').expect(200, { id: 'seven' });
  expect(mock.requests()[0]?.reasons.join()).toMatch(/^as recorded in .*tape\.har: .*\/id must be integer/);
});

test('what the contract does not have is answered as recorded, too', async () => {
  const { ask } = await replayed(entry('GET', '/health', 200, { status: 'up' }));
  await ask.get('/api/health').expect(200, { status: 'up' });
  await ask.get('/api/other').expect(404);
});

test.each<[string, (folder: string) => Partial<MockOptions>, RegExp]>([
  ['a file that is not there', (folder) => ({ replay: [join(folder, 'none.har')] }), /none\.har cannot be read/],
  ['a file without an exchange', (folder) => ({ replay: [join(folder, 'tape.har')] }), /has no whole exchange/],
  ['a mock that keeps state', (folder) => ({ replay: [join(folder, 'tape.har')], stateful: true }), /does not change/],
  ['a recording of no service', (folder) => ({ record: join(folder, 'new.har') }), /There is no service/],
  [
    'a recording that cannot be written',
    (folder) => ({ record: join(folder, 'no', 'new.har'), upstream: 'http://127.0.0.1:9' }),
    /cannot be written/,
  ],
])('%s is refused', async (_, options, why) => {
  const folder = files();
  await expect(start(folder, options(folder))).rejects.toThrow(why);
});

test('what a service answers is recorded without secrets, and can be replayed', async () => {
  const server = createServer((request, response) => {
    const answers: Record<string, object> = {
      '/api/notes/7': { id: 7, text: 'seven' },
      '/api/login': { access_token: 'verysecrettoken' },
    };
    const answer = answers[request.url ?? ''];
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const folder = files();
  const record = join(folder, 'new.har');
  const { mock, ask } = await start(folder, { upstream, record });
  await ask.get('/notes/7').set('authorization', 'Bearer topsecretcredential').expect(200);
  await ask.post('/login').send({ password: 'mysecretpassword' }).expect(200);
  // The service has it not: the mock answers, and that is no recording.
  await ask.get('/notes').expect(200);
  const written = readFileSync(record, 'utf8');
  expect(written).not.toMatch(/topsecret|verysecret|mysecret/);
  expect(JSON.parse(written).log.entries.map(({ request }: { request: { method: string } }) => request.method)).toEqual(
    ['GET', 'POST'],
  );
  expect(existsSync(record) && statSync(record).mode & 0o077).toBe(0);
  await mock.close();
  started.splice(0);
  const again = await start(folder, { replay: [record] });
  await again.ask.get('/notes/7').expect(200, { id: 7, text: 'seven' });
});
