import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBufferBudget } from './bufferBudget';
import { createHoldings } from './holdings';
import { LIMITS, send } from './send';
import { parseTarget } from './target';

/** A budget that counts what is taken from it. */
function counted(most: number) {
  const budget = createBufferBudget(most);
  const counts = { taken: 0, highest: 0, refused: 0 };
  const take = (bytes: number) => {
    const taken = budget.take(bytes);
    if (!taken) counts.refused++;
    else counts.taken += bytes;
    counts.highest = Math.max(counts.highest, counts.taken);
    return taken;
  };
  const give = (bytes: number) => {
    counts.taken -= bytes;
    budget.give(bytes);
  };
  return { holdings: createHoldings({ take, give }), counts };
}

test('beyond the budget one goes on, and the others wait for their turn', async () => {
  const { holdings, counts } = counted(10);
  const [one, two, three] = [holdings.open(), holdings.open(), holdings.open()];
  expect([one.take(4), two.take(4), three.take(2)]).toEqual([undefined, undefined, undefined]);
  expect(one.take(4)).toBeUndefined();
  const order: number[] = [];
  const second = two.take(4)?.then(() => order.push(2));
  const third = three.take(4)?.then(() => order.push(3));
  expect([second, third]).toEqual([expect.any(Promise), expect.any(Promise)]);
  // What was answered needs to go on no more, though it is held still.
  one.answered();
  await second;
  expect(order).toEqual([2]);
  one.release();
  await third;
  for (const each of [two, three]) each.release();
  expect(counts).toMatchObject({ taken: 0, highest: 10 });
});

test('what ends while it waits is waited for no more', async () => {
  const { holdings, counts } = counted(1);
  const [one, two, three] = [holdings.open(), holdings.open(), holdings.open()];
  one.take(2);
  const waits = [two.take(2), three.take(2)];
  two.release();
  await waits[0];
  one.release();
  await waits[1];
  three.release();
  expect(counts.taken).toBe(0);
});

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A target that answers with so many bytes. */
async function answering(size: number) {
  const server = createServer((_request, response) => response.end(Buffer.alloc(size, 'x')));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const REQUEST = { method: 'GET', path: '/', headers: [] };

test('answers that are too much together come one after another, each of them whole', async () => {
  const size = 1024 * 1024;
  const target = await answering(size);
  const most = 3 * size;
  const { holdings, counts } = counted(most);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const holding = holdings.open();
      const { response, error } = await send(REQUEST, target, LIMITS, undefined, { holding });
      holding.release();
      return { length: response?.body.length, error };
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => ({ length: size, error: null })));
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.highest).toBeLessThanOrEqual(most);
  expect(counts.taken).toBe(0);
});

test('no time passes for an answer that waits for room', async () => {
  const target = await answering(1024 * 1024);
  const { holdings } = counted(1000);
  const first = holdings.open();
  first.take(1001);
  const holding = holdings.open();
  const sent = send(REQUEST, target, { ...LIMITS, timeoutMs: 150 }, undefined, { holding });
  await new Promise((done) => setTimeout(done, 450));
  first.release();
  const { response, error } = await sent;
  expect({ error, length: response?.body.length }).toEqual({ error: null, length: 1024 * 1024 });
});

test('a run that is interrupted ends what waits for room', async () => {
  const target = await answering(1024 * 1024);
  const { holdings, counts } = counted(1000);
  const first = holdings.open();
  first.take(1001);
  const holding = holdings.open();
  const interrupt = new AbortController();
  const sent = send(REQUEST, target, LIMITS, interrupt.signal, { holding });
  while (counts.refused < 2) await new Promise(setImmediate);
  interrupt.abort();
  expect((await sent).error?.kind).toBe('interrupted');
});
