/**
 * `npm run mutants -- CONTRACT… [--most N] [--seed N]`: changes one clause of a contract at a time, mocks the changed contract, verifies
 * that mock by the original, and prints which changes no run noticed. It exits with 1 if a run could have noticed one of them.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { suite } from '../../conformance/suite';
import { serveMock } from '../../mocks/server';
import { type Contract, isSuccessStatus } from '../../src/contract/contract';
import { readContract } from '../../src/contract/load';
import { verifyTarget } from '../../src/engine/verify';
import type { Observation, Report } from '../../src/report/report';
import { createRandom } from '../../src/support/random';
import { parseTarget } from '../../src/wire/target';
import { type Mutant, mutantsOf } from './changeClause';
import type { ParsedContract } from './place';

/** How many of the operations that use a clause are asked. */
const MOST_OPERATIONS = 3;

type Fate = 'noticed' | 'unnoticed' | 'out of reach' | 'not shown' | 'not served';

/** Mocks a contract, and verifies the mock by another one. @param operations the operations that are asked. Default: all. */
async function verifyMock(
  served: string,
  contract: Contract,
  seed: number,
  operations?: ReadonlySet<string>,
): Promise<Report> {
  const mock = await serveMock({ contract: served, port: 0, seed, docs: false, watch: false });
  try {
    return await verifyTarget(contract, suite, {
      target: parseTarget(mock.url),
      token: 'token',
      everythingExists: true,
      writes: 'any',
      seed,
      limits: { lingerMs: 0 },
      ...(operations ? { selection: ({ name }) => operations.has(name) } : {}),
    });
  } finally {
    await mock.close();
  }
}

/** Tells whether no request can break a bound: an empty text in a query counts as no value. The coverage lists the bounds that one can break. */
function isInviolable({ kind, pointer, what, laxer }: Mutant, { coverage }: Report): boolean {
  if (kind !== 'bound' || !laxer || !coverage) return false;
  const place = `${pointer}/${what.split(':', 1)[0]}`;
  const all = [...coverage.reached, ...coverage.unexercised];
  return !all.some(({ clause, kind: counted }) => counted === 'violated' && clause.pointer === place);
}

/** Returns the operations at which the unchanged run exercised the clause of a mutant. */
function inReach(mutant: Mutant, unchanged: Report): Set<string> {
  const { uses, laxer } = mutant;
  if (isInviolable(mutant, unchanged)) return new Set();
  const passed = unchanged.requirements.filter(({ verdict }) => verdict === 'pass');
  const shown = uses.filter(({ status }) => !laxer || status === undefined);
  const reached = shown.filter(({ operation, status }) =>
    status === undefined
      ? passed.some((each) => each.operation === operation && each.rule === 'success-status')
      : passed.some(
          (each) =>
            each.id === `${operation} ${status} ${each.rule}` ||
            (isSuccessStatus(status) && each.id === `${operation} success-status`),
        ),
  );
  return new Set(reached.slice(0, MOST_OPERATIONS).map(({ operation }) => operation));
}

/** Tells whether a run has a worse verdict than the run on the unchanged mock. */
function isNoticed(changed: Report, unchanged: Report): boolean {
  const before = new Map(unchanged.requirements.map(({ id, verdict }) => [id, verdict]));
  // It is no verdict if the target refuses valid values that were made up, but the report observes it.
  const seen = new Set(unchanged.observations.map(saidOf));
  if (changed.observations.some((each) => !seen.has(saidOf(each)))) return true;
  return changed.requirements.some(({ id, verdict, unreached }) => {
    if (verdict === 'fail' || verdict === 'warn') return before.get(id) === 'pass' || before.get(id) === 'skip';
    return verdict === 'skip' && !unreached && before.get(id) === 'pass';
  });
}

function saidOf({ operation, asked, answered }: Observation): string {
  return `${operation} ${asked} ${answered}`;
}

async function fateOf(
  mutant: Mutant,
  file: string,
  contract: Contract,
  unchanged: Report,
  seed: number,
): Promise<Fate> {
  const operations = inReach(mutant, unchanged);
  if (operations.size === 0) return 'out of reach';
  writeFileSync(file, JSON.stringify(mutant.make()));
  try {
    const changed = await verifyMock(file, contract, seed, operations);
    if (isNoticed(changed, unchanged)) return 'noticed';
    // If the answers of the mock have no such member, they are the same as before, and no run can notice the change.
    const isOfResponses = mutant.uses.every(({ status }) => status !== undefined);
    if (!isOfResponses) return 'unnoticed';
    if (isShown(mutant, unchanged) && !isShown(mutant, changed)) return 'not shown';
    const alike = answersOf(changed) === answersOf(await verifyMock(contract.file, contract, seed, operations));
    return alike ? 'not shown' : 'unnoticed';
  } catch {
    return 'not served';
  }
}

/** The changes that only a value shows. */
const OF_VALUES: ReadonlySet<Mutant['kind']> = new Set(['type', 'required', 'enum', 'bound']);

/** Tells whether some answer has a value at the clause. The mock takes out of an example what breaks the changed clause: a list may be empty then. */
function isShown({ pointer, kind }: Mutant, { coverage }: Report): boolean {
  if (!coverage || !OF_VALUES.has(kind)) return true;
  return coverage.reached.some(({ clause }) => clause.pointer === pointer || clause.pointer.startsWith(`${pointer}/`));
}

function answersOf({ exchanges }: Report): string {
  return JSON.stringify(exchanges.map(({ index, response }) => [index, response?.status, response?.body]));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { most: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
  });
  const seed = Number(values.seed);
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const total: Record<Fate, number> = { noticed: 0, unnoticed: 0, 'out of reach': 0, 'not shown': 0, 'not served': 0 };
  let findings = 0;
  try {
    for (const path of positionals) {
      const contract = await readContract(resolve(path));
      const files = [...contract.parsed().values()];
      if (files.length > 1) process.stdout.write(`${path}: only the first of its ${files.length} files is changed\n`);
      const original = JSON.parse(JSON.stringify(files[0])) as ParsedContract;
      const random = createRandom(seed, path);
      const mutants = mutantsOf(original)
        .map((mutant) => ({ mutant, key: random.int(0, 2 ** 30) }))
        .sort((one, other) => one.key - other.key)
        .slice(0, Number(values.most))
        .map(({ mutant }) => mutant);
      const unchanged = await verifyMock(path, contract, seed);
      findings += unchanged.counts.fail + unchanged.counts.warn;
      const own: Record<Fate, number> = {
        noticed: 0,
        unnoticed: 0,
        'out of reach': 0,
        'not shown': 0,
        'not served': 0,
      };
      for (const mutant of mutants) {
        const fate = await fateOf(mutant, join(folder, 'mutant.json'), contract, unchanged, seed);
        own[fate]++;
        total[fate]++;
        if (fate === 'unnoticed' || fate === 'not served') {
          const { operation, status = 'request' } = mutant.uses[0] ?? { operation: '' };
          process.stdout.write(`  ${fate}: ${mutant.what} at ${mutant.pointer} (${operation}, ${status})\n`);
        }
      }
      process.stdout.write(
        `${path}: ${summary(own)}, ${unchanged.counts.fail + unchanged.counts.warn} findings unchanged\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${summary(total)}; ${findings} findings on unchanged mocks\n`);
  process.exitCode = total.unnoticed > 0 || findings > 0 ? 1 : 0;
}

function summary(fates: Record<Fate, number>): string {
  const { noticed, unnoticed, 'out of reach': beyond, 'not shown': hidden, 'not served': broken } = fates;
  const visible = noticed + unnoticed;
  const share = visible === 0 ? '' : ` (${((100 * noticed) / visible).toFixed(1)} %)`;
  return `${noticed} of ${visible} noticed${share}, ${beyond} out of reach, ${hidden} not shown by the mock, ${broken} not served`;
}

if (require.main === module) void main();
