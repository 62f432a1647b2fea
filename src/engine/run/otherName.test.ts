/** Runs on a service that shows an id of what it makes, and finds it by its name alone: no answer shows another thing. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serveJson } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const none = { description: 'none' };
const TEXT = { type: 'string' };
const shelf = { type: 'object', required: ['id', 'name'], properties: { id: TEXT, name: TEXT } };
const body = { required: true, ...json({ type: 'object', required: ['name'], properties: { name: TEXT } }) };

const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/shelves': {
      get: { responses: { 200: { description: 'all', ...json({ type: 'array', items: shelf }) } } },
      post: { requestBody: body, responses: { 200: { description: 'made', ...json(shelf) }, 400: none } },
    },
    '/shelves/{shelf_id}': {
      parameters: [{ name: 'shelf_id', in: 'path', required: true, schema: TEXT }],
      get: { responses: { 200: { description: 'one', ...json(shelf) }, 404: none } },
      delete: { responses: { 200: none, 404: none } },
    },
  },
};

test.each(['own', 'any'] as const)(
  'what is found by its name is not another thing, with --writes %s',
  async (writes) => {
    const shelves = new Map<string, { readonly id: string; readonly name: string }>();
    const found: string[] = [];
    const url = await serveJson(({ method, path, sent }) => {
      const asked = path.split('/')[2];
      if (asked === undefined && method === 'GET') return [200, [...shelves.values()]];
      if (asked === undefined && method === 'POST') {
        const name = sent?.['name'];
        if (typeof name !== 'string' || name === '') return [400];
        const made = { id: `00000000-0000-4000-8000-${String(shelves.size + 1).padStart(12, '0')}`, name };
        shelves.set(name, made);
        return [200, made];
      }
      const shelf = shelves.get(decodeURIComponent(asked ?? ''));
      if (method !== 'GET' && method !== 'DELETE') return [405];
      if (!shelf) return [404];
      if (method === 'GET') found.push(shelf.name);
      else shelves.delete(shelf.name);
      return [200, method === 'GET' ? shelf : {}];
    });
    const options = { target: parseTarget(url), writes, seed: 1, salt: 'k3f9' };
    const probes = suite.probes.filter(({ name }) => name === 'state' || name === 'valid');
    const { requirements } = await verifyTarget(await load(CONTRACT), { ...suite, probes }, options);
    expect(found).not.toEqual([]);
    expect(requirements.filter(({ rule }) => rule === 'exact-id').flatMap(({ findings }) => findings)).toEqual([]);
  },
);
