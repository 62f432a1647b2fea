import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { head, load } from '../../contract/contract.testing';
import type { Report } from '../../report/report';
import { createOutput } from '../output/streams';
import type { EndedPart } from '../processes/parts';
import { ordersFor, processesFor, verifyInProcesses } from './verifyInProcesses';

const order = { url: 'http://x', mock: undefined, resources: undefined };

test.each([
  ['what is not limited stays so', {}, [{}, {}, {}]],
  ['requests at a time', { concurrency: 4 }, [{ concurrency: 2 }, { concurrency: 1 }, { concurrency: 1 }]],
  ['requests in a second', { rate: 6 }, [{ rate: 2 }, { rate: 2 }, { rate: 2 }]],
])('all parts together have what the run may send: %s', (_, limits, shares) => {
  const orders = ordersFor(
    3,
    { ...order, flags: { seed: { seed: 7, salt: 'k3f9' }, processes: 3, strict: true } },
    limits,
  );
  expect(orders.map(({ flags }) => flags)).toEqual(
    shares.map((share, at) => ({ seed: { seed: 7, salt: 'k3f9' }, strict: true, shard: `${at + 1}/3`, ...share })),
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

const GOLDEN: Report = JSON.parse(readFileSync(join(__dirname, '../../report/reporters/golden/report.json'), 'utf8'));

/** The report of a part without requirements: all of them together are incomplete. */
function reportOf(index: number, changes: Partial<Report> = {}): Report {
  const { coverage: _, leftovers: __, reason: ___, ...common } = GOLDEN;
  const nothing = { requirements: [], observations: [], waivers: [], exchanges: [], sent: 10 * index };
  const shard = { index, of: 2, digest: 'd', operations: { [`GET /${index}`]: index } };
  return { ...common, ...nothing, seed: 7, shard, outcome: 'conforms', exitCode: 0, ...changes };
}

const whole = (index: number): EndedPart => ({ report: reportOf(index), failed: undefined, journal: undefined });
const KILLED = 'its process was ended by SIGKILL';

test.each<[string, EndedPart[], Partial<Report>, string, string[]]>([
  ['both come to their ends', [whole(1), whole(2)], { outcome: 'incomplete', exitCode: 3, sent: 30 }, '', []],
  [
    'one ends without a word',
    [{ report: undefined, failed: KILLED, journal: 'made.jsonl' }, whole(2)],
    { outcome: 'error', exitCode: 2, sent: 20, reason: `part 1 of 2: ${KILLED}` },
    `Part 1 of 2 of the run failed: ${KILLED}\n`,
    ['made.jsonl'],
  ],
  [
    'one fails after it has proven something',
    [whole(1), { report: reportOf(2), failed: 'a bug of ours', journal: 'made.jsonl' }],
    { outcome: 'error', exitCode: 2, sent: 30, reason: 'part 2 of 2: a bug of ours' },
    'Part 2 of 2 of the run failed: a bug of ours\n',
    [],
  ],
])('%s', async (_, ended, said, told, lost) => {
  const stderr = new PassThrough().setEncoding('utf8');
  const io = {
    stdout: createOutput(new PassThrough(), {}),
    stderr: createOutput(stderr, {}),
    env: {},
    signal: new AbortController().signal,
  };
  const journals: string[] = [];
  const orders = ordersFor(2, { ...order, flags: {} }, {});
  const onLost = (journal: string) => journals.push(journal);
  const report = await verifyInProcesses(orders, {}, io, onLost, async () => ended);
  expect(report).toMatchObject(said);
  expect(report.shard).toBeUndefined();
  expect(stderr.read() ?? '').toBe(told);
  expect(journals).toEqual(lost);
});

test('where no part has a report, the run has none, and each reason is told once', async () => {
  const stream = createOutput(new PassThrough(), {});
  const io = { stdout: stream, stderr: stream, env: {}, signal: new AbortController().signal };
  const failed: EndedPart = { report: undefined, failed: 'no credential', journal: undefined };
  const run = verifyInProcesses(
    [],
    {},
    io,
    () => {},
    async () => [failed, failed],
  );
  await expect(run).rejects.toThrow(/^no credential$/);
});
