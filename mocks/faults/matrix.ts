/** `npm run faults`: verifies every fault and every variant, and prints the matrix of faults × rules, service by service. */

import { rules } from '../../conformance/rules';
import { loadContract } from '../../src/contract/load';
import { services } from '.';
import type { Entry, Service } from './service';
import { drawnRules, verifyFault } from './verifyFault';

/** How many are verified at once. */
const AT_ONCE = 8;

async function main(runs: number): Promise<number> {
  let wrong = 0;
  for (let run = 1; run <= runs; run++) {
    for (const service of services) {
      const lines = await verifyAll(service);
      wrong += lines.filter(isWrong).length;
      const shown = run === 1 ? [headline(service), ...header(), ...lines, ''] : lines.filter(isWrong);
      process.stdout.write(shown.map((each) => `${each}\n`).join(''));
    }
    process.stdout.write(
      `${totals()}; run ${run} of ${runs}: ${wrong === 0 ? 'all as they should be' : `${wrong} wrong`}\n`,
    );
  }
  return wrong === 0 ? 0 : 1;
}

/** A line for each fault and each variant, in their order. */
async function verifyAll({ contract: file, faults, variants }: Service): Promise<string[]> {
  const contract = await loadContract(file);
  const queue = [...faults, ...variants].entries();
  const lines: string[] = [];
  const worker = async () => {
    for (const [position, entry] of queue)
      lines[position] = line(entry, drawnRules(await verifyFault(contract, entry)));
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

function line({ name, draws }: Entry, drawn: readonly string[]): string {
  const marks = rules.map(({ id }) =>
    drawn.includes(id) ? (draws.includes(id) ? '●' : '!') : draws.includes(id) ? '?' : '·',
  );
  const right = drawn.toSorted().join() === draws.toSorted().join();
  return `${name.padEnd(WIDTH)} ${marks.join(' ')}${right ? '' : WRONG}`;
}

function isWrong(text: string): boolean {
  return text.endsWith(WRONG);
}

/** As the README states them. */
export function totals(): string {
  const count = (of: 'faults' | 'variants') => services.reduce((sum, service) => sum + service[of].length, 0);
  return `${count('faults')} faults, ${count('variants')} conforming variants, ${rules.length} rules`;
}

if (require.main === module) {
  const [flag, number] = process.argv.slice(2);
  const runs = flag === '--runs' ? Number(number) : 1;
  void main(Number.isInteger(runs) && runs > 0 ? runs : 1).then((exitCode) => {
    process.exitCode = exitCode;
  });
}
