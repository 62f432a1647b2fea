/** Which operations are verified where only those are wanted that the contract has changed: `--changed-since REVISION`. */

import { resolve } from 'node:path';
import type { Contract } from '../../contract/contract';
import { displayPath } from '../../contract/document/files';
import { parseRevision, revisionFile } from '../../contract/document/revision';
import { readContract } from '../../contract/load';
import type { Selection, SelectionSettings } from '../../engine/model/settings';
import { shardOperations } from '../../engine/plan/shard';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { touchedOperations } from '../diff/touchedOperations';
import { pathInWorkingCopy } from './contractSource';

interface ChangedFlags {
  readonly changedSince?: string;
  readonly overlay?: readonly string[];
}

interface Changed {
  readonly selection: Selection;
  /** Whether no operation is selected, or none of this part. */
  readonly isNothing: boolean;
  /** How many operations changed, as a sentence. */
  readonly told: string;
}

/**
 * Returns which operations the contract has otherwise than a revision, or which it did not have; undefined if that was not asked for.
 * @param file the path of the contract.
 * @param among which operations are wanted besides, and of which part of the run.
 * @throws UsageError, ContractError if there is no such revision, or it has no such contract.
 */
export async function selectChanged(
  contract: Contract,
  file: string,
  { changedSince: given, overlay }: ChangedFlags,
  { selection: among, shard }: Pick<SelectionSettings, 'selection' | 'shard'>,
): Promise<Changed | undefined> {
  if (given === undefined) return undefined;
  if (given === '') throw new UsageError('--changed-since names no revision; is the variable that should hold it set?');
  const path = pathInWorkingCopy(file);
  if (path === undefined)
    throw new UsageError(`--changed-since needs a contract in a file; ${displayPath(resolve(file))} has a URL.`);
  // The contract may have had another name.
  const named = parseRevision(given) ?? { revision: given, path };
  const { revision } = named;
  const before = await readContract(await revisionFile(named, whereElse(named)), overlay);
  const touched = touchedOperations(before, contract);
  const selection: Selection = (operation) => touched.has(operation) && among(operation);
  const { length } = contract.operations;
  const selected = contract.operations.filter(selection);
  const told = `Of ${count(length, 'operation')}, ${touched.size} ${touched.size === 1 ? 'is' : 'are'} new or otherwise than in ${revision}.`;
  if (selected.length === 0) return { selection, isNothing: true, told: `${told} Nothing is verified.` };
  if (!shard || shardOperations(shard, selected).size > 0) return { selection, isNothing: false, told };
  const none = `None of them is in part ${shard.index} of ${shard.of}, in which nothing is verified.`;
  return { selection, isNothing: true, told: `${told} ${none}` };
}

/** Says what to do where a revision does not have the contract. */
function whereElse({ revision }: { readonly revision: string }): string {
  return `if it had another name there, say --changed-since ${revision}:PATH, and if it is new, leave --changed-since out`;
}
