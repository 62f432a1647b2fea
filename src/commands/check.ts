import { ContractError, formatMistake } from '../contract/contract';
import { loadContract } from '../contract/load';
import { count } from '../reporters/text';
import { contractFile } from './contractFile';
import type { Io } from './io';

/**
 * Parses and validates a contract.
 * @returns exit code 0 where it can be used.
 * @throws ContractError with all mistakes.
 */
export async function checkCommand(given: string | undefined, io: Io): Promise<number> {
  const contract = await loadContract(contractFile(given));
  const { mistakes, warnings } = contract.check(true);
  for (const warning of warnings) io.stderr.write(`${formatMistake(warning)} (a warning)\n`);
  if (mistakes.length > 0) throw new ContractError(mistakes);
  const { title, version, file, operations } = contract;
  io.stdout.write(`${file}: ${title} ${version} is valid; ${count(operations.length, 'operation')}.\n`);
  for (const { name, unsupported } of operations) {
    io.stdout.write(`  ${name}${unsupported === undefined ? '' : `  (verify skips it: ${unsupported})`}\n`);
  }
  return 0;
}
