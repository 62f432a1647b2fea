import { COURIER, readOnce } from '../contracts.testing';
import { observe } from '../observations';
import { toExchange } from '../rules/exchange.testing';

const left = { send: 'PUT ', json: { delivery: 'd1' } };
const ask = { ask: 'POST /deliveries', probe: 'callback', sends: { to: 'x' }, status: 201 } as const;

test.each([
  [
    'what comes besides a callback',
    [{ send: 'PUT ', json: { challenge: 'x' } }, left, { send: 'PUT ', json: {} }],
    [[2, 4]],
  ],
  ['a callback that is wrong', [{ send: 'PATCH ', json: { delivery: 'd1' } }], []],
  ['what only looks', [{ send: 'GET ' }, left], []],
])('%s is noted where the contract does not speak of it', async (_, called, noted) => {
  const observer = observe();
  observer.note(toExchange(await readOnce(COURIER), { ...ask, called }, 1));
  const seen = observer.end();
  expect(seen.map(({ exchanges }) => exchanges)).toEqual(noted);
  for (const { message } of seen)
    expect(message).toBe('a URL for callbacks: a PUT came there that is not the callback left');
});
