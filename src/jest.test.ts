import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import agent from 'superagent';
import request from 'supertest';
import { request as undici } from 'undici';
import {
  behaveAsStore,
  type PlantStore,
  sendBody,
  sendError,
  sendStatus,
  startStore,
} from '../proof/faults/plantStore/plantStore';
import { CLI, folderOf } from './cli/tests/cli.testing';
import { readContract } from './contract/load';
import { defineRule } from './extend/define';
import { testWide } from './support/testing/cases.testing';
import './jest';

const TOKEN = 'secret-of-the-store';
const AUTHORISED = { Authorization: `Bearer ${TOKEN}` };
const NAMED = { operation: 'DELETE /plants/{id}' };

/** One plant for each client, and what each way of going wrong does to the answer. */
const good = behaveAsStore();
const bad = behaveAsStore(() => ({
  deleted: (call) => sendStatus(call, 200),
  malformed: (call) => sendError(call, 2 ** 31, `no id for ${call.request.headers.authorization}`),
}));

let store: PlantStore;
let faulty: PlantStore;
beforeAll(async () => {
  const options = { plants: Array.from({ length: 50 }, (_, at) => BigInt(at)), token: TOKEN };
  [store, faulty] = await Promise.all([startStore(good, options), startStore(bad, options)]);
});
afterAll(async () => {
  await Promise.all([store.close(), faulty.close()]);
});

/** How each client asks; all of them keep the answer as it is, whatever its status. */
const CLIENTS = [
  { client: 'supertest', known: {}, ask: (url: string, path: string) => request(url).delete(path).set(AUTHORISED) },
  {
    client: 'superagent',
    known: {},
    ask: (url: string, path: string) =>
      agent
        .delete(url + path)
        .set(AUTHORISED)
        .ok(() => true),
  },
  {
    client: 'axios',
    known: {},
    ask: (url: string, path: string) =>
      axios.delete(path, { baseURL: url, headers: AUTHORISED, validateStatus: () => true }),
  },
  {
    client: 'fetch',
    known: NAMED,
    ask: (url: string, path: string) => fetch(url + path, { method: 'DELETE', headers: AUTHORISED }),
  },
  {
    client: 'undici',
    known: NAMED,
    ask: (url: string, path: string) => undici(url + path, { method: 'DELETE', headers: AUTHORISED }),
  },
  {
    client: 'a client of its own',
    known: {},
    ask: async (url: string, path: string) => {
      const response = await fetch(url + path, { method: 'DELETE', headers: AUTHORISED });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
        request: { method: 'DELETE', url: url + path, headers: AUTHORISED },
      };
    },
  },
];

describe.each(CLIENTS)('a response of $client', ({ known, ask }) => {
  let id = 0;
  beforeAll(() => {
    id = CLIENTS.findIndex((each) => each.ask === ask);
  });

  test('keeps the contract', async () => {
    await expect(await ask(store.url, `/plants/${id}`)).toKeepContract(known);
    await expect(await ask(store.url, '/plants/abc')).toKeepContract(known);
    await expect(await ask(store.url, '/plants/9223372036854775807')).toKeepContract(known);
  });

  test('is found to have another status', async () => {
    const response = await ask(faulty.url, `/plants/${id}`);
    await expect(expect(response).toKeepContract(known)).rejects.toThrow(
      /success-status \(must\): .*\n.*expected {2}204\n.*actual {4}200/,
    );
  });

  test('is found to break the schema, and its token is not told', async () => {
    const failure: Error = await expect(await ask(faulty.url, '/plants/abc'))
      .toKeepContract(known)
      .then(
        () => Promise.reject(new Error('it passed')),
        (error) => error,
      );
    expect(failure.message).toMatch(/body-schema \(must\): \/error must be int32/);
    expect(failure.message).toContain('actual    2147483648');
    expect(failure.message).toMatch(/clause {4}openapi\.yaml:\d+:\d+/);
    expect(failure.message).not.toContain(TOKEN);
  });

  test('may be expected not to keep it', async () => {
    await expect(await ask(faulty.url, `/plants/${id + 20}`)).not.toKeepContract(known);
    await expect(expect(await ask(store.url, '/plants/abc')).not.toKeepContract(known)).rejects.toThrow('keeps');
  });
});

describe('what one response tells', () => {
  const answer = (handle: Parameters<typeof behaveAsStore>[0]) =>
    startStore(behaveAsStore(handle), { plants: [], token: TOKEN });

  test('a request without a credential that is not refused', async () => {
    const open = await answer(() => ({ authorised: () => true, remove: () => true }));
    try {
      const response = await request(open.url).delete('/plants/1');
      await expect(expect(response).toKeepContract()).rejects.toThrow('bearer-required (must)');
      // Without the request's header section nobody can tell, and its answer is a declared one.
      await expect(await fetch(`${open.url}/plants/1`, { method: 'DELETE' })).toKeepContract(NAMED);
    } finally {
      await open.close();
    }
  });

  test('a value outside its type that succeeds is a warning', async () => {
    const lax = await answer(() => ({ parseId: () => 1n, remove: () => true }));
    try {
      const response = await request(lax.url).delete('/plants/abc').set(AUTHORISED);
      await expect(response).toKeepContract();
      await expect(expect(response).toKeepContract({ strict: true })).rejects.toThrow('invalid-input-refused (should)');
    } finally {
      await lax.close();
    }
  });

  test.each([
    ['an undeclared 5xx', 'no-server-error', { unknown: (call) => sendStatus(call, 500) }],
    ['a redirect', 'success-status', { unknown: (call) => sendStatus(call, 302, { Location: '/' }) }],
    ['an empty 400', 'body-syntax', { unknown: (call) => sendBody(call, '') }],
    ['a 400 without a type', 'media-type', { unknown: (call) => sendBody(call, '{"error":1,"message":""}', '') }],
    ['a 400 that is not JSON', 'body-syntax', { unknown: (call) => sendBody(call, '<p>no</p>', 'application/json') }],
    ['a 204 with a length', 'no-content', { unknown: (call) => sendStatus(call, 204, { 'Content-Length': '4' }) }],
  ] as const satisfies readonly (readonly [
    string,
    string,
    ReturnType<Parameters<typeof behaveAsStore>[0] & object>,
  ])[])('%s breaks %s', async (_, rule, changes) => {
    const target = await answer(() => changes);
    try {
      const url = `${target.url}/plants/1`;
      const response = await axios.delete(url, { headers: AUTHORISED, validateStatus: () => true, maxRedirects: 0 });
      await expect(expect(response).toKeepContract()).rejects.toThrow(`${rule} (must)`);
    } finally {
      await target.close();
    }
  });

  test('an undeclared 4xx breaks nothing, and is told', async () => {
    const target = await answer(() => ({ unknown: (call) => sendStatus(call, 404) }));
    try {
      const response = await request(target.url).delete('/plants/1').set(AUTHORISED);
      await expect(response).toKeepContract();
      await expect(response).not.toKeepContract({ closed: true });
      await expect(expect(response).not.toKeepContract()).rejects.toThrow('the contract does not declare this status');
    } finally {
      await target.close();
    }
  });
});

describe('what cannot be judged is an error, whether or not it is expected to keep the contract', () => {
  test.each([
    ['no response', undefined, {}, 'is an await missing'],
    [
      'another operation',
      { status: 200, headers: {}, request: { method: 'GET', url: '/plants/1' } },
      {},
      'no operation for GET /plants/1',
    ],
    ['nothing to find the operation by', { status: 204, headers: {} }, {}, "{ operation: 'DELETE /plants/{id}' }"],
    [
      'a misspelt operation',
      { status: 204, headers: {} },
      { operation: 'DELETE /plant/{id}' },
      'Did you mean "DELETE /plants/{id}"?',
    ],
    ['a parsed body', { status: 400, headers: {}, body: { error: 1 } }, NAMED, 'parsed'],
    [
      'a contract that is not there',
      { status: 204, headers: {} },
      { ...NAMED, contract: 'none.yaml' },
      'there is no such file',
    ],
  ])('%s', async (_, response, options, message) => {
    await expect(expect(response).toKeepContract(options)).rejects.toThrow(message);
    await expect(expect(response).not.toKeepContract(options)).rejects.toThrow(message);
  });

  test('a body that was read already', async () => {
    const response = await fetch(`${store.url}/plants/abc`, { method: 'DELETE', headers: AUTHORISED });
    await response.text();
    await expect(expect(response).toKeepContract(NAMED)).rejects.toThrow('has been read already');
  });
});

test('a fetch response can still be read afterwards', async () => {
  const response = await fetch(`${store.url}/plants/abc`, { method: 'DELETE', headers: AUTHORISED });
  await expect(response).toKeepContract(NAMED);
  expect(await response.json()).toMatchObject({ error: 2 });
});

test('a contract may be handed over, loaded', async () => {
  const contract = await readContract(join(__dirname, '..', 'openapi.yaml'));
  await expect(await request(store.url).delete('/plants/abc')).toKeepContract({ contract });
});

test('a rule of its own judges beside all others', async () => {
  const dated = defineRule({
    ...{ id: 'house/dated', level: 'must', statement: 'Every answer has X-Day.', source: 'House rules 4' },
    judge: ({ response }) =>
      response.header('x-day') === undefined
        ? { message: 'there is no X-Day', expected: 'X-Day', actual: 'no such field' }
        : [],
  });
  const response = await request(store.url).delete('/plants/abc');
  await expect(expect(response).toKeepContract({ extend: [dated] })).rejects.toThrow(/house\/dated \(must\)/);
});

/** A project that compiles nothing and starts no workers, since Jest would compile this package for it, which is in no node_modules here. */
const PACKAGE = JSON.stringify({ jest: { transform: {}, maxWorkers: 1 } });

describe('with ESPALIER_JEST_REPORTS', () => {
  const head = (contract: string) => `
    require(${JSON.stringify(join(__dirname, '../dist/src/jest.js'))});
    const contract = ${JSON.stringify(contract)};
    const headers = { Authorization: 'Bearer ${TOKEN}' };
    const ask = (id, status, body, more = headers) => ({
      status, headers: body === undefined ? {} : { 'Content-Type': 'application/json' }, body,
      request: { method: 'DELETE', url: 'http://127.0.0.1:4711/plants/' + id, headers: more },
    });`;
  const contract = join(__dirname, '..', 'openapi.yaml');
  const FILES = {
    'gone.test.js': `test('gone', async () => { await expect(ask('1', 204)).toKeepContract({ contract }); });`,
    'refused.test.js': `
      test('refused', () => expect(ask('abc', 400, '{"error":1,"message":"no"}')).toKeepContract({ contract }));
      test('a fake', () => expect(ask('1', 200)).not.toKeepContract({ contract }));`,
    'nothing.test.js': `test('nothing', () => {});`,
  };

  /** A folder in which the commands of docs/tests find what is installed in a project. */
  function project(files: Readonly<Record<string, string>>): string {
    const sources = Object.entries(files).map(([name, source]) => [name, head(contract) + source]);
    const folder = folderOf({ 'package.json': PACKAGE, ...Object.fromEntries(sources) });
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(require.resolve('jest/bin/jest'), join(folder, 'node_modules/.bin/jest'));
    symlinkSync(CLI, join(folder, 'node_modules/.bin/espalier'));
    return folder;
  }

  testWide('each file of tests has a report, and espalier merge makes one of them', () => {
    const cwd = project(FILES);
    const script = join(__dirname, '../docs/tests/jest-reports.sh');
    const env = { PATH: process.env['PATH'], HOME: cwd, NO_COLOR: '1', npm_config_offline: 'true' };
    const { status, stdout, stderr } = spawnSync('sh', [script], { cwd, env, encoding: 'utf8' });
    const names = readdirSync(join(cwd, 'reports'));
    expect(names.map((name) => name.replace(/-[0-9a-f]{8}/, ''))).toEqual([
      'gone.test.js.json',
      'refused.test.js.json',
    ]);
    const reports = names.map((name) => readFileSync(join(cwd, 'reports', name), 'utf8'));
    expect(reports.join()).not.toContain(TOKEN);
    // What is expected to break the contract says nothing of the service.
    expect(reports.map((text) => JSON.parse(text)).map(({ sent, outcome }) => [sent, outcome])).toEqual([
      [1, 'conforms'],
      [1, 'conforms'],
    ]);
    expect({ status, stderr: stderr.includes('cannot') }).toEqual({ status: 0, stderr: false });
    expect(stdout).toMatch(/Coverage \d+\.?\d* % \((9|1\d) of 15 clauses/);
    expect(readFileSync(join(cwd, 'coverage.info'), 'utf8')).toContain('SF:');
  });

  testWide('a response that breaks the contract does so in the report, too', () => {
    const cwd = project({ 'broken.test.js': `test('b', () => expect(ask('1', 200)).toKeepContract({ contract }));` });
    const env = { PATH: process.env['PATH'], ESPALIER_JEST_REPORTS: 'seen/here' };
    spawnSync(process.execPath, [require.resolve('jest/bin/jest'), '--rootDir', cwd], { cwd, env });
    const [name = ''] = readdirSync(join(cwd, 'seen/here'));
    const { outcome, requirements } = JSON.parse(readFileSync(join(cwd, 'seen/here', name), 'utf8'));
    expect(outcome).toBe('violates');
    expect(
      requirements
        .filter(({ verdict }: { verdict: string }) => verdict === 'fail')
        .map(({ rule }: { rule: string }) => rule),
    ).toContain('success-status');
  });

  testWide('a folder that cannot be written fails the file, and names it', () => {
    const cwd = project({ 'gone.test.js': FILES['gone.test.js'] });
    const env = { PATH: process.env['PATH'], ESPALIER_JEST_REPORTS: 'package.json/reports' };
    const args = [require.resolve('jest/bin/jest'), '--rootDir', cwd];
    const { stderr, status } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    expect(stderr).toContain('(ESPALIER_JEST_REPORTS)');
    expect(status).toBe(1);
  });
});

describe('without await', () => {
  const HEAD = `
    require(${JSON.stringify(join(__dirname, '../dist/src/jest.js'))});
    const kept = { status: 204, headers: {} };
    const broken = { status: 200, headers: {} };
    const options = { operation: 'DELETE /plants/{id}', contract: ${JSON.stringify(join(__dirname, '../openapi.yaml'))} };
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  `;
  const FILES = {
    'forgotten.test.js': `
      test('kept', () => { expect(kept).toKeepContract(options); });
      test('kept, judged in time', async () => { expect(kept).toKeepContract(options); await pause(500); });
      test('broken', () => { expect(broken).toKeepContract(options); });
      test('broken, judged in time', async () => { expect(broken).toKeepContract(options); await pause(500); });
      test('not', () => { expect(broken).not.toKeepContract(options); });
      test('not, but kept', () => { expect(kept).not.toKeepContract(options); });
      test('void', async () => { void expect(kept).toKeepContract(options); });
      test('in a helper', () => { (async () => { await expect(broken).toKeepContract(options); })(); });
      test('the last', () => { expect(broken).toKeepContract(options); });`,
    'awaited.test.js': `
      test('awaited', async () => { await expect(kept).toKeepContract(options); });
      test('returned', () => expect(kept).toKeepContract(options));
      test('of a promise', async () => { await expect(Promise.resolve(kept)).resolves.toKeepContract(options); });
      test('together', () => Promise.all([
        expect(kept).toKeepContract(options),
        expect(broken).not.toKeepContract(options),
      ]));
      test('later', async () => {
        const judged = expect(kept).toKeepContract(options);
        await pause(300);
        await judged;
      });
      test('rejected', () => expect(expect(broken).toKeepContract(options)).rejects.toThrow('success-status'));
      test('counted', async () => { expect.assertions(1); await expect(kept).toKeepContract(options); });
      test.concurrent('one', async () => { await expect(kept).toKeepContract(options); });
      test.concurrent('another', async () => { await pause(50); await expect(broken).not.toKeepContract(options); });`,
    'concurrent.test.js': `
      test.concurrent('first', async () => { expect(kept).toKeepContract(options); });
      test.concurrent('awaited', async () => { await pause(100); await expect(kept).toKeepContract(options); });
      test.concurrent('second', async () => { expect(broken).not.toKeepContract(options); await pause(300); });`,
    'late.test.js': `
      test('goes on', () => { setTimeout(() => expect(kept).toKeepContract(options), 50); });
      test('last', async () => { await pause(200); });`,
  };

  interface Result {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }

  /** What Jest itself, as a process, says of the files. */
  let results: readonly Result[];
  beforeAll(() => {
    const sources = Object.entries(FILES).map(([name, source]) => [name, HEAD + source]);
    const folder = folderOf({ 'package.json': PACKAGE, ...Object.fromEntries(sources) });
    const out = join(folder, 'out.json');
    const args = ['--runInBand', '--rootDir', folder, '--json', '--outputFile', out];
    spawnSync(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    });
    results = JSON.parse(readFileSync(out, 'utf8')).testResults;
  });

  function of(file: keyof typeof FILES): Result {
    const [found] = results.filter(({ name }) => name.endsWith(`/${file}`));
    if (!found) throw new Error(`Jest says nothing of ${file}`);
    return found;
  }

  test('no test passes that forgets it', () => {
    const { assertionResults } = of('forgotten.test.js');
    expect(assertionResults.filter(({ status }) => status !== 'failed')).toEqual([]);
    expect(assertionResults).toHaveLength(9);
  });

  test('every way to wait for it will do', () => {
    const { assertionResults, status } = of('awaited.test.js');
    expect(assertionResults.filter((each) => each.status !== 'passed')).toEqual([]);
    expect(status).toBe('passed');
  });

  test('what a concurrent test forgets fails the file, and names the test', () => {
    const { status, message } = of('concurrent.test.js');
    expect(message).toContain('was not awaited in "first" and in "second".');
    expect(status).toBe('failed');
  });

  test('nor does one pass that goes on after its end', () => {
    const { status, message } = of('late.test.js');
    expect(message).toContain('was not awaited in "goes on".');
    expect(status).toBe('failed');
  });
});
