/**
 * Measures whole runs, as processes from their start to their exit, one after the other: `npm run bench:verify`. Two servers are asked: a bare
 * node:http server that answers `200 {}` to everything, so that each answer has a body to be judged and most of them break their schemas, and
 * the contract's own mock, whose answers keep them. The mock runs within the verifier's process, so its time and memory count, too. Reports
 * in JSON and HTML are written. Schemathesis is asked of the first server alone. It is installed into a virtual environment of its own beside
 * the build; without Python only our own figures are there.
 * `npm run bench:verify -- --million [REQUESTS]` runs one contract of which so many are asked, of a server that answers 204: memory is to stay
 * as it is.
 * `npm run bench:verify -- --slow` asks a shop that takes its time ({@link measureSlow}).
 */

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measureProcess, type ProcessUse } from './measureProcess';
import { INSTALLED, installPeer, PEER, PEER_PHASES } from './peer';
import { measureSlow } from './slow/slow';

/** The peer is fastest with a single check. */
const JUDGING: Readonly<Record<string, readonly string[]>> = {
  'one check': ['--checks', 'not_a_server_error'],
  'all of its checks': ['--continue-on-failure'],
};
const GITHUB = '@octokit/openapi@23.0.2';

/**
 * The goals for GitHub's contract: how many times the peer's requests a second, at least which share of its requests, and at most how much CPU
 * for a request, in milliseconds, and memory, in MB.
 */
const WANTED = { ratio: 5, share: 0.8, cpuMs: 0.5, megabytes: 350 };

interface Measured extends ProcessUse {
  readonly name: string;
  readonly requests: number;
}

const FOLDER = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
const REPORT = join(FOLDER, 'report.json');
const REPORTS = ['--report', `json=${REPORT}`, '--report', `html=${join(FOLDER, 'report.html')}`];

async function main([option, requests = '1000000']: readonly string[]): Promise<void> {
  if (option === '--million') {
    const args = verifyArgs(wideContract(Number(requests)), ['--thorough']);
    const result = await atServer(204, 'espalier verify --thorough', (url) => [...args, url]);
    process.stdout.write(`${row('pairs of a hundred parameters', result, [])}\n`);
    return;
  }
  if (option === '--slow') {
    await measureSlow(FOLDER);
    return;
  }
  const peer = installPeer();
  const contracts = [
    { name: "GitHub's contract", file: githubContract() },
    { name: 'five operations', file: resolve('proof', 'bench', 'fiveOperations.yaml') },
  ];
  const rows: string[] = [];
  for (const { name, file } of contracts) {
    const measured: Measured[] = [];
    for (const more of [[], ['--thorough']])
      measured.push(
        await atServer(200, ['espalier verify', ...more].join(' '), (url) => [
          ...verifyArgs(file, [...more, ...REPORTS]),
          url,
        ]),
      );
    measured.push(await atMock('espalier verify, own mock', verifyArgs(file, REPORTS)));
    const theirs: Measured[] = [];
    for (const [judging, args] of peer === undefined ? [] : Object.entries(JUDGING)) {
      const command = [peer as string, 'run', file, ...PEER_PHASES, ...args];
      theirs.push(await atServer(200, `${PEER}, ${judging}`, (url) => [...command, '--url', url]));
    }
    for (const result of [...measured, ...theirs]) rows.push(row(name, result, theirs));
  }
  process.stdout.write(
    [
      `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}; wanted of GitHub's: ≥ ${WANTED.ratio} times the requests a second, ≥ ${WANTED.share} of the requests, ≤ ${WANTED.cpuMs} ms of CPU a request, ≤ ${WANTED.megabytes} MB`,
      '',
      '| contract | verifier | requests | time | requests/s | CPU | CPU a request | memory | JSON report |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  );
}

function verifyArgs(file: string, more: readonly string[]): readonly string[] {
  const cli = resolve('dist', 'src', 'cli', 'main.js');
  const args = ['--contract', file, '--writes', 'any', '--token', 'token', '--seed', '1', ...more];
  return [process.execPath, cli, 'verify', ...args];
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
  const file = join(FOLDER, 'wide.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Wide', version: '1' }, paths }));
  return file;
}

/** Makes a row of the table. @param peers the measurements to compare with. */
function row(contract: string, measured: Measured, peers: readonly Measured[]): string {
  const { name, requests, seconds, cpuSeconds, megabytes, report, wasCut } = measured;
  const rate = requests / seconds;
  const isPeer = peers.length === 0 || peers.includes(measured);
  const beside = (ratio: (peer: Measured) => number, digits: number) =>
    isPeer ? '' : ` (${peers.map((peer) => `${ratio(peer).toFixed(digits)}×`).join(', ')})`;
  const cells = [
    contract,
    name,
    `${requests}${beside((peer) => requests / peer.requests, 2)}`,
    `${seconds.toFixed(1)} s${wasCut ? ', cut short' : ''}`,
    `${rate.toFixed(0)}${beside((peer) => rate / (peer.requests / peer.seconds), 1)}`,
    `${cpuSeconds.toFixed(1)} s`,
    `${((cpuSeconds * 1000) / requests).toFixed(2)} ms`,
    `${megabytes.toFixed(0)} MB`,
    report === undefined ? '' : `${report.toFixed(1)} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Runs a command against a bare server of its own, which answers this status to everything. */
async function atServer(
  status: 200 | 204,
  name: string,
  commandFor: (url: string) => readonly string[],
): Promise<Measured> {
  const server = fork(join(__dirname, 'countingServer.js'), [String(status)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [port] = (await once(server, 'message')) as [number];
    const used = await measureProcess(commandFor(`http://127.0.0.1:${port}`), FOLDER, REPORT);
    server.send('count');
    const [requests] = (await once(server, 'message')) as [number];
    return { name, requests, ...used };
  } finally {
    server.kill();
  }
}

/** Runs `verify` without a server: it starts the mock, and its report says how many requests there were. */
async function atMock(name: string, command: readonly string[]): Promise<Measured> {
  const used = await measureProcess(command, FOLDER, REPORT);
  const { sent } = JSON.parse(readFileSync(REPORT, 'utf8')) as { readonly sent: number };
  return { name, requests: sent, ...used };
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
