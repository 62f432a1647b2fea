/** The engine on contracts that have nothing to do with plants. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from '../conformance/suite';
import { folderOf } from './cli.testing';
import { loadContract } from './contract/load';
import { plan } from './plan';
import type { Report } from './report';
import { parseTarget } from './target/target';
import { type VerifyEvent, type VerifyOptions, verify } from './verify';

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function contractOf(paths: string, rest = ''): ReturnType<typeof loadContract> {
  const folder = folderOf({
    'openapi.yaml': `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n${paths}${rest}`,
  });
  return loadContract(join(folder, 'openapi.yaml'));
}

async function run(paths: string, url: string, options: Partial<VerifyOptions> = {}, rest = ''): Promise<Report> {
  return verify(await contractOf(paths, rest), suite, { target: parseTarget(url), ...options });
}

function verdicts({ requirements }: Report): Record<string, string> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

const JSON_ITEM =
  'content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }';

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

  test('one with a request body, or with security of another kind, is skipped with the reason', async () => {
    const url = await serve((_, response) => response.end());
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
    expect(report.exchanges).toHaveLength(0);
    expect(report.outcome).toBe('incomplete');
    expect(report.exitCode).toBe(3);
    const reasons = new Set(report.requirements.map(({ reason }) => reason));
    expect([...reasons]).toEqual([
      'Espalier cannot exercise this operation yet: its security is not HTTP bearer authentication',
      'Espalier cannot exercise this operation yet: it has a request body',
    ]);
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
    const events: VerifyEvent['type'][] = [];
    await run(GET, url, { onEvent: ({ type }) => events.push(type) });
    expect(events).toEqual(['planned', 'exchanged', 'reported']);
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

test('a plan for a target never uses a value twice for what names nothing', async () => {
  const contract = await loadContract(join(__dirname, '../openapi.yaml'));
  const { cases } = plan(contract, suite, { token: 't', params: { id: ['101'] } });
  const made = cases.filter(({ exists, values }) => !exists && !/^-?9223372036854775\d{3}$/.test(values['id'] ?? ''));
  expect(made.length).toBeGreaterThan(2);
  for (const { values } of made)
    expect(Math.abs(Number(BigInt.asIntN(32, BigInt(values['id'] ?? ''))))).toBeGreaterThan(100_000_000);
});
