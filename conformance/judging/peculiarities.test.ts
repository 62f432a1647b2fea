import type { Exchange } from '../../src/engine/model/exchange';
import { ORDER_DESK, readOnce } from '../contracts.testing';
import { observe } from '../observations';
import { toExchange } from '../rules/exchange.testing';

const FAILED = 'Error: x\n    at read (/app/orders.js:7:11)\n    at run (/app/main.js:1:1)\n';

test.each([
  [
    'a stack trace',
    { ask: 'GET /orders', status: 500, body: FAILED },
    '500 Internal Server Error, with content that the contract does not declare, with what looks like a stack trace of Node.js',
  ],
  [
    'a GET that makes something',
    { ask: 'GET /orders', status: 201 },
    '201 Created, which the contract does not declare, which says that a GET made something',
  ],
  [
    'a 403 to whoever shows nothing',
    { ask: 'GET /orders', probe: 'anonymous', status: 403 },
    '403 Forbidden, which the contract does not declare, where a 401 is declared, and the request had no credential',
  ],
  [
    'a 415 where the content is missing',
    { ask: 'POST /orders', probe: 'invalid', status: 415 },
    '415 Unsupported Media Type, with content that the contract does not declare, which speaks of the type of content, where none was sent',
  ],
] as const)('%s is noted', async (_, literal, said) => {
  const contract = await readOnce(ORDER_DESK);
  const observer = observe();
  const exchange: Exchange = toExchange(contract, literal, 1);
  observer.note(exchange);
  expect(observer.end().map(({ message }) => message)).toEqual([
    expect.stringContaining(said.split(', ').at(-1) ?? ''),
  ]);
});

test('what is as it should be is not noted', async () => {
  const observer = observe();
  observer.note(toExchange(await readOnce(ORDER_DESK), { ask: 'GET /orders', status: 200, json: { orders: [] } }, 1));
  observer.note(toExchange(await readOnce(ORDER_DESK), { ask: 'GET /orders', probe: 'anonymous', status: 401 }, 2));
  expect(observer.end()).toEqual([]);
});
