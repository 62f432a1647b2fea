/** The engine on contracts that have nothing to do with plants. */

import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { parsedBody } from '../json/exactJson';
import type { Report } from '../report/report';
import { MANY_CASES, someOf, testWide } from '../support/testing/cases.testing';
import { serve } from '../support/testing/serving.testing';
import { createBufferBudget } from '../wire/bufferBudget';
import { createHoldings } from '../wire/holdings';
import { lingerFor } from '../wire/lingering.testing';
import { parseTarget } from '../wire/target';
import { plan } from './plan/plan';
import { settingsOf } from './settingsOf';
import { type GivenRun, type RunEvent, verifyTarget } from './verify';

// Few targets send anything after an answer, and then at once.
lingerFor(10);

function contractOf(paths: string, rest = ''): ReturnType<typeof readContract> {
  const folder = folderOf({
    'openapi.yaml': `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n${paths}${rest}`,
  });
  return readContract(join(folder, 'openapi.yaml'));
}

async function run(paths: string, url: string, options: Partial<GivenRun> = {}, rest = ''): Promise<Report> {
  return verifyTarget(await contractOf(paths, rest), suite, { target: parseTarget(url), ...options });
}

function verdicts({ requirements }: Report): Record<string, string> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

const JSON_ITEM =
  'content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }';

describe('a range of media types', () => {
  const ANY =
    "  /items:\n    get:\n      responses:\n        '200': { description: ok, content: { '*/*': { schema: { required: [id] } } } }\n";

  test.each([
    ['application/json', '{"id":1}', 'conforms', 'pass'],
    ['application/json', '{"name":1}', 'violates', 'fail'],
    ['application/problem+json', '{}', 'violates', 'fail'],
    ['text/plain', '{}', 'conforms', 'pass'],
  ])('%s %s', async (type, body, outcome, verdict) => {
    const url = await serve((_, response) => response.setHeader('Content-Type', type).end(body));
    const report = await run(ANY, url);
    expect(verdicts(report)['GET /items 200 body-schema']).toBe(verdict);
    expect(report.outcome).toBe(outcome);
  });

  test('what is no JSON breaks the syntax of the type that it names', async () => {
    const url = await serve((_, response) => response.setHeader('Content-Type', 'application/json').end('{{{'));
    expect(verdicts(await run(ANY, url))['GET /items 200 body-syntax']).toBe('fail');
  });
});

describe('a key or a token, of which each is enough', () => {
  const EITHER = `components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: X-Key }\n`;
  const paths = `  /items:\n    get:\n      security: [{ bearer: [] }, { key: [] }]\n      responses: { '204': { description: ok }, '401': { description: no } }\n`;
  const serving = (keyed: number) =>
    serve(({ headers }, response) => {
      const status = headers['x-key'] === 'k' ? keyed : headers.authorization?.toLowerCase() === 'bearer t' ? 204 : 401;
      response.writeHead(status, { 'WWW-Authenticate': 'Bearer' }).end();
    });
  const ofKey = ({ requirements }: Report) => requirements.find(({ id }) => id === 'GET /items key success-status');

  test.each([
    ['a key that is let in', 204, { key: 'k' }, 'conforms', { verdict: 'pass' }],
    [
      // The undeclared 500 is one finding, of `no-server-error`.
      'a key that the service fails over',
      500,
      { key: 'k' },
      'violates',
      { verdict: 'skip', reason: 'no request that showed the key X-Key was answered with success' },
    ],
    [
      'a key that is refused',
      401,
      { key: 'k' },
      'incomplete',
      {
        verdict: 'skip',
        reason: 'the key X-Key was handed over and refused (401), where another credential is let in',
      },
    ],
    [
      'no key',
      204,
      {},
      'conforms',
      {
        verdict: 'skip',
        unreached: true,
        reason: 'no valid request showed the key X-Key',
        handOver: ['the key X-Key (--credential key=VALUE)'],
      },
    ],
  ] as const)('%s', async (_what, keyed, credentials, outcome, expected) => {
    const report = await run(paths, await serving(keyed), { token: 't', credentials }, EITHER);
    expect(report.outcome).toBe(outcome);
    expect(ofKey(report)).toMatchObject(expected);
  });

  test('a refusal that may have any reason is quoted, and not told to be for want of a credential', async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(403, { 'Content-Type': 'application/json' })
        .end('{"detail":"Authentication is switched off."}'),
    );
    const get = "get: { responses: { '204': { description: ok }, '403': { description: no } } }";
    const { requirements } = await run(`  /keys: { ${get} }\n`, url);
    expect(requirements.find(({ rule }) => rule === 'success-status')).toMatchObject({
      verdict: 'skip',
      reason:
        'a request was refused as forbidden, where the contract names no credential (only --header sends one), and the target answered 403 ("Authentication is switched off.")',
    });
  });

  test('a credential that the contract does not name is one cause, whatever it is wanted for', async () => {
    const url = await serve((_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end());
    const get = "get: { responses: { '204': { description: ok } } }";
    const { requirements } = await run(`  /a: { ${get} }\n  /b: { ${get} }\n  /c/{id}: { ${ID}, ${get} }\n`, url);
    const ofSuccess = requirements.filter(({ rule }) => rule === 'success-status');
    const cause =
      'a request was refused for want of a credential, where the contract names none (only --header sends one)';
    expect(ofSuccess.map(({ findings, reason }) => findings[0]?.message ?? reason)).toEqual([
      cause,
      cause,
      `${cause}, and the target answered 401`,
    ]);
  });
});

const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

describe('operations of other kinds', () => {
  test('a safe one without parameters or security is exercised without anything being handed over', async () => {
    const url = await serve((_, response) => response.setHeader('Content-Type', 'application/json').end('{"id":1}'));
    const report = await run(
      `  /items:\n    get:\n      responses:\n        '200': { description: ok, ${JSON_ITEM} }\n`,
      url,
    );
    expect(report.outcome).toBe('conforms');
    expect(verdicts(report)).toEqual({
      'GET /items responds': 'pass',
      'GET /items success-status': 'pass',
      'GET /items 200 media-type': 'pass',
      'GET /items 200 body-syntax': 'pass',
      'GET /items 200 body-schema': 'pass',
      'GET /items no-server-error': 'pass',
      'GET /items head-as-get': 'pass',
      'GET /items status-fits-request': 'pass',
      'GET /items allow-on-405': 'skip',
    });
  });

  test('ranges and default declare what no exact status does', async () => {
    const url = await serve((_, response) => response.writeHead(404, { 'Content-Type': 'application/json' }).end('[]'));
    const paths = `  /items/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
      responses:
        '2XX': { description: ok }
        default: { description: no, ${JSON_ITEM} }
`;
    const report = await run(paths, url);
    expect(verdicts(report)['GET /items/{id} default body-schema']).toBe('fail');
    expect(verdicts(report)['GET /items/{id} success-status']).toBe('skip');
  });

  test('one with a request body may change anything, and one with a key says what it lacks', async () => {
    const url = await serve((_, response) => response.writeHead(401).end());
    const paths = `  /items:
    post:
      requestBody: { content: { application/json: {} } }
      responses: { '201': { description: made } }
    get:
      security: [{ key: [] }]
      responses: { '200': { description: ok } }
`;
    const report = await run(
      paths,
      url,
      {},
      'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }\n',
    );
    expect(report.outcome).toBe('incomplete');
    expect(report.exitCode).toBe(3);
    expect(report.exchanges.filter(({ operation }) => operation === 'POST /items')).toEqual([]);
    expect(report.requirements.find(({ id }) => id === 'POST /items responds')?.handOver).toEqual([
      expect.stringContaining('(--writes any)'),
    ]);
    expect(report.requirements.find(({ id }) => id === 'GET /items success-status')?.handOver).toEqual([
      'the credential of the security scheme "key" (--credential key=VALUE)',
    ]);
    expect(verdicts(report)['GET /items credential-required']).toBe('pass');
  });

  test('one that may change anything is left alone', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end();
    });
    const report = await run(`  /items:\n    delete:\n      responses: { '204': { description: gone } }\n`, url);
    expect(asked).toBe(0);
    expect(report.outcome).toBe('incomplete');
    expect(report.requirements[0]?.reason).toContain('it may change anything');
  });

  test('security that is optional requires nothing of the anonymous', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    const paths = `  /items:\n    get:\n      security: [{ bearer: [] }, {}]\n      responses: { '204': { description: none } }\n`;
    const report = await run(
      paths,
      url,
      {},
      'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n',
    );
    expect(Object.keys(verdicts(report))).not.toContain('GET /items bearer-required');
    expect(verdicts(report)['GET /items success-status']).toBe('pass');
  });

  test('operations on one resource are asked in an order in which the last one uses it up', async () => {
    const items = new Set(['7']);
    const order: string[] = [];
    const url = await serve((request, response) => {
      const [, id = ''] = /^\/items\/(.*)$/.exec(request.url ?? '') ?? [];
      order.push(`${request.method} ${id}`);
      if (!items.has(id)) return response.writeHead(404).end();
      if (request.method === 'DELETE') items.delete(id);
      return response.writeHead(204).end();
    });
    const parameters = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
    const operation = (method: string) => `    ${method}: { responses: { '204': { description: ok } } }\n`;
    const paths = `  /items/{id}:\n    ${parameters}\n${operation('delete')}${operation('get')}`;
    const report = await run(paths, url, { params: { id: ['7'] } });
    expect(verdicts(report)['GET /items/{id} success-status']).toBe('pass');
    expect(verdicts(report)['DELETE /items/{id} success-status']).toBe('pass');
    expect(order.indexOf('GET 7')).toBeLessThan(order.indexOf('DELETE 7'));
  });

  test('several path parameters are handed over together', async () => {
    const url = await serve((request, response) => {
      const known = request.url === '/shelves/a%2Fb/items/3';
      response.writeHead(known ? 204 : 404).end();
    });
    const paths = `  /shelves/{shelf}/items/{id}:
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: string } }
      - { name: id, in: path, required: true, schema: { type: integer, format: int32 } }
    get: { responses: { '204': { description: ok } } }
`;
    const report = await run(paths, url, { params: { shelf: ['a/b'], id: ['3'] } });
    expect(verdicts(report)['GET /shelves/{shelf}/items/{id} success-status']).toBe('pass');
    expect(report.outcome).toBe('conforms');
  });
});

describe('a run', () => {
  const GET = `  /items:\n    get:\n      responses: { '204': { description: none } }\n`;

  test('tells what happens while it happens', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    const events: RunEvent['type'][] = [];
    await run(GET, url, { onEvent: ({ type }) => events.push(type) });
    expect(events).toEqual(['planned', ...Array<string>(5).fill('exchanged'), 'reported']);
  });

  test('takes its time, and the day by which waivers are judged, from one clock', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    const report = await run(GET, url, {
      now: () => new Date('2027-03-31T23:59:00Z'),
      waivers: [{ rule: 'success-status', reason: 'x', until: '2027-03-30' }],
    });
    expect(report).toMatchObject({ startedAt: '2027-03-31T23:59:00.000Z', waivers: [{ state: 'expired' }] });
  });

  test('can be interrupted, and still reports', async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const running = run(GET, url, {
      signal: controller.signal,
      onEvent: ({ type }) => type === 'planned' && controller.abort(),
    });
    expect(await running).toMatchObject({
      outcome: 'error',
      exitCode: 2,
      reason: 'the run was interrupted before its end',
    });
  });

  test('ends when a target hangs at everything', async () => {
    const url = await serve(() => {});
    const report = await run(GET, url, { limits: { timeoutMs: 200 } });
    expect(verdicts(report)['GET /items responds']).toBe('fail');
    expect(report.exitCode).toBe(1);
  });

  test('of no requirement at all is incomplete, never green', async () => {
    const url = await serve((_, response) => response.end());
    const report = await run(GET, url, { only: ['bearer-required'] });
    expect(report).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
  });

  test('never shows what is secret, however a target spells it', async () => {
    const [token, key] = ['to/ken+value=="x"', 'the-key-of-the-tenant'];
    const url = await serve((request, response) => {
      const seen = JSON.stringify([request.headers, request.url, request.headers.authorization]);
      response.writeHead(500, { 'X-Seen': request.headers.authorization ?? '' }).end(seen);
    });
    const paths = `  /items:\n    get:\n      security: [{ bearer: [] }]\n      responses: { '204': { description: none } }\n`;
    const rest = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n';
    const report = await run(paths, url, { token, headers: [['X-Api-Key', key]] }, rest);
    const text = JSON.stringify(report);
    for (const secret of [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), key]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(text).toContain('$ESPALIER_TOKEN');
    expect(text).toContain('$X_API_KEY');
  });
});

describe('a target that answers no more is given up on', () => {
  const items = Array.from({ length: 40 }, (_, at) => `/items${at}`);
  const paths = items.map((path) => `  ${path}:\n    get: { responses: { '204': { description: none } } }\n`).join('');
  const hanging = { limits: { timeoutMs: 100 } };

  test('one that never answered cannot be verified', async () => {
    const report = await run(paths, await serve(() => {}), hanging);
    expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
    expect(report.reason).toBe('the target answered none of the last 20 requests in time. Is it stuck?');
    expect(report.exchanges.length).toBeLessThan(25);
  });

  testWide('nothing more is planned then', async () => {
    const many = Array.from(
      { length: 200 },
      (_, at) =>
        `  /items${at}:\n    get:\n      parameters: [{ name: q, in: query, schema: { type: integer, minimum: 1 } }]\n      responses: { '204': { description: none } }\n`,
    );
    const asked = new Set<string>();
    const probes = suite.probes.map((probe) => ({
      ...probe,
      plan: (...[operation, known]: Parameters<typeof probe.plan>) => {
        asked.add(operation.name);
        return probe.plan(operation, known);
      },
    }));
    const target = parseTarget(await serve((request) => request.socket.destroy()));
    const signal = AbortSignal.timeout(1);
    const report = await verifyTarget(await contractOf(many.join('')), { ...suite, probes }, { target, signal });
    expect(report.outcome).toBe('error');
    expect(asked.size).toBeLessThan(200);
  });

  testWide('what was proven of one that answered before stands', async () => {
    let times = 0;
    const url = await serve((_, response) => ++times <= 5 && response.writeHead(204).end());
    const report = await run(paths, url, hanging);
    expect(report).toMatchObject({ outcome: 'violates', exitCode: 1 });
    expect(report.reason).toMatch(/in time; it had answered \d times before\. Is it stuck\?$/);
    expect(report.exchanges.length).toBeLessThan(40);
  });

  testWide('one that answers now and then is asked to the end', async () => {
    let times = 0;
    const url = await serve((_, response) => ++times % 10 === 0 && response.writeHead(204).end());
    const report = await run(paths, url, hanging);
    expect(report.reason).toBeUndefined();
    // What never answers an operation three times in a row is not asked again.
    expect(report.exchanges.length).toBeGreaterThanOrEqual(3 * items.length);
  });

  test('a deadline ends the run, and what was proven stands', async () => {
    const url = await serve((request, response) => request.url === '/items0' && response.writeHead(500).end());
    // Few operations are planned in no time, on any machine.
    const few = paths.split('\n').slice(0, 6).join('\n');
    const report = await run(`${few}\n`, url, { deadlineMs: 1000 });
    expect(report).toMatchObject({ outcome: 'violates', exitCode: 1 });
    expect(report.reason).toMatch(/^the run was not done within 1 s \(--deadline\), after \d+ of 15 exchanges$/);
  });

  test('a deadline by which nothing was proven is an error', async () => {
    const report = await run(paths, await serve(() => {}), { deadlineMs: 200 });
    expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
    expect(verdicts(report)['GET /items0 responds']).toBe('skip');
  });

  testWide('a run that is done before its deadline is held up by nothing', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    expect((await run(paths, url, { deadlineMs: 999_999_999_999 })).outcome).toBe('conforms');
  });
});

describe('what conforms is left alone', () => {
  const BEARER = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n';
  const ok = (schema: string, status = '200') =>
    `  /items:\n    get:\n      responses:\n        '${status}': { description: ok, content: { ${schema} } }\n`;

  test.each([
    [
      'an empty text',
      ok('text/plain: {}'),
      (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(),
    ],
    [
      'an answer without what is only ever written',
      ok(
        'application/json: { schema: { type: object, required: [name, password], properties: { name: {}, password: { writeOnly: true } } } }',
      ),
      (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name":"x"}'),
    ],
    [
      'an answer that satisfies the schema of its version',
      ok(
        "'application/json; version=1': { schema: { type: string } }, 'application/json; version=2': { schema: { type: number } }",
      ),
      (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'application/json; version=2' }).end('2'),
    ],
    [
      'an answer of a type that has no schema, beside one that has, with a charset',
      ok("'application/json': {}, 'application/json; charset=utf-8': { schema: { type: object, required: [name] } }"),
      (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    ],
    [
      'a type that is none, where the contract has just that',
      ok('application: { schema: { type: string } }'),
      (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'application' }).end('x'),
    ],
    [
      'a redirect that is declared',
      "  /items:\n    get:\n      responses: { '200': { description: ok }, '302': { description: elsewhere } }\n",
      (response: ServerResponse) => response.writeHead(302, { Location: '/' }).end(),
    ],
    [
      'a path in another script',
      "  /植物 und größe/{id}:\n    get:\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n      responses: { '204': { description: ok } }\n",
      (response: ServerResponse) => response.writeHead(204).end(),
    ],
  ])('%s', async (_, paths, answer) => {
    const url = await serve((_request, response) => answer(response));
    const report = await run(paths, url, { params: paths.includes('{id}') ? { id: ['1'] } : {} });
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.exchanges.length).toBeGreaterThan(0);
  });

  test.each([
    [
      'another route that takes what is no id',
      `  /sections/{id}:
    get: &read
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok }, '404': { description: none }, '400': { description: bad } }
  /sections/{id},{step}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { name: step, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok }, '404': { description: none }, '400': { description: bad } }\n`,
      (path: string) => (/^\/sections\/-?\d+(,[^/]+)?$/.test(path) ? 200 : 400),
    ],
    [
      'an extension that begins at the first dot',
      `  /tags/{id}.{format}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { name: format, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok }, '400': { description: bad } }\n`,
      (path: string) => (/^\/tags\/-?\d+\..+$/.test(path) ? 200 : 400),
    ],
    [
      'a User-Agent that is required, and looked for',
      `  /agents:
    get:
      parameters: [{ name: User-Agent, in: header, required: true, schema: { type: string } }]
      responses: { '200': { description: ok }, '400': { description: bad } }\n`,
      (_path: string, isNamed: boolean) => (isNamed ? 200 : 400),
    ],
    [
      'an object in parameters of its own, of which one may have its name',
      `  /streams:
    get:
      parameters: [{ name: options, in: query, schema: { type: object, additionalProperties: { type: string } } }]
      responses: { '200': { description: ok }, '400': { description: bad } }\n`,
      () => 200,
    ],
  ])('%s', async (_, paths, statusOf) => {
    const url = await serve(({ url: asked = '', headers }, response) =>
      response
        .writeHead(statusOf(decodeURIComponent(asked.split('?', 1)[0] ?? ''), headers['user-agent'] !== undefined))
        .end(),
    );
    const { requirements } = await run(paths, url, { writes: 'any', seed: 1, salt: 'k3f9' });
    const found = requirements.filter(({ findings }) => findings.length > 0);
    expect(found.map(({ id, findings }) => `${id}: ${findings[0]?.message}`)).toEqual([]);
  });

  test('a header that is declared as content of texts', async () => {
    const header = 'X-Track: { content: { text/plain: { schema: { type: string } } } }';
    const paths = `  /a: { get: { responses: { '200': { description: ok, headers: { ${header} } } } } }\n`;
    const url = await serve((_, response) => response.setHeader('X-Track', 'stable').end());
    const { requirements } = await run(paths, url);
    expect(requirements.find(({ rule }) => rule === 'response-header')?.verdict).toBe('pass');
  });

  test('a parameter that is declared as JSON is sent as its schema has it', async () => {
    const schema = '{ type: object, required: [a], properties: { a: { type: integer } } }';
    const paths = `  /a:\n    get:\n      parameters: [{ name: q, in: query, required: true, content: { application/json: { schema: ${schema} } } }]\n      responses: { '200': { description: ok }, '400': { description: bad } }\n`;
    const asked: unknown[] = [];
    const url = await serve((request, response) => {
      const text = new URL(request.url ?? '', 'http://target').searchParams.get('q');
      const value = text === null ? undefined : (JSON.parse(text) as { a?: unknown } | null);
      asked.push(value);
      response.writeHead(typeof value === 'object' && Number.isInteger(value?.a) ? 200 : 400).end();
    });
    const { counts } = await run(paths, url);
    expect(counts).toMatchObject({ fail: 0, warn: 0 });
    expect(asked).toContainEqual({ a: expect.any(Number) });
  });

  test('what nests too deep to be judged fails nobody, and passes nobody either', async () => {
    const nested = `${'{"next":'.repeat(30_000)}{}${'}'.repeat(30_000)}`;
    const paths = ok("application/json: { schema: { $ref: '#/components/schemas/Node' } }");
    const rest =
      "components: { schemas: { Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } } }\n";
    const url = await serve((_, response) => response.setHeader('Content-Type', 'application/json').end(nested));
    const report = await run(paths, url, {}, rest);
    expect(report.counts.fail).toBe(0);
    const verdictOf = (id: string) => report.requirements.find(({ rule }) => rule === id);
    expect(verdictOf('body-schema')).toMatchObject({
      verdict: 'skip',
      reason: 'a response was not judged: it is nested more than 1,000 deep',
    });
    expect(verdictOf('body-syntax')?.verdict).toBe('pass');
  });

  test('what holds too much to be read fails nobody, and is not read', async () => {
    const paths = ok('application/json: { schema: { type: array } }');
    const bodies = [
      [`[${'1,'.repeat(1_000_000)}1]`, 'it holds more than 200,000 values'],
      [`${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`, 'it is nested more than 1,000 deep'],
    ] as const;
    for (const [body, why] of someOf(bodies, 2)) {
      const parsing = jest.spyOn(JSON, 'parse');
      const url = await serve((_, response) => response.setHeader('Content-Type', 'application/json').end(body));
      const report = await run(paths, url);
      const longest = Math.max(0, ...parsing.mock.calls.map(([text]) => String(text).length));
      parsing.mockRestore();
      expect(longest).toBeLessThan(1_000_000);
      expect(report.counts.fail).toBe(0);
      for (const rule of ['body-syntax', 'body-schema'])
        expect(report.requirements.find((each) => each.rule === rule)).toMatchObject({
          verdict: 'skip',
          reason: `a response was not judged: ${why}`,
        });
    }
  });

  test('what belongs to something is asked about before that is deleted', async () => {
    const users = new Set(['1', '2']);
    const url = await serve((request, response) => {
      const [, id = '', rest] = /^\/users\/(\d+)(\/sessions)?$/.exec(request.url ?? '') ?? [];
      if (!users.has(id)) return response.writeHead(404).end();
      if (request.method === 'DELETE' && rest === undefined) users.delete(id);
      return response.writeHead(204).end();
    });
    const operation = `delete: { responses: { '204': { description: ok } } }\n`;
    const parameters = 'parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]\n';
    const paths = `  /users/{userId}:\n    ${parameters}    ${operation}  /users/{userId}/sessions:\n    ${parameters}    ${operation}`;
    const report = await run(paths, url, { params: { userId: ['1', '2'] } });
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  testWide('a target that asks for patience breaks nothing, and is not taken for one that conforms', async () => {
    const url = await serve((request, response) => {
      const authorised = request.headers.authorization?.toLowerCase() === 'bearer t';
      response.writeHead(authorised ? 429 : 401, { 'WWW-Authenticate': 'Bearer' }).end();
    });
    const paths = `  /items:\n    get:\n      security: [{ bearer: [] }]\n      responses: { '204': { description: ok } }\n`;
    const report = await run(paths, url, { token: 't' }, BEARER);
    expect(report.outcome).toBe('incomplete');
    expect(report.requirements.find(({ rule }) => rule === 'success-status')?.reason).toMatch(
      /^no exchange exercised it; tried: valid → 429.*; the target takes no more requests in this time \(429\): ask later, or more slowly with --rate N$/,
    );
  });

  test('another way in that the contract declares is no hole', async () => {
    const url = await serve((request, response) => {
      const { authorization } = request.headers;
      const enters =
        authorization === 't' || authorization?.toLowerCase() === 'bearer t' || request.url?.endsWith('access_token=t');
      response.writeHead(enters ? 204 : 401, { 'WWW-Authenticate': 'Bearer' }).end();
    });
    const paths = `  /items:\n    get:\n      security: [{ bearer: [] }, { key: [] }, { query: [] }]\n      responses: { '204': { description: ok } }\n`;
    const schemes = `components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: Authorization }\n    query: { type: apiKey, in: query, name: access_token }\n`;
    const report = await run(paths, url, { token: 't' }, schemes);
    expect(report.outcome).toBe('conforms');
  });

  test('an id from 1 on can be told from others', async () => {
    const url = await serve((request, response) => response.writeHead(request.url === '/items/7' ? 204 : 404).end());
    const paths = `  /items/{id}:\n    put:\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64, minimum: 1 } }]\n      responses: { '204': { description: ok } }\n`;
    const report = await run(paths, url, { params: { id: ['7'] } });
    expect(verdicts(report)['PUT /items/{id} exact-id']).toBe('pass');
  });

  test('a stream of events is not waited for', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders(),
    );
    // Each request is left after a second.
    const few = { ...suite, probes: suite.probes.filter(({ name }) => MANY_CASES || name === 'valid') };
    const report = await verifyTarget(await contractOf(ok('text/event-stream: {}')), few, { target: parseTarget(url) });
    expect(verdicts(report)['GET /items responds']).toBe('pass');
    expect(report.counts.fail).toBe(0);
    if (MANY_CASES) expect(report.outcome).toBe('conforms');
  });

  testWide('the data of events are text, whatever it looks like, and an event is an object of its fields', async () => {
    const sent = (text: string) =>
      serve((_, response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text));
    const plain = await sent(': hello\n\ndata: 12 apples\n\ndata: {not json}\n\nevent: end\ndata\n\n');
    expect((await run(ok('text/event-stream: {}'), plain)).outcome).toBe('conforms');

    const fields = '{ type: object, required: [event], properties: { event: { const: tick }, data: { pattern: ^n } } }';
    const folder = folderOf({
      'openapi.yaml': `openapi: 3.2.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n${ok(`text/event-stream: { itemSchema: ${fields} }`)}`,
    });
    const contract = await readContract(join(folder, 'openapi.yaml'));
    const judged = async (text: string) =>
      verdicts(await verifyTarget(contract, suite, { target: parseTarget(await sent(text)) }))[
        'GET /items 200 body-schema'
      ];
    expect(await judged('event: tick\nid: 1\nretry: 10\nother: x\ndata: n1\ndata: n2\n\n')).toBe('pass');
    expect(await judged('event: tock\ndata: n1\n\n')).toBe('fail');
    expect(await judged('data: n1\n\n')).toBe('fail');
  });
});

describe('what breaks the contract on the wire is seen', () => {
  test.each([
    ['a body that answers HEAD', 'head', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    [
      'a second response behind a chunked one',
      'get',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('%s', async (_, method, bytes) => {
    const url = await serve(({ socket }) => socket.end(bytes));
    const report = await run(
      `  /items:\n    ${method}: { responses: { '200': { description: ok, content: { text/plain: {} } } } }\n`,
      url,
    );
    expect(verdicts(report)[`${method.toUpperCase()} /items responds`]).toBe('fail');
  });
});

describe('a target cannot wear a run out', () => {
  const GET = `  /items:\n    get:\n      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: integer } } } } } }\n`;

  const bodies: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['a Content-Type that is hard to read', { 'Content-Type': `application/json${'; '.repeat(60)}@` }, '[1]'],
    [
      'a number of a million digits',
      { 'Content-Type': 'application/json' },
      `[1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}]`,
    ],
    [
      'a body that repeats many long names',
      { 'Content-Type': 'application/json' },
      `[{${Array.from({ length: 400 }, (_, at) => `"${at % 200}${'x'.repeat(1000)}":${at}`).join()}}]`,
    ],
    [
      'a body that is wrong at its root, and long',
      { 'Content-Type': 'application/json' },
      JSON.stringify({ a: Array.from({ length: 150_000 }, () => ({})) }),
    ],
    [
      'a body that is wrong where it nests deep',
      { 'Content-Type': 'application/json' },
      `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
    ],
    [
      'a body that is wrong in many places',
      { 'Content-Type': 'application/json' },
      JSON.stringify(Array.from({ length: 50_000 }, () => 'x')),
    ],
  ];
  test.each(someOf(bodies, 4))('%s', async (_, headers, body) => {
    const url = await serve((_request, response) => response.writeHead(200, headers).end(body));
    const report = await run(GET, url);
    expect(JSON.stringify(report).length).toBeLessThan(70_000);
  });

  test('however many exchanges may be under way', async () => {
    const url = await serve((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'));
    expect((await run(GET, url, { concurrency: 999_999_999 })).outcome).toBe('conforms');
  });
});

test('a request that is expected to have content says that it has none', async () => {
  const lengths: (string | undefined)[] = [];
  const url = await serve(({ headers }, response) => {
    lengths.push(headers['content-length'], headers['transfer-encoding']);
    response.writeHead(204).end();
  });
  const paths = `  /items/{id}/water:\n    post:\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n      responses: { '204': { description: ok } }\n`;
  await run(paths, url, { params: { id: ['1'] } });
  expect(new Set(lengths)).toEqual(new Set(['0', undefined]));
});

test('no half of the token is left where a text is cut, or between chunks', async () => {
  const token = 'token-that-nobody-may-see-0123456789';
  const url = await serve((request, response) => {
    const seen = request.headers.authorization ?? '';
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write(`<p>${'x'.repeat(225)}${seen.slice(0, 20)}`);
    setTimeout(() => response.end(seen.slice(20)), 5);
  });
  const paths = `  /items:\n    get:\n      security: [{ bearer: [] }]\n      responses: { '200': { description: ok, content: { application/json: {} } } }\n`;
  const report = await run(
    paths,
    url,
    { token },
    'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n',
  );
  expect(verdicts(report)['GET /items 200 body-syntax']).toBe('fail');
  expect(JSON.stringify(report)).not.toMatch(/token-that|0123456789/);
});

test('a value whose name stands for things of several kinds is asked for by its kind', async () => {
  const asked: string[] = [];
  const url = await serve(({ method, url: path }, response) => {
    asked.push(`${method} ${path}`);
    response.writeHead(404).end();
  });
  const item = `delete: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: ok } } }`;
  const { requirements } = await run(`  /users/{id}: { ${item} }\n  /files/{id}: { ${item} }\n`, url, {
    params: { id: ['101'] },
  });
  expect(asked).not.toContain('DELETE /users/101');
  expect(new Set(requirements.flatMap(({ handOver = [] }) => handOver))).toEqual(
    new Set(
      ['/users/{id}', '/files/{id}'].map(
        (path) =>
          `a value of "id" for ${path} alone, for the name stands for things of 2 kinds (--param '${path}=VALUE')`,
      ),
    ),
  );
});

test('a plan for a target never uses a value twice for what names nothing', async () => {
  const contract = await readContract(join(__dirname, '../../openapi.yaml'));
  const { cases } = plan(contract, suite, settingsOf({ token: 't', params: { id: ['101'] } }));
  const made = cases.filter(
    ({ claim: { exists }, request: { values } }) => !exists && !/^-?9223372036854775\d{3}$/.test(values['id'] ?? ''),
  );
  expect(made.length).toBeGreaterThan(2);
  for (const { request } of made)
    expect(Math.abs(Number(BigInt.asIntN(32, BigInt(request.values['id'] ?? ''))))).toBeGreaterThan(100_000_000);
});

testWide('a run with large answers holds no more of them than it may, and judges each', async () => {
  const body = JSON.stringify({ id: 'x'.repeat(100_000) });
  const url = await serve((_, response) => response.setHeader('Content-Type', 'application/json').end(body));
  const paths = Array.from(
    { length: 6 },
    (_, at) => `  /items${at}:\n    get:\n      responses:\n        '200': { description: ok, ${JSON_ITEM} }\n`,
  ).join('');
  const budget = createBufferBudget(400_000);
  const counts = { taken: 0, highest: 0, refused: 0 };
  const take = (bytes: number) => {
    const taken = budget.take(bytes);
    if (taken) counts.taken += bytes;
    else counts.refused++;
    counts.highest = Math.max(counts.highest, counts.taken);
    return taken;
  };
  const give = (bytes: number) => {
    counts.taken -= bytes;
    budget.give(bytes);
  };
  const report = await run(paths, url, { concurrency: 6, holdings: createHoldings({ take, give }) });
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  expect(failed).toEqual(Array.from({ length: 6 }, () => 'body-schema'));
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts).toMatchObject({ taken: 0 });
  expect(counts.highest).toBeLessThanOrEqual(400_000);
});

testWide('what is noted of what a run makes has no password that was handed over', async () => {
  const users = new Map<string, object>();
  let last = 0;
  const url = await serve((request, response) => {
    request.toArray().then((parts) => {
      const [, , id = ''] = request.url?.split('/') ?? [];
      const reply = (status: number, value?: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(value && JSON.stringify(value));
      if (request.method === 'POST') {
        const sent = parsedBody(Buffer.concat(parts))?.value as { readonly name?: string } | null | undefined;
        if (sent?.name === undefined) return reply(400);
        const user = { ...sent, id: `u${++last}` };
        users.set(user.id, user);
        return reply(201, user);
      }
      if (request.method === 'DELETE' && users.delete(id)) return reply(204);
      if (id === '') return reply(200, [...users.values()]);
      return users.has(id) ? reply(200, users.get(id)) : reply(404);
    });
  });
  const user = 'properties: { id: {}, name: { type: string }, password: { type: string, format: password } }';
  const content = `content: { application/json: { schema: { type: object, ${user} } } }`;
  const paths = `  /users:
    get:
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: object, ${user} } } } } } }
    post:
      requestBody: { required: true, ${content} }
      responses: { '201': { description: made, ${content} }, '400': { description: no } }
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses: { '200': { description: one, ${content} }, '404': { description: none } }
    delete:
      responses: { '204': { description: gone }, '404': { description: none } }\n`;
  const noted: unknown[] = [];
  await run(paths, url, {
    writes: 'own',
    operations: {
      'POST /users': {
        params: {},
        bodies: [{ name: 'bob', password: 'opens-all-doors' }],
        expect: undefined,
        leaveOut: undefined,
      },
    },
    onMade: (event) => noted.push(event),
  });
  expect(JSON.stringify(noted)).not.toContain('opens-all-doors');
  expect(noted).toContainEqual({ made: expect.objectContaining({ whole: { name: 'bob' } }) });
  expect(users.size).toBe(0);
});
