/**
 * `npm run faults`: verifies every fault and every variant, and prints the matrix of faults × rules, service by service.
 * `npm run faults -- --runs 20 --seed 7 --concurrency 4 --service nursery --variants`: how often, with which seed in the first run (one
 * by chance, unless it is given; each further run has the next one), how many requests under way in each run, only this service, and only variants.
 */

import { parseArgs } from 'node:util';
import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import { seedOf } from '../../src/engine/plan/plan';
import type { Report } from '../../src/report/report';
import { services } from '.';
import { isAsItShouldBe } from './catalogue/expected';
import type { CatalogueEntry, Service } from './catalogue/service';
import { drawnRules, verifyFault } from './catalogue/verifyFault';

/** How many services are verified at the same time. */
const AT_ONCE = 8;

interface Options {
  readonly runs: number;
  /** The seed of the first run. Each further run has the next one. */
  readonly firstSeed: number;
  readonly concurrency: number | undefined;
  readonly services: readonly Service[];
}

interface Verified {
  readonly entry: CatalogueEntry;
  readonly report: Report;
}

async function main({ runs, firstSeed, concurrency, services: chosen }: Options): Promise<number> {
  let wrong = 0;
  for (let run = 1; run <= runs; run++) {
    const seed = firstSeed + run - 1;
    const unexpected: Verified[] = [];
    for (const service of chosen) {
      const verified = await verifyAll(service, { concurrency, seed });
      unexpected.push(...verified.filter(({ entry, report }) => !isAsItShouldBe(entry, report)));
      if (run === 1) print([headline(service), ...header(), ...verified.map(line), '']);
    }
    wrong += unexpected.length;
    const verdict = unexpected.length === 0 ? 'all as they should be' : `${unexpected.length} wrong`;
    print([...unexpected.flatMap(explanation), `${totals(chosen)}; run ${run} of ${runs}, seed ${seed}: ${verdict}`]);
  }
  return wrong === 0 ? 0 : 1;
}

/** Verifies each fault and each variant, and returns them in their order. */
async function verifyAll(
  { contract: file, faults, variants }: Service,
  options: { readonly concurrency: number | undefined; readonly seed: number },
): Promise<Verified[]> {
  const contract = await readContract(file);
  const queue = [...faults, ...variants].entries();
  const verified: Verified[] = [];
  const worker = async () => {
    for (const [position, entry] of queue)
      verified[position] = { entry, report: await verifyFault(contract, entry, options) };
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return verified;
}

const all = services.flatMap(({ faults, variants }) => [...faults, ...variants]);
const WIDTH = Math.max(...all.map(({ name }) => name.length));
const WRONG = '  ← not as it should be';

function headline({ name, faults, variants }: Service): string {
  return `The ${name}: ${faults.length} faults, ${variants.length} conforming variants`;
}

function header(): string[] {
  return [...rules.map(({ id }, at) => `${' '.repeat(WIDTH)} ${'│ '.repeat(at)}┌ ${id}`)];
}

function line({ entry, report }: Verified): string {
  const { name, draws } = entry;
  const drawn = drawnRules(report);
  const marks = rules.map(({ id }) =>
    drawn.includes(id) ? (draws.includes(id) ? '●' : '!') : draws.includes(id) ? '?' : '·',
  );
  return `${name.padEnd(WIDTH)} ${marks.join(' ')}${isAsItShouldBe(entry, report) ? '' : `${WRONG} (${report.outcome})`}`;
}

/** Says of an entry that is not as it should be what it should draw, and what was found in its place. */
function explanation({ entry, report }: Verified): string[] {
  const found = report.requirements.flatMap(({ rule, operation, findings }) =>
    findings.map(({ message, exchange, after }) => {
      const shown = report.exchanges
        .filter(({ index }) => index === after || index === exchange)
        .map(({ request, response }) => `${request.method} ${request.url}: ${response?.status ?? 'no answer'}`);
      return `  ${rule}, ${operation}: ${message} (${shown.join('; then ')})`;
    }),
  );
  const reason = report.reason === undefined ? '' : ` (${report.reason})`;
  return [
    `${entry.name} should draw ${entry.draws.join(', ') || 'nothing'}. The outcome is ${report.outcome}${reason}.`,
    ...(found.length > 0 ? found : ['  Nothing was found.']),
    '',
  ];
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((each) => `${each}\n`).join(''));
}

/** Returns the numbers of faults and variants, as the README and the guides state them. */
export function totals(of: readonly Service[] = services): string {
  const count = (kind: 'faults' | 'variants') => of.reduce((sum, service) => sum + service[kind].length, 0);
  return `${count('faults')} faults, ${count('variants')} conforming variants, ${rules.length} rules`;
}

/** @throws Error for an unknown option. */
function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      concurrency: { type: 'string' },
      service: { type: 'string', multiple: true },
      variants: { type: 'boolean' },
    },
  });
  const numberOf = (name: 'runs' | 'seed' | 'concurrency') => {
    const text = values[name];
    if (text !== undefined && !/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} takes a number, not "${text}".`);
    return text === undefined ? undefined : Number(text);
  };
  const names = services.map(({ name }) => name);
  const unknown = values.service?.find((each) => !names.includes(each));
  if (unknown !== undefined) throw new Error(`There is no service "${unknown}". They are: ${names.join(', ')}.`);
  const chosen = services.filter(({ name }) => values.service?.includes(name) ?? true);
  return {
    runs: numberOf('runs') ?? 1,
    firstSeed: numberOf('seed') ?? seedOf({}),
    concurrency: numberOf('concurrency'),
    services: values.variants ? chosen.map((each) => ({ ...each, faults: [] })) : chosen,
  };
}

if (require.main === module) {
  const run = async () => main(optionsOf(process.argv.slice(2)));
  run().then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    },
  );
}
