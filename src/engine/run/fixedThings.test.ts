/** What a run makes in things that the contract can neither make, change nor remove, such as the one server of a service. */

import type { IncomingMessage } from 'node:http';
import { suite } from '../../../conformance/suite';
import { load } from '../../contract/contract.testing';
import { SAFE_METHODS } from '../../http/methods';
import type { Report } from '../../report/report';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const answers = (...statuses: number[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: 'as it is' }])),
});
const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const requestBody = { required: true, content: { 'application/json': { schema } } };

const paths = {
  '/servers': { get: answers(200) },
  '/servers/{server}': { parameters: [inPath('server')], get: answers(200, 404) },
  '/servers/{server}/flush': { parameters: [inPath('server')], put: answers(200, 404) },
  '/servers/{server}/zones': {
    parameters: [inPath('server')],
    get: answers(200, 404),
    post: { requestBody, ...answers(201, 400, 404) },
  },
  '/servers/{server}/zones/{zone}': {
    parameters: [inPath('server'), inPath('zone')],
    get: answers(200, 404),
    delete: answers(204, 404),
  },
};
/** The same where servers can be renamed: they are somebody's then. */
const withChanges = {
  ...paths,
  '/servers/{server}': {
    ...paths['/servers/{server}'],
    patch: { requestBody, ...answers(200, 404) },
  },
};

/** Runs with leave to make things. @returns what was asked of servers that there are, and what is left. */
async function run(contract: object, servers: readonly unknown[], fields: Readonly<Record<string, string>> = {}) {
  const zones = new Map<string, object>([['theirs', { name: 'theirs' }]]);
  const unsafe: string[] = [];
  const ids = servers.map((each) => (each as { readonly id?: string }).id);
  const url = await serve(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = (status: number, value?: unknown, more: Readonly<Record<string, string>> = {}) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json', ...more })
        .end(value === undefined ? '' : JSON.stringify(value));
    const { method = '', url: asked = '' } = request;
    const [, , server, below, written] = asked.replace(/\?.*/, '').split('/');
    const zone = written === undefined ? undefined : decoded(written);
    if (server === undefined) return reply(200, servers, fields);
    if (!ids.includes(server)) return reply(404);
    if (!SAFE_METHODS.has(method)) unsafe.push(`${method} ${asked}`);
    if (below !== 'zones') return reply(200, { id: server });
    const text = Buffer.concat(chunks).toString();
    if (zone === undefined && method === 'GET') return reply(200, [...zones.values()]);
    if (zone === undefined) {
      const { name } = /^\{"name":"[^"]{1,99}"\}$/.test(text) ? (JSON.parse(text) as { readonly name: string }) : {};
      if (method !== 'POST' || name === undefined) return reply(400);
      zones.set(name, { name });
      return reply(201, { name });
    }
    if (!zones.has(zone)) return reply(404);
    if (method === 'DELETE') return reply(zones.delete(zone) ? 204 : 404);
    return reply(200, zones.get(zone));
  });
  const read = await load({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: contract });
  const target = parseTarget(url);
  const report = await verifyTarget(read, suite, { target, seed: 7, salt: 'k3f9', writes: 'own' });
  return { report, unsafe, left: [...zones.keys()] };
}

/** Names that are written wrongly name nothing. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function successOf({ requirements }: Report, operation: string) {
  return requirements.find((each) => each.rule === 'success-status' && each.operation === operation);
}

test('what a run makes in the only one is asked about and removed, and nothing else there is touched', async () => {
  const { report, unsafe, left } = await run(paths, [{ id: 'local' }]);
  for (const operation of ['POST /servers/{server}/zones', 'DELETE /servers/{server}/zones/{zone}'])
    expect([operation, successOf(report, operation)?.verdict]).toEqual([operation, 'pass']);
  expect(left).toEqual(['theirs']);
  expect(unsafe.filter((each) => /flush|theirs/.test(each))).toEqual([]);
  expect(report.leftovers ?? []).toEqual([]);
});

test.each<[string, object, readonly unknown[], Record<string, string>]>([
  ['there are several', paths, [{ id: 'local' }, { id: 'other' }], {}],
  ['another one has no name', paths, [{ id: 'local' }, {}], {}],
  ['the list may go on', paths, [{ id: 'local' }], { Link: '</servers?page=2>; rel="next"' }],
  ['a cache may have answered', paths, [{ id: 'local' }], { Age: '60' }],
  ['such things can be changed, and are somebody’s', withChanges, [{ id: 'local' }], {}],
])('nothing is made where %s', async (_, contract, servers, fields) => {
  const { report, unsafe, left } = await run(contract, servers, fields);
  expect(unsafe).toEqual([]);
  expect(left).toEqual(['theirs']);
  expect(successOf(report, 'POST /servers/{server}/zones')?.verdict).toBe('skip');
});

test('where there are several, the run says so', async () => {
  const { report } = await run(paths, [{ id: 'local' }, { id: 'other' }]);
  const { reason } = successOf(report, 'POST /servers/{server}/zones') ?? {};
  expect(reason).toContain('what lies in an item of GET /servers is made where that surely shows one alone');
});
