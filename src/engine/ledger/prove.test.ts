/** How long a run looks for what it is told that it made: what was only promised may take a while. */

import type { Exchange } from '../model/exchange';
import { createLedgerState } from './ledgerState';
import { answeredWith, kindOfOrders } from './orders.testing';
import { proveMade } from './prove';

const NAME = 'soil-1a2b3c4d';
const ORIGIN = 'http://orders.example';
const made = { id: '7', name: NAME };

/** Makes an order of which the list knows only from its third reading on, and says how often it was read. */
async function prove(status: number, from = 3) {
  const { kinds, kind } = await kindOfOrders(['get', 'delete']);
  let looks = 0;
  const send = async (operation: unknown) => {
    if (operation === kind.lister) looks++;
    return operation === kind.lister ? answeredWith(200, looks < from ? [] : [made]) : answeredWith(200, made);
  };
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  const { response } = answeredWith(status);
  const exchange = { index: 1, case: { request: { operation: kind.maker } }, request: { path: '/orders' }, response };
  const once = async () => {
    const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
    const isPromised = status === 202 ? { isPromised: true as const } : {};
    state.requests.intend(1, { intent, kind, reason: 'made', sent: 1, isMade: true, ...isPromised });
    return proveMade(state, exchange as unknown as Exchange, { maySearch: true, origin: ORIGIN });
  };
  return { once, looks: () => looks };
}

test('what a 202 has promised is looked for until it is there', async () => {
  const { once, looks } = await prove(202);
  expect(await once()).toMatchObject({ text: '7' });
  expect(looks()).toBe(3);
});

test('what a 201 says was made is looked for once', async () => {
  const { once, looks } = await prove(201);
  expect(await once()).toBeUndefined();
  expect(looks()).toBe(1);
});

test('where what was promised never came, the next is looked for once', async () => {
  const { once, looks } = await prove(202, Number.POSITIVE_INFINITY);
  expect(await once()).toBeUndefined();
  const first = looks();
  expect(first).toBeGreaterThan(3);
  expect(await once()).toBeUndefined();
  expect(looks()).toBe(first + 1);
});
