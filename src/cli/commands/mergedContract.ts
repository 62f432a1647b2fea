/** The contract of merged reports: read again to be shown, and only where it is the one that they were made by. */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ReportPart } from '../../report/merge';
import type { Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { readContractFile } from '../output/reports';

type ContractReport = Report['contract'];

/** What all parts say of their contract; a file that they have different hashes of has none. */
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
 * How the files of a contract are read by the names that a report has for them. A report is not trusted: only what has the hash that it
 * states, or the user names, is read; nothing outside of the working directory and the folders of the reports is looked for.
 * @param given what the user names (`--contract`).
 * @param reports names of the reports.
 * @throws UsageError where what the user names cannot be read, or is another contract.
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
    // Beside a contract that is named, others lie as they did beside that of the reports.
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

/** Nothing larger is a contract, in bytes. */
const LARGEST = 256 * 1024 * 1024;

function readText(file: string): string | undefined {
  try {
    const found = statSync(file);
    // A pipe or a device may have no end.
    return found.isFile() && found.size <= LARGEST ? readContractFile(file) : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
