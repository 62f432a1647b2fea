/** What the first requests of a run tell: a refused credential, a wrong base path, a service that is another one; and what they must not tell. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import type { Report } from '../../../report/report';
import { serve } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { type GivenRun, verifyTarget } from '../../verify';

lingerFor(10);

type Handle = (request: IncomingMessage & { readonly path: string; readonly isKnown: boolean }, reply: Reply) => void;
type Reply = (status: number, body?: string | object, headers?: Readonly<Record<string, string>>) => void;

const ITEMS = { type: 'array', items: { type: 'object' } };
const OK = { description: 'ok', content: { 'application/json': { schema: ITEMS } } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const get = (more: object = {}) => ({ get: { responses: { '200': OK }, ...more } });

const GUARDED = { security: [{ bearer: [] }] };
const SCHEMES = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };

const LISTS = { '/plants': get(), '/beds': get(), '/tools': get(), '/orders': get() };

async function run(
  contract: object,
  handle: Handle,
  { below = '', ...options }: Partial<GivenRun> & { readonly below?: string } = {},
): Promise<{ readonly report: Report; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const url = await serve((request, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    asked.push(`${request.method} ${path}`);
    const isKnown = /^bearer good$/i.test(request.headers.authorization ?? '');
    request.resume().on('end', () => {
      const reply: Reply = (status, body = '', headers = {}) => {
        const isText = typeof body === 'string';
        response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
        response.end(isText ? body : JSON.stringify(body));
      };
      handle(Object.assign(request, { path, isKnown }), reply);
    });
  });
  const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, ...contract };
  const target = parseTarget(url + below);
  const report = await verifyTarget(await load(whole), suite, {
    target,
    seed: 1,
    salt: 'k3f9',
    deadlineMs: 20_000,
    ...options,
  });
  return { report, asked };
}

const guarded = { paths: LISTS, components: SCHEMES, ...GUARDED };
const withToken = { token: 'bad', origins: { token: 'ESPALIER_TOKEN', credentials: {} } };

describe('a credential that is refused', () => {
  test.each<readonly [string, Handle]>([
    ['by a 401', ({ isKnown }, reply) => reply(isKnown ? 200 : 401, [])],
    [
      'by a 403, like one that is made up',
      ({ isKnown }, reply) => reply(isKnown ? 200 : 403, { at: Date.now(), message: 'Invalid token' }),
    ],
    [
      'by a 401, though other requests are answered otherwise',
      ({ isKnown, method }, reply) => {
        if (method === 'TRACE') return reply(405);
        return reply(isKnown ? 200 : 401, []);
      },
    ],
  ])('ends the run at once: %s', async (_, handle) => {
    const { report, asked } = await run(guarded, handle, withToken);
    expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
    expect(report.reason).toMatch(
      /^the target refused the token of "bearer" \(ESPALIER_TOKEN\) on all \d valid requests that carried it, with 40[13] \(GET /,
    );
    expect(report.reason).not.toContain('bad');
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(report.sent).toBe(asked.length);
  });

  test('is told where nothing but a DELETE is there, before the token goes to what was handed over', async () => {
    const paths = { '/plants/{id}': { parameters: [ID], delete: { responses: { '204': { description: 'gone' } } } } };
    const handle: Handle = ({ isKnown }, reply) => reply(isKnown ? 204 : 401);
    const { report, asked } = await run({ ...guarded, paths }, handle, { ...withToken, params: { id: ['7'] } });
    expect(report.reason).toContain('the target refused the token of "bearer"');
    expect(asked.length).toBeLessThanOrEqual(5);
    // The plan begins with a request without a credential.
    expect(asked.filter((each) => each === 'DELETE /plants/7')).toHaveLength(1);
  });

  test.each<readonly [string, object, Handle]>([
    [
      'a token whose scope is too narrow for the first operations',
      guarded,
      ({ headers, path }, reply) => {
        if (!/bad$/.test(headers.authorization ?? '')) return reply(401);
        return path === '/orders' ? reply(200, []) : reply(403, { message: 'insufficient scope' });
      },
    ],
    [
      'operations without security beside one that is refused',
      { paths: { ...LISTS, '/beds': get(GUARDED), '/tools': get(GUARDED) }, components: SCHEMES },
      ({ headers, path }, reply) => {
        if (path === '/beds') return reply(401, []);
        return reply(path === '/tools' && !headers.authorization ? 401 : 200, []);
      },
    ],
  ])('is none: %s', async (_, contract, handle) => {
    const { report } = await run(contract, handle, withToken);
    expect(report.outcome).not.toBe('error');
  });
});

test('where a credential is refused at some operations, one that is allowed more is asked for, and nothing is to be provoked', async () => {
  const responses = { '200': OK, '400': { description: 'bad', content: OK.content } };
  const paths = { '/plants': { get: { responses } }, '/beds': { get: { responses } } };
  const { report } = await run(
    { ...guarded, paths },
    ({ headers, path }, reply) => {
      if (!/bad$/.test(headers.authorization ?? '')) return reply(401);
      return path === '/beds' ? reply(200, []) : reply(403, { message: 'insufficient scope' });
    },
    withToken,
  );
  const own = report.requirements.filter(({ operation }) => operation === 'GET /plants');
  expect(own.find(({ rule }) => rule === 'success-status')).toMatchObject({
    verdict: 'skip',
    reason: 'the credential was refused at every valid request to it: 403 ("insufficient scope")',
    handOver: ['a credential that is allowed more than this one, which was answered 403 (--token TOKEN)'],
  });
  expect(JSON.stringify(own)).not.toContain('--provoke');
});

const missing: Handle = ({ method, url }, reply) =>
  reply(404, `<pre>Cannot ${method} ${url?.replaceAll('/', '&#x2F;')}</pre>`);

describe('nothing of the contract', () => {
  test.each<readonly [string, Handle, RegExp]>([
    ['a page that says so', missing, /were all answered 404\. Is the base path right/],
    [
      'JSON with the path and the time',
      ({ url }, reply) => reply(404, { timestamp: new Date().toISOString(), status: 404, path: url }),
      /were all answered 404/,
    ],
    ['the one page of another service', (_, reply) => reply(200, '<html>'), /answered 200 with an HTML page/],
    [
      'a page to log in',
      ({ url = '' }, reply) => reply(302, '', { Location: `/login?next=${encodeURIComponent(url)}` }),
      /answered 302, which leads to \/login/,
    ],
  ])('is told at once: %s', async (_, handle, reason) => {
    const { report, asked } = await run({ paths: LISTS }, handle);
    expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
    expect(report.reason).toMatch(/^nothing of this contract was found below http/);
    expect(report.reason).toMatch(reason);
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(report.counts.fail).toBe(0);
  });

  test.each<readonly [string, string, string]>([
    ['', '/api/v1', '/api/v1'],
    ['/wrong', '/api/v1', '/api/v1'],
    ['/wrong', '/', '/'],
  ])('below %j names the base path that is right', async (below, server, right) => {
    const base = right === '/' ? '' : right;
    const handle: Handle = (request, reply) =>
      Object.keys(LISTS).some((path) => request.path === base + path) ? reply(200, []) : missing(request, reply);
    for (const paths of [LISTS, { '/plants': get() }]) {
      const { report, asked } = await run({ paths, servers: [{ url: server }] }, handle, { below });
      expect(report.outcome).toBe('error');
      expect(report.reason).toMatch(
        new RegExp(`Below http://[\\d.:]+${right}, GET /\\w+ was answered 200. Is that the base URL to name\\?`),
      );
      expect(asked.length).toBeLessThanOrEqual(5);
      expect(report.sent).toBe(asked.length);
    }
  });

  test('is told of a base path that is wrong where each answer leads to the right one, though a default response is declared', async () => {
    const error = { description: 'e', content: { 'application/json': { schema: { type: 'object' } } } };
    const paths = Object.fromEntries(
      Object.keys(LISTS).map((path) => [path, { get: { responses: { '200': OK, default: error } } }]),
    );
    const handle: Handle = ({ path }, reply) =>
      path.startsWith('/v1/') ? reply(200, []) : reply(307, '<html>', { Location: `/v1${path}` });
    const { report, asked } = await run({ paths, servers: [{ url: '/v1' }] }, handle);
    expect(report.reason).toMatch(/Below http.*\/v1, GET \/\w+ was answered 200\. Is that the base URL to name\?/);
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test('is told of a base path that is wrong where no token was handed over', async () => {
    const handle: Handle = (request, reply) => (request.path.startsWith('/v1/') ? reply(401) : missing(request, reply));
    const { report, asked } = await run({ ...guarded, servers: [{ url: '/v1' }] }, handle);
    expect(report.reason).toMatch(/Below http.*\/v1, GET \/\w+ was answered 401/);
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  const items = Object.fromEntries(
    ['plants', 'beds', 'tools'].map((name) => [`/${name}/{id}`, { parameters: [ID], ...get() }]),
  );
  const declared = { '404': { description: 'none', content: { 'application/json': { schema: { type: 'object' } } } } };
  const empty = Object.fromEntries(
    Object.keys(LISTS).map((path) => [path, { get: { responses: { '200': OK, ...declared } } }]),
  );
  test.each<readonly [string, object, Handle]>([
    [
      'one operation is missing',
      LISTS,
      (request, reply) => (request.path === '/plants' ? missing(request, reply) : reply(200, [])),
    ],
    ['the only operation is missing', { '/plants': get() }, missing],
    ['what was made up is not there', items, missing],
    ['all is empty, and said to be so as the contract has it', empty, (_, reply) => reply(404, {})],
    ['each says in its own words what is not there', LISTS, ({ path }, reply) => reply(404, `no ${path.at(2)} today`)],
    ['only other methods are there so far', LISTS, (_, reply) => reply(405, {}, { Allow: 'POST' })],
    [
      'lists are missing, but an item is looked for and not found',
      { ...LISTS, ...items },
      ({ path }, reply) => reply(404, { message: /^\/plants\/./.test(path) ? 'no such plant' : 'no such path' }),
    ],
    [
      'each leads elsewhere, as its default response has it',
      Object.fromEntries(
        Object.keys(LISTS).map((path) => [path, { get: { responses: { '200': OK, default: { description: 'd' } } } }]),
      ),
      (_, reply) => reply(303, '', { Location: '/done' }),
    ],
    [
      'it wants a slash at the end',
      LISTS,
      ({ path }, reply) => (path.endsWith('/') ? reply(200, []) : reply(308, '', { Location: `${path}/` })),
    ],
  ])('is not suspected where %s', async (_, paths, handle) => {
    const { report } = await run({ paths }, handle);
    expect(report.reason ?? '').not.toContain('nothing of this contract');
    expect(report.sent).toBeGreaterThan(Object.keys(paths).length);
  });
});

test.each<readonly [string, Handle, RegExp]>([
  [
    'it is not ready',
    (_, reply) => reply(503, '<html>'),
    /^the target is not ready: it answered 503 to each of the first 3 requests \(GET \/\w+, .*\), and again when they were repeated\./,
  ],
  [
    'it leads to the same path with TLS',
    ({ path }, reply) => reply(301, '', { Location: `https://garden.example/v2${path}` }),
    /which leads to https:.* Is the base path right/,
  ],
  [
    'it leads to the same path of another host',
    ({ path }, reply) => reply(301, '', { Location: `https://garden.example${path}` }),
    /Is https:\/\/garden\.example the base URL to name\?$/,
  ],
])('within five requests a run says that %s', async (_, handle, reason) => {
  const { report } = await run({ paths: LISTS }, handle);
  expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
  expect(report.reason).toMatch(reason);
  expect(report.sent).toBeLessThanOrEqual(5);
});

test('another base path is tried without the credential and the header fields of the user', async () => {
  const shown: string[] = [];
  const handle: Handle = (request, reply) => {
    if (!request.path.startsWith('/v1/')) return missing(request, reply);
    shown.push(`${request.headers.authorization} ${request.headers['x-tenant']}`);
    reply(401);
  };
  const { report } = await run({ ...guarded, servers: [{ url: '/v1' }] }, handle, {
    token: 'sesame',
    headers: [['X-Tenant', 'rose']],
  });
  expect(report.reason).toMatch(/Below http.*\/v1, GET \/\w+ was answered 401/);
  expect(shown).toEqual(['undefined undefined']);
});

test('no unsafe request comes before the safe ones, and the same seed asks the same', async () => {
  const paths = {
    '/plants': { ...get(), post: { responses: { '201': { description: 'made' } } } },
    '/beds': get(),
    '/plants/{id}': { parameters: [ID], ...get(), delete: { responses: { '204': { description: 'gone' } } } },
  };
  const handle: Handle = ({ method }, reply) => reply(method === 'GET' ? 200 : 204, method === 'GET' ? [] : '');
  const once = () => run({ paths }, handle, { params: { id: ['7'] }, concurrency: 1, writes: 'any' });
  const { asked } = await once();
  const safe = (each: string) => /^(GET|OPTIONS|HEAD|TRACE)/.test(each);
  expect(asked.slice(0, 3).every(safe)).toBe(true);
  expect(new Set(asked.slice(0, 3))).toEqual(new Set(['GET /plants', 'GET /beds', 'GET /plants/7']));
  expect((await once()).asked).toEqual(asked);
});
