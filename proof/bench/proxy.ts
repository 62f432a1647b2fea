/**
 * Measures `espalier proxy` beside a bare proxy of node:http, both before the same bare service: `npm run bench:proxy`. 32 kept-alive
 * connections; every exchange of the first is judged.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import autocannon from 'autocannon';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const [SERVICE, BARE, OURS] = [4911, 4912, 4913];
const START_LIMIT_MS = 20_000;

async function main(): Promise<void> {
  const children = [
    start(join(__dirname, 'bareServer.js'), String(SERVICE)),
    start(join(__dirname, 'bareProxy.js'), String(BARE), String(SERVICE)),
    start('dist/src/cli/main.js', 'proxy', `http://127.0.0.1:${SERVICE}`, '--port', String(OURS)),
  ];
  try {
    for (const port of [SERVICE, BARE, OURS]) await listening(port);
    for (const [name, port] of [
      ['the service itself', SERVICE],
      ['bare proxy', BARE],
      ['espalier proxy', OURS],
    ] as const) {
      const { requests, latency, errors } = await autocannon({
        url: `http://127.0.0.1:${port}/plants/101`,
        method: 'DELETE',
        headers: { authorization: 'Bearer t' },
        connections: 32,
        duration: SECONDS,
      });
      console.log(`| ${name} | ${Math.round(requests.average)} | ${latency.p99} ms | ${errors} errors |`);
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'ignore' });
}

async function listening(port: number): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const there = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    if (there) return;
    if (Date.now() > until) throw new Error(`Nothing listens on port ${port}.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

void main();
