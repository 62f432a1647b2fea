/** Runs on a throw-away that takes nothing new: what it lists serves one chain that removes it. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const none = { description: 'none' };
const body = { required: true, ...json({ type: 'object', properties: { name: { type: 'string' } } }) };

const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/jars': {
      get: { responses: { 200: { description: 'all', ...json({}) } } },
      post: { requestBody: body, responses: { 201: none, 409: none } },
    },
    '/jars/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'one', ...json({}) }, 404: none } },
      delete: { responses: { 204: none, 404: none } },
    },
  },
};

/** Serves jars that are listed although they are gone. @returns the paths of all DELETEs of those, in their order. */
async function removalsOf(ids: readonly string[], concurrency: number) {
  const removed: string[] = [];
  const url = await serve((request, response) => {
    const { method = '', url: path = '' } = request;
    const id = path.split('/')[2];
    const isListed = id !== undefined && ids.includes(id);
    if (isListed && method === 'DELETE') removed.push(path);
    const list = ids.map((each) => ({ id: each }));
    const status = method === 'POST' ? 409 : id === undefined || isListed ? 200 : 404;
    response.writeHead(method === 'DELETE' && isListed ? 204 : status, { 'Content-Type': 'application/json' });
    response.end(method === 'GET' ? JSON.stringify(id === undefined ? list : { id }) : '');
  });
  const probes = suite.probes.filter(({ name }) => name === 'valid');
  const options = { target: parseTarget(url), writes: 'any' as const, seed: 1, salt: 'k3f9', concurrency };
  await verifyTarget(await load(CONTRACT), { ...suite, probes }, options);
  return removed;
}

test.each([
  [1, ['a'], ['/jars/a']],
  [16, ['a'], ['/jars/a']],
  [1, ['a', 'b', 'c'], ['/jars/a', '/jars/b']],
  [16, ['a', 'b', 'c'], ['/jars/a', '/jars/b']],
])('with %i at once, of %j the run removes %j, each once', async (concurrency, ids, removed) => {
  expect((await removalsOf(ids, concurrency)).sort()).toEqual(removed);
});
