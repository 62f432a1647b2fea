/** Contracts that keep whoever plans for them busy: a run hears its deadline and signals all the same. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { folderOf, runCli } from './cli.testing';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

/** Many names, each of which a pattern allows that takes long to be read. */
const patterns = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`^(x|y)*${at}(a|b){${at}}$`, { minLength: at }]),
);

/** A folder with a contract of a hundred operations, each of which takes long to be planned. */
function busyFolder(): string {
  const schema = { type: 'object', minProperties: 3, patternProperties: patterns };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'ok', content } } };
  const paths = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/a${at}`, { post }]));
  return folderOf({
    'openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }),
    'espalier.yaml': 'strict: true\n',
  });
}

testWide('a contract that takes long to be planned hears its deadline', async () => {
  const cwd = busyFolder();
  const args = ['verify', url, '--contract', 'openapi.json', '--writes', 'any', '--report', 'json', '--deadline', '1'];
  const { exitCode, stdout } = await runCli(args, { cwd });
  const { outcome, reason } = JSON.parse(stdout);
  expect({ exitCode, outcome, reason }).toMatchObject({ reason: expect.stringContaining('--deadline') });
});

test.each(someOf(['SIGTERM', 'SIGINT'], 2))('a contract that takes long to be planned hears %s', async (signal) => {
  const args = ['verify', url, '--contract', 'openapi.json', '--writes', 'any', '--report', 'json'];
  const { exitCode, stdout } = await runCli(args, { cwd: busyFolder(), interrupt: { on: /Settings/, signal } });
  const { outcome, reason, requirements } = JSON.parse(stdout);
  expect({ exitCode, outcome, reason }).toEqual({
    exitCode: 2,
    outcome: 'error',
    reason: expect.stringContaining('interrupted before its end'),
  });
  // Each requirement says what became of it.
  expect(requirements.length).toBeGreaterThan(100);
});
