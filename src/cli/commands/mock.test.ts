import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import supertest from 'supertest';
import { UsageError } from '../../support/errors';
import { createOutput } from '../output/streams';
import { type MockFlags, mockCommand } from './mock';

let folder: string;
let contract: string;
const ends: (() => Promise<number>)[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-mock-'));
  contract = join(folder, 'openapi.yaml');
});
beforeEach(() => copyFileSync('openapi.yaml', contract));
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));
afterAll(() => rmSync(folder, { recursive: true }));

/** A mock as the command runs it, what it has said so far, and its end. */
async function run(flags: MockFlags) {
  const controller = new AbortController();
  const stdout = gathered();
  const stderr = gathered();
  const io = {
    stdout: createOutput(stdout.stream, {}),
    stderr: createOutput(stderr.stream, {}),
    env: {},
    signal: controller.signal,
  };
  const exitCode = mockCommand(contract, { port: 0, ...flags }, io);
  await Promise.race([stderr.until(/ at http/), exitCode]);
  const url = /http:\S+/.exec(stderr.text())?.[0] ?? '';
  const end = () => {
    controller.abort();
    return exitCode;
  };
  ends.push(end);
  return { url, stdout, stderr, end };
}

function gathered() {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) await new Promise((resolve) => stream.once('data', resolve));
  };
  return { stream, text: () => text, until };
}

const remove = (url: string, id: string, headers: Record<string, string> = {}) =>
  supertest(url)
    .delete(`/plants/${id}`)
    .set({ authorization: 'Bearer t', ...headers });

test('it says where it listens and what it serves, has a line for each request, and ends when it is told', async () => {
  const mock = await run({});
  expect(mock.stderr.text()).toContain(`  DELETE  ${mock.url}/plants/{id}\n`);
  await remove(mock.url, '101').expect(204);
  await remove(mock.url, 'abc?access_token=secret').expect(400);
  await mock.stdout.until(/abc/);
  expect(mock.stdout.text()).toMatch(
    /^\d\d:\d\d:\d\d DELETE \/plants\/101 204 [\d.]+ ms\n.* \/plants\/abc\?access_token=\*\*\* 400 [\d.]+ ms {2}Request path parameter id must be integer\n$/,
  );
  expect(await mock.end()).toBe(0);
});

test('a long URL is cut in a line, one that is too long has a line, too', async () => {
  const mock = await run({});
  await remove(mock.url, `1?${'x'.repeat(5000)}`).expect(204);
  await remove(mock.url, `2?access_token=secret&${'x'.repeat(20_000)}`).expect(431);
  await mock.stdout.until(/431/);
  const [long = '', refused = ''] = mock.stdout.text().split('\n');
  expect(long).toMatch(/ DELETE \/plants\/1\?x+… 204 /);
  expect(refused).toMatch(
    / DELETE \/plants\/2\?access_token=\*\*\*&x+… 431 .* must not be larger than 16384 bytes together$/,
  );
  expect(Math.max(long.length, refused.length)).toBeLessThan(450);
  await mock.end();
});

test('its lines are JSON, or none', async () => {
  const json = await run({ log: 'json' });
  await remove(json.url, '101').expect(204);
  await json.stdout.until(/\n/);
  expect(JSON.parse(json.stdout.text())).toMatchObject({
    method: 'DELETE',
    target: '/plants/101',
    status: 204,
    reasons: [],
  });
  await json.end();

  const quiet = await run({ quiet: true });
  await remove(quiet.url, '101').expect(204);
  await quiet.end();
  expect(quiet.stdout.text()).toBe('');
});

test('a change of the contract is served, and a broken one is told and not served', async () => {
  const mock = await run({});
  const text = readFileSync(contract, 'utf8');
  writeFileSync(contract, text.replace('/plants/{id}:', '/trees/{id}:'));
  await mock.stderr.until(/was loaded again/);
  await supertest(mock.url).delete('/trees/1').set('authorization', 'Bearer t').expect(204);

  writeFileSync(contract, text.replace('type: integer', 'type: intger'));
  await mock.stderr.until(/still served/);
  expect(mock.stderr.text()).toMatch(/openapi\.yaml:\d+:\d+: .*integer/);
  await supertest(mock.url).delete('/trees/1').set('authorization', 'Bearer t').expect(204);

  writeFileSync(contract, text);
  await mock.stderr.until(/loaded again[\s\S]*loaded again/);
  await remove(mock.url, '1').expect(204);
  expect(await mock.end()).toBe(0);
});

test('a contract that refers to a file that is not there yet is served once it is', async () => {
  const mock = await run({});
  const text = readFileSync(contract, 'utf8');
  writeFileSync(contract, text.replace("$ref: '#/components/schemas/Error'", "$ref: 'error.yaml'"));
  await mock.stderr.until(/error\.yaml[\s\S]*still served/);
  const wrong = '{ type: object, properties: { error: { type: intger } } }\n';
  writeFileSync(join(folder, 'error.yaml'), wrong);
  await mock.stderr.until(/still served[\s\S]*still served/);
  writeFileSync(join(folder, 'error.yaml'), wrong.replace('intger', 'integer'));
  await mock.stderr.until(/was loaded again/);
  expect(await mock.end()).toBe(0);
});

test('a file that was away for a while is watched as before', async () => {
  const mock = await run({});
  const text = readFileSync(contract, 'utf8');
  const error = join(folder, 'problem.yaml');
  writeFileSync(error, '{ type: object }\n');
  writeFileSync(contract, text.replace("$ref: '#/components/schemas/Error'", "$ref: 'problem.yaml'"));
  await mock.stderr.until(/loaded again/);
  rmSync(error);
  await mock.stderr.until(/still served/);
  writeFileSync(error, '{ type: object }\n');
  await mock.stderr.until(/still served[\s\S]*loaded again/);
  writeFileSync(error, '{ type: object, title: Problem }\n');
  await mock.stderr.until(/still served[\s\S]*loaded again[\s\S]*loaded again/);
  expect(await mock.end()).toBe(0);
});

test('a log in another format is refused', async () => {
  await expect(run({ log: 'xml' })).rejects.toThrow(new UsageError('--log xml is not known; it is text or json.'));
});

test('a port in use is one clear line', async () => {
  const mock = await run({});
  const port = Number(new URL(mock.url).port);
  await expect(run({ port })).rejects.toThrow(
    new UsageError(
      `Port ${port} of 127.0.0.1 is in use; end what listens there, or choose another with --port (0 takes any that is free).`,
    ),
  );
  await mock.end();
});
