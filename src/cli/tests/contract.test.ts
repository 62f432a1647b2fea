/** Which contract a command takes: what is found, what is downloaded, and what is told where there is none. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadContract } from '../../contract/document/download';
import { loadContract, startMock } from '../../index';
import { serve } from '../../support/testing/serving.testing';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

const STORE = readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8');

describe('where no contract is named', () => {
  const commands = [
    ['verify'],
    ['mock', '--port', '0'],
    ['check'],
    ['init'],
    ['judge', 'a.har'],
    ['proxy', 'http://localhost:1'],
  ];

  test.each(commands)('%s ends with exit 2 if there is none, and says where it looked', async (...args) => {
    const { exitCode, stdout, stderr } = await runHere(args, { cwd: folderOf({ 'a.har': '{}' }) });
    expect(stderr).toMatch(
      /^No contract was named, and the working directory has none \(openapi\.yaml, .*swagger\.json\)\./,
    );
    expect(stderr).toContain('--contract FILE');
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  test.each(['openapi.yaml', 'openapi.yml', 'openapi.json', 'swagger.yaml', 'swagger.yml', 'swagger.json'])(
    '%s is found',
    async (name) => {
      const { exitCode, stdout } = await runHere(['check'], { cwd: folderOf({ [name]: STORE }) });
      expect(stdout).toContain(`${name}: Plant Store 1.0.0 is valid`);
      expect(exitCode).toBe(0);
    },
  );

  test('two of them are an error that names both', async () => {
    const { exitCode, stderr } = await runHere(['check'], {
      cwd: folderOf({ 'openapi.yml': STORE, 'swagger.json': '{}' }),
    });
    expect(stderr).toContain('has several: openapi.yml, swagger.json. Name the one that is meant: --contract FILE');
    expect(exitCode).toBe(2);
  });

  test('a report that was asked for says so', async () => {
    const cwd = folderOf({});
    await runHere(['verify', '--report', 'json=r.json'], { cwd });
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    expect(report).toMatchObject({
      outcome: 'error',
      exitCode: 2,
      reason: expect.stringContaining('No contract was named'),
    });
  });

  test('the library says so, too', async () => {
    const before = process.cwd();
    process.chdir(folderOf({}));
    try {
      await expect(loadContract()).rejects.toThrow('No contract was named');
      await expect(startMock()).rejects.toThrow('No contract was named');
    } finally {
      process.chdir(before);
    }
  });
});

const SPLIT = {
  '/api/openapi.yaml': `openapi: 3.1.0
info: { title: Split, version: '1' }
paths:
  /things:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: 'schemas/thing.yaml#/Thing' } } } }
`,
  '/api/schemas/thing.yaml': "Thing:\n  type: object\n  properties: { more: { $ref: '../more.json' } }\n",
  '/api/more.json': '{ "type": "sting" }',
  '/secret.yaml': 'type: object\n',
};

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

async function site(
  files: Readonly<Record<string, string>>,
  { redirects = {}, needs }: { readonly redirects?: Readonly<Record<string, string>>; readonly needs?: string } = {},
) {
  const asked: Asked[] = [];
  const url = await serve(({ url: path = '', headers }, response) => {
    asked.push({ url: path, headers });
    const to = redirects[path];
    if (to !== undefined) return response.writeHead(302, { Location: to }).end();
    if (needs !== undefined && headers['x-key'] !== needs) return response.writeHead(401).end();
    const text = files[path];
    return response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  return { url, asked };
}

describe('a contract with a URL', () => {
  test('is read with what it refers to, and its mistakes have their places', async () => {
    const { url, asked } = await site(SPLIT);
    const { exitCode, stderr } = await runHere(['check', `${url}/api/openapi.yaml`]);
    expect(stderr).toMatch(/^more\.json:1:\d+: /);
    expect(exitCode).toBe(2);
    expect(asked.map((each) => each.url)).toEqual(['/api/openapi.yaml', '/api/schemas/thing.yaml', '/api/more.json']);
  });

  test('is verified, and shown in reports as it is there', async () => {
    const { url } = await site({ '/v1/store.yaml': STORE });
    const cwd = folderOf({ 'store.yaml': 'another file of that name' });
    const args = [
      'verify',
      '--contract',
      `${url}/v1/store.yaml`,
      '--report',
      'html=r.html',
      '--report',
      'terminal',
      '--verbose',
    ];
    const { exitCode, stdout, stderr } = await runHere(args, { cwd });
    expect(stderr).toBe('');
    expect(stdout).toContain('Plant Store 1.0.0  store.yaml');
    expect(stdout).toMatch(/store\.yaml:\d+:\d+/);
    expect(exitCode).toBe(0);
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain('ID of the plant to delete');
    expect(page).not.toContain('another file of that name');
  });

  test('is mocked by the library', async () => {
    const { url } = await site({ '/store.yaml': STORE });
    const mock = await startMock({ contract: `${url}/store.yaml` });
    expect((await fetch(`${mock.url}/plants/1`, { method: 'DELETE' })).status).toBe(401);
    await mock.close();
  });

  test('is asked for with its own header, which goes nowhere else', async () => {
    const { url, asked } = await site({ '/store.yaml': STORE }, { needs: 'let-me-in' });
    const without = await runHere(['check', `${url}/store.yaml`]);
    expect(without.stderr).toContain(
      "was answered 401; does it need a credential (--contract-header 'Authorization: …')?",
    );
    expect(without.exitCode).toBe(2);
    expect((await runHere(['check', `${url}/store.yaml`, '--contract-header', 'X-Key: let-me-in'])).exitCode).toBe(0);
    const env = { ESPALIER_CONTRACT_HEADER: 'X-Key: let-me-in' };
    expect((await runHere(['check', `${url}/store.yaml`], { env })).exitCode).toBe(0);
    expect(asked).toHaveLength(3);
  });

  test('what is meant for the target goes to the contract only if it is of the same origin, and a token never', async () => {
    const { url, asked } = await site({ '/store.yaml': STORE });
    const other = await site({});
    const args = ['--contract', `${url}/store.yaml`, '--header', 'X-Key: secret', '--token', 'secret', '--list'];
    await runHere(['verify', other.url, ...args]);
    expect(JSON.stringify(asked)).not.toContain('secret');
    await runHere(['verify', `${url}/base`, ...args]);
    expect(asked[1]?.headers).toMatchObject({ 'x-key': 'secret' });
    expect(asked[1]?.headers).not.toHaveProperty('authorization');
  });

  test.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ['https', { '/store.yaml': 'https://127.0.0.1:1/store.yaml' }, /a redirect leads to another scheme, https:\/\/127/],
    ['a file', { '/store.yaml': 'file:///etc/hostname' }, /a redirect leads to another scheme/],
    ['itself', { '/store.yaml': '/store.yaml' }, /more than 5 redirects/],
  ])('is refused where a redirect leads to %s', async (_, redirects, message) => {
    const { url } = await site({}, { redirects });
    const { exitCode, stderr } = await runHere(['check', `${url}/store.yaml`]);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });

  test('a redirect to another origin is followed, but never with a header of the user', async () => {
    const there = await site({ '/store.yaml': STORE });
    const { url } = await site({}, { redirects: { '/store.yaml': `${there.url}/store.yaml` } });
    expect((await runHere(['check', `${url}/store.yaml`])).exitCode).toBe(0);
    const { exitCode, stderr } = await runHere(['check', `${url}/store.yaml`, '--contract-header', 'X-Key: secret']);
    expect(stderr).toContain('to which no header of yours is sent');
    expect(exitCode).toBe(2);
    expect(there.asked).toHaveLength(1);
  });

  test('reads nothing that lies outside its folder, there or here', async () => {
    const ref = (text: string) =>
      `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /a:\n    get:\n      responses: { '200': { description: ok, content: { a/b: { schema: { $ref: '${text}' } } } } }\n`;
    for (const text of [
      '../secret.yaml',
      '/secret.yaml',
      '..%2Fsecret.yaml',
      '%2e%2e/secret.yaml',
      '//127.0.0.1:1/x.yaml',
    ]) {
      const { url, asked } = await site({ ...SPLIT, '/api/a.yaml': ref(text) });
      const { exitCode } = await runHere(['check', `${url}/api/a.yaml`]);
      expect(exitCode).toBe(2);
      expect(asked).toHaveLength(1);
    }
  });

  test.each([
    ['http://user:word@127.0.0.1:1/a.yaml', /holds a user name or a password/],
    ['http://127.0.0.1:1/a.yaml?key=secret', /http:\/\/127\.0\.0\.1:1\/a\.yaml cannot be read: /],
    ['http://:/', /is no URL/],
  ])('%s is refused with a sentence', async (url, message) => {
    const { exitCode, stderr } = await runHere(['check', url]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/secret|word@/);
    expect(exitCode).toBe(2);
  });

  test.each([
    ['<!DOCTYPE html><script>SwaggerUIBundle({ url: "/v1/openapi.json?key=x" })</script>', '.'],
    ["\n<html><a href='openapi.yaml'>the contract</a>", '; it names URL/docs/openapi.yaml, which may be one.'],
    [
      '<!-- c --><!doctype html><script>x({ url: "/v1/openapi.json" })',
      '; it names URL/v1/openapi.json, which may be one.',
    ],
    ['<!doctype html><a href="https://example.org/openapi.json">', '.'],
  ])('a page in its place is told as one, with the contract that it names: %s', async (page, further) => {
    const { url } = await site({ '/docs/': page });
    const { exitCode, stderr } = await runHere(['check', `${url}/docs/`]);
    expect(stderr.trim()).toBe(`${url}/docs/ is a web page, and no contract${further.replace('URL', url)}`);
    expect(exitCode).toBe(2);
  });

  test('has limits of size, of files and of time, and what was downloaded so far is removed', async () => {
    // A folder of its own: tests that run at the same time download, too.
    const folder = folderOf({});
    process.env['TMPDIR'] = folder;
    const limits = { fileBytes: 2000, allBytes: 3000, files: 5, timeMs: 60_000 };
    const { url } = await site({ ...SPLIT, '/large.yaml': '#'.repeat(3000) });
    await expect(downloadContract(`${url}/large.yaml`, [], limits)).rejects.toThrow('is too large');
    const few = { ...limits, files: 1 };
    await expect(downloadContract(`${url}/api/openapi.yaml`, [], few)).rejects.toThrow('refers to more than 1 file');
    let kept: readonly string[] = [];
    const hanging = await serve(() => {
      kept = readdirSync(folder);
    });
    const short = { ...limits, timeMs: 500 };
    await expect(downloadContract(`${hanging}/a.yaml`, [], short)).rejects.toThrow('was not there within 0.5 s');
    expect(kept).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an espalier.yaml that comes along with it is no configuration', async () => {
    const text = SPLIT['/api/openapi.yaml'].replace('schemas/thing.yaml#/Thing', 'espalier.yaml');
    const { url } = await site({ '/a.yaml': text, '/espalier.yaml': 'strict: true' });
    const { stderr } = await runHere(['verify', url, '--contract', `${url}/a.yaml`, '--list']);
    expect(stderr).not.toContain('Settings are read');
  });
});
