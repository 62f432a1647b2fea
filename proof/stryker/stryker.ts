/**
 * `npm run stryker -- --mutants 80 --seed 7 ROOM…`: changes the product's own code in small ways, one at a time (a `<` into a `<=`, a condition
 * into `true`), and runs the tests that stand in the room of the code. What no test notices, no test holds. Stryker changes and runs; here stands
 * what is changed: a sample of each room, chosen by the seed, since all of it would take days. Without rooms: those that decide most.
 *
 * Stryker itself is fetched by `npx`, in a version that is fixed here: nobody else needs its 60 megabytes.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/support/random';

const VERSION = '9.6.1';
const ROOMS = [
  'src/contract',
  'src/report',
  'src/workflows',
  'src/resources',
  'src/serialization',
  'src/engine/ledger',
  'conformance/sparing',
  'conformance/judging',
  'conformance/tries',
];
/** How many lines after one another are changed: most changes lie in one line, and some need a condition of three. */
const LINES = 6;
/** What a line of code draws, roughly: by it the number of lines is chosen. */
const MUTANTS_OF_A_LINE = 0.7;

/** As Stryker's JSON report has it: https://github.com/stryker-mutator/mutation-testing-elements, version 2 of the schema. */
interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'RuntimeError' | 'CompileError' | 'Ignored';
  readonly location: { readonly start: { readonly line: number } };
}

interface Score {
  readonly room: string;
  readonly killed: number;
  readonly tried: number;
}

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mutants: { type: 'string', default: '80' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
    },
  });
  const rooms = positionals.length > 0 ? positionals : ROOMS;
  const scores = rooms.map((room) => scoreOf(room, Number(values.mutants), Number(values.seed)));
  print(`\nseed ${values.seed}, about ${values.mutants} mutants of each room\n`);
  for (const { room, killed, tried } of scores)
    print(`| \`${room}/\` | ${tried} | ${tried === 0 ? '-' : `${Math.round((100 * killed) / tried)} %`} |`);
  return 0;
}

/** Changes a sample of one room. @throws Error if Stryker itself fails, such as by a test that fails without any change. */
function scoreOf(room: string, mutants: number, seed: number): Score {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-stryker-'));
  try {
    const config = join(folder, 'stryker.json');
    const report = join(folder, 'report.json');
    writeFileSync(config, JSON.stringify(settingsFor(sampleOf(room, mutants, seed), folder, report)));
    const packages = ['core', 'jest-runner'].flatMap((name) => ['--package', `@stryker-mutator/${name}@${VERSION}`]);
    const { status } = spawnSync('npx', ['--yes', ...packages, 'stryker', 'run', config], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ESPALIER_ROOM: room },
    });
    if (status !== 0) throw new Error(`Stryker ended with ${status} for ${room}.`);
    return tell(room, JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function settingsFor(mutate: readonly string[], folder: string, report: string): Readonly<Record<string, unknown>> {
  return {
    testRunner: 'jest',
    jest: { projectType: 'custom', configFile: 'proof/stryker/jest.config.js', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    // What is worked out once, when a module is loaded, would need all tests anew.
    ignoreStatic: true,
    // It would read the compiler's settings by an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    concurrency: 1,
    timeoutMS: 30_000,
    mutate,
    ignorePatterns: ['docs', 'dist-docs'],
    tempDirName: join(folder, 'sandbox'),
    reporters: ['json'],
    jsonReporter: { fileName: report },
    warnings: false,
    logLevel: 'warn',
  };
}

/** Places of a room, as Stryker writes them: `src/report/baseline.ts:13-18`. */
function sampleOf(room: string, mutants: number, seed: number): readonly string[] {
  const places = filesIn(room).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from(
      { length: Math.ceil(lines / LINES) },
      (_, index) => `${file}:${1 + index * LINES}-${(1 + index) * LINES}`,
    );
  });
  const random = createRandom(seed, `stryker ${room}`);
  const count = Math.ceil(mutants / (LINES * MUTANTS_OF_A_LINE));
  const chosen = places
    .map((place) => ({ place, at: random.below(1_000_000_000) }))
    .sort((one, other) => one.at - other.at);
  return chosen.slice(0, count).map(({ place }) => place);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
    .sort();
}

/** Counts what was noticed, and prints what was not. */
function tell(room: string, { files }: StrykerReport): Score {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, mutant })));
  const tried = all.filter(({ mutant }) => mutant.status !== 'Ignored' && mutant.status !== 'CompileError');
  const missed = tried.filter(({ mutant }) => mutant.status === 'Survived' || mutant.status === 'NoCoverage');
  const survivors = missed.map(({ file, mutant }) => {
    const { mutatorName, replacement = '', status, location } = mutant;
    return `${file}:${location.start.line} ${status}: ${mutatorName} → ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`;
  });
  print(`${room}: ${tried.length - missed.length} of ${tried.length} were noticed\n${survivors.join('\n')}`);
  return { room, killed: tried.length - missed.length, tried: tried.length };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = main(process.argv.slice(2));
