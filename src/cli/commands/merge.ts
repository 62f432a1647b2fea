import { resolve } from 'node:path';
import { updatedByMerge } from '../../report/baseline';
import { mergeReports } from '../../report/mergeShards';
import type { ReportPart } from '../../report/mergeTests';
import { mergeTests } from '../../report/mergeTests';
import type { Io } from '../io';
import { reportingFailure } from '../output/failedRun';
import { readReport } from '../output/readReport';
import { parseReports, removeReports, usableReports, writeReports } from '../output/reports';
import { type BaselineFlags, keepBaseline, readBaseline } from '../settings/baselineFile';
import { agreedContract, contractReader } from './mergedContract';

interface MergeFlags extends BaselineFlags {
  /** The contract that the reports were made with. The HTML report shows it. */
  readonly contract?: string;
  readonly report?: readonly string[];
  /** From 0 to 1. */
  readonly coverageMin?: number;
}

/**
 * Merges the JSON reports of the parts of a run (`espalier verify --shard I/N`), or of several tests of one contract, and writes the
 * reports of the whole.
 * @returns the exit code of the whole; 2 if a report could not be written.
 * @throws UsageError if a part is missing, belongs to another run, or is not a report.
 */
export function mergeCommand(files: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const read = files.map((file) => resolve(file));
  // A report to write never replaces a report to merge.
  const report = usableReports(flags.report ?? [])
    .filter(({ file }) => file === undefined || !read.includes(resolve(file)))
    .map(({ format, file }) => (file === undefined ? format : `${format}=${file}`));
  return reportingFailure({ ...flags, report }, io, () => mergeOrThrow(files, flags, io));
}

async function mergeOrThrow(files: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const reports = parseReports(flags.report ?? []);
  const parts = files.map((name): ReportPart => ({ name, report: readReport(name) }));
  // Without shards, the reports are of several tests of one contract: whole runs, recordings, or what passed a proxy.
  const isRun = parts.some(({ report }) => report.shard);
  const asked = { coverageMin: flags.coverageMin, baseline: readBaseline(flags) };
  const together = isRun ? mergeReports(parts, asked) : mergeTests(parts, asked);
  const merged = { ...together, contract: agreedContract(parts, together.contract) };
  const readFile = contractReader(merged.contract, flags.contract, files);
  if (
    reports.some(({ format }) => format === 'html') &&
    merged.coverage &&
    readFile(merged.contract.file) === undefined
  )
    io.stderr.write(
      `The page does not show the contract: no ${merged.contract.file} with the hash that the reports state lies here or beside them; name it with --contract FILE.\n`,
    );
  removeReports(reports);
  const failures = await writeReports(merged, reports, io, undefined, readFile);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  const isWhole = parts.every(({ report: { outcome } }) => outcome !== 'error');
  const { baseline } = asked;
  const known = baseline && isWhole ? updatedByMerge(merged, baseline) : undefined;
  const isKept = keepBaseline(baseline, known, io);
  return failures.length > 0 || !isKept ? 2 : merged.exitCode;
}
