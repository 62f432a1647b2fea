/**
 * Measures a whole run against the Plant Store, as a process from its start to its exit, with a JSON and a JUnit
 * report: `npm run bench:verify`. Beside it stands what a client needs that only sends the same requests, with the same
 * number at once, each on a connection of its own, and reads until the target closes: the target's own time.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../src/report';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 21);
const CONCURRENCY = 4;
const TOKEN = 'token-of-the-bench';
const DIST = resolve('dist');

/** What is wanted on a machine of two cores, in milliseconds. */
const WANTED = { whole: 400, oursPerExchange: 1 };

const STORE = `
  const { behave, startStore } = require(${JSON.stringify(join(DIST, 'mocks', 'faults', 'plantStore.js'))});
  const plants = Array.from({ length: 2 * ${RUNS} }, (_, at) => BigInt(at + 1));
  startStore(behave(), { plants, token: '${TOKEN}' }).then(({ url }) => console.log(url));`;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const store = spawn(process.execPath, ['-e', STORE], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(store.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    const whole: number[] = [];
    const run: number[] = [];
    const bare: number[] = [];
    const start: number[] = [];
    let exchanges = 0;
    for (let at = 0; at < RUNS; at++) {
      start.push(await timed(['-e', '0']));
      const json = join(folder, 'report.json');
      const reports = ['--report', `json=${json}`, '--report', `junit=${join(folder, 'report.xml')}`];
      const params = ['--param', `id=${2 * at + 1}`, '--param', `id=${2 * at + 2}`];
      const options = ['--token', TOKEN, '--concurrency', String(CONCURRENCY), ...params, ...reports];
      whole.push(await timed([join(DIST, 'src', 'cli.js'), 'verify', url, ...options]));
      const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
      if (report.outcome !== 'conforms') throw new Error(`the run ended with ${report.outcome}: ${report.reason}`);
      exchanges = report.exchanges.length;
      run.push(report.durationMs);
      bare.push(await sendAgain(report));
    }
    process.stdout.write(summary({ whole, run, bare, start, exchanges }));
  } finally {
    await ended(store);
    rmSync(folder, { recursive: true });
  }
}

/** From the start of a process to its exit, in milliseconds. */
async function timed(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with exit code ${exitCode}`);
  return performance.now() - started;
}

/** Sends what a run has sent, without a look at what comes back. */
async function sendAgain({ exchanges, target }: Report): Promise<number> {
  const { hostname, port } = new URL(target);
  const queue = exchanges.map(({ request }) => {
    const { pathname, search } = new URL(request.url);
    const fields = [['Host', `${hostname}:${port}`], ...request.headers, ['Connection', 'close']];
    const head = [
      `${request.method} ${pathname}${search} HTTP/1.1`,
      ...fields.map(([name, value]) => `${name}: ${value?.replace('$ESPALIER_TOKEN', TOKEN)}`),
    ];
    return `${head.join('\r\n')}\r\n\r\n`;
  });
  const started = performance.now();
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const socket = connect(Number(port), hostname).setNoDelay(true).resume();
      socket.write(next);
      await once(socket, 'close');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return performance.now() - started;
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  if (child.exitCode === null && child.kill()) await exit;
}

interface Measured {
  readonly whole: readonly number[];
  readonly run: readonly number[];
  readonly bare: readonly number[];
  readonly start: readonly number[];
  readonly exchanges: number;
}

function summary({ whole, run, bare, start, exchanges }: Measured): string {
  const ours = (median(run) - median(bare)) / exchanges;
  return [
    `Medians of ${RUNS} runs of ${exchanges} exchanges, ${CONCURRENCY} at once; Node ${process.version}, ${cpus().length} cores`,
    '',
    '| what | time | wanted |',
    '|---|---|---|',
    `| the whole process, with JSON and JUnit | ${median(whole).toFixed(0)} ms (best ${Math.min(...whole).toFixed(0)}) | ≤ ${WANTED.whole} ms |`,
    `| of it, Node itself (\`node -e 0\`) | ${median(start).toFixed(0)} ms | |`,
    `| of it, the run: planning, exchanges, judging | ${median(run).toFixed(1)} ms | |`,
    `| the target's own time for these exchanges | ${median(bare).toFixed(1)} ms | |`,
    `| ours for an exchange | ${ours.toFixed(2)} ms | ≤ ${WANTED.oursPerExchange} ms |`,
    '',
  ].join('\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

void main();
