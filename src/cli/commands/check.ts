import type { Mistake } from '../../contract/clause';
import { ContractError, formatAlike } from '../../contract/clause';
import { readContract } from '../../contract/load';
import { annotate } from '../../report/reporters/github';
import { count } from '../../support/words';
import type { Io } from '../io';
import { namingFiles } from '../output/reports';
import { isOnGitHub } from '../output/streams';
import { type ContractFlags, findContract } from '../settings/contractSource';

/**
 * Parses and validates a contract. Under GitHub Actions the mistakes also become annotations on the lines of the contract.
 * @returns exit code 0 if the contract can be used.
 * @throws ContractError with all mistakes.
 */
export async function checkCommand(given: string | undefined, flags: ContractFlags, io: Io): Promise<number> {
  const show = (level: 'error' | 'warning', mistakes: readonly Mistake[]) => {
    if (isOnGitHub(io.env)) io.stdout.writeAsIs(annotate(level, mistakes, namingFiles(io.env)));
  };
  const contract = await readContract(await findContract(given, flags, io), flags.overlay).catch((error: unknown) => {
    if (error instanceof ContractError) show('error', error.mistakes);
    throw error;
  });
  const { mistakes, warnings } = contract.check(true);
  for (const line of formatAlike(warnings, ' (a warning)')) io.stderr.write(`${line}\n`);
  show('warning', warnings);
  if (mistakes.length > 0) {
    show('error', mistakes);
    throw new ContractError(mistakes);
  }
  const { title, version, file, operations } = contract;
  io.stdout.write(`${file}: ${title} ${version} is valid; ${count(operations.length, 'operation')}.\n`);
  for (const { name, unsupported } of operations) {
    io.stdout.write(`  ${name}${unsupported === undefined ? '' : `  (verify skips it: ${unsupported})`}\n`);
  }
  return 0;
}
