/** What neither side should send: each exchange ends alone, whoever is at fault is named, and the proxy goes on. */

import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { runsOf } from '../../support/testing/cases.testing';
import { createBufferBudget } from '../../wire/bufferBudget';
import { answering, behind, closeAll, exchange } from './proxy.testing';

afterEach(closeAll);

const GET = 'GET /a HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('what the service sends', () => {
  test.each([
    ['status 000', 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n', 'malformed', '000 is no status'],
    ['status 099', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n', 'malformed', '099 is no status'],
    [
      'a control character in the reason',
      'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n',
      'malformed',
      'reason phrase',
    ],
    ['a control character in a field', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n', 'malformed', ''],
    ['a field name with a space', 'HTTP/1.1 200 OK\r\nX y: a\r\nContent-Length: 0\r\n\r\n', 'malformed', ''],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\nok', 'malformed', ''],
    ['no HTTP at all', 'hello\r\n', 'malformed', ''],
    [
      'a switch of protocols unasked',
      'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\nhi',
      'malformed',
      'unasked',
    ],
    ['a switch to no protocol', 'HTTP/1.1 101 X\r\n\r\n', 'malformed', '101 names no protocol'],
    ['an interim answer alone', 'HTTP/1.1 103 Early\r\n\r\n', 'truncated', ''],
    ['half a header section', 'HTTP/1.1 200 OK\r\nContent-Le', 'truncated', ''],
    ['nothing', '', 'truncated', 'closed the connection'],
  ])('%s is its fault, and answered 502', async (_, bytes, kind, message) => {
    const { port, passed, all, troubles } = await answering(bytes);
    for (const count of [1, 2]) {
      expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 (103 |502 Bad Gateway\r\n)/);
      await all(count);
    }
    expect(passed).toMatchObject([
      { kind: 'unanswered', error: { kind } },
      { kind: 'unanswered', error: { kind } },
    ]);
    expect(passed[0]).toMatchObject({ error: { message: expect.stringContaining(message) }, asked: { method: 'GET' } });
    expect(troubles).toEqual([]);
  });

  test('a reset is its fault', async () => {
    const { port, once } = await answering('', (socket) => socket.resetAndDestroy());
    expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 502 [\s\S]*the service reset the connection/);
    expect(await once()).toMatchObject({ kind: 'unanswered', error: { kind: 'reset' } });
  });

  test('a reset while much is still being sent may hide an answer, which is said and no fault', async () => {
    const { port, once } = await answering('', (socket) => socket.resetAndDestroy());
    const line = await new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`PUT /a HTTP/1.1\r\nHost: here\r\nContent-Length: 99999999\r\n\r\n${'a'.repeat(1e7)}`),
      );
      socket.on('error', fail).once('data', (chunk) => {
        socket.destroy();
        done(String(chunk));
      });
    });
    expect(line).toMatch(/^HTTP\/1\.1 502 /);
    expect(await once()).toMatchObject({ kind: 'unjudged', why: 'cut' });
  });

  test.each([
    ['a length', 'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\nok'],
    ['no content', 'HTTP/1.1 204 No Content\r\nTrailer: X\r\n\r\n'],
    ['the end of the connection', 'HTTP/1.1 200 OK\r\nTrailer: X\r\n\r\nok'],
  ])('`Trailer` beside %s is no fault: it is recorded, and left out towards the client', async (_, bytes) => {
    const { port, answered } = await answering(bytes);
    expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 20[04] (?![\s\S]*Trailer)/);
    const { recorded, error } = await answered();
    expect([recorded.headers[0], error]).toEqual([['Trailer', 'X'], undefined]);
  });

  test.each([
    ['no reason phrase', 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n'],
    ['a reason phrase in UTF-8', Buffer.from('HTTP/1.1 200 Gelöscht\r\nContent-Length: 0\r\n\r\n')],
    ['a status of its own', 'HTTP/1.1 799 Own\r\nContent-Length: 0\r\n\r\n'],
    ['40 KB of fields', `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['3,000 fields', `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${'X: a\r\n'.repeat(3000)}\r\n`],
  ])('%s passes as it is', async (_, bytes) => {
    const { port, answered } = await answering(bytes);
    const received = await exchange(port, GET);
    const [line = '', ...fields] = String(bytes.toString('latin1')).trimEnd().split('\r\n');
    expect(received.startsWith(`${line}\r\n`)).toBe(true);
    expect(received).toContain(fields.join('\r\n'));
    expect((await answered()).error).toBeUndefined();
  });

  test('interim answers that cannot be passed on are left out, and the answer itself passes', async () => {
    const odd = 'HTTP/1.1 102 a\x01b\r\n\r\nHTTP/1.1 199 Own\r\nX: \xe4\r\n\r\n';
    const { port, answered } = await answering(Buffer.from(odd + OK, 'latin1'));
    expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 199 Own\r\nX: \xe4\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect((await answered()).recorded.status).toBe(200);
  });

  test('bytes after the end of an answer are a fault, and the answer passes', async () => {
    const { port, answered } = await answering(`${OK}more`);
    expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*ok$/);
    expect((await answered()).error?.kind).toBe('surplus');
  });

  test('chunks that nobody can read are malformed, though the header section passed', async () => {
    const { port, answered } = await answering(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nXX\r\n',
    );
    expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 200 OK/);
    const { recorded, error } = await answered();
    expect([String(recorded.body), error?.kind]).toEqual(['ok', 'malformed']);
  });

  test('content that ends with the connection, and 204 without a length, are no fault', async () => {
    for (const bytes of ['HTTP/1.1 200 OK\r\n\r\nok', 'HTTP/1.1 204 No Content\r\n\r\n']) {
      const { port, answered } = await answering(bytes);
      expect(await exchange(port, GET)).toMatch(/^HTTP\/1\.1 20/);
      expect((await answered()).error).toBeUndefined();
    }
  });
});

describe('what the client sends', () => {
  test('`Trailer` without chunks is left out, and the request is judged', async () => {
    const { port, asked, answered } = await answering(OK);
    const received = await exchange(
      port,
      'PUT /a HTTP/1.1\r\nHost: here\r\nTrailer: X\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab',
    );
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked.join('')).toMatch(/^PUT \/a HTTP\/1\.1\r\nHost: here\r\nContent-Length: 2\r\n(?![\s\S]*Trailer)/);
    expect((await answered()).recorded.requestHeaders).toContainEqual(['Trailer', 'X']);
  });

  test('`Trailer` beside a coding that is none does not end the proxy', async () => {
    const { port, troubles, answered } = await answering(OK);
    const fields = 'Host: here\r\nTransfer-Encoding: \r\nTrailer: X\r\nConnection: close';
    expect(await exchange(port, `GET /a HTTP/1.1\r\n${fields}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect([(await answered()).recorded.status, troubles]).toEqual([200, []]);
  });

  test.each(['TLS/1.2', 'TLS/1.2, h2c', 'foo/2'])(
    'an offer of %s is left out, and the request goes on with its body',
    async (offer) => {
      const { port, asked, answered } = await answering(OK);
      const fields = `Host: here\r\nContent-Length: 5\r\nUpgrade: ${offer}\r\nConnection: Upgrade, close`;
      expect(await exchange(port, `POST /a HTTP/1.1\r\n${fields}\r\n\r\nhello`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
      expect(asked.join('')).toMatch(
        /^POST \/a HTTP\/1\.1\r\nHost: here\r\nContent-Length: 5\r\n[\s\S]*\r\n\r\nhello$/,
      );
      expect(asked.join('')).not.toMatch(/upgrade/i);
      expect((await answered()).recorded).toMatchObject({
        method: 'POST',
        requestBody: Buffer.from('hello'),
        status: 200,
      });
    },
  );

  test('a WebSocket that is refused is an answer like any other, and is judged', async () => {
    const refusal = 'HTTP/1.1 426 Upgrade Required\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n';
    const { port, asked, answered } = await answering(refusal);
    const received = await exchange(
      port,
      'GET /a HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(received).toMatch(
      /^HTTP\/1\.1 426 Upgrade Required\r\nTransfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n2\r\nno\r\n0\r\n\r\n$/,
    );
    expect(asked.join('')).toMatch(/Upgrade: websocket/);
    expect((await answered()).recorded).toMatchObject({ status: 426, body: Buffer.from('no') });
  });

  test('answers come in the order of requests, also where one of them offers another protocol', async () => {
    const { port, all } = await behind((incoming, outgoing) => {
      if (incoming.url === '/slow') setTimeout(() => outgoing.end('slow'), 50);
      else outgoing.end('fast');
    });
    const fields = 'Host: here\r\nConnection: Upgrade, close\r\nUpgrade: TLS/1.2';
    const received = await exchange(
      port,
      `GET /slow HTTP/1.1\r\nHost: here\r\n\r\nGET /fast HTTP/1.1\r\n${fields}\r\n\r\n`,
    );
    expect(received).toMatch(/slow[\s\S]*fast/);
    expect(await all(2)).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
  });

  test.each(['100-continue', 'something-else'])('`Expect: %s` is for the service to answer', async (expected) => {
    const answer = (_: IncomingMessage, outgoing: import('node:http').ServerResponse) =>
      outgoing.writeHead(417, { Connection: 'close' }).end();
    let interim = 0;
    const { proxy, answered } = await behind(answer, (server) =>
      server.on('checkContinue', answer).on('checkExpectation', answer),
    );
    const status = await new Promise<number | undefined>((done, fail) => {
      // Its content would come once it is told to go on.
      const asked = request(`${proxy.url}/a`, { method: 'PUT', headers: { Expect: expected, 'Content-Length': 5 } });
      asked.on('continue', () => interim++).on('response', (response) => done(response.statusCode));
      asked.on('error', fail).flushHeaders();
    });
    expect([status, interim]).toEqual([417, 0]);
    expect((await answered()).recorded.status).toBe(417);
  });

  test('trailers pass both ways', async () => {
    let trailers: readonly string[] = [];
    const { port } = await behind((incoming, outgoing) => {
      incoming.resume().on('end', () => {
        trailers = incoming.rawTrailers;
        outgoing.writeHead(200, { Trailer: 'X-Sum', 'Transfer-Encoding': 'chunked' });
        outgoing.write('ok');
        outgoing.addTrailers({ 'X-Sum': '7' });
        outgoing.end();
      });
    });
    const fields = 'Host: here\r\nConnection: close\r\nTrailer: X-Count\r\nTransfer-Encoding: chunked';
    const received = await exchange(port, `POST /a HTTP/1.1\r\n${fields}\r\n\r\n2\r\nab\r\n0\r\nX-Count: 2\r\n\r\n`);
    expect(trailers).toEqual(['X-Count', '2']);
    expect(received).toMatch(/\r\nTrailer: X-Sum\r\n[\s\S]*\r\n0\r\nX-Sum: 7\r\n\r\n$/);
  });

  test('HTTP/1.0 gets no chunks, and `Host` is added for the service', async () => {
    const { port, asked, answered } = await answering(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n2\r\nok\r\n0\r\nX: 1\r\n\r\n',
    );
    const received = await exchange(port, 'GET /a HTTP/1.0\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n(?![\s\S]*chunked)[\s\S]*\r\n\r\nok$/);
    expect(asked.join('')).toMatch(/\r\nHost: 127\.0\.0\.1:\d+\r\n/);
    expect((await answered()).recorded.body).toEqual(Buffer.from('ok'));
  });

  test.each([
    'Host: one\r\nX: 1\r\nHost: two\r\n',
    'Host: one\r\nhost: one\r\n',
    'Host: o ne\r\n',
    'X: 1\r\n',
    'Host: a\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  ])('no request with %j reaches the service', async (fields) => {
    const { port, asked } = await answering(OK);
    const received = await exchange(port, `POST /a HTTP/1.1\r\n${fields}\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Connection: close[\s\S]*\bHost field/);
    expect(asked).toEqual([]);
  });

  test.each([
    ['/../admin', 400],
    ['/a/..%2f..%2fadmin?x', 400],
    ['http://here/%252e%252e/admin', 400],
    ['/..\\admin', 400],
    ['/a/..?../..', 200],
    ['/a/b#../../..', 200],
  ])('a service below a base path is asked for nothing beyond it: %s', async (target, status) => {
    const { port, asked } = await answering(OK, (socket) => socket.end(), '/api');
    const received = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(asked).toHaveLength(status === 200 ? 1 : 0);
  });

  test('a URL in full is asked for as a path', async () => {
    const { port, asked, answered } = await answering(OK);
    await exchange(port, 'GET http://here/a?b HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    expect(asked.join('')).toMatch(/^GET \/a\?b HTTP/);
    expect((await answered()).recorded.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a\?b$/);
  });

  test('a tunnel is refused in a sentence', async () => {
    const { port } = await answering(OK);
    const received = await exchange(port, 'CONNECT here:443 HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 501 [\s\S]*without a proxy setting/);
  });

  test('whoever leaves before the answer is no fault of the service', async () => {
    let arrived: () => void = () => {};
    const { port, once } = await behind(() => arrived());
    const socket = connect(port, '127.0.0.1', () => socket.write(GET));
    await new Promise<void>((done) => {
      arrived = done;
    });
    socket.destroy();
    expect(await once()).toMatchObject({ kind: 'unjudged', why: 'aborted', status: undefined });
  });

  test('broken chunks are no fault of the service', async () => {
    const { port, once } = await behind((incoming) => incoming.resume());
    const received = await exchange(
      port,
      'POST /a HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabXX',
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(await once()).toMatchObject({ kind: 'unjudged', why: 'aborted' });
  });
});

test('what is under way when the proxy ends is said, and no fault', async () => {
  let arrived: () => void = () => {};
  const { proxy, port, passed } = await behind(() => arrived());
  const received = exchange(port, GET).catch(() => '');
  await new Promise<void>((done) => {
    arrived = done;
  });
  await proxy.close();
  await received;
  expect(passed).toMatchObject([{ kind: 'unjudged', why: 'cut' }]);
});

test('bodies under way together are kept as far as the budget goes; all pass, and what is over gives its part back', async () => {
  const waiting: (() => void)[] = [];
  let came: () => void = () => {};
  const budget = createBufferBudget(1000);
  const { port, all } = await behind(
    (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          waiting.push(() => outgoing.writeHead(200, { 'Content-Length': 400 }).end(Buffer.concat(chunks)));
          came();
        });
    },
    () => {},
    budget,
  );
  const body = 'a'.repeat(400);
  const ask = () =>
    exchange(port, `PUT /a HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 400\r\n\r\n${body}`);
  const received = [ask(), ask(), ask()];
  while (waiting.length < 3) await new Promise<void>((done) => (came = done));
  for (const answer of waiting.splice(0)) answer();
  for (const each of await Promise.all(received)) expect(each.endsWith(body)).toBe(true);
  const kinds = (await all(3)).map((each) => (each.kind === 'unjudged' ? each.why : each.kind));
  expect(kinds).toContain('beyond the budget');
  expect(budget.take(1000)).toBe(true);
  budget.give(1000);
  const last = ask();
  while (waiting.length < 1) await new Promise<void>((done) => (came = done));
  waiting.pop()?.();
  await last;
  expect((await all(4))[3]).toMatchObject({ kind: 'answered' });
});

test('what a client goes on sending after the answer takes nothing from the budget', async () => {
  const budget = createBufferBudget(10_000);
  const { port, once } = await behind(
    (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(413, { 'Content-Length': 0, Connection: 'keep-alive' }).end();
    },
    () => {},
    budget,
  );
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('PUT /a HTTP/1.1\r\nHost: here\r\nContent-Length: 9000\r\n\r\n'),
  );
  await new Promise<void>((done) => socket.once('data', () => done()));
  expect(await once()).toMatchObject({ kind: 'answered', recorded: { status: 413 } });
  // The next answer comes once the whole of the first request was read.
  const next = new Promise<string>((done) => socket.once('data', (chunk) => done(String(chunk))));
  socket.write(`${'a'.repeat(9000)}GET /b HTTP/1.1\r\nHost: here\r\n\r\n`);
  expect(await next).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  expect(budget.take(10_000)).toBe(true);
});

describe('any bytes at all', () => {
  const NUMBER_OF_RUNS = runsOf(60, 300);
  /** Ends whatever waits for more, if only as what nobody can read. */
  const END = Buffer.from('\r\n\r\n0\r\n\r\n');
  const text = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'a',
      'chunked',
      'close',
      'Upgrade',
      'websocket',
      'h2c',
      'TLS/1.2',
      '100-continue',
      '0',
      '1',
      'X',
      '\xe4',
      '\x7f',
      '\x01',
      '\t',
      '\0',
      '"',
      ',',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 8 }).map((each) => each.replace(/[\r\n]/g, '')),
  );
  const name = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'Host',
        'Connection',
        'Upgrade',
        'Trailer',
        'TE',
        'Expect',
        'Transfer-Encoding',
        'Date',
        'Keep-Alive',
        'Set-Cookie',
        'Cookie',
        'Content-Disposition',
        'Content-Type',
        'HTTP2-Settings',
        'Proxy-Connection',
        '__proto__',
        'constructor',
      ),
    },
    { weight: 1, arbitrary: text },
  );
  const length = fc.constantFrom(
    'Content-Length: 0',
    'Content-Length: 1',
    'content-length: 3',
    'Content-Length: +3',
    'Content-Length: 3, 3',
    'Content-Length: -1',
  );
  const field = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, text).map(([one, other]) => `${one}: ${other}`) },
    { weight: 2, arbitrary: length },
    { weight: 1, arbitrary: text },
  );
  const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/0.9', 'ICY');
  const tail = fc.constantFrom('xyz', '3\r\nabc\r\n0\r\n\r\n', '3;x=1\r\nabc\r\n0\r\nX: 1\r\n\r\n', '', 'XX\r\n');
  const head = (line: fc.Arbitrary<string>) =>
    fc
      .tuple(line, fc.array(field, { maxLength: 5 }), tail)
      .map(([first, fields, rest]) => Buffer.from(`${[first, ...fields].join('\r\n')}\r\n\r\n${rest}`, 'latin1'));

  test('from the service', async () => {
    const status = fc.oneof(
      fc.constantFrom('200', '204', '304', '101', '100', '103', '000', '099', '199', '999', '1000', '20'),
      text,
    );
    const answer = head(fc.tuple(version, status, text).map((parts) => parts.join(' ')));
    const before = fc
      .constantFrom(
        '',
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 103 \x01\r\nX\r\n\r\n',
        'HTTP/1.1 103 Early\r\nLink: a\r\n\r\n',
      )
      .map((each) => Buffer.from(each, 'latin1'));
    const asked = fc.constantFrom(
      GET,
      'HEAD /a HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n',
      'GET /a HTTP/1.0\r\n\r\n',
      'POST /a HTTP/1.1\r\nHost: here\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
      'GET /a HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    let bytes: Buffer = Buffer.alloc(0);
    const { port, passed, troubles, all } = await answering(() => bytes);
    await fc.assert(
      fc.asyncProperty(before, answer, asked, async (...[interim, final, sent]) => {
        const count = passed.length;
        bytes = Buffer.concat([interim, final]);
        await exchange(port, sent);
        await all(count + 1);
        expect([passed.length, troubles]).toEqual([count + 1, []]);
      }),
      { numRuns: NUMBER_OF_RUNS },
    );
    bytes = Buffer.from(OK);
    expect(await exchange(port, GET)).toMatch(/ok$/);
  });

  test('from the client', async () => {
    const method = fc.constantFrom(
      'GET',
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'CONNECT',
      'TRACE',
      'PRI',
      'M-SEARCH',
      '',
    );
    const url = fc.oneof(
      fc.constantFrom('/', '*', '//', '/a b', 'http://x', 'http://x/y?z', '/%', '/\xe4', '?', '#', '//[', 'http://['),
      text,
    );
    const sent = head(fc.tuple(method, url, version).map((parts) => parts.join(' ')));
    const { port, troubles } = await answering(OK);
    await fc.assert(
      fc.asyncProperty(sent, async (bytes) => {
        await new Promise<void>((done) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat([bytes, END])));
          socket
            .on('data', () => socket.end())
            .on('error', () => {})
            .on('close', () => done());
        });
        // Bytes that are a request without one `Host` are refused. Nothing else may be told.
        expect(troubles.filter((line) => !/^A request was refused: .*Host field/.test(line))).toEqual([]);
      }),
      { numRuns: NUMBER_OF_RUNS },
    );
    expect(await exchange(port, GET)).toMatch(/ok$/);
  });
});

test('an error of our own ends one exchange, and is told', async () => {
  const { port, passed, troubles, all } = await answering(OK);
  const push = passed.push.bind(passed);
  passed.push = (...given) => {
    passed.push = push;
    throw new Error(`over ${given.length}`);
  };
  expect(await exchange(port, GET)).toMatch(/ok$/);
  expect(await exchange(port, GET)).toMatch(/ok$/);
  expect([...(await all(2))]).toMatchObject([{ kind: 'unjudged', why: 'failed', status: 200 }, { kind: 'answered' }]);
  expect(troubles).toEqual([expect.stringContaining('a bug of ours: over 1')]);
});
