import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { CLI, folderOf, runCli } from './cli.testing';
import { runHere } from './here.testing';

/** Starts `espalier mock` and waits until it listens. */
async function startCli(...args: string[]) {
  const child = spawn(process.execPath, [CLI, 'mock', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    stderr += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(stderr) ?? [];
    if (url) return { child, url };
  }
  throw new Error(stderr);
}

test.each(someOf(['SIGINT', 'SIGTERM'] as const, 2))(
  'answers what is in flight at once, and ends, on %s',
  async (signal) => {
    const { child, url } = await startCli();
    const headers = { Authorization: 'Bearer t', Prefer: 'wait=30', Expect: '100-continue', 'Content-Length': 0 };
    const request = httpRequest(`${url}/plants/1`, { method: 'DELETE', headers });
    request.flushHeaders();
    // That the mock has begun to answer is known from its 100.
    await once(request, 'continue');
    const answered = once(request.end(), 'response');
    const asked = performance.now();
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');
    // It would be answered after 30 s.
    expect(performance.now() - asked).toBeLessThan(25_000);
    expect(exitCode).toBe(0);
    expect((await answered)[0]).toMatchObject({ statusCode: 204 });
  },
);

testWide('keeps what is made in a file, from one run to the next', async () => {
  const state = join(folderOf({}), 'state.json');
  const args = ['mocks/fixtures/shop.yaml', '--state', state, '--state-save', '--quiet'];
  const ids: unknown[] = [];
  for (const customer of ['Eve', 'Dan']) {
    const { child, url } = await startCli(...args);
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify({ customer }) });
    const { data } = (await (await fetch(`${url}/orders`)).json()) as { data: { id: number; customer: string }[] };
    ids.push(data.map((each) => `${each.id} ${each.customer}`).join(', '));
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  expect(ids).toEqual(['1 Ada, 2 Bob, 3 Eve', '1 Ada, 2 Bob, 3 Eve, 4 Dan']);
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ '/orders': [{}, {}, {}, { id: 4 }] });
});

test('any language tells it by HTTP what to answer, and --no-security asks for no token', async () => {
  const { child, url } = await startCli('--no-security');
  const remove = async () => (await fetch(`${url}/plants/1`, { method: 'DELETE' })).status;
  const told = { operation: 'DELETE /plants/{id}', status: 400, example: 'inUse', times: 1 };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/_espalier/answers`, { method: 'POST', headers, body: JSON.stringify(told) });
  expect(response.status).toBe(201);
  expect([await remove(), await remove()]).toEqual([400, 204]);
  expect(await (await fetch(`${url}/_espalier/requests`)).json()).toHaveLength(2);
  // The files of its page lie beside what is built.
  const page = await Promise.all(['', 'base.css', 'page.js'].map((name) => fetch(`${url}/_espalier/${name}`)));
  expect(page.map(({ status }) => status)).toEqual([200, 200, 200]);
  child.kill();
  await once(child, 'exit');
});

test('a port in use is one clear line, exit 2', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await runHere(['mock', '--port', String(port)]);
  server.close();
  expect(stderr).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use; [^\\n]*\\n$`));
  expect(exitCode).toBe(2);
});

test.each([
  ['a contract that is not there', ['nowhere.yaml'], 'nowhere.yaml:1:1: the contract cannot be read'],
  ['a port that is none', ['--port', '70000'], 'at most 65535'],
  ['a share that is none', ['--fail', '200%'], 'It must be a share, such as 90% or 0.9.'],
  ['a time that is none', ['--delay', 'soon'], 'It must be milliseconds, such as 200 or 100-800.'],
  ['times that fall', ['--delay', '800-100'], 'It must be milliseconds, such as 200 or 100-800.'],
  ['a longer time than the mock waits', ['--delay', '70000'], 'The delay [ 70000, 70000 ] is no time'],
  [
    'a state that is not there',
    ['--state', 'nowhere.json'],
    'cannot be read from nowhere.json: there is no such file.',
  ],
  [
    'a state that is kept nowhere',
    ['--state-save'],
    '--state-save has no file to keep the state in; name one with --state',
  ],
])('%s is exit 2', async (_, args, message) => {
  const { exitCode, stderr } = await runHere(['mock', ...args]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

testWide('the mock of a contract that declares its 401 draws no warning', async () => {
  const declared = "        '401':\n          description: Who is there?\n";
  const text = readFileSync('openapi.yaml', 'utf8').replace("        '400':\n", `${declared}        '400':\n`);
  const { stdout } = await runCli(['verify', '--contract', join(folderOf({ 'openapi.yaml': text }), 'openapi.yaml')]);
  expect(stdout).toContain('0 failed, 0 warnings');
});

const CALLING_BACK = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      requestBody:
        content: { application/json: { schema: { type: object, properties: { tell: { type: string } } } } }
      callbacks:
        done:
          '{$request.body#/tell}':
            post:
              requestBody: { content: { application/json: { schema: { type: object }, example: { done: true } } } }
              responses: { '204': { description: Heard } }
      responses:
        '201':
          description: Ordered
          content:
            application/json:
              schema: { type: object, required: [by], properties: { by: { type: string, x-faker: name.firstName } } }
`;

testWide('what is loaded late works when it is asked for: callbacks, and what is made up by name', async () => {
  const heard = createHttpServer().listen(0, '127.0.0.1');
  await once(heard, 'listening');
  const contract = join(folderOf({ 'orders.yaml': CALLING_BACK }), 'orders.yaml');
  const { child, url } = await startCli(contract, '--dynamic', '--seed', '7');
  const called = once(heard, 'request');
  const ordered = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ tell: `http://127.0.0.1:${(heard.address() as AddressInfo).port}/heard` }),
  });
  expect(ordered.status).toBe(201);
  expect(await ordered.json()).toEqual({ by: expect.stringMatching(/^[A-Z][a-z]+$/) });
  const [request, response] = (await called) as [IncomingMessage, ServerResponse];
  expect([request.method, request.url]).toEqual(['POST', '/heard']);
  response.writeHead(204).end();
  child.kill();
  heard.close();
  await once(child, 'exit');
});

test.each(someOf([300, 1], 2))(
  'of %d operations it is told that one has a mistake, and all are served',
  async (operations) => {
    const broken = { get: { responses: { 200: { $ref: '#/components/responses/None' } } } };
    const right = { get: { responses: { 204: { description: 'Right' } } } };
    const paths = Object.fromEntries(
      Array.from({ length: operations }, (_, at) => [`/p${at}`, at === 0 ? broken : right]),
    );
    const contract = { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths };
    const cwd = folderOf({ 'large.json': JSON.stringify(contract) });
    const { exitCode, stderr } = await runCli(['mock', 'large.json', '--port', '0'], {
      cwd,
      interrupt: { on: /shows them/, signal: 'SIGTERM' },
    });
    expect(stderr).toContain('1 mistake in large.json; what they touch is left out');
    expect(exitCode).toBe(0);
  },
);
