/** A service that shows the name of what it made in a member of which nobody knows that: a look proves it, and rules judge by it. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serveJson } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const none = { description: 'none' };
const jar = { type: 'object', properties: { name: { type: 'string' }, meta: { type: 'object' } } };
const body = {
  required: true,
  ...json({ type: 'object', required: ['name'], properties: { name: jar.properties.name } }),
};

const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/jars': {
      get: { responses: { 200: { description: 'all', ...json({ type: 'array', items: jar }) } } },
      post: { requestBody: body, responses: { 201: { description: 'made', ...json(jar) }, 400: none } },
    },
    '/jars/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'one', ...json(jar) }, 404: none } },
      delete: { responses: { 204: none, 404: none } },
    },
  },
};

/** Keeps jars. @returns what created-listed says of a service whose list has what is made, or not. */
async function verdictOf(listsNew: boolean) {
  const jars = new Map<string, { readonly name: unknown; readonly meta: { readonly key: string } }>();
  const old = { name: 'oak', meta: { key: 'j-1' } };
  const url = await serveJson(({ method, path, sent }) => {
    const key = path.split('/')[2];
    const found = key === undefined ? undefined : jars.get(key);
    if (key === undefined && method === 'GET') return [200, [old, ...(listsNew ? jars.values() : [])]];
    if (key === undefined && method === 'POST') {
      if (typeof sent?.['name'] !== 'string') return [400];
      const made = { name: sent['name'], meta: { key: `j-${jars.size + 2}` } };
      jars.set(made.meta.key, made);
      return [201, made];
    }
    if (!found || (method !== 'GET' && method !== 'DELETE')) return [key && method === 'GET' ? 404 : 405];
    if (method === 'GET') return [200, found];
    jars.delete(key ?? '');
    return [204];
  });
  const probes = suite.probes.filter(({ name }) => name === 'state');
  const options = { target: parseTarget(url), writes: 'own' as const, seed: 1, salt: 'k3f9' };
  const { requirements } = await verifyTarget(await load(CONTRACT), { ...suite, probes }, options);
  return requirements.find(({ rule }) => rule === 'created-listed')?.verdict;
}

test.each([
  [true, 'pass'],
  [false, 'warn'],
])('where the list has what is new (%j), created-listed is a %s', async (listsNew, verdict) => {
  expect(await verdictOf(listsNew)).toBe(verdict);
});
