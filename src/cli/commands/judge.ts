import { suite as plainSuite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { readContract } from '../../contract/load';
import type { Suite } from '../../engine/model/suite';
import { readSelection } from '../../engine/plan/selection';
import { extendedSuite } from '../../extend/extensions';
import { exchangesIn, openRecording } from '../../recorded/files';
import { Recording, type RecordingOptions } from '../../recorded/recording';
import { createSurvey } from '../../recorded/survey';
import { provenanceOf } from '../../report/provenance';
import type { KnownFinding, Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import { type RunSoFar, reportingFailure } from '../output/failedRun';
import { parseReports, removeReports, writeReports } from '../output/reports';
import { keepBaseline, readBaseline } from '../settings/baselineFile';
import { type ConfigurationFile, loadConfiguration } from '../settings/configuration';
import { filesOf, findSources, tellSettings } from '../settings/contractSource';
import { loadExtensions } from '../settings/extensionFiles';
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
  const { file, found } = await findSources(flags.contract, flags, io);
  const contract = await readContract(file, flags.overlay);
  soFar.contract = contract;
  const { suite, ...options } = recordedOptions(flags, contract, found, io);
  let known: readonly KnownFinding[] | undefined;
  const report = await judgeFiles(files, contract, {
    ...{ given, suite, options },
    onBaseline: (findings) => {
      known = findings;
    },
    onSurveyed(target, sanitised) {
      // Where Espalier itself failed meanwhile, the reports that say so may be there already.
      io.failed?.throwIfAborted();
      removeReports(reports);
      if (target) soFar.target = target.origin + target.basePath;
      if (sanitised) io.stderr.write(SANITISED);
    },
    onBegun(proven) {
      soFar.proven = proven;
    },
    onJudged: ({ judged, foreign, incomplete }) =>
      void io.stderr.write(
        `${count(judged, 'exchange')} with ${soFar.target} judged; ${foreign} of no operation of the contract, ${incomplete} without an answer or without its content.\n`,
      ),
  });
  const told = { ...report, ...provenanceOf(io.env) };
  const failures = await writeReports(told, reports, io, undefined, filesOf(file));
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  const isKept = keepBaseline(options.baseline, known, io);
  return failures.length > 0 || !isKept ? 2 : report.exitCode;
}

/** What files are judged by, and who is told how it goes. */
interface FilesJudged {
  /** Undefined if the files are to tell which target they are about. */
  readonly given: Target | undefined;
  readonly suite: Suite;
  readonly options: Omit<RecordingOptions, 'target' | 'sanitised' | 'hidesCookies' | 'exported'>;
  readonly onBaseline?: (findings: readonly KnownFinding[]) => void;
  /** Told when the files were read once, before anything is judged. */
  readonly onSurveyed?: (target: Target | undefined, sanitised: boolean) => void;
  /** Is given a function that returns, at any time, a report of what is proven so far. */
  readonly onBegun?: (proven: () => Report) => void;
  /** Told how many there were, before a recording with none is refused. */
  readonly onJudged?: (counts: Counts) => void;
}

/** How many exchanges were judged, are of no operation, and came without an answer or without its content. */
type Counts = Record<'judged' | 'foreign' | 'incomplete', number>;

/** Judges the exchanges in files. @throws UsageError if one cannot be read, or none has an exchange of the contract. */
export async function judgeFiles(
  files: readonly string[],
  contract: Contract,
  { given, suite, options, onBaseline, onSurveyed, onBegun, onJudged }: FilesJudged,
): Promise<Report> {
  const sources = files.map(openRecording);
  // The files are read twice, since a recording may be larger than the memory: first to find its target, then to judge it.
  const survey = createSurvey(contract, given);
  const counts: Counts = { judged: 0, foreign: 0, incomplete: 0 };
  for await (const recorded of exchangesIn(sources)) {
    if (recorded) survey.note(recorded);
    else counts.incomplete++;
  }
  const target = survey.target();
  const sanitised = target !== undefined && survey.isSanitised(target);
  onSurveyed?.(target, sanitised);
  if (!target) throw nothingOf([], undefined, counts.incomplete);
  const recording = new Recording(contract, suite, {
    ...options,
    ...(onBaseline ? { onBaseline } : {}),
    ...{ target, sanitised, exported: true },
    hidesCookies: survey.hidesCookies(target),
  });
  onBegun?.(() => recording.report());
  for await (const recorded of exchangesIn(sources)) {
    if (!recorded) continue;
    if (new URL(recorded.url).origin === target.origin && recording.take(recorded)) counts.judged++;
    else counts.foreign++;
  }
  onJudged?.(counts);
  if (counts.judged === 0) throw nothingOf(files, target.origin + target.basePath, counts.incomplete);
  return recording.report();
}

const SANITISED =
  'No request shows a credential, so they are taken to have been left out of the recording: none counts as one without a credential.\n';

/** Returns what the command line and the configuration say about judging, and all that is required. The command line goes first. @throws UsageError */
export function recordedOptions(
  flags: RecordedFlags,
  contract: Contract,
  configuration: ConfigurationFile | undefined,
  io: Io,
): Omit<RecordingOptions, 'target' | 'sanitised' | 'hidesCookies' | 'exported'> & { readonly suite: Suite } {
  tellSettings(configuration, flags, io);
  const extended = loadExtensions(configuration, flags);
  const loaded = loadConfiguration(configuration, vocabularyOf(contract, extended));
  const { settings } = loaded;
  return {
    suite: extendedSuite(plainSuite, extended),
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
