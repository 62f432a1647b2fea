import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import supertest from 'supertest';
import type { RequestLogEntry } from '../log/entry';
import { type Mock, serveMock } from '../server';

const SHOP = 'mocks/fixtures/upstream.yaml';

let service: Server;
let url: string;
let mock: Mock;
let asked: { readonly line: string; readonly headers: IncomingMessage['headers']; bytes: number }[] = [];
let entries: RequestLogEntry[] = [];

/** A service that has half of the contract: no DELETE, no invoices. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  const noted = { line: `${request.method} ${request.url}`, headers: request.headers, bytes: 0 };
  asked.push(noted);
  const say = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
  request.on('data', (piece: Buffer) => {
    noted.bytes += piece.length;
  });
  if (path === '/v1/orders' && request.method === 'GET')
    return void say(200, [{ id: 'seven', customer: 'Ada' }], {
      'Set-Cookie': 's=1; Path=/v1; Domain=127.0.0.1',
      Connection: 'x-hop',
      'X-Hop': '1',
      'Access-Control-Allow-Origin': 'http://other.example',
    });
  if (path === '/v1/orders' && request.method === 'POST')
    return void request.on('end', () => say(201, { id: 7, customer: 'Ada' }, { Location: `${url}/v1/orders/7` }));
  if (/^\/v1\/orders\/\d+$/.test(path)) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { Allow: 'GET' }).end();
    return void (path.endsWith('/7') ? say(200, { id: 7, customer: 'Ada' }) : say(404, { error: 'no such order' }));
  }
  request.resume();
  say(404, { error: 'no such path' });
}

beforeAll(async () => {
  service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  mock = await serveMock({
    contract: SHOP,
    port: 0,
    upstream: { url: `${url}/v1`, mocked: ['GET /prices'] },
    onRequest: (entry) => entries.push(entry),
  });
});
beforeEach(() => {
  asked = [];
  entries = [];
});
afterEach(() => mock.reset());
afterAll(async () => {
  await mock.close();
  service.close();
});

const answeredBy = ({ headers }: { headers: Record<string, string> }) => headers['espalier-answered-by'];

test.each([
  '/../admin',
  '/orders/../../admin',
  '/orders/%2e%2e/%2E%2E/admin',
  '/..%2fadmin',
  '/..\\admin',
  '/%252e%252e%252fadmin',
  '/..;/admin',
  '/v1/../admin',
  'http://127.0.0.1/../admin',
  'http://127.0.0.1/v1/%2e%2e/admin?x=1',
])('nothing beyond the base URL of the service is asked for: %s', async (target) => {
  const { port } = new URL(mock.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*may lead beyond \/v1/);
  expect(asked).toEqual([]);
});

test('what the service answers is passed on, judged, and made an answer of the mock', async () => {
  const answer = await supertest(mock.url)
    .get('/orders?limit=1')
    .set({ Origin: 'http://localhost:5173', Authorization: 'Bearer secret', Connection: 'close, x-own', 'X-Own': '1' })
    .expect(200, [{ id: 'seven', customer: 'Ada' }]);
  expect(answeredBy(answer)).toBe('service');
  expect(answer.headers['set-cookie']).toEqual(['s=1; Path=/']);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  expect(answer.headers['x-hop']).toBeUndefined();
  expect(asked[0]?.line).toBe('GET /v1/orders?limit=1');
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  expect(asked[0]?.headers['x-own']).toBeUndefined();
  expect(entries).toMatchObject([{ answeredBy: 'service', operation: 'GET /orders' }]);
  expect(entries[0]?.reasons.join()).toMatch(/^fail: .*id must be integer.*\(body-schema, .*upstream\.yaml:\d+:\d+\)$/);
  expect(JSON.stringify([entries, mock.requests()])).not.toContain('secret');
});

test('an answer to HEAD lacks nothing, since it has no content', async () => {
  const answer = await supertest(mock.url).head('/orders/7').expect(200);
  expect(answeredBy(answer)).toBe('service');
  expect(entries).toMatchObject([{ method: 'HEAD', answeredBy: 'service', reasons: [] }]);
});

test('a Location of the service leads to the mock', async () => {
  const order = { id: 1, customer: 'x'.repeat(3_000_000) };
  const answer = await supertest(mock.url).post('/orders').send(order).expect(201);
  expect(answer.headers['location']).toBe(`${mock.url}/orders/7`);
  expect(asked[0]?.bytes).toBe(JSON.stringify(order).length);
});

test.each([
  ['get', '/orders/7', 200, 'service'],
  ['get', '/orders/8', 404, 'service'],
  ['delete', '/orders/7', 204, 'mock'],
  ['get', '/invoices/3', 200, 'mock'],
  ['get', '/prices', 200, 'mock'],
  ['get', '/health', 404, 'service'],
] as const)('%s %s is answered %s by the %s', async (method, path, status, by) => {
  const answer = await supertest(mock.url)[method](path).expect(status);
  expect(answeredBy(answer)).toBe(by);
});

test('what a request or a test asks of the mock, the mock answers', async () => {
  expect(answeredBy(await supertest(mock.url).get('/orders/7').set('Prefer', 'code=404').expect(404))).toBe('mock');
  mock.answer('GET /orders/{id}', { status: 404, params: { id: 7 } });
  expect(answeredBy(await supertest(mock.url).get('/orders/7').expect(404))).toBe('mock');
  expect(answeredBy(await supertest(mock.url).get('/orders/8').expect(404))).toBe('service');
});

test('the service is out of reach for pages of other origins, and for other names of this machine', async () => {
  await supertest(mock.url).get('/orders').set('Origin', 'https://evil.example').expect(403);
  await supertest(mock.url).get('/orders').set('Host', 'evil.example').expect(403);
  expect(asked).toEqual([]);
});

test('a service that does not run is one clear sentence', async () => {
  const alone = await serveMock({ contract: SHOP, port: 0, upstream: 'http://127.0.0.1:1' });
  const { body } = await supertest(alone.url).get('/orders').expect(502);
  expect(body.detail).toMatch(
    /^The service at http:\/\/127\.0\.0\.1:1 did not answer \(.*ECONNREFUSED.*\): start it, or .*--mock/,
  );
  await alone.close();
});

test('an origin that is none is named without its password', async () => {
  const options = { contract: SHOP, port: 0, upstream: { url, origins: ['http://ada:s3cret@here'] } };
  await expect(serveMock(options)).rejects.toThrow(/^http:\/\/…@here is no origin of a page/);
});
