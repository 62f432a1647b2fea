import { resolve } from 'node:path';
import { suite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { displayPath } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { readSelection } from '../../engine/plan/selection';
import { exchangesIn, openRecording } from '../../recorded/files';
import { createRecording, type RecordingOptions } from '../../recorded/recording';
import { createSurvey } from '../../recorded/survey';
import { provenanceOf } from '../../report/provenance';
import type { KnownFinding } from '../../report/report';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { parseTarget } from '../../wire/target';
import type { Io } from '../io';
import { type RunSoFar, reportingFailure } from '../output/failedRun';
import { parseReports, removeReports, writeReports } from '../output/reports';
import { keepBaseline, readBaseline } from '../settings/baselineFile';
import { findConfiguration, loadConfiguration } from '../settings/configuration';
import { besideContract, filesOf, findContract } from '../settings/contractSource';
import type { RecordedFlags } from '../settings/options';
import { vocabularyOf, waiversOfRules } from '../settings/vocabulary';

interface JudgeFlags extends RecordedFlags {
  readonly target?: string;
}

/**
 * Judges the exchanges in HAR files by the rules of a run, and writes the reports. If it cannot judge, the reports say why.
 * @returns the exit code of the outcome; 2 if a report could not be written.
 * @throws UsageError, ContractError
 */
export function judgeCommand(files: readonly string[], flags: JudgeFlags, io: Io): Promise<number> {
  return reportingFailure(flags, io, (soFar) => judgeOrThrow(files, flags, io, soFar));
}

async function judgeOrThrow(files: readonly string[], flags: JudgeFlags, io: Io, soFar: RunSoFar): Promise<number> {
  const reports = parseReports(flags.report ?? []);
  const given = flags.target === undefined ? undefined : parseTarget(flags.target);
  const file = await findContract(flags.contract, flags, io);
  const contract = await readContract(file, flags.overlay);
  soFar.contract = contract;
  const options = recordedOptions(flags, contract, file, io);
  const sources = files.map(openRecording);
  // The files are read twice, since a recording may be larger than the memory: first to find its target, then to judge it.
  const survey = createSurvey(contract, given);
  const counts = { judged: 0, foreign: 0, incomplete: 0 };
  for await (const recorded of exchangesIn(sources)) {
    if (recorded) survey.note(recorded);
    else counts.incomplete++;
  }
  // Where Espalier itself failed meanwhile, the reports that say so may be there already.
  io.failed?.throwIfAborted();
  removeReports(reports);
  const target = survey.target();
  if (!target) throw nothingOf([], undefined, counts.incomplete);
  soFar.target = target.origin + target.basePath;
  const sanitised = survey.isSanitised(target);
  if (sanitised) io.stderr.write(SANITISED);
  let known: readonly KnownFinding[] | undefined;
  const recording = createRecording(contract, suite, {
    ...options,
    onBaseline: (findings) => {
      known = findings;
    },
    target,
    sanitised,
    exported: true,
    hidesCookies: survey.hidesCookies(target),
  });
  soFar.proven = () => recording.report();
  for await (const recorded of exchangesIn(sources)) {
    if (!recorded) continue;
    if (new URL(recorded.url).origin === target.origin && recording.take(recorded)) counts.judged++;
    else counts.foreign++;
  }
  const { judged, foreign, incomplete } = counts;
  io.stderr.write(
    `${count(judged, 'exchange')} with ${soFar.target} judged; ${foreign} of no operation of the contract, ${incomplete} without an answer or without its content.\n`,
  );
  if (judged === 0) throw nothingOf(files, target.origin + target.basePath, incomplete);
  const report = { ...recording.report(), ...provenanceOf(io.env) };
  const failures = await writeReports(report, reports, io, undefined, filesOf(file));
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  const isKept = keepBaseline(options.baseline, known, io);
  return failures.length > 0 || !isKept ? 2 : report.exitCode;
}

const SANITISED =
  'No request shows a credential, so they are taken to have been left out of the recording: none counts as one without a credential.\n';

/** Returns what the command line and the configuration say about judging. The command line goes first. @throws UsageError */
export function recordedOptions(
  flags: RecordedFlags,
  contract: Contract,
  contractFile: string,
  io: Io,
): Omit<RecordingOptions, 'target' | 'sanitised' | 'hidesCookies' | 'exported'> {
  const configuration = findConfiguration(flags.config, besideContract(contractFile));
  if (configuration) io.stderr.write(`Settings are read from ${displayPath(resolve(configuration.path))}.\n`);
  const loaded = loadConfiguration(configuration, vocabularyOf(contract));
  const { settings } = loaded;
  return {
    strict: flags.strict ?? settings.strict ?? false,
    closed: flags.closed ?? settings.closed ?? false,
    complete: flags.complete ?? settings.complete ?? false,
    waivers: waiversOfRules(settings),
    baseline: readBaseline(flags, loaded),
    coverageMin: flags.coverageMin,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    ...(flags.operation ? { selection: readSelection(flags.operation, contract.operations) } : {}),
  };
}

/** @param incomplete how many exchanges came without an answer or without its content. */
function nothingOf(files: readonly string[], base: string | undefined, incomplete: number): UsageError {
  const where = base === undefined ? 'The recording' : `${files.join(', ')}, with ${base},`;
  if (incomplete > 0)
    return new UsageError(
      `${where} has no whole exchange of an operation of the contract: ${count(incomplete, 'exchange')} came without an answer or without its content. Record the contents, too, or name another contract (--contract FILE) or base URL (--target URL).`,
    );
  return new UsageError(
    `${where} has no exchange of an operation of the contract. Is it the right contract (--contract FILE), and base URL (--target URL)?`,
  );
}
