/** Where the contract of a command comes from, and with which header fields it is asked for if that is a URL. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { locateContract } from '../../contract/contractFile';
import { isUrl } from '../../contract/document/download';
import { downloadFolder } from '../../contract/document/files';
import { parseRevision, revisionFile } from '../../contract/document/revision';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { readContractFile } from '../output/contractText';
import { parseHeader } from './params';

/** The options that say how a contract is asked for. */
export interface ContractFlags {
  readonly contractHeader?: readonly string[];
  /** The files of overlays, which change the contract in this order. */
  readonly overlay?: readonly string[];
  /** What is sent to the target. */
  readonly header?: readonly string[];
}

/**
 * Returns the path of the contract's file; a contract with a URL is downloaded. The fields of `--header` are meant for the target, and go
 * along only if the contract is of the same origin. No token and no other credential does.
 * @param origin that of the target, where it is known.
 * @throws UsageError if there is none, or it cannot be downloaded.
 */
export async function findContract(
  given: string | undefined,
  flags: ContractFlags,
  { env }: Pick<Io, 'env'>,
  origin?: string,
): Promise<string> {
  const isTargets = given !== undefined && URL.canParse(given) && new URL(given).origin === origin;
  const variable = env['ESPALIER_CONTRACT_HEADER'];
  const texts = [...(isTargets ? (flags.header ?? []) : []), ...(flags.contractHeader ?? (variable ? [variable] : []))];
  return locateContract(given, texts.map(parseHeader));
}

/** Returns the overlays of a command line as the mock takes them. */
export function overlaysOf({ overlay }: Pick<ContractFlags, 'overlay'>): { readonly overlays?: readonly string[] } {
  return overlay ? { overlays: overlay } : {};
}

/**
 * As {@link findContract}; `REVISION:PATH` is taken out of the git repository of the working directory, unless there is such a file.
 * @throws UsageError as there, or if there is no such file, no such revision, or no such file in it.
 */
export async function findContractOrRevision(
  given: string,
  flags: ContractFlags,
  io: Pick<Io, 'env'>,
): Promise<string> {
  if (existsSync(given) || isUrl(given)) return findContract(given, flags, io);
  const named = parseRevision(given);
  if (named) return revisionFile(named);
  throw new UsageError(
    `There is no file ${given}; a file of a git revision is named as REVISION:PATH, such as main:openapi.yaml.`,
  );
}

/** Returns the file beside which a configuration is looked for: none that was downloaded may come along with its contract. */
export function besideContract(file: string): string {
  return downloadFolder(file) === undefined ? file : '.';
}

/** Returns a function that reads the files of a contract by the names that a report has for them. */
export function filesOf(contract: string): (file: string) => string | undefined {
  const folder = downloadFolder(contract);
  return folder === undefined ? readContractFile : (file) => readContractFile(join(folder, file));
}
