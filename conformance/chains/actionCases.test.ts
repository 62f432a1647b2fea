/** The chain on a thing that an action brings into another state: which requests it has. */

import { contractWith, readOnce } from '../contracts.testing';
import { linesOfPlan } from '../probes/operation.testing';
import { state } from '../probes/state';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ship = {
  type: 'object',
  required: ['id', 'state'],
  properties: { id: { type: 'string' }, state: { enum: ['new', 'old'] } },
};
const shows = (...statuses: string[]) => ({
  responses: Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'd', ...(status < '300' ? { content: { 'application/json': { schema: ship } } } : {}) },
    ]),
  ),
});
const gone = { responses: { 204: { description: 'd' } } };
const body = { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } };

test.each([
  ['close', ['read', 'act, what brings', 'read', 'act, the same']],
  ['restore', ['read', 'remove', 'read', 'act, what brings', 'read', 'act, the same']],
  ['undelete', ['read', 'remove', 'read', 'act, what brings', 'read', 'act, the same']],
  ['restorations', ['read', 'act, what brings', 'read', 'act, the same']],
])('%s is asked of what is there, or, to bring it back, of what was removed', async (name, steps) => {
  const contract = contractWith({
    '/ships': { post: { ...body, ...shows('201') } },
    '/ships/{id}': { parameters: [id], get: shows('200'), delete: gone },
    [`/ships/{id}/${name}`]: { parameters: [id], post: shows('200', '409') },
  });
  const { asks } = linesOfPlan(state, await readOnce(contract), `POST /ships/{id}/${name}`, { writes: 'own' });
  const own = asks.slice(asks.findIndex((line) => line.startsWith('act, what brings')) - 3);
  const from = own.findIndex((line) => line.startsWith('read, what was made'));
  const seen = own.slice(from).flatMap((line) => /^(read|remove|act, \w+ \w+)/.exec(line)?.[1] ?? []);
  expect(seen).toEqual(steps);
});
