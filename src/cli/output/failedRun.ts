/** Makes a report of a run that ended in an error, or that had nothing to send, so that each report that was asked for says why. */

import { resolve } from 'node:path';
import { ContractError } from '../../contract/clause';
import type { Contract } from '../../contract/contract';
import { expectedContract } from '../../contract/contractFile';
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

/** What a command knows about its run so far. */
export interface RunSoFar {
  readonly startedAt: Date;
  contractFile: string;
  contract?: Contract;
  /** Base URL. */
  target?: string;
  redact?: Redact;
  /** Told of the files that a person wrote, once they are read. */
  onRead?: (files: readonly string[]) => void;
  /** Returns a report of what is proven so far. It is set once requests are sent. @param reason why the report is made before the end. */
  proven?: (reason: string) => Report;
  /** How long the run may take to end in order after Espalier itself failed, in milliseconds. Default: 1000. */
  graceMs?: number;
  /** Called if the run ends in an error, before its reports are written. */
  onFailed?: () => void;
}

/**
 * Runs what a command does. If that ends in an error, the reports that were asked for say so.
 * @throws whatever `run` throws.
 */
export async function reportingFailure(
  flags: { readonly contract?: string; readonly report?: readonly string[] },
  io: Io,
  run: (soFar: RunSoFar) => Promise<number>,
): Promise<number> {
  const soFar: RunSoFar = {
    startedAt: new Date(),
    contractFile: displayPath(resolve(expectedContract(flags.contract))),
  };
  try {
    const exitCode = await Promise.race([run(soFar), failing(io.failed, () => soFar.graceMs ?? GRACE_MS)]);
    // The reports that the run wrote meanwhile do not say that Espalier failed, so they are written again below.
    if (io.failed?.aborted && exitCode !== EXIT_CODES.error) throw io.failed.reason;
    return exitCode;
  } catch (error) {
    soFar.onFailed?.();
    await reportFailure(error, usableReports(flags.report ?? []), soFar, io);
    throw error;
  }
}

/** How long a command that cleans nothing up may take to end, in milliseconds, since it may be writing its reports. */
const GRACE_MS = 1000;

/** Writes the reports of a run that ended in an error. If one cannot be written, stderr says so. */
export async function reportFailure(
  error: unknown,
  requests: readonly ReportRequest[],
  soFar: RunSoFar,
  io: Io,
): Promise<void> {
  const failures = await writeReports(failedRun(error, soFar, io.env), requests, io, []);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
}

/**
 * Writes the reports of a run that had nothing to verify, so that a pipeline finds the files that it asked for. No requirement is in them, and
 * their outcome has a reason.
 * @param part which part of a run it is, if it is one.
 * @returns the exit code.
 */
export async function reportNothing(
  reason: string,
  requests: readonly ReportRequest[],
  soFar: RunSoFar,
  io: Io,
  part: Pick<Report, 'shard' | 'seed'> = {},
): Promise<number> {
  const outcome = 'conforms';
  const report: Report = { ...emptyReport(soFar, io.env), ...part, outcome, exitCode: EXIT_CODES[outcome], reason };
  const failures = await writeReports(report, requests, io);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  return failures.length > 0 ? EXIT_CODES.error : report.exitCode;
}

function failedRun(error: unknown, soFar: RunSoFar, env: Io['env']): Report {
  const { redact } = soFar;
  const proven = provenBy(error, soFar);
  if (proven) {
    const reason = whyFailed(error);
    const failed = { outcome: 'error', exitCode: EXIT_CODES.error, reason: redact ? redact(reason) : reason } as const;
    return { ...proven, ...provenanceOf(env), ...failed };
  }
  const mistakes = error instanceof ContractError || error instanceof ConfigurationError ? error.mistakes : undefined;
  const reason = whyFailed(error);
  return {
    ...emptyReport(soFar, env),
    outcome: 'error',
    reason: redact ? redact(reason) : reason,
    // Some mistakes hold more about their place than a report states.
    ...(mistakes && {
      mistakes: mistakes.map(({ file, line, column, pointer, message }) => ({
        file,
        line,
        column,
        ...(pointer === undefined ? {} : { pointer }),
        message,
      })),
    }),
    exitCode: EXIT_CODES.error,
  };
}

/** All but the outcome, of a run that sent nothing. */
function emptyReport(
  { contract, contractFile, target = '', startedAt }: RunSoFar,
  env: Io['env'],
): Omit<Report, 'outcome' | 'exitCode'> {
  return {
    schemaVersion: 1,
    tool: TOOL,
    contract: contract
      ? { title: contract.title, version: contract.version, file: contract.file, ...contract.hashes() }
      : { title: '', version: '', file: contractFile },
    target,
    startedAt: startedAt.toISOString(),
    ...provenanceOf(env),
    durationMs: Math.max(0, Date.now() - startedAt.getTime()),
    counts: { pass: 0, fail: 0, warn: 0, skip: 0 },
    requirements: [],
    waivers: [],
    observations: [],
    sent: 0,
    exchanges: [],
  };
}

/** Returns what is proven although the run failed. This holds only if Espalier failed, not the user's input. */
function provenBy(error: unknown, { proven }: Pick<RunSoFar, 'proven'>): Report | undefined {
  if (error instanceof UsageError || error instanceof ContractError) return undefined;
  if (error instanceof OwnFailure && error.report) return error.report;
  try {
    return proven?.(whyFailed(error));
  } catch {
    // The judging itself may be what failed.
    return undefined;
  }
}

function whyFailed(error: unknown): string {
  if (error instanceof UsageError || error instanceof ContractError) return error.message;
  return toOwnFailure(error).message;
}
