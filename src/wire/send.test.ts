import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { LIMITS, send } from './send';
import { parseTarget } from './target';

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

/** Sends one request to a target that does this with its connection. */
async function exchange(answer: (socket: Socket) => void, limits: Partial<typeof LIMITS> = {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const request = { method: 'DELETE', path: '/plants/1', headers: [['Accept', '*/*']] as const };
  return send(request, target, { ...LIMITS, ...limits });
}

test('a response is read to its end, with the bytes that follow a 204', async () => {
  const { response, error, received } = await exchange((socket) => socket.end('HTTP/1.1 204 Gone\r\nA: b\r\n\r\nmore'));
  expect(error).toBeNull();
  expect(response).toMatchObject({ status: 204, statusText: 'Gone', httpVersion: '1.1', headers: [['A', 'b']] });
  expect(response?.afterHead.toString()).toBe('more');
  expect(received.toString()).toBe('HTTP/1.1 204 Gone\r\nA: b\r\n\r\nmore');
});

test('bytes after interim responses are not taken for content', async () => {
  const { response } = await exchange((socket) =>
    socket.end('HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
  );
  expect(response).toMatchObject({ status: 204, interim: [103] });
  expect(response?.afterHead).toHaveLength(0);
});

test('what is read does not depend on how it is cut into packets', async () => {
  const text = 'HTTP/1.1 400 Bad\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nmore';
  const whole = await exchange((socket) => socket.end(text));
  const pieces = await exchange((socket) => {
    const rest = [...text];
    const next = () => (rest.length === 0 ? socket.end() : socket.write(rest.shift() ?? '', () => setImmediate(next)));
    next();
  });
  expect(whole.response?.body.toString()).toBe('abc');
  expect(whole.error?.kind).toBe('surplus');
  expect({ ...pieces, durationMs: 0 }).toEqual({ ...whole, durationMs: 0 });
});

test('fields are read, however many there are', async () => {
  const fields = Array.from({ length: 4000 }, (_, at) => [`X-${at}`, '1']);
  const lines = [...fields, ['Content-Type', 'a/b']].map(([name, value]) => `${name}: ${value}\r\n`);
  const { response } = await exchange((socket) => socket.end(`HTTP/1.1 204 No Content\r\n${lines.join('')}\r\n`));
  expect(response?.headers).toHaveLength(4001);
  expect(response?.headers.at(-1)).toEqual(['Content-Type', 'a/b']);
});

test('a header section that is too long for us is not said to be no HTTP', async () => {
  const { error } = await exchange((socket) =>
    socket.end(`HTTP/1.1 204 No Content\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`),
  );
  expect(error).toMatchObject({ kind: 'oversize', message: 'sent a header section of more than 65536 bytes' });
});

test('garbage is known at once, though the connection stays open', async () => {
  const { error, durationMs } = await exchange((socket) => socket.write('SSH-2.0\r\n'), { lingerMs: 50 });
  expect(error?.kind).toBe('malformed');
  expect(durationMs).toBeLessThan(LIMITS.timeoutMs);
});

test.each(['099', '600'])('the status %s is none (RFC 9110 §15)', async (status) => {
  const { error } = await exchange((socket) => socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`));
  expect(error?.message).toBe(`sent the status ${status}; statuses lie between 100 and 599`);
});

test('no more is kept than the limit allows', async () => {
  const { error, received } = await exchange(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => socket.writable && socket.write(Buffer.alloc(65_536), more);
      more();
    },
    { maxBytes: 300_000 },
  );
  expect(error?.kind).toBe('oversize');
  expect(received.length).toBeLessThan(300_000 + 2 * 65_536);
});

test('an interruption ends an exchange that is under way', async () => {
  const controller = new AbortController();
  const server = createServer(() => controller.abort());
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { error } = await send({ method: 'GET', path: '/', headers: [] }, target, LIMITS, controller.signal);
  expect(error?.kind).toBe('interrupted');
});
