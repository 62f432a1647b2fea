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

interface ChangedFlags {
  readonly changedSince?: string;
  readonly overlay?: readonly string[];
}

interface Changed {
  readonly selection: Selection;
  /** Whether no operation is selected. */
  readonly isNothing: boolean;
  /** How many operations changed, as a sentence. */
  readonly told: string;
}

/**
 * Returns which operations the contract has otherwise than a revision, or which it did not have; undefined if that was not asked for.
 * @param file the path of the contract.
 * @param among which operations are wanted besides.
 * @throws UsageError, ContractError if there is no such revision, or it has no such contract.
 */
export async function selectChanged(
  contract: Contract,
  file: string,
  { changedSince: revision, overlay }: ChangedFlags,
  among: Selection = () => true,
): Promise<Changed | undefined> {
  if (revision === undefined) return undefined;
  if (downloadFolder(resolve(file)) !== undefined)
    throw new UsageError(`--changed-since needs a contract in a file; ${displayPath(resolve(file))} has a URL.`);
  const path = relative(process.cwd(), resolve(file)).split(sep).join('/');
  const before = await readContract(await revisionFile({ revision, path }), overlay);
  const touched = touchedOperations(before, contract);
  const selection: Selection = (operation) => touched.has(operation) && among(operation);
  const { length } = contract.operations;
  const isNothing = !contract.operations.some(selection);
  const told = `Of ${count(length, 'operation')}, ${touched.size} ${touched.size === 1 ? 'is' : 'are'} new or otherwise than in ${revision}.`;
  return { selection, isNothing, told: isNothing ? `${told} Nothing is verified.` : told };
}
