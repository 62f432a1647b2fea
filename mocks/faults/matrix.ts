/**
 * `npm run faults`: verifies every fault and every variant, and prints the matrix of faults × rules, service by service.
 * `npm run faults -- --runs 20 --concurrency 4 --service nursery --variants`: how often, how many requests under way in each run, only this
 * service, and only variants.
 */

import { parseArgs } from 'node:util';
import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import type { Report } from '../../src/report/report';
import { services } from '.';
import { isAsItShouldBe } from './catalogue/expected';
import type { CatalogueEntry, Service } from './catalogue/service';
import { drawnRules, verifyFault } from './catalogue/verifyFault';

/** How many services are verified at the same time. */
const AT_ONCE = 8;

interface Options {
  readonly runs: number;
  readonly concurrency: number | undefined;
  readonly services: readonly Service[];
}

async function main({ runs, concurrency, services: chosen }: Options): Promise<number> {
  let wrong = 0;
  for (let run = 1; run <= runs; run++) {
    for (const service of chosen) {
      const lines = await verifyAll(service, concurrency);
      wrong += lines.filter(isWrong).length;
      const shown = run === 1 ? [headline(service), ...header(), ...lines, ''] : lines.filter(isWrong);
      process.stdout.write(shown.map((each) => `${each}\n`).join(''));
    }
    process.stdout.write(
      `${totals(chosen)}; run ${run} of ${runs}: ${wrong === 0 ? 'all as they should be' : `${wrong} wrong`}\n`,
    );
  }
  return wrong === 0 ? 0 : 1;
}

/** Verifies each fault and each variant, and makes a line for each, in their order. */
async function verifyAll(
  { contract: file, faults, variants }: Service,
  concurrency: number | undefined,
): Promise<string[]> {
  const contract = await readContract(file);
  const queue = [...faults, ...variants].entries();
  const lines: string[] = [];
  const worker = async () => {
    for (const [position, entry] of queue)
      lines[position] = line(entry, await verifyFault(contract, entry, concurrency));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return lines;
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

function line(entry: CatalogueEntry, report: Report): string {
  const { name, draws } = entry;
  const drawn = drawnRules(report);
  const marks = rules.map(({ id }) =>
    drawn.includes(id) ? (draws.includes(id) ? '●' : '!') : draws.includes(id) ? '?' : '·',
  );
  return `${name.padEnd(WIDTH)} ${marks.join(' ')}${isAsItShouldBe(entry, report) ? '' : `${WRONG} (${report.outcome})`}`;
}

function isWrong(text: string): boolean {
  return text.includes(WRONG);
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
      concurrency: { type: 'string' },
      service: { type: 'string', multiple: true },
      variants: { type: 'boolean' },
    },
  });
  const numberOf = (name: 'runs' | 'concurrency') => {
    const text = values[name];
    if (text !== undefined && !/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${name} takes a number, not "${text}".`);
    return text === undefined ? undefined : Number(text);
  };
  const names = services.map(({ name }) => name);
  const unknown = values.service?.find((each) => !names.includes(each));
  if (unknown !== undefined) throw new Error(`There is no service "${unknown}". They are: ${names.join(', ')}.`);
  const chosen = services.filter(({ name }) => values.service?.includes(name) ?? true);
  return {
    runs: numberOf('runs') ?? 1,
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
