import { head, load } from '../../contract/contract.testing';
import { ordersFor, processesFor } from './verifyInProcesses';

const order = { url: 'http://x', mock: undefined, resources: undefined };

test.each([
  ['what is not limited stays so', {}, [{}, {}, {}]],
  ['requests at a time', { concurrency: 4 }, [{ concurrency: 2 }, { concurrency: 1 }, { concurrency: 1 }]],
  ['requests in a second', { rate: 6 }, [{ rate: 2 }, { rate: 2 }, { rate: 2 }]],
])('all parts together have what the run may send: %s', (_, limits, shares) => {
  const orders = ordersFor(3, { ...order, flags: { seed: 7, processes: 3, strict: true } }, limits);
  expect(orders.map(({ flags }) => flags)).toEqual(
    shares.map((share, at) => ({ seed: 7, strict: true, shard: `${at + 1}/3`, ...share })),
  );
});

test('the parts repeat the same choices, and note what they make in files of their own', () => {
  const flags = ordersFor(2, { ...order, flags: { journal: 'made.jsonl' } }, {}).map((each) => each.flags);
  expect(flags[0]?.seed).toBe(flags[1]?.seed);
  expect(flags.map(({ journal }) => journal)).toEqual(['made.jsonl.1', 'made.jsonl.2']);
});

test.each([
  [2, 4, 2, undefined],
  [3, 4, 2, 'The run is made in 2 processes, not in 3: its operations make no more groups'],
  [2, 1, 1, 'The run is made in one process, not in 2: it sends no more requests at a time (--concurrency 1).'],
])('%i processes, %i requests at a time: %i', async (asked, concurrency, count, why) => {
  const get = { get: { responses: { 204: { description: 'done' } } } };
  const { operations } = await load({ ...head('3.0'), paths: { '/a': get, '/b': get, '/b/{id}': get } });
  const processes = processesFor(asked, operations, { concurrency });
  expect(processes.count).toBe(count);
  if (why === undefined) expect(processes.why).toBeUndefined();
  else expect(processes.why).toContain(why);
});
