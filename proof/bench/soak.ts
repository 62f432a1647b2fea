/**
 * Sends a million mixed requests to one mock and measures its memory: `npm run bench:soak`.
 * It exits with 1 if the memory grows in the second half, or if an answer is wrong.
 */

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import type { serveMock } from '../../mocks/server';

const TOTAL = Number(process.env['SOAK_REQUESTS'] ?? 1_000_000);
const ROUNDS = 10;
/** How much more memory the process may have after the last round than after the middle one, in megabytes. */
const MOST_GROWTH = 32;

const CREDENTIAL = { authorization: 'Bearer soak' };
const JSON_TYPE = { 'content-type': 'application/json' };

let id = 0;
const next = () => String(++id);

/** Requests of every kind, each with another id. */
const REQUESTS: autocannon.Request[] = [
  { method: 'DELETE', headers: CREDENTIAL, setupRequest: (each) => ({ ...each, path: `/plants/${next()}` }) },
  { method: 'DELETE', headers: CREDENTIAL, setupRequest: (each) => ({ ...each, path: `/plants/x${next()}` }) },
  { method: 'DELETE', setupRequest: (each) => ({ ...each, path: `/plants/${next()}` }) },
  { method: 'GET', headers: CREDENTIAL, setupRequest: (each) => ({ ...each, path: `/nowhere/${next()}` }) },
  { method: 'DELETE', headers: { ...CREDENTIAL, prefer: 'code=400, dynamic=true' }, path: '/plants/1' },
  { method: 'DELETE', headers: { ...CREDENTIAL, ...JSON_TYPE }, body: '{"not": json', path: '/plants/1' },
  {
    method: 'OPTIONS',
    headers: { origin: 'http://soak.test', 'access-control-request-method': 'DELETE' },
    path: '/plants/1',
  },
];

/** The mock runs in a thread of its own, so that the memory of the load does not count. */
const MOCK = `
const { parentPort } = require('node:worker_threads');
const { serveMock } = require(${JSON.stringify(resolve(__dirname, '../../dist/mocks/server'))});
serveMock({ contract: 'openapi.yaml', port: 0, stateful: true }).then((mock) => {
  parentPort.postMessage(mock.url);
  parentPort.on('message', () => { globalThis.gc?.(); parentPort.postMessage(process.memoryUsage().heapUsed / 2 ** 20); });
});`;

async function main(): Promise<void> {
  const mock = new Worker(MOCK, { eval: true });
  const said = () => new Promise<unknown>((done) => mock.once('message', done));
  const url = (await said()) as Awaited<ReturnType<typeof serveMock>>['url'];
  const heaps: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { requests, latency, statusCodeStats, errors } = await autocannon({
      url,
      connections: 32,
      amount: TOTAL / ROUNDS,
      requests: REQUESTS,
    });
    const heap = said();
    mock.postMessage('heap');
    heaps.push(Number(await heap));
    const resident = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)]).toString()) / 1024;
    const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => `${status} ×${count}`);
    process.stdout.write(
      `${round * (TOTAL / ROUNDS)} requests: ${Math.round(requests.average)}/s, p99 ${latency.p99} ms, heap ${heaps.at(-1)?.toFixed(1)} MB, resident with the load ${Math.round(resident)} MB; ${statuses.join(', ')}; ${errors} errors\n`,
    );
    if (errors > 0 || statuses.some((status) => status.startsWith('5'))) process.exitCode = 1;
  }
  const growth = (heaps.at(-1) ?? 0) - (heaps[ROUNDS / 2] ?? 0);
  process.stdout.write(`The heap of the second half grew by ${growth.toFixed(1)} MB.\n`);
  if (growth > MOST_GROWTH) process.exitCode = 1;
  await mock.terminate();
}

void main();
