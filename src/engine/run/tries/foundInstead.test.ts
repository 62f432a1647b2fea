/** Runs on a service whose list is empty at first, and shows what another path than that of the list makes. */

import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import { serveJson } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { verifyTarget } from '../../verify';

lingerFor(10);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shows = (schema: object) => ({ responses: { 200: { description: 'ok', ...json(schema) } } });
const user = { $ref: '#/components/schemas/UserOut' };
const body = {
  required: true,
  ...json({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
};
const CONTRACT = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  components: {
    schemas: { UserOut: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } } },
  },
  paths: {
    '/register': { post: { requestBody: body, ...shows(user) } },
    '/users': { get: shows({ type: 'array', items: user }) },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      put: { requestBody: body, ...shows(user) },
    },
  },
};

test.each([
  ['any', 'pass'],
  ['own', 'skip'],
] as const)('what the run registered is changed, with --writes %s: %s', async (writes, verdict) => {
  const users = new Map<string, { readonly id: string; readonly name: unknown }>();
  const url = await serveJson(({ method, path, sent }) => {
    const name = sent?.['name'];
    const id = path.split('/')[2] ?? `u-${users.size + 11}`;
    if (path === '/users') return method === 'GET' ? [200, []] : [405, {}];
    if (method !== (path === '/register' ? 'POST' : 'PUT')) return [405, {}];
    if (typeof name !== 'string') return [400, { error: 'no name' }];
    if (path !== '/register' && !users.has(id)) return [404, { error: 'no such user' }];
    users.set(id, { id, name });
    return [200, users.get(id)];
  });

  const options = { target: parseTarget(url), writes, seed: 7, salt: 'k3f9', concurrency: 1 };
  const { requirements } = await verifyTarget(await load(CONTRACT), suite, options);
  const success = requirements.find(
    ({ rule, operation }) => rule === 'success-status' && operation === 'PUT /users/{id}',
  );
  expect(success?.verdict).toBe(verdict);
});
