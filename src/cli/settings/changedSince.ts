/** Which operations are verified where only those are wanted that the contract has changed: `--changed-since REVISION`. */

import { relative, resolve, sep } from 'node:path';
import { touchedOperations } from '../../../conformance/diff/touchedOperations';
import type { Contract } from '../../contract/contract';
import { displayPath, downloadFolder } from '../../contract/document/files';
import { revisionFile } from '../../contract/document/revision';
import { readContract } from '../../contract/load';
import type { Selection } from '../../engine/model/options';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';

/**
 * Returns which operations the contract has otherwise than a revision, or which it did not have.
 * @param file the path of the contract.
 * @throws UsageError, ContractError if there is no such revision, or it has no such contract.
 */
export async function selectChanged(
  contract: Contract,
  file: string,
  { changedSince: revision = '', overlay }: ChangedFlags,
): Promise<{ readonly selection: Selection; readonly told: string }> {
  if (downloadFolder(resolve(file)) !== undefined)
    throw new UsageError(`--changed-since needs a contract in a file; ${displayPath(resolve(file))} has a URL.`);
  const path = relative(process.cwd(), resolve(file)).split(sep).join('/');
  const before = await readContract(await revisionFile({ revision, path }), overlay);
  const touched = touchedOperations(before, contract);
  const { length } = contract.operations;
  return {
    selection: (operation) => touched.has(operation),
    told:
      touched.size === 0
        ? `Nothing is verified: the contract has no operation otherwise than ${revision}.`
        : `Of ${count(length, 'operation')}, ${touched.size} ${touched.size === 1 ? 'is' : 'are'} new or otherwise than in ${revision}.`,
  };
}

interface ChangedFlags {
  readonly changedSince?: string;
  readonly overlay?: readonly string[];
}
