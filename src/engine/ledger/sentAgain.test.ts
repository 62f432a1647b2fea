/** What was sent again after an answer that it was not made is looked for in lists, by a table of what they show. */

import { toExchange } from '../../../conformance/rules/exchange.testing';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { type AskAbout, createLedgerState } from './ledgerState';
import { lookForTexts } from './madeBeside';
import { noteAnswered } from './noteAnswered';
import { answeredWith, kindOfOrders } from './orders.testing';

const NAME = 'soil-1a2b3c4d';
const text = { type: 'string' };
const json = { content: { 'application/json': { schema: { type: 'object', properties: { id: text, name: text } } } } };

test.each([
  ['is there twice', ['503'], ['6', '7'], ['6', '7']],
  ['is there once', ['503'], ['7'], ['7']],
  ['was not sent again', undefined, ['6', '7'], ['7']],
])('what %s, on a later page', async (_, failedBefore, there, expected) => {
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': {
        get: {
          parameters: ['cursor', 'name'].map((name) => ({ name, in: 'query', schema: text })),
          responses: { 200: { description: 'ok' } },
        },
        post: { requestBody: json, responses: { 201: { description: 'made', ...json } } },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { description: 'ok', ...json } } },
      },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  const send: AskAbout = async (_operation, _thing, _signal, pair) =>
    answeredWith(200, pair?.value === NAME ? there.map((id) => ({ id, name: NAME })) : [{ id: '1', name: 'other' }]);
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  const like = { name: NAME };
  state.ownTexts.add(NAME);
  const intent = { number: 1, item: '/orders/{}', ids: [], like, whole: like };
  state.requests.intend(1, { intent, kind, reason: 'made', sent: 1 });
  const literal = { ask: 'POST /orders', sends: like, unique: like, status: 201, json: { id: '7', name: NAME } };
  const exchange = { ...toExchange(contract, literal, 1), ...(failedBefore ? { failedBefore } : {}) };
  noteAnswered(state, exchange, 'http://localhost');
  await lookForTexts(state, 'own', () => 1, new AbortController().signal);
  expect([...state.entries.values()].map(({ thing }) => thing.ids[0]).sort()).toEqual(expected);
});

test('however much was sent again, the lists of all kinds are asked for first', async () => {
  const { kinds, kind } = await kindOfOrders(['get'], true, ['cursor', 'name']);
  const asked: (string | undefined)[] = [];
  const send: AskAbout = async (_operation, _thing, _signal, pair) => {
    asked.push(pair?.value);
    return answeredWith(200, []);
  };
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  state.ownTexts.add(NAME);
  const intent = { number: 1, item: kind.item, ids: [], like: { name: NAME }, whole: { name: NAME } };
  state.sentAgain.push(...Array.from({ length: 150 }, () => intent));
  await lookForTexts(state, 'own', () => 1, new AbortController().signal);
  expect(asked.slice(0, 2)).toEqual([undefined, NAME]);
});
