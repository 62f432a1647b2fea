/** What is asked of what a thing has one of: contracts as literals, and the steps of the chain. */

import { contractWith, readOnce } from '../contracts.testing';
import { linesOfPlan } from '../probes/operation.testing';
import { state } from '../probes/state';

const ok = { responses: { 200: { description: 'd' } } };
const made = { responses: { 201: { description: 'd' } } };
const gone = { responses: { 204: { description: 'd' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const schema = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, zip: { type: 'string' } },
};
const body = { requestBody: { required: true, content: { 'application/json': { schema } } } };

/** The steps on the address of a ship, as `put` or `read`, where the contract has these methods there. */
async function asked(methods: object, writes: 'own' | 'handed-over' = 'own', below: object = {}, params = {}) {
  const contract = contractWith({
    '/ships': { post: { ...body, ...made } },
    '/ships/{id}': { parameters: [id], get: ok, delete: gone },
    '/ships/{id}/address': { parameters: [id], ...methods },
    ...below,
  });
  const operation = 'put' in methods ? 'PUT /ships/{id}/address' : 'PATCH /ships/{id}/address';
  const { asks } = linesOfPlan(state, await readOnce(contract), operation, { writes, params });
  return asks.flatMap((line) => /^(read|put|again|bare|patch|remove)\b.*\/address(?!\/)/.exec(line)?.[1] ?? []);
}

test('what a ship of the run has one of is set, and looked at after each change', async () => {
  const steps = await asked({ get: ok, put: { ...body, ...ok } });
  expect(steps.slice(0, 5)).toEqual(['read', 'put', 'read', 'again', 'read']);
  expect(steps.filter((step) => step === 'bare')).toHaveLength(2);
});

test.each(['application/octet-stream', 'image/png', 'text/plain'])(
  'a file of a ship is put, put in place of another one, and removed: %s',
  async (type) => {
    const put = { requestBody: { required: true, content: { [type]: {} } }, ...ok };
    expect(await asked({ get: ok, put, delete: gone })).toEqual([
      'read',
      'put',
      'read',
      'put',
      'read',
      'remove',
      'read',
    ]);
  },
);

test('what a ship of the run has one of is removed once it was set', async () => {
  const steps = await asked({ get: ok, put: { ...body, ...ok }, delete: gone });
  expect(steps.slice(-2)).toEqual(['remove', 'read']);
  expect(steps.filter((step) => step === 'remove')).toHaveLength(1);
});

test.each<[string, object, 'own' | 'handed-over', object]>([
  ['without consent', { get: ok, put: { ...body, ...ok } }, 'handed-over', {}],
  ['of a form', { get: ok, put: { requestBody: { content: { 'multipart/form-data': {} } }, ...ok } }, 'own', {}],
  ['where nothing shows it', { put: { ...body, ...ok } }, 'own', {}],
  [
    'of a list of things',
    { get: ok, put: { ...body, ...ok }, post: { ...body, ...made } },
    'own',
    { '/ships/{id}/address/{at}': { parameters: [id, { ...id, name: 'at' }], get: ok, delete: gone } },
  ],
])('%s nothing is set', async (_, methods, writes, below) => {
  expect(await asked(methods, writes, below)).toEqual([]);
});

test.each<[string, object, readonly string[]]>([
  ['one that no run could make', { '/ships': {} }, ['read', 'put', 'read', 'again', 'read']],
  ['one that the run could make', {}, []],
])('what a ship has one of that was handed over is set: %s', async (_, below, first) => {
  const steps = await asked({ get: ok, put: { ...body, ...ok } }, 'handed-over', below, { id: ['7'] });
  expect(steps.slice(0, 5)).toEqual(first);
});
