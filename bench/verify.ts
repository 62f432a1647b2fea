/**
 * Measures whole runs, as processes from their start to their exit, beside Schemathesis, one after the other against the same bare
 * node:http server: `npm run bench:verify`. It answers 204 to everything, so that what is measured is the verifier's own time. The peer is
 * installed into a virtual environment of its own beside the build; without Python only our own figures are there.
 * `npm run bench:verify -- --million [REQUESTS]` runs one contract of which so many are asked: memory is to stay as it is.
 */

import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { INSTALLED, installPeer, PEER } from './peer';

/**
 * The options of the peer. Of its phases, these two ask what a contract gives reason for, once. The others go on as long as they can make
 * something up. It is fastest with a single check.
 */
const PHASES = ['--phases', 'examples,coverage'];
const JUDGING: Readonly<Record<string, readonly string[]>> = {
  'one check': ['--checks', 'not_a_server_error'],
  'all of its checks': ['--continue-on-failure'],
};
const GITHUB = '@octokit/openapi@23.0.2';

/** The goals: how many times the peer's requests a second, at least which share of its requests, and at most how much memory, in MB. */
const WANTED = { ratio: 10, share: 0.8, megabytes: 500 };

/** How long the peer may take, in milliseconds. */
const MOST_MS = Number(process.env['BENCH_SECONDS'] ?? 600) * 1000;

interface Measured {
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly wasCut: boolean;
}

async function main([option, requests = '1000000']: readonly string[]): Promise<void> {
  if (option === '--million') {
    const result = await measure(
      'espalier verify --thorough',
      commandOf(wideContract(Number(requests)), ['--thorough']),
    );
    process.stdout.write(`${row('pairs of a hundred parameters', result, [])}\n`);
    return;
  }
  const peer = installPeer();
  const contracts = [
    { name: "GitHub's contract", file: githubContract() },
    { name: 'five operations', file: resolve('bench', 'fiveOperations.yaml') },
  ];
  const rows: string[] = [];
  for (const { name, file } of contracts) {
    const measured = [
      await measure('espalier verify', commandOf(file, [])),
      await measure('espalier verify --thorough', commandOf(file, ['--thorough'])),
    ];
    const theirs: Measured[] = [];
    for (const [judging, args] of peer === undefined ? [] : Object.entries(JUDGING))
      theirs.push(
        await measure(`${PEER}, ${judging}`, (url) => [peer as string, 'run', file, '--url', url, ...PHASES, ...args]),
      );
    for (const result of [...measured, ...theirs]) rows.push(row(name, result, theirs));
  }
  process.stdout.write(
    [
      `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}; wanted: ≥ ${WANTED.ratio} times the requests a second, ≥ ${WANTED.share} of the requests, ≤ ${WANTED.megabytes} MB`,
      '',
      '| contract | verifier | requests | time | requests/s | memory |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  );
}

function commandOf(file: string, more: readonly string[]): (url: string) => readonly string[] {
  const cli = resolve('dist', 'src', 'cli.js');
  const args = ['--contract', file, '--writes', 'any', '--token', 'token', '--seed', '1', ...more];
  return (url) => [process.execPath, cli, 'verify', url, ...args];
}

/** How many optional parameters the contract has. They give more than 5,000 pairs. */
const PARAMETERS = 100;
const PAIRS = (PARAMETERS * (PARAMETERS - 1)) / 2;

/** Makes a contract that leads to about this many requests. @returns its file. */
function wideContract(requests: number): string {
  const parameters = Array.from({ length: PARAMETERS }, (_, at) => ({
    name: `p${at}`,
    in: 'query',
    schema: { type: 'string' },
  }));
  const responses = { 204: { description: 'done' } };
  const paths = Object.fromEntries(
    Array.from({ length: Math.ceil(requests / PAIRS) }, (_, at) => [`/wide/${at}`, { get: { parameters, responses } }]),
  );
  const file = join(mkdtempSync(join(tmpdir(), 'espalier-bench-')), 'wide.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Wide', version: '1' }, paths }));
  return file;
}

/** Makes a row of the table. @param peers the measurements to compare with. */
function row(contract: string, measured: Measured, peers: readonly Measured[]): string {
  const { name, requests, seconds, megabytes, wasCut } = measured;
  const rate = requests / seconds;
  const isPeer = peers.length === 0 || peers.includes(measured);
  const beside = (ratio: (peer: Measured) => number, digits: number) =>
    isPeer ? '' : ` (${peers.map((peer) => `${ratio(peer).toFixed(digits)}×`).join(', ')})`;
  const times = beside((peer) => rate / (peer.requests / peer.seconds), 1);
  const share = beside((peer) => requests / peer.requests, 2);
  const cut = wasCut ? ', cut short' : '';
  return `| ${contract} | ${name} | ${requests}${share} | ${seconds.toFixed(1)} s${cut} | ${rate.toFixed(0)}${times} | ${megabytes.toFixed(0)} MB |`;
}

/** Runs a command against a server of its own. */
async function measure(name: string, commandFor: (url: string) => readonly string[]): Promise<Measured> {
  const server = fork(join(__dirname, 'countingServer.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(server, 'message')) as [number];
    const [command = '', ...args] = commandFor(`http://127.0.0.1:${port}`);
    const started = performance.now();
    const child = spawn(command, args, { stdio: 'ignore', cwd: tmpdir() });
    const limit = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(child));
    }, 100);
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watch);
    clearTimeout(limit);
    server.send('count');
    const [requests] = (await once(server, 'message')) as [number];
    return { name, requests, seconds, megabytes: most / 1e6, wasCut: signal !== null };
  } finally {
    server.kill();
  }
}

/** Returns the largest resident memory of a process so far, in bytes; 0 if there is no /proc. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function githubContract(): string {
  const file = join(INSTALLED, 'node_modules', '@octokit', 'openapi', 'generated', 'api.github.com.json');
  const given = process.env['BENCH_CONTRACT'];
  if (given !== undefined || existsSync(file)) return given ?? file;
  const args = ['install', '--prefix', INSTALLED, '--ignore-scripts', '--no-audit', '--no-fund', GITHUB];
  execFileSync('npm', args, { stdio: 'inherit' });
  return file;
}

void main(process.argv.slice(2));
