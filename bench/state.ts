/**
 * Measures what it costs to keep things: `npm run bench:state`. The mock of the shop answers for its orders by their ids, once as the contract
 * has them and once with 100,000 of its own; 32 kept-alive connections, each request with another id.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const CONTRACT = 'mocks/fixtures/shop.yaml';
const THINGS = 100_000;
const CONNECTIONS = 32;
/** Measuring and, before it, warming up, in seconds. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WARM_UP = 2;

/** Requests a second. */
async function measure(args: readonly string[]): Promise<number> {
  const command = ['dist/src/cli.js', 'mock', CONTRACT, '--port', '0', '--no-watch', ...args];
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  // Someone reads the log, as in a terminal.
  server.stdout.resume();
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stderr.on('data', (text) => {
        said += text;
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (found) resolve(found);
      });
      server.once('exit', () => reject(new Error(said)));
    });
    await load(url, WARM_UP);
    const { requests, non2xx, errors } = await load(url, SECONDS);
    if (non2xx + errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} requests failed`);
    return requests.average;
  } finally {
    server.kill('SIGKILL');
  }
}

let id = 0;

function load(url: string, duration: number): Promise<autocannon.Result> {
  const setupRequest = (each: autocannon.Request) => ({ ...each, path: `/orders/${(id++ % THINGS) + 1}` });
  return autocannon({ url, connections: CONNECTIONS, duration, requests: [{ setupRequest }] });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const file = join(folder, 'state.json');
  const made = { customer: 'Ada', status: 'open', createdAt: '2026-01-01T10:00:00Z' };
  writeFileSync(
    file,
    JSON.stringify({ '/orders': Array.from({ length: THINGS }, (_, at) => ({ id: at + 1, ...made })) }),
  );
  try {
    const [plain, kept] = [await measure([]), await measure(['--state', file])];
    process.stdout.write(
      `${Math.round(plain)} requests/s of the contract's example, ${Math.round(kept)} of ${THINGS} things: ${(kept / plain).toFixed(2)}×\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
