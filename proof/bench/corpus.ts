/**
 * Mocks published contracts, asks each operation once, and counts the answers that keep the contract without a warning:
 * `npm run corpus -- [FOLDER|FILE…] [--sample N] [--seed N] [--seconds N] [--workers N] [--names N] [--until read|mock|verify] [--stateful]`. Without a folder the contracts are
 * those of the npm packages named below, which are installed beside the build. It exits with 1 if an operation was not answered so.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contractsIn, installed, sampled } from './corpusFiles';
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
  const found = (positionals.length > 0 ? positionals : installed()).flatMap(contractsIn);
  const files = sampled(found, options.sample === undefined ? undefined : Number(options.sample), options.seed);
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
