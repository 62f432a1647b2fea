import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MOCK_SERVER } from '../../http/fields';
import { UsageError } from '../../support/errors';
import { needsThread, serveInThread } from './ownMock';

const ROOT = join(__dirname, '..', '..', '..');
const COMPILED = join(ROOT, 'dist', 'src', 'cli', 'processes', 'ownMock.js');

test.each<[operations: number, cores: number, isApart: boolean]>([
  [1, 2, false],
  [99, 8, false],
  [100, 2, true],
  [1223, 2, true],
  [1223, 1, false],
])('of %i operations, with %i cores, the mock is apart: %s', (operations, cores, isApart) => {
  expect(needsThread({ operations: Array(operations).fill(undefined) }, cores)).toBe(isApart);
});

test('the mock answers out of its thread until it is closed', async () => {
  const mock = await serveInThread({ contract: join(ROOT, 'openapi.yaml') }, COMPILED);
  const answer = await fetch(`${mock.url}/plants/101`, { method: 'DELETE' }).finally(mock.close);
  expect([answer.status, answer.headers.get('server')]).toEqual([401, MOCK_SERVER]);
  await expect(fetch(mock.url)).rejects.toThrow('fetch failed');
});

test('a contract that is gone meanwhile is told as the mistake that it is', async () => {
  const contract = join(ROOT, 'none.yaml');
  const failure = await serveInThread({ contract }, COMPILED).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  expect((failure as Error).message).toContain('there is no such file');
});

test('in a thread of somebody else, who names their data as they like, nothing is served', async () => {
  const worker = new Worker(COMPILED, { workerData: { served: { contract: join(ROOT, 'openapi.yaml') } } });
  const told: unknown[] = [];
  worker.on('message', (message) => {
    told.push(message);
    // A mock holds its thread for ever.
    void worker.terminate();
  });
  await once(worker, 'exit');
  expect(told).toEqual([]);
});
