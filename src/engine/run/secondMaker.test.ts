/** Runs on services where a POST makes nothing, and a PUT under a name that the client chose does. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { description: 'done', ...json({}) };
const none = { description: 'none' };
const text = { type: 'string', minLength: 1, maxLength: 60 };
const body = { required: true, ...json({ type: 'object', required: ['password'], properties: { password: text } }) };
const answers = { 200: done, 201: done, 400: none, 404: none };

const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/accounts': { get: { responses: { 200: done } }, post: { requestBody: body, responses: answers } },
    '/accounts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: answers },
      put: { requestBody: body, responses: answers },
      delete: { responses: { 204: none, 404: none } },
    },
  },
};

/** Serves accounts. @param mayPut whether a PUT makes one. @returns what was asked: `METHOD path → status`. */
async function serveAccounts(accounts: Map<string, object>, mayPut: boolean) {
  const asked: string[] = [];
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '' } = request;
    const id = decodeURIComponent(path.split('/')[2] ?? '');
    const [status, value] = ((): [status: number, value?: unknown] => {
      if (method === 'GET' && id === '') return [200, { data: [...accounts.values()] }];
      if (method === 'POST') return [400, { message: 'data.id in body: Required' }];
      if (method === 'PUT') {
        const isThere = accounts.has(id);
        if (!isThere && !mayPut) return [404];
        let sent: { readonly password?: unknown };
        try {
          sent = Object(JSON.parse(Buffer.concat(pieces).toString()));
        } catch {
          return [400];
        }
        if (typeof sent.password !== 'string' || sent.password === '' || sent.password.length > 60) return [400];
        accounts.set(id, { ...sent, id });
        return [isThere ? 200 : 201, accounts.get(id)];
      }
      if (!accounts.has(id)) return [404];
      if (method === 'DELETE') return [accounts.delete(id) ? 204 : 404];
      return method === 'GET' ? [200, accounts.get(id)] : [405];
    })();
    asked.push(`${method} ${path} → ${status}`);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(value === undefined ? '' : JSON.stringify(value));
  });
  return { url, asked };
}

async function run(mayPut: boolean) {
  const accounts = new Map([['ada', { id: 'ada', password: 'x' }]]);
  const before = JSON.stringify([...accounts]);
  const { url, asked } = await serveAccounts(accounts, mayPut);
  const probes = suite.probes.filter(({ name }) => name === 'valid');
  const options = { target: parseTarget(url), writes: 'own' as const, seed: 1, salt: 'k3f9' };
  const { leftovers = [], requirements } = await verifyTarget(await load(CONTRACT), { ...suite, probes }, options);
  const passed = requirements.filter(({ rule, verdict }) => rule === 'success-status' && verdict === 'pass');
  return {
    asked,
    leftovers,
    passed: passed.map(({ operation }) => operation),
    isAsBefore: JSON.stringify([...accounts]) === before,
  };
}

test('what a POST refuses to make is made by a PUT under a new name, found there, and removed', async () => {
  const { leftovers, passed, isAsBefore } = await run(true);
  expect({ leftovers, isAsBefore }).toEqual({ leftovers: [], isAsBefore: true });
  expect(passed).toEqual(expect.arrayContaining(['GET /accounts/{id}', 'PUT /accounts/{id}', 'DELETE /accounts/{id}']));
});

test('where a PUT makes nothing either, it is tried a few times at most', async () => {
  const { asked, isAsBefore } = await run(false);
  expect(isAsBefore).toBe(true);
  const put = new Set(asked.filter((line) => line.startsWith('PUT /accounts/')).map((line) => line.split(' ')[1]));
  expect(put.size).toBeLessThanOrEqual(4);
  expect(asked).not.toContain('PUT /accounts/ada → 200');
});
