import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Request } from '../http/message';
import { Connections } from './connections';
import { LIMITS, type Outcome, type SendOptions, send } from './send';
import { parseTarget } from './target';

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterAll(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

interface Tried {
  readonly outcomes: readonly Outcome[];
  readonly opened: number;
  readonly connections: Connections;
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Until what came over a connection has been read on both its sides. */
async function endOf(socket: Socket | undefined): Promise<void> {
  if (socket && !socket.closed) await once(socket, 'close');
  for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
}

/**
 * Sends so many requests one after another to a target that answers each of them like that.
 * @param afterwards waited for after each answer, before the next request.
 */
async function ask(
  times: number,
  answer: (socket: Socket, request: number, connection: number) => void,
  afterwards: (request: number) => Promise<unknown> = async () => {},
): Promise<Tried> {
  let opened = 0;
  let asked = 0;
  const server = createServer((socket) => {
    const connection = ++opened;
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      answer(socket, ++asked, connection);
      if (/^Connection: close/im.test(bytes.toString('latin1'))) socket.end();
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  const outcomes: Outcome[] = [];
  for (let at = 0; at < times; at++) {
    const request = { method: 'GET', path: '/', headers: [] };
    const outcome = await send(request, target, LIMITS, undefined, { connections, kind: 'GET /' });
    outcomes.push((await outcome.watched) ?? outcome);
    await afterwards(at + 1);
  }
  return { outcomes, opened, connections };
}

function kinds({ outcomes }: Tried): Set<string> {
  return new Set(outcomes.map(({ error, response }) => error?.kind ?? response?.body.toString() ?? ''));
}

test('a connection is used again after clean answers', async () => {
  const tried = await ask(20, (socket) => socket.write(ANSWER));
  expect(kinds(tried)).toEqual(new Set(['ok']));
  expect(tried.opened).toBe(2);
  tried.connections.distrust();
});

test('the first answer of each kind is watched to its end, on a connection that is not used again', async () => {
  const other = 'HTTP/1.1 204 No Content\r\n\r\n';
  const tried = await ask(6, (socket, request) => {
    socket.write(request === 4 ? other : ANSWER);
    if (request === 4) setTimeout(() => socket.write('late'), 50);
  });
  expect(tried.outcomes[3]?.response?.afterHead.toString()).toBe('late');
  expect(tried.outcomes.filter(({ error }) => error)).toEqual([]);
  tried.connections.distrust();
});

test('nobody waits for the end of an answer that is watched, and others of its kind are not watched', async () => {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      const isFirst = /^Connection: close/im.test(bytes.toString('latin1'));
      socket.write(isFirst ? ANSWER : 'HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  const stop = new AbortController();
  const ask = () =>
    send({ method: 'GET', path: '/', headers: [] }, target, { ...LIMITS, lingerMs: 600_000 }, stop.signal, {
      connections,
    });
  const outcomes = [await ask(), await ask(), await ask()];
  expect(outcomes.map(({ response, error }) => error?.kind ?? response?.status)).toEqual([200, 204, 204]);
  expect(outcomes.map(({ watched }) => watched !== undefined)).toEqual([true, true, false]);
  connections.distrust();
  stop.abort();
  for (const { watched } of outcomes.slice(0, 2)) expect((await watched)?.error?.kind).toBe('interrupted');
});

test('what follows the first answer of a kind after a while is blamed on it, and no connection is kept any more', async () => {
  let isFirst = true;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => {
      socket.write(ANSWER);
      if (isFirst) setTimeout(() => socket.write('HTTP/1.1 500 Stray\r\n\r\n'), 20);
      isFirst = false;
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  const ask = () => send({ method: 'GET', path: '/', headers: [] }, target, LIMITS, undefined, { connections });
  const first = await ask();
  expect([first.response?.status, first.error]).toEqual([200, null]);
  expect((await first.watched)?.error?.kind).toBe('surplus');
  expect(connections.take()).toBeUndefined();
});

test('nobody is blamed for what comes unasked on a connection that is kept, and none is kept any more', async () => {
  let last: Socket | undefined;
  const tried = await ask(
    8,
    (socket) => {
      last = socket;
      socket.write(ANSWER);
    },
    async (request) => {
      if (request !== 3) return;
      last?.write('HTTP/1.1 500 Stray\r\n\r\n');
      await endOf(last);
    },
  );
  expect(kinds(tried)).toEqual(new Set(['ok']));
  // Its own for the first, one that was kept, and after that its own for each.
  expect(tried.opened).toBe(7);
});

test('what cannot be read on a connection that is kept is asked again on one of its own', async () => {
  const tried = await ask(5, (socket, _, connection) => socket.write(connection === 2 ? 'nonsense\r\n\r\n' : ANSWER));
  expect(kinds(tried)).toEqual(new Set(['ok']));
});

test('a connection that the target resets after it has said that it closes it is no fault, and others are kept', async () => {
  const tried = await ask(12, (socket, request) => {
    socket.write(request === 5 ? 'HTTP/1.1 431 Too Large\r\nConnection: close\r\n\r\n' : ANSWER);
    if (request === 5) setTimeout(() => socket.resetAndDestroy(), 20);
  });
  expect(kinds(tried)).toEqual(new Set(['ok']));
  // Its own for the first, one that was kept, its own for what was reset, and another that was kept.
  expect(tried.opened).toBe(4);
  tried.connections.distrust();
});

test('a connection that the target closed while it was idle is no fault, and others are kept', async () => {
  let last: Socket | undefined;
  const tried = await ask(
    12,
    (socket) => {
      last = socket;
      socket.write(ANSWER);
    },
    async (request) => {
      if (request !== 5) return;
      last?.end();
      await endOf(last);
    },
  );
  expect(kinds(tried)).toEqual(new Set(['ok']));
  expect(tried.opened).toBe(3);
  tried.connections.distrust();
});

test('a target that serves one connection at a time is not kept waiting', async () => {
  let serving: Socket | undefined;
  const waiting: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.pause();
    const serve = () => {
      serving = socket;
      socket.on('data', (bytes) => {
        socket.write(ANSWER);
        if (/^Connection: close/im.test(bytes.toString('latin1'))) socket.end();
      });
      socket.resume();
    };
    socket.on('close', () => {
      if (serving !== socket) return;
      serving = undefined;
      waiting.shift()?.();
    });
    if (serving) waiting.push(serve);
    else serve();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  const ask = (kept: boolean) =>
    send({ method: 'GET', path: '/', headers: [] }, target, LIMITS, undefined, {
      ...(kept ? { connections } : { connections, kind: 'another' }),
    });
  const unsafe = () =>
    send({ method: 'POST', path: '/', headers: [['Content-Length', '0']] }, target, LIMITS, undefined, {
      connections,
      once: true,
    });
  const outcomes = [
    ...[await ask(true), await ask(true), await ask(false), await ask(true), await unsafe()],
    ...(await Promise.all([ask(true), ask(true)])),
  ];
  expect(outcomes.flatMap(({ error }) => error?.kind ?? [])).toEqual([]);
  connections.distrust();
});

test('as many are kept beside one that is used once as the target was seen to serve side by side', async () => {
  let opened = 0;
  const server = createServer((socket) => {
    opened++;
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      setTimeout(() => socket.write(ANSWER), 10);
      if (/^Connection: close/im.test(bytes.toString('latin1'))) setTimeout(() => socket.end(), 20);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  const ask = (more: SendOptions = {}) =>
    send({ method: 'GET', path: '/', headers: [] }, target, LIMITS, undefined, { connections, ...more });
  await ask();
  for (let times = 0; times < 3; times++) await Promise.all([ask(), ask(), ask()]);
  expect(opened).toBe(4);
  // Two of three that are idle may stay beside a fourth.
  await ask({ once: true });
  await Promise.all([ask(), ask()]);
  expect(opened).toBe(5);
  connections.distrust();
});

test('nobody waits for a target that says it is done with a connection and leaves it open', async () => {
  const server = createHttpServer((_, response) => response.end('ok'));
  server.maxRequestsPerSocket = 1;
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new Connections(target);
  // What is watched is watched for so long that a second such wait would be one too many for the test.
  const limits = { ...LIMITS, lingerMs: 100 };
  const waits: boolean[] = [];
  for (let times = 0; times < 40; times++) {
    const started = performance.now();
    const request: Request = { method: 'PUT', path: '/', headers: [['Content-Length', '0']] };
    const { response, error } = await send(request, target, limits, undefined, { connections, kind: 'PUT /' });
    expect([response?.body.toString(), error]).toEqual(['ok', null]);
    if (performance.now() - started >= limits.lingerMs) waits.push(true);
  }
  expect(connections.leavesOpen).toBe(true);
  // A loaded machine may be slow by itself, but not 35 times.
  expect(waits.length).toBeLessThan(5);
  connections.distrust();
});

test('what comes after all on such a connection is seen, and none is trusted any more', async () => {
  const last = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok';
  let late: Socket | undefined;
  const tried = await ask(
    8,
    (socket, request) => {
      socket.write(last);
      if (request === 6) late = socket;
    },
    async (request) => {
      if (request !== 6) return;
      late?.write('late');
      await endOf(late);
    },
  );
  expect(kinds(tried)).toEqual(new Set(['ok']));
  expect(tried.connections.take()).toBeUndefined();
});
