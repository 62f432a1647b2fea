/**
 * Measures what state costs: `npm run bench:state`. The mock of the shop answers requests for orders by their ids: once without state, and
 * once with 100,000 stored orders, each of which is shown for the first time and then again. It uses 32 kept-alive connections, and each
 * request has another id.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const CONTRACT = 'mocks/fixtures/shop.yaml';
const THINGS = 100_000;
const CONNECTIONS = 32;
/** How many orders are asked for while the mock warms up. The others are asked for the first time while it is measured. */
const WARM_UP_THINGS = 20_000;
/** How long to measure, and before that to warm up, in seconds. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WARM_UP = 2;

/** Requests a second for things that are asked for the first time, and again. */
interface Measured {
  readonly first: number;
  readonly again: number;
}

async function measure(args: readonly string[]): Promise<Measured> {
  const command = ['dist/src/cli/main.js', 'mock', CONTRACT, '--port', '0', '--no-watch', ...args];
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  // The log is read, as by a terminal.
  server.stdout.resume();
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stderr.on('data', (text) => {
        said += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (url) resolve(url);
      });
      server.once('exit', () => reject(new Error(said)));
    });
    await load(url, [1, WARM_UP_THINGS], { duration: WARM_UP });
    const first = await load(url, [WARM_UP_THINGS + 1, THINGS], { amount: THINGS - WARM_UP_THINGS });
    return { first, again: await load(url, [1, THINGS], { duration: SECONDS }) };
  } finally {
    server.kill('SIGKILL');
  }
}

/** Asks for the things with these ids in their order, again and again. @returns requests a second. */
async function load(
  url: string,
  [from, to]: readonly [number, number],
  until: Pick<autocannon.Options, 'duration' | 'amount'>,
): Promise<number> {
  let next = from;
  const setupRequest = (each: autocannon.Request) => {
    const id = next;
    next = id === to ? from : id + 1;
    return { ...each, path: `/orders/${id}` };
  };
  const start = performance.now();
  const { requests, non2xx, errors } = await autocannon({
    // The measurement ends with a sample, so samples must be frequent.
    ...{ url, connections: CONNECTIONS, requests: [{ setupRequest }], sampleInt: 50 },
    ...until,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} requests failed`);
  return (requests.total * 1000) / (performance.now() - start);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const file = join(folder, 'state.json');
  const order = { customer: 'Ada', status: 'open', createdAt: '2026-01-01T10:00:00Z' };
  writeFileSync(
    file,
    JSON.stringify({ '/orders': Array.from({ length: THINGS }, (_, at) => ({ id: at + 1, ...order })) }),
  );
  try {
    const [plain, kept] = [await measure([]), await measure(['--state', file])];
    const shown = (rate: number) => `${Math.round(rate)} (${(rate / plain.again).toFixed(2)}×)`;
    process.stdout.write(
      `requests/s: ${Math.round(plain.again)} of the contract's example; of ${THINGS} things ${shown(kept.first)} for the first time, ${shown(kept.again)} again\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
