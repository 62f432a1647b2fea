/**
 * Plans published contracts, each in a process of its own, and tells the CPU time for each request that was planned, the slowest contracts first:
 * `npm run bench:planning -- [FOLDER|FILE…] [--sample N] [--seed N] [--kilobytes N] [--seconds N] [--workers N] [--show N] [--json FILE]`. Without a
 * folder the contracts are those that `npm run corpus` installs. Contracts above so many kilobytes are left out. The time holds reading the contract
 * and compiling our own code while it runs, but not loading it. A digest of all requests is written to the JSON file: it stays the same where a
 * change was to make planning faster and nothing else.
 */

import { fork } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contractsIn, installed, sampled } from './corpusFiles';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** The largest contract, in thousands of bytes. */
    kilobytes: { type: 'string', default: '5000' },
    /** The limit for one contract, in seconds. What was planned by then is told. */
    seconds: { type: 'string', default: '120' },
    workers: { type: 'string', default: '1' },
    /** How many contracts are shown. */
    show: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});

/** The goal for the slowest contract, in milliseconds of CPU for a request. */
const WANTED_MS = 5;

/** What a contract took. `planContract.js` tells it. */
interface Told {
  readonly operations: number;
  readonly cases: number;
  readonly cpuMs: number;
  readonly slowest: { readonly name: string; readonly cpuMs: number; readonly cases: number };
  readonly digest?: string;
  /** Why it could not be planned. */
  readonly failure?: string;
}

interface Planned extends Told {
  readonly file: string;
  readonly wasCut: boolean;
}

const NOTHING: Told = { operations: 0, cases: 0, cpuMs: 0, slowest: { name: '', cpuMs: 0, cases: 0 } };

function planIt(file: string): Promise<Planned> {
  return new Promise((resolve) => {
    let told = NOTHING;
    const child = fork(join(__dirname, 'planContract.js'), [file, options.seed], { execArgv: [] });
    const end = (wasCut: boolean) => {
      clearTimeout(limit);
      child.removeAllListeners();
      child.kill('SIGKILL');
      resolve({ ...told, file, wasCut });
    };
    const limit = setTimeout(() => end(true), Number(options.seconds) * 1000);
    child.on('exit', () => end(true));
    child.on('message', (message: Told & { readonly done: boolean }) => {
      told = { ...told, ...message };
      if (message.done) end(false);
    });
  });
}

async function work(files: Iterator<string>, planned: Planned[]): Promise<void> {
  for (let next = files.next(); !next.done; next = files.next()) {
    planned.push(await planIt(next.value));
    if (planned.length % 20 === 0) process.stderr.write(`${planned.length} contracts\n`);
  }
}

function perCase({ cpuMs, cases }: Told): number {
  return cpuMs / Math.max(1, cases);
}

function rowOf(each: Planned): string {
  const { file, operations, cases, cpuMs, slowest, wasCut } = each;
  const name = file.split(/[\\/]/).slice(-2).join('/');
  const took = `${(cpuMs / 1000).toFixed(1)} s${wasCut ? ', cut short' : ''}`;
  const own = `${slowest.name}: ${slowest.cpuMs.toFixed(0)} ms for ${slowest.cases}`;
  return `| ${name} | ${operations} | ${cases} | ${took} | ${perCase(each).toFixed(2)} ms | ${own} |`;
}

async function main(): Promise<void> {
  const found = (positionals.length > 0 ? positionals : installed())
    .flatMap(contractsIn)
    .filter((file) => statSync(file).size <= Number(options.kilobytes) * 1000);
  const planned: Planned[] = [];
  const files = sampled(found, Number(options.sample), options.seed).values();
  await Promise.all(Array.from({ length: Number(options.workers) }, () => work(files, planned)));
  const asked = planned
    .filter(({ cases }) => cases > 0)
    .sort((one, other) => perCase(other) - perCase(one) || one.file.localeCompare(other.file));
  const share = (part: number) => (asked[Math.floor((asked.length - 1) * (1 - part))] ?? NOTHING) as Told;
  const shares = [0.5, 0.9, 0.99, 1].map((part) => `${part * 100} %: ${perCase(share(part)).toFixed(2)} ms`);
  const slow = asked.filter((each) => perCase(each) > WANTED_MS).length;
  const unplanned = planned.filter(({ cases }) => cases === 0);
  process.stdout.write(
    [
      '| contract | operations | requests | CPU | CPU a request | slowest operation |',
      '|---|---|---|---|---|---|',
      ...asked.slice(0, Number(options.show)).map(rowOf),
      '',
      `${asked.length} contracts, ${asked.reduce((sum, { cases }) => sum + cases, 0)} requests; of the contracts, a request takes at most ${shares.join(', ')}; ${slow} take more than ${WANTED_MS} ms`,
      ...unplanned.map(({ file, failure = 'nothing was planned' }) => `${file}: ${failure}`),
      '',
    ].join('\n'),
  );
  if (options.json !== undefined)
    writeFileSync(options.json, `${asked.map((each) => JSON.stringify(each)).join('\n')}\n`);
}

void main();
