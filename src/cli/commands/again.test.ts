import { findingId } from '../../report/findingIds';
import type { Report } from '../../report/report';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

lingerFor(5);

const CONTRACT = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
security: [{ key: [] }]
paths:
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { required: [total] } } } }
    delete:
      responses:
        '204': { description: gone }
`;

/** Answers as `state` says. It refuses whoever has no key. */
async function openShop() {
  const state = { status: 200, body: '{}', deleted: 0 };
  const url = await serve(({ method, headers }, response) => {
    if (headers['x-key'] !== 'k-3f9a1c') return void response.writeHead(401).end();
    if (method === 'DELETE') state.deleted++;
    const status = method === 'DELETE' ? 500 : state.status;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(state.body);
  });
  return { url, state };
}

const KEY = ['--credential', 'key=k-3f9a1c'];

test('again sends the exchange of a finding anew, and says whether it is still so', async () => {
  const { url, state } = await openShop();
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  const again = async (...args: string[]) => runHere(['again', ...args], { cwd });
  expect((await again('bbbbbbb')).stderr).toBe(
    'There is no report of an earlier run in this folder; run espalier verify here first.\n',
  );
  const verified = await runHere(['verify', url, ...KEY, '--param', 'id=7', '--report', 'json'], { cwd });
  const report = JSON.parse(verified.stdout) as Report;
  const idOf = (wanted: string) => {
    const requirement = report.requirements.find(({ id }) => id === wanted);
    return findingId(requirement as never, requirement?.findings[0] as never);
  };
  const id = idOf('GET /items/{id} 200 body-schema');
  expect(await again(id)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('ESPALIER_CREDENTIAL_KEY') });
  expect(await again(id, ...KEY)).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/Still so: .*"total"/) });
  state.body = '{"total": 7}';
  expect(await again(id, ...KEY)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No more') });
  state.status = 404;
  expect(await again(id, ...KEY)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringMatching(/does not exist any more/),
  });
  expect(await again(`${id.slice(0, -1)}0`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`Did you mean ${id}?`),
  });

  const unsafe = idOf('DELETE /items/{id} no-server-error');
  const { deleted } = state;
  expect(await again(unsafe, ...KEY)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--writes any') });
  expect(await again(unsafe, ...KEY, '--param', 'id=8')).toMatchObject({ exitCode: 2 });
  expect(state.deleted).toBe(deleted);
  expect(await again(unsafe, ...KEY, '--writes', 'any')).toMatchObject({ exitCode: 1 });
  expect(state.deleted).toBe(deleted + 1);
  expect(await again(unsafe, 'http://127.0.0.1:1', ...KEY, '--writes', 'any')).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('Could not find out'),
  });
});

describe('where a set-up hands over what the request needs', () => {
  const TENANT = `const done = [];
export const tenant = {
  extends: 'run',
  name: 'house/tenant',
  async setUp({ target }) {
    const { id } = await (await fetch(target + '/tenants', { method: 'POST' })).json();
    return { headers: { 'X-Tenant': id }, params: { id: '7' }, made: id };
  },
  async tearDown({ target, made }) {
    const { ok } = await fetch(target + '/tenants/' + made, { method: 'DELETE' });
    if (!ok) throw new Error('it is still there');
  },
};
`;

  /** Answers only within a tenant that there is, and gives each a name of its own. */
  async function openTenants() {
    const state = { made: 0, isKept: false, tenants: new Set<string>(), seen: [] as string[] };
    const url = await serve(({ method, url = '', headers }, response) => {
      const [, name = ''] = /^\/tenants\/(.*)$/.exec(url) ?? [];
      if (url === '/tenants') {
        const id = `secret-tenant-${++state.made}`;
        state.tenants.add(id);
        return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ id }));
      }
      if (name !== '') return void response.writeHead(!state.isKept && state.tenants.delete(name) ? 204 : 409).end();
      const tenant = String(headers['x-tenant']);
      if (headers['x-key'] !== 'k-3f9a1c' || !state.tenants.has(tenant)) return void response.writeHead(401).end();
      state.seen.push(`${method} ${tenant}`);
      const status = method === 'DELETE' ? 500 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
    const cwd = folderOf({
      'openapi.yaml': CONTRACT,
      'espalier.yaml': 'extend: [./tenant.mjs]\n',
      'tenant.mjs': TENANT,
    });
    const { stdout } = await runHere(['verify', url, ...KEY, '--report', 'json'], { cwd });
    const { requirements } = JSON.parse(stdout) as Report;
    const idOf = (wanted: string) => {
      const requirement = requirements.find(({ id }) => id === wanted);
      return findingId(requirement as never, requirement?.findings[0] as never);
    };
    return { state, idOf, again: (...args: string[]) => runHere(['again', ...args, ...KEY], { cwd }) };
  }

  test('again makes it, and removes it afterwards', async () => {
    const { state, idOf, again } = await openTenants();
    const id = idOf('GET /items/{id} 200 body-schema');
    expect(state).toMatchObject({ made: 1, tenants: new Set() });
    const { exitCode, stdout, stderr } = await again(id);
    expect([exitCode, stderr, state.seen.at(-1)]).toEqual([1, expect.any(String), 'GET secret-tenant-2']);
    expect(stdout).not.toContain('secret-tenant');
    expect(state.tenants).toEqual(new Set());
    // What the set-up hands over may be used up.
    expect((await again(idOf('DELETE /items/{id} no-server-error'))).exitCode).toBe(1);
    expect(state.seen.at(-1)).toBe('DELETE secret-tenant-3');
    const without = await again(id, '--no-extend');
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('(X_TENANT)')]);
    expect(state.made).toBe(3);
    state.isKept = true;
    const kept = await again(id);
    expect([kept.exitCode, kept.stderr]).toEqual([
      2,
      expect.stringContaining('The tear-down of house/tenant failed: it is still there'),
    ]);
  });
});

test('again does not call mended what was wrong in a list that is empty now', async () => {
  const state = { items: [{ note: null }] as readonly object[] };
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ items: state.items }));
  });
  const schema = `{ properties: { items: { type: array, items: { properties: { note: { type: string } } } } } }`;
  const contract = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }
`;
  const cwd = folderOf({ 'openapi.yaml': contract });
  const verified = await runHere(['verify', url, '--report', 'json'], { cwd });
  const [finding] = (JSON.parse(verified.stdout) as Report).requirements.flatMap(({ findings }) => findings);
  const again = () => runHere(['again', String(finding?.id)], { cwd });
  expect(await again()).toMatchObject({ exitCode: 1 });
  state.items = [];
  expect(await again()).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('is empty now') });
  state.items = [{ note: 'a' }];
  expect(await again()).toMatchObject({ exitCode: 0 });
});
