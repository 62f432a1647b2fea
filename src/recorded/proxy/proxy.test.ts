/** What passes the proxy, on real sockets: nothing of it is changed. */

import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect } from 'node:net';
import { testWide } from '../../support/testing/cases.testing';
import { before, beforeUrl, behind, closeAll, exchange, type Handler } from './proxy.testing';

afterEach(closeAll);

test('fields pass in their order and letter case, both ways, and nothing is added', async () => {
  let asked: readonly string[] = [];
  const { port, answered } = await behind((incoming, outgoing) => {
    asked = incoming.rawHeaders;
    outgoing.sendDate = false;
    outgoing.writeHead(203, 'Some Reason', [
      'X-oNE',
      '1',
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'Content-Length',
      '2',
    ]);
    outgoing.end('ok');
  });
  const received = await exchange(
    port,
    'PUT /a%20b?c=%5B&d HTTP/1.1\r\nhOST: here\r\nX-Many: 1\r\nCookie: a=1\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
  );
  expect(asked).toEqual([
    ...['hOST', 'here', 'X-Many', '1', 'Cookie', 'a=1', 'Content-Length', '3', 'Connection', 'close'],
  ]);
  expect(received).toMatch(
    /^HTTP\/1\.1 203 Some Reason\r\nX-oNE: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n/,
  );
  expect(received).toMatch(/\r\n\r\nok$/);
  expect(received).not.toMatch(/^(date|transfer-encoding):/im);
  const { recorded } = await answered();
  expect(recorded).toMatchObject({
    method: 'PUT',
    status: 203,
    body: Buffer.from('ok'),
    requestBody: Buffer.from('abc'),
  });
  expect(recorded.url).toMatch(/\/a%20b\?c=%5B&d$/);
});

test('a request without a body gets no framing', async () => {
  let asked: IncomingMessage['headers'] = {};
  const { port } = await behind((incoming, outgoing) => {
    asked = incoming.headers;
    outgoing.end();
  });
  await exchange(port, 'POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
  expect(asked).toEqual({ host: 'here', connection: 'close' });
});

testWide('100 MB pass in both directions, and are not kept', async () => {
  const block = randomBytes(1024 * 1024);
  const { proxy, once } = await behind((incoming, outgoing) => {
    const hash = createHash('sha256');
    outgoing.writeHead(200, { 'X-Length': String(100 * block.length) });
    incoming.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      if (!outgoing.write(chunk)) {
        incoming.pause();
        outgoing.once('drain', () => incoming.resume());
      }
    });
    incoming.on('end', () => outgoing.end(hash.digest()));
  });
  const sent = createHash('sha256');
  const received = createHash('sha256');
  let length = 0;
  let tail = Buffer.alloc(0);
  await new Promise<void>((done, fail) => {
    const asked = request(`${proxy.url}/`, { method: 'PUT' }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        const all = Buffer.concat([tail, chunk]);
        received.update(all.subarray(0, Math.max(0, all.length - 32)));
        tail = all.subarray(Math.max(0, all.length - 32));
      });
      answer.on('end', done).on('error', fail);
    });
    let left = 100;
    const write = () => {
      while (left-- > 0) {
        sent.update(block);
        if (!asked.write(block)) return void asked.once('drain', write);
      }
      asked.end();
    };
    asked.on('error', fail);
    write();
  });
  expect(length).toBe(100 * block.length + 32);
  const digest = sent.digest('hex');
  expect([tail.toString('hex'), received.digest('hex')]).toEqual([digest, digest]);
  expect(await once()).toMatchObject({ kind: 'unjudged', why: 'too large', status: 200 });
});

test('a stream passes as it comes, and is recorded once the client has seen enough', async () => {
  const { proxy, answered } = await behind((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    outgoing.write('data: {"a":1}\n\n');
  });
  const first = await new Promise<string>((done, fail) => {
    const asked = request(`${proxy.url}/events`, (answer) => {
      answer.on('error', () => {});
      answer.once('data', (chunk: Buffer) => {
        done(String(chunk));
        asked.destroy();
      });
    });
    asked.on('error', fail).end();
  });
  expect(first).toBe('data: {"a":1}\n\n');
  const { recorded, error } = await answered();
  expect([String(recorded.body), error]).toEqual([first, undefined]);
});

test('an upgrade passes, and what follows it', async () => {
  const { port, once } = await behind(
    (_, outgoing) => outgoing.end(),
    (server) =>
      server.on('upgrade', (incoming, socket, head: Buffer) => {
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${incoming.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
        );
        socket.write(head);
        socket.on('data', (chunk: Buffer) => {
          if (String(chunk) === 'end') socket.end('bye');
          else socket.write(chunk);
        });
      }),
  );
  const received = await new Promise<string>((done) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /chat HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello'),
    );
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('hello')) socket.write('end');
    });
    socket.on('close', () => done(text));
  });
  expect(received).toBe(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhellobye',
  );
  expect(await once()).toMatchObject({ kind: 'unjudged', why: 'upgraded', status: 101 });
});

test.each([
  ['103 Early Hints\r\nLink: </style.css>; rel=preload\r\nX-oNE: 1', ''],
  ['102 Processing', ''],
  ['100 Continue', 'Expect: 100-continue\r\n'],
])('an interim answer passes before the final one: %s', async (interim, expects) => {
  const answer: Handler = (_, outgoing) => {
    outgoing.socket?.write(`HTTP/1.1 ${interim}\r\n\r\n`);
    outgoing.writeHead(200, { 'Content-Length': 4 }).end('late');
  };
  const { port, answered } = await behind(answer, (server) => server.on('checkContinue', answer));
  const received = await exchange(
    port,
    `PUT / HTTP/1.1\r\nHost: here\r\n${expects}Content-Length: 1\r\nConnection: close\r\n\r\na`,
  );
  expect(received).toMatch(/^HTTP\/1\.1 1\d\d [\s\S]*\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*late$/);
  expect(received.startsWith(`HTTP/1.1 ${interim}\r\n\r\n`)).toBe(true);
  const { recorded } = await answered();
  expect(recorded).toMatchObject({ status: 200, body: Buffer.from('late') });
});

test('an offer of HTTP/2 is passed over: the request is judged as one of HTTP/1.1, with its body', async () => {
  let asked: readonly string[] = [];
  const { port, answered } = await behind((incoming, outgoing) => {
    asked = incoming.rawHeaders;
    incoming.on('data', (chunk) => outgoing.write(chunk)).on('end', () => outgoing.end());
  });
  const fields = 'Host: here\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA';
  const received = await exchange(port, `POST /a?b HTTP/1.1\r\n${fields}\r\nContent-Length: 5\r\n\r\nhello`);
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*hello/);
  expect(asked).toEqual(['Host', 'here', 'Connection', 'close', 'Content-Length', '5']);
  expect((await answered()).recorded).toMatchObject({ method: 'POST', requestBody: Buffer.from('hello') });
});

test('a client that speaks HTTP/2 alone is refused, and why is told', async () => {
  const { proxy, port, troubles } = await behind((_, outgoing) => outgoing.end());
  const session = connectHttp2(proxy.url);
  await new Promise<void>((done) => session.on('close', done).on('error', () => {}));
  const received = await exchange(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 505 [\s\S]*let it speak HTTP\/1\.1 to the proxy/);
  expect(troubles).toEqual([expect.stringContaining('HTTP/2'), expect.stringContaining('HTTP/2')]);
});

test('a service that speaks HTTP/2 alone is told as that', async () => {
  const service = createHttp2Server((_, outgoing) => outgoing.end());
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port, once } = await before(service);
  const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  service.close();
  expect(await once()).toMatchObject({ kind: 'unjudged', why: 'unreachable' });
  expect(received).toMatch(/^HTTP\/1\.1 502 [\s\S]*espalier proxy speaks HTTP\/1\.1, and the service HTTP\/2 alone/);
});

test('an answer that breaks off breaks off', async () => {
  const { port, answered } = await behind((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 10 });
    outgoing.write('half', () => outgoing.destroy());
  });
  const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  expect(received).toMatch(/\r\n\r\nhalf$/);
  const { recorded, error } = await answered();
  expect([String(recorded.body), error?.kind]).toEqual(['half', 'truncated']);
});

test('a service that cannot be reached is told as that', async () => {
  const { port, once } = await beforeUrl('http://127.0.0.1:1');
  const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await once()).toMatchObject({ kind: 'unjudged', why: 'unreachable', status: undefined });
  expect(received).toMatch(/^HTTP\/1\.1 502 [\s\S]*espalier proxy cannot reach the service: connect ECONNREFUSED/);
});
