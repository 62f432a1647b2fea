/** `npm run faults`: verifies every fault and every variant, and prints the matrix of faults × rules. */

import { rules } from '../../conformance/rules';
import { contractFile } from '../../src/commands/contractFile';
import { loadContract } from '../../src/contract/load';
import { faults, variants } from '.';
import type { Fault } from './fault';
import { drawnRules, verifyFault } from './verifyFault';

/** How many stores are verified at once. */
const AT_ONCE = 8;

async function main(runs: number): Promise<number> {
  const contract = await loadContract(contractFile());
  let wrong = 0;
  for (let run = 1; run <= runs; run++) {
    const queue = [...faults, ...variants].entries();
    const lines: string[] = [];
    const worker = async () => {
      for (const [position, fault] of queue) {
        const drawn = drawnRules(await verifyFault(contract, fault));
        const right = drawn.toSorted().join() === fault.draws.toSorted().join();
        if (!right) wrong++;
        lines[position] = line(fault, drawn, right);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    process.stdout.write(
      `${[...(run === 1 ? header() : []), ...(run === 1 ? lines : lines.filter(isWrong))].join('\n')}\n`,
    );
    process.stdout.write(
      `${totals()}; run ${run} of ${runs}: ${wrong === 0 ? 'all as they should be' : `${wrong} wrong`}\n`,
    );
  }
  return wrong === 0 ? 0 : 1;
}

const WIDTH = Math.max(...[...faults, ...variants].map(({ name }) => name.length));
const WRONG = '  ← not as it should be';

function header(): string[] {
  return [...rules.map(({ id }, at) => `${' '.repeat(WIDTH)} ${'│ '.repeat(at)}┌ ${id}`)];
}

function line({ name, draws }: Fault, drawn: readonly string[], right: boolean): string {
  const marks = rules.map(({ id }) =>
    drawn.includes(id) ? (draws.includes(id) ? '●' : '!') : draws.includes(id) ? '?' : '·',
  );
  return `${name.padEnd(WIDTH)} ${marks.join(' ')}${right ? '' : WRONG}`;
}

function isWrong(text: string): boolean {
  return text.endsWith(WRONG);
}

/** As the README states them. */
export function totals(): string {
  return `${faults.length} faults, ${variants.length} conforming variants, ${rules.length} rules`;
}

if (require.main === module) {
  const [flag, number] = process.argv.slice(2);
  const runs = flag === '--runs' ? Number(number) : 1;
  void main(Number.isInteger(runs) && runs > 0 ? runs : 1).then((exitCode) => {
    process.exitCode = exitCode;
  });
}
