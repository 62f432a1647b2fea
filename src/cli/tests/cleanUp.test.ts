/** `--cleanup FILE`, by the command line: what a file says is not trusted, and the printed command works as it stands. */

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { someOf } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { CLI, folderOf } from './cli.testing';
import { runHere } from './here.testing';

const answer =
  "{ description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }";
const CONTRACT = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': ${answer}, '400': { description: refused } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': ${answer}, '404': { description: none } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Order: { type: object, required: [note], properties: { id: { type: string }, note: { type: string, maxLength: 40 } } }
`;

const TOKEN = 'secret-of-the-store';

function read(body: string): { readonly note?: unknown } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A shop: what was asked of it, and what it holds. While it is stubborn it removes nothing. */
async function openShop() {
  const orders = new Map<string, unknown>([['1', { id: '1', note: 'of somebody else' }]]);
  const shop = { url: '', asked: [] as string[], orders, stubborn: false };
  let last = 0;
  shop.url = await serve((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      shop.asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
      const reply = (status: number, value?: unknown) =>
        response
          .writeHead(status, value ? { 'Content-Type': 'application/json' } : { 'WWW-Authenticate': 'Bearer' })
          .end(value ? JSON.stringify(value) : undefined);
      if (headers.authorization !== `Bearer ${TOKEN}`) return reply(401);
      const id = decodeURIComponent(url.split('/')[2] ?? '');
      if (method === 'POST') {
        const content = read(body);
        // As the contract says: what a shop takes that breaks it has no text by which the run could know it again.
        if (typeof content?.note !== 'string' || [...content.note].length > 40) return reply(400);
        const order = { ...content, id: `made-${++last}` };
        orders.set(order.id, order);
        return reply(201, order);
      }
      if (!orders.has(id)) return reply(404);
      if (method === 'GET') return reply(200, orders.get(id));
      if (shop.stubborn) return reply(409, { why: 'Not today.' });
      orders.delete(id);
      return reply(204);
    });
  });
  return shop;
}

const journalOf = (target: string, ...events: unknown[]) =>
  [{ target }, ...events].map((each) => `${JSON.stringify(each)}\n`).join('');

const made = (...ids: string[]) => ({ made: { item: '/orders/{}', ids } });

/** The same with a text by which it is known again. */
const known = (id: string) => ({ made: { item: '/orders/{}', ids: [id], texts: [NOTE] } });
const NOTE = 'digid4e2a5fd';

function folderFor(journal: string, more: Readonly<Record<string, string>> = {}) {
  return folderOf({ 'openapi.yaml': CONTRACT, 'made.jsonl': journal, ...more });
}

const ARGS = ['--cleanup', 'made.jsonl', '--token', TOKEN];

test.each<[string, unknown[]]>([
  ['an empty id', [made('')]],
  ['a dot', [made('.')]],
  ['two dots', [made('..')]],
  ['a slash', [made('1/')]],
  ['a way out', [made('../orders/1')]],
  ['a way back', [made('..\\orders')]],
  ['half of a character', [made('\ud800')]],
  ['no id', [made()]],
  ['two ids', [made('1', '1')]],
  ['an intent with too many ids', [{ intended: { item: '/orders/{}', ids: ['1', '2'], number: 1, like: {} } }]],
  ['a good one first', [made('made-1'), made('')]],
])('%s in a file is refused, whatever is confirmed, and nothing is sent', async (_, events) => {
  const shop = await openShop();
  const cwd = folderFor(journalOf(shop.url, ...events));
  const { exitCode, stderr } = await runHere(['verify', shop.url, ...ARGS, '--yes'], { cwd });
  expect(stderr).toMatch(
    /^--cleanup names made\.jsonl, in which \/orders\/.*nothing was sent\.|cannot stand in that path/,
  );
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(2);
  expect(shop.asked).toEqual([]);
  expect(existsSync(join(cwd, 'made.jsonl'))).toBe(true);
});

test('what somebody else has written since is let be, and not counted as removed', async () => {
  const shop = await openShop();
  shop.orders.set('made-1', { id: 'made-1', note: NOTE });
  shop.orders.set('made-2', { id: 'made-2', note: 'what Ada wrote' });
  const cwd = folderFor(journalOf(shop.url, known('made-1'), known('made-2')));
  const { stdout } = await runHere(['verify', shop.url, ...ARGS, '--yes'], { cwd });
  expect([...shop.orders.keys()]).toContain('made-2');
  expect(shop.orders.has('made-1')).toBe(false);
  expect(stdout).toMatch(/^1 thing of [12] removed$/m);
});

test('an id that a shop may well give away is removed', async () => {
  const shop = await openShop();
  const ids = ['a b', '%2e%2e', '...', 'ä?x#y'];
  for (const id of ids) shop.orders.set(id, { id, note: NOTE });
  const cwd = folderFor(journalOf(shop.url, ...ids.map(known)));
  const { exitCode, stdout, stderr } = await runHere(['verify', shop.url, ...ARGS, '--yes'], { cwd });
  expect(stdout).toBe('4 things of 4 removed\n');
  expect(stderr).toBe(`To be removed at ${shop.url}: 4 things.\n`);
  expect(exitCode).toBe(0);
  expect([...shop.orders.keys()]).toEqual(['1']);
  expect(existsSync(join(cwd, 'made.jsonl'))).toBe(false);
});

test('what does not show what a file says of it is left, whatever is confirmed', async () => {
  const shop = await openShop();
  const cwd = folderFor(journalOf(shop.url, known('1'), made('1')));
  await runHere(['verify', shop.url, ...ARGS, '--yes'], { cwd });
  expect([...shop.orders.keys()]).toEqual(['1']);
});

describe('nobody is sent a credential because a file says so', () => {
  test.each<[string, (url: string) => readonly string[], string, Readonly<Record<string, string>>]>([
    ['that nobody signed', (url) => [url, ...ARGS], 'is not signed by a run of yours', {}],
    ['whose target is not named', () => [...ARGS, '--yes'], 'name that URL if it is yours', {}],
    ['of another target', () => ['http://127.0.0.1:1', ...ARGS, '--yes'], 'not at http://127.0.0.1:1.', {}],
    [
      'of another target than the configuration names',
      () => ['--cleanup', 'made.jsonl', '--yes'],
      'name that URL if it is yours',
      { 'espalier.yaml': 'target: http://127.0.0.1:1\ntoken: { env: STORE_TOKEN }\n' },
    ],
    [
      'with a credential that is not of the configuration',
      () => [...ARGS, '--yes'],
      'name that URL if it is yours',
      { 'espalier.yaml': 'target: URL\n' },
    ],
  ])('a file %s', async (_, args, message, files) => {
    const shop = await openShop();
    const configured = Object.entries(files).map(([name, text]) => [name, text.replace('URL', shop.url)]);
    const cwd = folderFor(journalOf(shop.url, made('1')), Object.fromEntries(configured));
    const env = { STORE_TOKEN: TOKEN };
    const { exitCode, stdout, stderr } = await runHere(['verify', ...args(shop.url)], { cwd, env });
    expect(stderr).toContain(message);
    expect(stderr).toContain(shop.url);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
    expect(shop.asked).toEqual([]);
  });

  test('a configuration that names the target and the credential names both', async () => {
    const shop = await openShop();
    const configuration = `target: ${shop.url}\ntoken: { env: STORE_TOKEN }\n`;
    shop.orders.set('made-1', { id: 'made-1', note: NOTE });
    const cwd = folderFor(journalOf(shop.url, known('made-1')), { 'espalier.yaml': configuration });
    const env = { STORE_TOKEN: TOKEN };
    const { exitCode } = await runHere(['verify', '--cleanup', 'made.jsonl', '--yes'], { cwd, env });
    expect(exitCode).toBe(0);
    expect([...shop.orders.keys()]).toEqual(['1']);
  });

  test('--yes says nothing without a file', async () => {
    const { exitCode, stderr } = await runHere(['verify', '--yes'], { cwd: folderFor('') });
    expect(stderr).toContain('--yes confirms what --cleanup FILE removes');
    expect(exitCode).toBe(2);
  });
});

describe('the command that a run prints', () => {
  /** A shell in which `espalier` is this one. */
  function shell(command: string, cwd: string, env: Readonly<Record<string, string>>) {
    const bin = folderOf({ espalier: `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n` });
    chmodSync(join(bin, 'espalier'), 0o755);
    const path = `${bin}:${process.env['PATH']}`;
    return new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
      // The shop answers from this process, which must not wait for it.
      const child = spawn('sh', ['-c', command], { cwd, env: { ...env, PATH: path } });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => {
          output[name] += text;
        });
      child.on('close', (status) => done({ status, ...output }));
    });
  }

  const NAME = "the shop's contract.yaml";

  const CREDENTIALS: readonly [string, readonly string[], Readonly<Record<string, string>>, string][] = [
    ['by the token of the environment', [], { ESPALIER_TOKEN: TOKEN }, ''],
    [
      'by a credential and a header',
      ['--header', 'X-Shop: my"$A'],
      { ESPALIER_CREDENTIAL_KEY: TOKEN, X_SHOP: 'b' },
      '',
    ],
    ['by a configuration', ['--config', 'my settings.yaml'], { STORE_TOKEN: TOKEN }, 'token: { env: STORE_TOKEN }\n'],
  ];

  test.each(someOf(CREDENTIALS, 3))('works as it stands, %s', async (_, more, env, settings) => {
    const shop = await openShop();
    shop.stubborn = true;
    const state = folderOf({});
    const cwd = folderOf({ [NAME]: CONTRACT, 'my settings.yaml': settings });
    const surroundings = { ...env, XDG_STATE_HOME: state };
    const args = ['verify', shop.url, '--contract', NAME, '--writes', 'own', ...more];
    const { stderr } = await runHere(args, { cwd, env: surroundings });
    expect(stderr).not.toContain(TOKEN);
    const [, command = ''] = /this works it off:\n {2}(.*)\n/.exec(stderr) ?? [];
    expect(command).toContain(`espalier verify ${shop.url} --cleanup ${state}`);
    expect(shop.orders.size).toBeGreaterThan(1);
    expect(readdirSync(cwd).sort()).toEqual(['my settings.yaml', NAME].sort());
    shop.stubborn = false;
    const ended = await shell(command, cwd, surroundings);
    expect(ended.stderr).toContain(`To be removed at ${shop.url}: `);
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/(\d+) things? of \1 removed\n$/) });
    expect([...shop.orders.keys()]).toEqual(['1']);
    expect(readdirSync(join(state, 'espalier')).filter((name) => !name.startsWith('last-'))).toEqual(['journal.key']);
  });
});

test('--journal FILE says where a run notes what it makes; a file that is there stays as it is', async () => {
  const shop = await openShop();
  shop.stubborn = true;
  const cwd = folderFor('mine');
  const args = ['verify', shop.url, '--writes', 'own', '--token', TOKEN];
  const refused = await runHere([...args, '--journal', 'made.jsonl'], { cwd });
  expect(refused.stderr).toContain('--journal names made.jsonl, which is there already');
  expect(refused.exitCode).toBe(2);
  expect(shop.asked).toEqual([]);
  expect(readFileSync(join(cwd, 'made.jsonl'), 'utf8')).toBe('mine');
  const { stderr } = await runHere([...args, '--journal', 'new.jsonl'], { cwd });
  expect(stderr).toContain('noted in new.jsonl; this works it off');
  expect(readFileSync(join(cwd, 'new.jsonl'), 'utf8')).toContain(`{"target":"${shop.url}"`);
});
