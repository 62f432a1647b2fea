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

const RETURN = [
  ...['read', 'remove, what was', 'remove, what is', 'read'],
  ...['act, what brings', 'read', 'act, the same', 'remove, what was', 'read'],
];

test.each([
  ['close', ['read', 'act, what brings', 'read', 'act, the same']],
  ['restore', RETURN],
  ['undelete', RETURN],
  ['restorations', ['read', 'act, what brings', 'read', 'act, the same']],
])('%s is asked of what is there, or, to bring it back, of what was removed', async (name, steps) => {
  const contract = contractWith({
    '/ships': { post: { ...body, ...shows('201') } },
    '/ships/{id}': { parameters: [id], get: shows('200'), delete: gone },
    [`/ships/{id}/${name}`]: { parameters: [id], post: shows('200', '409') },
  });
  const { asks } = linesOfPlan(state, await readOnce(contract), `POST /ships/{id}/${name}`, { writes: 'own' });
  const first = asks.findIndex((line) => line.startsWith('act, what brings'));
  const from = asks.slice(0, first).findLastIndex((line) => line.startsWith('read, what was made'));
  const seen = asks.slice(from).flatMap((line) => /^(read|(?:remove|act), \w+ \w+)/.exec(line)?.[1] ?? []);
  expect(seen).toEqual(steps);
});

test.each([
  ['restore', gone, true],
  ['close', gone, false],
])('%s is asked of what it is for, whatever its answer shows', async (name, answers, expected) => {
  const contract = contractWith({
    '/ships': { post: { ...body, ...shows('201') } },
    '/ships/{id}': { parameters: [id], get: shows('200'), delete: gone },
    [`/ships/{id}/${name}`]: { parameters: [id], post: answers },
  });
  const { asks } = linesOfPlan(state, await readOnce(contract), `POST /ships/{id}/${name}`, { writes: 'own' });
  expect(asks.some((line) => line.startsWith('act, what brings'))).toBe(expected);
});
