/** Where the contract of a command comes from, and with which header fields it is asked for if that is a URL. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { locateContract } from '../../contract/contractFile';
import { isUrl } from '../../contract/document/download';
import { displayPath, downloadFolder } from '../../contract/document/files';
import { earlierFile, parseRevision, revisionFile } from '../../contract/document/revision';
import { UsageError } from '../../support/errors';
import { joinedByAnd } from '../../support/words';
import type { Io } from '../io';
import { readContractFile } from '../output/contractText';
import {
  type ConfigurationFile,
  type ConfigurationFlags,
  chosenConfiguration,
  contractNamedBy,
  filesOfExtensions,
  findConfiguration,
} from './configuration';
import { parseHeader } from './params';

/** The options that say how a contract is asked for. */
export interface ContractFlags extends ConfigurationFlags {
  readonly contractHeader?: readonly string[];
  /** The files of overlays, which change the contract in this order. */
  readonly overlay?: readonly string[];
  /** What is sent to the target. */
  readonly header?: readonly string[];
}

/**
 * Returns the path of the contract's file: of the given one, else of the one that the user's configuration names, else of one with a usual
 * name. A contract with a URL is downloaded. The fields of `--header` are meant for the target, and go
 * along only if the contract is of the same origin. No token and no other credential does.
 * @param origin that of the target, where it is known.
 * @throws UsageError if there is none, or it cannot be downloaded.
 */
export async function findContract(
  given: string | undefined,
  flags: ContractFlags,
  io: Pick<Io, 'env'>,
  origin?: string,
): Promise<string> {
  return (await findSources(given, flags, io, origin)).file;
}

/** A contract, and the configuration that goes with it. */
interface FoundSources {
  /** The path of the contract. */
  readonly file: string;
  readonly found: ConfigurationFile | undefined;
}

/**
 * As {@link findContract}. A configuration that names the contract is also the one that is used: none that lies beside the contract.
 * @throws UsageError as there, or if the configuration has no such environment.
 */
export async function findSources(
  given: string | undefined,
  flags: ContractFlags,
  { env }: Pick<Io, 'env'>,
  origin?: string,
): Promise<FoundSources> {
  const chosen = given === undefined ? chosenConfiguration(flags, env) : undefined;
  const named = chosen && contractNamedBy(chosen);
  const file = await download(given ?? named, flags, env, origin);
  return { file, found: named === undefined ? findConfiguration(flags, besideContract(file), env) : chosen };
}

async function download(
  given: string | undefined,
  flags: ContractFlags,
  env: Io['env'],
  origin: string | undefined,
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

/** The options of a comparison that say where its contracts come from. */
export interface ComparedFlags extends ContractFlags {
  /** Whether a contract that is new since a revision has nothing to be compared with. */
  readonly allowNew?: boolean;
}

/** The contracts of a comparison, and the configuration that goes with the newer one. */
interface ComparedSources {
  /** The path of the older one. */
  readonly before: string;
  readonly now: FoundSources;
}

/**
 * Finds the two contracts of a comparison. Each is a file, a URL, or `REVISION:PATH` in the git repository of the working directory, where there is
 * no such file. The older one may also be a revision alone: then it is what the newer one was in it, also under the name that git takes it to have
 * been moved from.
 * @param given the newer one; undefined for the contract that {@link findSources} finds.
 * @returns a sentence where there is nothing to compare with, since the newer one is new.
 * @throws UsageError as there, or if there is no such file, no such revision, or no such file in it, or if both are the same file.
 */
export async function findCompared(
  old: string,
  given: string | undefined,
  flags: ComparedFlags,
  io: Pick<Io, 'env'>,
): Promise<ComparedSources | string> {
  const isRevision = !isThere(old) && !isUrl(old) && parseRevision(old) === undefined;
  if (flags.allowNew && !isRevision)
    throw new UsageError(`--allow-new is for a comparison with a revision alone, such as HEAD, and not with ${old}.`);
  const now = given === undefined ? await findSources(undefined, flags, io) : await findWith(given, flags, io);
  if (given === undefined && isThere(old) && realpathSync(old) === realpathSync(now.file))
    throw new UsageError(`${old} is the contract itself; say what it is compared with, such as HEAD.`);
  if (!isRevision) return { before: await findOne(old, flags, io), now };
  const path = (given !== undefined && !isThere(given) && parseRevision(given)?.path) || pathInWorkingCopy(now.file);
  if (path === undefined)
    throw new UsageError(`${displayPath(resolve(now.file))} has a URL and is in no revision; name both contracts.`);
  const otherwise = `if it had another name there, say ${old}:PATH, and if it is new, --allow-new lets that pass`;
  const before = await earlierFile({ revision: old, path }, flags.allowNew ?? false, otherwise);
  return before === undefined
    ? `The contract ${path} is new since ${old}, so there is nothing to compare it with.`
    : { before, now };
}

async function findWith(given: string, flags: ContractFlags, io: Pick<Io, 'env'>): Promise<FoundSources> {
  const file = await findOne(given, flags, io);
  return { file, found: findConfiguration(flags, besideContract(file), io.env) };
}

async function findOne(given: string, flags: ContractFlags, io: Pick<Io, 'env'>): Promise<string> {
  if (isThere(given) || isUrl(given)) return findContract(given, flags, io);
  const named = parseRevision(given);
  if (named) return revisionFile(named);
  throw new UsageError(
    `There is no file ${given}; a file of a git revision is named as REVISION:PATH, such as main:openapi.yaml.`,
  );
}

/** Tells whether there is such a file. A folder is none: a branch may be called like it. */
function isThere(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/** Returns the path of a contract as git names it, relative to the working directory; undefined for one that was downloaded. */
export function pathInWorkingCopy(file: string): string | undefined {
  if (downloadFolder(resolve(file)) !== undefined) return undefined;
  return relative(process.cwd(), resolve(file)).split(sep).join('/');
}

/** Says on stderr which settings are taken, and which files of the user `--no-extend` leaves out. */
export function tellSettings(
  found: ConfigurationFile | undefined,
  { extend = true }: { readonly extend?: boolean },
  { stderr }: Pick<Io, 'stderr'>,
): void {
  if (!found) return;
  const environment = found.environment === undefined ? '' : `, environment ${found.environment}`;
  const names = extend || !found.chosen ? [] : filesOfExtensions(found).names;
  const left = names.length === 0 ? '' : `, without ${joinedByAnd(names)}, which --no-extend leaves out`;
  stderr.write(`Settings are read from ${displayPath(resolve(found.path))}${environment}${left}.\n`);
}

/** Returns the file beside which a configuration is looked for: none that was downloaded may come along with its contract. */
function besideContract(file: string): string {
  return downloadFolder(file) === undefined ? file : '.';
}

/** Returns a function that reads the files of a contract by the names that a report has for them. */
export function filesOf(contract: string): (file: string) => string | undefined {
  const folder = downloadFolder(contract);
  return folder === undefined ? readContractFile : (file) => readContractFile(join(folder, file));
}
