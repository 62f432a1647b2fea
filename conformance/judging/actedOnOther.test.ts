import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { contractWith, readOnce } from '../contracts.testing';
import { type ExchangeLiteral, toExchange } from '../rules/exchange.testing';
import { actedOnOther } from './stillThere';

const responses = { 200: { description: 'ok', content: { 'application/json': {} } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const CONTRACT = contractWith({
  '/sessions': { post: { responses } },
  '/sessions/{id}': { parameters: [id], get: { responses }, delete: { responses } },
});

const STEPS: readonly ExchangeLiteral[] = [
  { ask: 'POST /sessions', step: 'make', id: '1', status: 200, json: { id: '1' } },
  { ask: 'POST /sessions', step: 'make', id: '2', status: 200, json: { id: '2' } },
  { ask: 'GET /sessions/2', step: 'other', id: '2', status: 200, json: { id: '2' } },
  { ask: 'DELETE /sessions/1', step: 'remove', status: 200 },
  { ask: 'GET /sessions/2', step: 'other', status: 404 },
];

test.each([
  ['refer to one other thing', 'is not known to have been acted on', true],
  ['refer to two other things', 'was acted on', false],
  ['refer to nothing', 'was acted on', undefined],
])('of two things that %s, the second one, gone with the first, %s', async (_, __, isOne) => {
  const contract = await readOnce(CONTRACT);
  const plain = STEPS.map((step, at) => toExchange(contract, step, at + 1));
  const kernels: Case[] = plain.slice(0, 2).map((each) => ({ ...each.case }));
  const chain = plain.map((each, at): Exchange => {
    const from = kernels[isOne ? 0 : at];
    if (each.case.chain?.step !== 'make' || isOne === undefined || !from) return each;
    return { ...each, case: { ...each.case, waitsFor: { fills: [{ pointer: '/kernel/id', place: { from } }] } } };
  });
  const removal = chain[3];
  expect(removal && actedOnOther(removal, chain)).toEqual(
    isOne ? undefined : expect.objectContaining({ how: '/sessions/2 is gone' }),
  );
});
