/** Reads the contract of merged reports again to show it, but only if it is the same contract that the reports were made with. */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ReportPart } from '../../report/mergeTests';
import type { Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { readContractFile } from '../output/contractText';

type ContractReport = Report['contract'];

/** Returns what all parts say about their contract. If the parts state different hashes of a file, the result has no hash of it. */
export function agreedContract(parts: readonly ReportPart[], first: ContractReport): ContractReport {
  const { sha256: _, files: __, ...named } = first;
  const hashes = new Map<string, Set<string>>();
  const note = (file: string, sha256: string | undefined) => {
    if (sha256 !== undefined) hashes.set(file, (hashes.get(file) ?? new Set()).add(sha256));
  };
  for (const { contract } of parts.map(({ report }) => report)) {
    note(contract.file, contract.sha256);
    for (const { file, sha256 } of contract.files ?? []) note(file, sha256);
  }
  const agreed = [...hashes].flatMap(([file, [sha256 = '', ...more]]) => (more.length > 0 ? [] : [{ file, sha256 }]));
  const own = agreed.find(({ file }) => file === named.file);
  const files = agreed.filter((each) => each !== own);
  return { ...named, ...(own ? { sha256: own.sha256 } : {}), ...(files.length > 0 ? { files } : {}) };
}

/**
 * Returns a function that reads the files of a contract by the names that a report has for them. A report is not trusted: a file is read
 * only if it has the hash that the report states, or if the user names it, and it is searched for only in the working directory and in
 * the folders of the reports.
 * @param given what the user names (`--contract`).
 * @param reports names of the reports.
 * @throws UsageError if the file that the user names cannot be read, or is another contract.
 */
export function contractReader(
  { file: own, sha256, files = [] }: ContractReport,
  given: string | undefined,
  reports: readonly string[],
): (file: string) => string | undefined {
  const hashes = new Map(files.map((each) => [each.file, each.sha256]));
  if (sha256 !== undefined) hashes.set(own, sha256);
  if (given !== undefined) {
    const text = readText(given);
    if (text === undefined) throw new UsageError(`--contract names ${given}, which cannot be read.`);
    if (sha256 !== undefined && hashOf(text) !== sha256)
      throw new UsageError(`--contract names ${given}, which is not the contract of the reports: its hash is another.`);
  }
  const bases = given === undefined ? ['.', ...reports.map((name) => dirname(name))] : [dirname(given)];
  return (file) => {
    if (given !== undefined && file === own) return readText(given);
    const hash = hashes.get(file);
    if (hash === undefined) return undefined;
    // The other files lie beside the contract that is named as they lay beside the contract of the reports.
    const names = [file, basename(file), relative(dirname(own), file)];
    const paths = bases.flatMap((base) => names.map((name) => resolve(base, name)).filter(isBelow(base)));
    for (const path of new Set(paths)) {
      const text = readText(path);
      if (text !== undefined && hashOf(text) === hash) return text;
    }
    return undefined;
  };
}

function isBelow(base: string): (path: string) => boolean {
  return (path) => path.startsWith(join(resolve(base), sep));
}

/** A file that is larger than this is not read as a contract, in bytes. */
const LARGEST = 256 * 1024 * 1024;

function readText(file: string): string | undefined {
  try {
    const status = statSync(file);
    // A pipe or a device may have no end.
    return status.isFile() && status.size <= LARGEST ? readContractFile(file) : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
