import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

const CONTRACT = `openapi: 3.0.3
info: { title: Desk, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: made } }
  /orders/{id}:
    delete:
      security: [{ oauth: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: gone } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://id.example/t', scopes: {} } } }
`;

const FLAVOURS = `  /flavours/{name}:
    get:
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
  /colours/{name}:
    get:
      parameters: [{ name: name, in: path, required: true, schema: { enum: [red, green] } }]
      responses: { '200': { description: ok } }
components:
`;

const read = (cwd: string) => readFileSync(join(cwd, 'espalier.yaml'), 'utf8');

/** What is commented out, in its place. */
const uncommented = (text: string) =>
  text.replace(/^# ((target|token|credentials|params|operations):.*)$/gm, '$1').replace(/^# {3}/gm, '  ');

test('has a place for each thing that the contract needs, and is a configuration as it is', async () => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  const { exitCode, stdout } = await runHere(['init'], { cwd });
  expect({ exitCode, first: stdout.split('\n')[0] }).toEqual({ exitCode: 0, first: 'espalier.yaml: 6 places added.' });
  expect(read(cwd)).toMatch(/^# What a run may change .*as --writes own.*\n.*\n# writes: own$/m);
  expect(read(cwd)).toMatch(/^# token: \{ env: ESPALIER_TOKEN \}$/m);
  expect(read(cwd)).toMatch(/^# {3}key: \{ env: ESPALIER_CREDENTIAL_KEY \}/m);
  expect(read(cwd)).toMatch(
    /^# {3}oauth: \{ clientId: \{ env: \w+_ID \}, clientSecret: \{ env: \w+_SECRET \} \} # .* from https:\/\/id\.example\/t$/m,
  );
  expect(read(cwd)).toMatch(/^# {3}\/orders\/\{id\}: \[VALUE\] # 1 operation, of which 1 may use it up$/m);
  expect(read(cwd)).toMatch(/^# {3}POST \/orders:$/m);
  expect((await runHere(['verify', '--list'], { cwd })).exitCode).toBe(0);
});

test('what is filled in is taken', async () => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  await runHere(['init'], { cwd });
  const filled = uncommented(read(cwd))
    .replace('[VALUE]', '[7, 8]')
    .replace('{ $file: body.json }', '{ customer: Ada }');
  writeFileSync(join(cwd, 'espalier.yaml'), filled);
  const env = { ESPALIER_TOKEN: 't', ESPALIER_CREDENTIAL_KEY: 'k' };
  const { exitCode, stdout, stderr } = await runHere(['verify', 'http://127.0.0.1:1', '--list'], { cwd, env });
  expect(stderr).toBe('Settings are read from espalier.yaml.\n');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\/orders\/7\n {4}DELETE \/orders\/\{id\}\n[\s\S]*valid: as the contract says\n/);
  expect(stdout).toMatch(/POST \/orders\n[\s\S]*valid: as the contract says\n/);
  expect(stdout).not.toContain('POST /orders: a ');
  expect(stdout).not.toContain('DELETE /orders/{id}: a ');
});

test('run again, it adds what is new and touches nothing else', async () => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  await runHere(['init'], { cwd });
  const mine = `${read(cwd)}\n# a word of mine\nstrict: true\n`;
  writeFileSync(join(cwd, 'espalier.yaml'), mine);
  expect((await runHere(['init'], { cwd })).stdout).toContain('has a place for all that the contract needs');
  expect(read(cwd)).toBe(mine);
  writeFileSync(join(cwd, 'openapi.yaml'), CONTRACT.replace('components:\n', FLAVOURS));
  expect((await runHere(['init'], { cwd })).stdout).toContain('1 place added.\n  params: /flavours/{name}\n');
  expect(
    read(cwd)
      .split('\n')
      .filter((line) => !mine.split('\n').includes(line)),
  ).toEqual(['#   /flavours/{name}: [VALUE] # 1 operation']);
});

test('a folder that is not there is told', async () => {
  const cwd = folderOf({ 'openapi.yaml': 'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\n' });
  const { exitCode, stderr } = await runHere(['init', '--config', 'no/such.yaml'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no/such.yaml cannot be written: its folder is not there; make it first.');
});

test('a contract that cannot be read leaves nothing behind', async () => {
  const cwd = folderOf({ 'openapi.yaml': 'openapi: [' });
  const { exitCode, stderr } = await runHere(['init'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('openapi.yaml:1:');
  expect(() => read(cwd)).toThrow();
});

describe('what the command line says is written', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(({ url = '', headers: { host } }, response) => {
      const servers = new URL(url, 'http://here').searchParams.get('servers')?.replaceAll('HERE', host ?? '');
      response.end(servers ? CONTRACT.replace('paths:', `servers: ${servers}\npaths:`) : CONTRACT);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test('the host of a URL is the target, and verify needs neither any more', async () => {
    const cwd = folderOf({});
    const { stdout } = await runHere(['init', `${origin}/v1/openapi.yaml`], { cwd });
    expect(stdout).toMatch(/run: espalier verify\n$/);
    expect(read(cwd)).toContain(`\ncontract: ${origin}/v1/openapi.yaml\ntarget: ${origin}\n`);
    const { exitCode, stderr } = await runHere(['verify', '--list'], { cwd });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Settings are read from espalier.yaml.\n' });
    const before = read(cwd);
    expect((await runHere(['init'], { cwd })).exitCode).toBe(0);
    expect(read(cwd)).toBe(before);
  });

  test('a file is named as it is found from the configuration', async () => {
    const cwd = folderOf({ 'desk.yaml': CONTRACT });
    mkdirSync(join(cwd, 'ci'));
    const { stdout } = await runHere(['init', 'desk.yaml', '--config', 'ci/desk.espalier.yaml'], { cwd });
    expect(stdout).toMatch(/run: espalier verify http:\/\/localhost:8080 --config ci\/desk\.espalier\.yaml\n$/);
    expect(readFileSync(join(cwd, 'ci', 'desk.espalier.yaml'), 'utf8')).toContain('\ncontract: ../desk.yaml\n');
    expect((await runHere(['verify', '--list', '--config', 'ci/desk.espalier.yaml'], { cwd })).exitCode).toBe(0);
  });

  test.each([
    ['relative', '[{ url: /api/v3 }]', '/api/v3'],
    ['of its host', '[{ url: https://api.example.org/v1 }, { url: http://HERE/api/v3/ }]', '/api/v3'],
    ['relative to the contract', '[{ url: ./ }]', '/shop'],
    ['of another host', '[{ url: https://api.example.org/v1 }]', ''],
    ['no URL', '[{ url: "http://[" }]', ''],
  ])('where the server is %s, so is its base path', async (_, servers, basePath) => {
    const cwd = folderOf({});
    await runHere(['init', `${origin}/shop/openapi.yaml?servers=${encodeURIComponent(servers)}`], { cwd });
    expect(read(cwd)).toContain(`\ntarget: ${origin}${basePath}\n`);
  });

  test('what a person wrote stays, and what holds a credential is not written', async () => {
    const mine = '---\n# mine\ntarget: http://localhost:1\n';
    const cwd = folderOf({ 'espalier.yaml': mine });
    await runHere(['init', `${origin}/openapi.yaml?api_key=s3cr3t`], { cwd });
    expect(read(cwd).startsWith(mine)).toBe(true);
    expect(read(cwd)).not.toContain('s3cr3t');
    await runHere(['init', `${origin}/openapi.yaml`], { cwd });
    expect(read(cwd)).toMatch(/^---\n# mine\ncontract: .*\ntarget: http:\/\/localhost:1\n/);
    expect((await runHere(['verify', '--list'], { cwd })).exitCode).toBe(0);
  });
});
