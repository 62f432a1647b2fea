/** A run that could not be one, as a report: whoever asked for reports finds why in each of them. */

import { resolve } from 'node:path';
import { ContractError } from '../../contract/clause';
import type { Contract } from '../../contract/contract';
import { contractFile } from '../../contract/contractFile';
import { displayPath } from '../../contract/document/files';
import { OwnFailure, toOwnFailure } from '../../engine/ownFailure';
import type { Redact } from '../../redaction/redact';
import { provenanceOf } from '../../report/provenance';
import { EXIT_CODES, type Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { TOOL } from '../../support/version';
import type { Io } from '../io';
import { ConfigurationError } from '../settings/configuration';
import { failing } from './failing';
import { type ReportRequest, usableReports, writeReports } from './reports';

/** What a command knows of its run, as far as it has come. */
export interface RunSoFar {
  readonly startedAt: Date;
  contractFile: string;
  contract?: Contract;
  /** Base URL. */
  target?: string;
  redact?: Redact;
  /** What is proven so far, once something can be. @param reason why it is told before the end. */
  proven?: (reason: string) => Report;
  /** For coming to an orderly end where we fail ourselves, in milliseconds. Default: a second. */
  graceMs?: number;
  /** Told where the run ends in an error, before its reports are written. */
  onFailed?: () => void;
}

/**
 * Runs what a command does; where it ends in an error, that is in the reports that were asked for, too.
 * @throws whatever `run` does.
 */
export async function reportingFailure(
  flags: { readonly contract?: string; readonly report?: readonly string[] },
  io: Io,
  run: (soFar: RunSoFar) => Promise<number>,
): Promise<number> {
  const soFar: RunSoFar = { startedAt: new Date(), contractFile: displayPath(resolve(contractFile(flags.contract))) };
  try {
    const exitCode = await Promise.race([run(soFar), failing(io.failed, () => soFar.graceMs ?? GRACE_MS)]);
    // What it has written meanwhile does not say that we failed.
    if (io.failed?.aborted && exitCode !== EXIT_CODES.error) throw io.failed.reason;
    return exitCode;
  } catch (error) {
    soFar.onFailed?.();
    await reportFailure(error, usableReports(flags.report ?? []), soFar, io);
    throw error;
  }
}

/** For a command that cleans nothing up, in milliseconds: it may be writing its reports. */
const GRACE_MS = 1000;

/** Writes the reports that were asked for on a run that ended in an error; what cannot be written is told on stderr. */
export async function reportFailure(
  error: unknown,
  requests: readonly ReportRequest[],
  soFar: RunSoFar,
  io: Io,
): Promise<void> {
  const failures = await writeReports(failedRun(error, soFar, io.env), requests, io, []);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
}

function failedRun(error: unknown, { startedAt, redact, ...soFar }: RunSoFar, env: Io['env']): Report {
  const { contract, contractFile, target = '' } = soFar;
  const proven = provenBy(error, soFar);
  if (proven) {
    const reason = whyFailed(error);
    const failed = { outcome: 'error', exitCode: EXIT_CODES.error, reason: redact ? redact(reason) : reason } as const;
    return { ...proven, ...provenanceOf(env), ...failed };
  }
  const mistakes = error instanceof ContractError || error instanceof ConfigurationError ? error.mistakes : undefined;
  const reason = whyFailed(error);
  return {
    schemaVersion: 1,
    tool: TOOL,
    contract: contract
      ? { title: contract.title, version: contract.version, file: contract.file, ...contract.hashes() }
      : { title: '', version: '', file: contractFile },
    target,
    startedAt: startedAt.toISOString(),
    ...provenanceOf(env),
    outcome: 'error',
    reason: redact ? redact(reason) : reason,
    // Some know more of their place than a report has room for.
    ...(mistakes && { mistakes: mistakes.map(({ file, line, column, message }) => ({ file, line, column, message })) }),
    exitCode: EXIT_CODES.error,
    durationMs: Math.max(0, Date.now() - startedAt.getTime()),
    counts: { pass: 0, fail: 0, warn: 0, skip: 0 },
    requirements: [],
    waivers: [],
    observations: [],
    sent: 0,
    exchanges: [],
  };
}

/** What stands where we failed ourselves. */
function provenBy(error: unknown, { proven }: Pick<RunSoFar, 'proven'>): Report | undefined {
  if (error instanceof UsageError || error instanceof ContractError) return undefined;
  if (error instanceof OwnFailure && error.report) return error.report;
  try {
    return proven?.(whyFailed(error));
  } catch {
    // What failed may be the judging itself.
    return undefined;
  }
}

function whyFailed(error: unknown): string {
  if (error instanceof UsageError || error instanceof ContractError) return error.message;
  return toOwnFailure(error).message;
}
