import { formatMistake } from '../contract/contract';
import { loadContract } from '../contract/load';
import { count } from '../count';
import { contractFile } from './contractFile';
import type { Io } from './io';

/**
 * Parses and validates a contract.
 * @returns exit code 0 where it can be used.
 * @throws ContractError with all mistakes.
 */
export async function checkCommand(given: string | undefined, io: Io): Promise<number> {
  const contract = await loadContract(contractFile(given), { warn: true });
  for (const warning of contract.warnings) io.stderr.write(`${formatMistake(warning)} (a warning)\n`);
  const { title, version, file, operations } = contract;
  io.stdout.write(`${file}: ${title} ${version} is valid; ${count(operations.length, 'operation')}.\n`);
  for (const { name, unsupported } of operations) {
    io.stdout.write(`  ${name}${unsupported === undefined ? '' : `  (verify skips it: ${unsupported})`}\n`);
  }
  return 0;
}
