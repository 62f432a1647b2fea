import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallbackLogEntry, type Mock, serveMock } from '../server';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const heard: Heard[] = [];
const told: CallbackLogEntry[] = [];
let wake = () => {};
let mock: Mock;
let hook: string;

/** A client: it hears everything with 204, but sends `/away` elsewhere, and never answers `/mute`. */
const client = createServer(async (request, response) => {
  const pieces = await request.toArray();
  const { method, url, headers } = request;
  heard.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
  if (url === '/mute') wake();
  else if (url === '/away') response.writeHead(302, { Location: `${hook}/elsewhere` }).end();
  else response.writeHead(204).end();
});

beforeAll(async () => {
  await once(client.listen(0, '127.0.0.1'), 'listening');
  hook = `http://127.0.0.1:${(client.address() as AddressInfo).port}`;
  mock = await serveMock({ contract: 'mocks/fixtures/callbacks.yaml', port: 0, onCallback: tell });
});

afterAll(async () => {
  await mock.close();
  client.close().closeAllConnections();
});

beforeEach(() => {
  heard.length = 0;
  told.length = 0;
});

function tell(entry: CallbackLogEntry): void {
  told.push(entry);
  wake();
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => (wake = resolve));
}

async function order(tellTo: unknown, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ tell: tellTo });
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
  return (await fetch(`${mock.url}/orders`, sent)).status;
}

const byHand = async (content: object) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${mock.docs}/callbacks`, { method: 'POST', headers, body: JSON.stringify(content) });
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
};

test('a callback is sent once, with the example and the fields of the contract', async () => {
  expect(await order(`${hook}/hook?access_token=secret`)).toBe(201);
  await until(() => told.length === 1);
  expect(heard).toMatchObject([
    {
      method: 'POST',
      headers: { 'x-shop': 'north', 'content-type': 'application/json' },
      body: '{"order":7,"carrier":"Swift"}',
    },
  ]);
  expect(told).toMatchObject([
    {
      callback: 'shipped',
      operation: 'POST /orders',
      method: 'POST',
      url: `${hook}/hook?access_token=***`,
      status: 204,
      reasons: [],
    },
  ]);
});

test('a form names its URL, too; and a body is made up where there is no example', async () => {
  const body = new URLSearchParams({ tell: `${hook}/form` });
  await fetch(`${mock.url}/orders`, { method: 'POST', body });
  await fetch(`${mock.url}/jobs?to=${encodeURIComponent(hook)}`, { method: 'POST' });
  await until(() => told.length === 2);
  expect(heard.map(({ url }) => url)).toEqual(['/form', '/done']);
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({ order: expect.any(Number), carrier: expect.any(String) });
  // The contract declares another status for this one.
  expect(told[1]?.reasons).toEqual([
    expect.stringMatching(/^the contract does not declare the answer 204 \(.*callbacks\.yaml:\d+:\d+\)$/),
  ]);
});

test.each([
  ['a host that is not allowed', 'http://169.254.169.254/latest', {}, /169\.254\.169\.254 is not this machine/],
  ['no URL', 'hook', {}, /"hook" is no absolute URL/],
  ['what would be two lines', 'a\nb', {}, /^not sent: "a\\nb" is no absolute URL$/],
  ['nothing', undefined, {}, /the exchange has no text for/],
  ['a page of another machine', 'HOOK', { Origin: 'https://evil.example' }, /another machine, or a page of one/],
  ['a callback of a mock', 'HOOK', { 'User-Agent': 'espalier-mock-callback' }, /with no further callback/],
])('%s is not called, which is told', async (_, to, headers, why) => {
  expect(await order(to === 'HOOK' ? `${hook}/hook` : to, headers)).toBe(201);
  await until(() => told.length === 1);
  expect(told[0]?.reasons).toEqual([expect.stringMatching(why)]);
  expect(told[0]?.status).toBeUndefined();
  expect(told[0]?.url).not.toContain('\n');
  expect(heard).toEqual([]);
});

test('a refused request causes no callback', async () => {
  expect(await order(5)).toBe(400);
  expect(await order(`${hook}/hook`, { Prefer: 'code=400' })).toBe(400);
  expect(await order(`${hook}/hook`)).toBe(201);
  await until(() => told.length === 1);
  expect(heard).toHaveLength(1);
});

test('a function alone decides where callbacks are sent', async () => {
  const asked: string[] = [];
  const callbacks = (url: URL) => asked.push(url.pathname) > 1;
  const choosy = await serveMock({ contract: 'mocks/fixtures/callbacks.yaml', port: 0, callbacks, onCallback: tell });
  const headers = { 'Content-Type': 'application/json' };
  const orderOf = (path: string) =>
    fetch(`${choosy.url}/orders`, { method: 'POST', headers, body: JSON.stringify({ tell: hook + path }) });
  await orderOf('/first');
  await until(() => told.length === 1);
  await orderOf('/second');
  await until(() => told.length === 2);
  await choosy.close();
  expect(asked).toEqual(['/first', '/second']);
  expect(told[0]?.reasons).toEqual(['not sent: the function `callbacks` does not allow it']);
  expect(heard.map(({ url }) => url)).toEqual(['/second']);
});

test('a redirect is not followed', async () => {
  await order(`${hook}/away`);
  await until(() => told.length === 1);
  expect(told[0]?.status).toBe(302);
  expect(heard).toHaveLength(1);
});

test('webhooks and callbacks are sent by hand, in code and by HTTP', async () => {
  expect(await mock.send('shipped', { url: `${hook}/a`, example: 'late' })).toMatchObject({ status: 204, reasons: [] });
  const sent = await byHand({
    name: 'stockLow',
    url: `${hook}/b`,
    body: { order: 3, carrier: 'Me' },
    headers: { 'X-Mine': '1' },
  });
  expect(sent).toMatchObject({ status: 201, said: { callback: 'stockLow', status: 204 } });
  expect(heard).toMatchObject([
    { url: '/a', body: '{"order":8,"carrier":"Snail"}' },
    { url: '/b', body: '{"order":3,"carrier":"Me"}', headers: { 'x-mine': '1' } },
  ]);
  const page = (await (await fetch(`${mock.docs}/page.json`)).json()) as { requests: object[] };
  expect(page.requests.slice(-2)).toMatchObject([
    { callback: 'shipped', url: `${hook}/a`, status: 204 },
    { callback: 'stockLow', url: `${hook}/b`, status: 204 },
  ]);
});

test.each([
  [{ name: 'stockLo', url: 'http://localhost/' }, /has no callback or webhook "stockLo". Did you mean "stockLow"\?/],
  [{ name: 'stockLow' }, /has no url/],
  [{ name: 'stockLow', url: 'hook' }, /"hook" is no absolute URL/],
  [
    { name: 'stockLow', url: 'http://10.0.0.1/' },
    /10\.0\.0\.1 is not this machine; allow it with --callbacks 10\.0\.0\.1/,
  ],
  [
    { name: 'stockLow', url: 'http://localhost:1/', body: { order: 'x' } },
    /breaks the contract: .*carrier.*unchecked: true/,
  ],
  [{ name: 'shipped', url: 'http://localhost:1/', example: 'none' }, /has no example "none". It has usual, late\./],
  [{ name: 'shipped', url: 'http://localhost:1/', examples: 'late' }, /has no "examples"; it has url, /],
  [
    { name: 'shipped', url: 'http://localhost:1/', headers: { Host: 'x' } },
    /header field Host: 'x', which cannot be sent so/,
  ],
])('%j is refused', async (content, why) => {
  const { status, said } = await byHand(content);
  expect([status, said['error']]).toEqual([400, expect.stringMatching(why)]);
  expect(told).toEqual([]);
});

test('what nobody takes is told, and what is under way ends with the mock', async () => {
  expect((await mock.send('stockLow', { url: 'http://127.0.0.1:1/' })).reasons).toEqual([
    expect.stringContaining('ECONNREFUSED'),
  ]);
  const slow = mock.send('stockLow', { url: `${hook}/mute` });
  await until(() => heard.length === 1);
  await mock.close();
  expect((await slow).reasons).toEqual(['the mock ended']);
});
