import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { suite } from '../../../conformance/suite';
import { contractFile } from '../../contract/contractFile';
import { displayPath } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { bearerAlternative } from '../../contract/security';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { plan, refuseUnusable } from '../../engine/plan/plan';
import { type RunVerifyOptions, verifyTarget } from '../../engine/verify';
import { provenanceOf } from '../../report/provenance';
import type { Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import { type RunSoFar, reportFailure, reportingFailure } from '../output/failedRun';
import { createJournal, readJournal, refuseJournal } from '../output/madeJournal';
import { listing } from '../output/planListing';
import { createProgress } from '../output/progress';
import { parseReports, removeReports, usableReports, widthOf, writeReports } from '../output/reports';
import { setUpResources } from '../processes/setupCommand';
import { reachTarget } from '../processes/startTarget';
import { findConfiguration, type LoadedConfiguration, loadConfiguration } from '../settings/configuration';
import { tlsOptions, toOptions, type VerifyFlags } from '../settings/options';
import { vocabularyOf } from '../settings/vocabulary';
import { cleanUp, cleanUpCommand, consentedTarget } from './cleanUp';

/**
 * Verifies the target at `url`, else the one that the configuration names, else the mock, and writes the reports. If it cannot verify,
 * the reports say why.
 * @returns the exit code of the outcome; 2 if a report could not be written.
 * @throws UsageError, ContractError
 */
export function verifyCommand(url: string | undefined, flags: VerifyFlags, io: Io): Promise<number> {
  // By default, V8 lets its heap grow to much more than a run needs. With this flag a run takes a sixth less memory.
  setFlagsFromString('--heap-growing-percent=30');
  return reportingFailure(flags, io, (soFar) => verifyOrThrow(url, flags, io, soFar));
}

/** Writes the reports that a command line asks for, when the command line as a whole cannot be read. */
export async function reportUsage(message: string, reports: readonly string[], io: Io): Promise<void> {
  const soFar = { startedAt: new Date(), contractFile: displayPath(resolve(contractFile())) };
  await reportFailure(new UsageError(message), usableReports(reports), soFar, io);
}

/** Removes the reports that a command line asks for, when there is no time to write them. */
export function abandonReports(reports: readonly string[]): void {
  removeReports(usableReports(reports));
}

async function verifyOrThrow(url: string | undefined, flags: VerifyFlags, io: Io, soFar: RunSoFar): Promise<number> {
  // Everything that the user wrote is checked before anything is started or sent.
  const reports = parseReports(flags.report ?? []);
  refuseContradictions(flags);
  const tls = tlsOptions(flags);
  refuseJournal(flags.journal);
  const left = flags.cleanup === undefined ? undefined : readJournal(flags.cleanup, io.env);
  const given = url === undefined ? undefined : readTarget(url, tls, io);
  const file = contractFile(flags.contract);
  const contract = await readContract(file);
  soFar.contract = contract;
  const found = findConfiguration(flags.config, file);
  if (found) io.stderr.write(`Settings are read from ${displayPath(resolve(found.path))}.\n`);
  const configuration = loadConfiguration(found, vocabularyOf(contract));
  const { settings, reading } = configuration;
  const configured = settings.target;
  const target = given ?? (configured && reading('/target', () => readTarget(configured, tls, io)));
  if (target) soFar.target = target.origin + target.basePath;
  const options = toOptions({ flags, configuration, env: io.env, contract }, target === undefined);
  const { redact, sentence } = secretsOfRun(contract, options);
  soFar.redact = sentence;
  refuseUnusable(contract, suite, options);
  if (left && flags.cleanup !== undefined) {
    const consent = { file: flags.cleanup, left, flags, settings, options, given, configured: target || undefined };
    const work = { file: flags.cleanup, left, target: consentedTarget(consent), contract, options };
    return cleanUp(work, io);
  }
  const starting = { ...settings, ...flags };
  if (!target) refuseStart(flags, configuration);
  if (target && options.token !== undefined && !contract.operations.some(({ security }) => bearerAlternative(security)))
    io.stderr.write(UNUSED_TOKEN);
  if (flags.list) {
    io.stdout.write(listing(plan(contract, suite, options), widthOf(io.stdout)));
    return 0;
  }
  removeReports(reports);
  if (!target) return onMock();
  const reached = await reachTarget(target, starting, io, redact);
  try {
    const exitCode = await onTarget(target);
    const died = exitCode === 0 ? undefined : await reached.died();
    if (died !== undefined) io.stderr.write(`${died}\n`);
    return exitCode;
  } finally {
    await reached.close();
  }

  async function onTarget(at: Target): Promise<number> {
    const [command, option] = flags.setup === undefined ? [settings.setup, '`setup`'] : [flags.setup, '--setup'];
    const needed = command !== undefined && Object.keys(options.params ?? {}).length === 0;
    const resources = needed
      ? await setUpResources(contract, { command, option, env: io.env, signal: io.signal, redact })
      : {};
    return run(at, { ...options, resources });
  }

  async function onMock(): Promise<number> {
    // The mock is loaded only here, since loading it takes longer than loading everything else.
    const { serveMock } = require('../../../mocks/server') as typeof import('../../../mocks/server');
    const mock = await serveMock({ contract: file, port: 0 });
    try {
      return await run(parseTarget(mock.url), options, false);
    } finally {
      await mock.close();
    }
  }

  /** @param isLasting whether the target still exists after the run, so that the run needs a journal. */
  async function run(at: Target, all: Omit<RunVerifyOptions, 'target'>, isLasting = true): Promise<number> {
    const warn = (text: string) => io.stderr.write(`${text}\n`);
    const journal = isLasting
      ? createJournal(at.origin + at.basePath, { file: flags.journal, env: io.env, warn })
      : undefined;
    const tellLeft = () => {
      const journalFile = journal?.end();
      if (journalFile === undefined) return;
      const told = { contract: file, configuration: found && { path: found.path, settings }, flags, options };
      warn(`What could not be removed is noted in ${journalFile}; this works it off:`);
      warn(`  ${cleanUpCommand(journalFile, at, told)}`);
    };
    try {
      soFar.graceMs = ENDING_MS;
      soFar.onFailed = tellLeft;
      const report = await verifyTarget(contract, suite, {
        ...all,
        ...(journal ? { onMade: journal.note } : {}),
        onBegun(proven) {
          soFar.proven = proven;
        },
        target: at,
        signal: io.failed ? AbortSignal.any([io.signal, io.failed]) : io.signal,
        onEvent: createProgress(io),
      });
      return await writeAll(report);
    } finally {
      tellLeft();
    }
  }

  async function writeAll(report: Report): Promise<number> {
    const failures = await writeReports({ ...report, ...provenanceOf(io.env) }, reports, io);
    for (const failure of failures) io.stderr.write(`${failure}\n`);
    return failures.length > 0 ? 2 : report.exitCode;
  }
}

/** How long a run may take to wait for its requests and to remove what it made, after Espalier itself failed, in milliseconds. */
const ENDING_MS = 30_000;

const UNUSED_TOKEN =
  "The token is not sent: no operation of the contract has a bearer scheme. If the target wants one all the same, use --header 'Authorization: Bearer TOKEN'.\n";

function refuseContradictions(flags: VerifyFlags): void {
  for (const name of ['start', 'setup'] as const) {
    if (flags[name]?.trim() === '') {
      throw new UsageError(`--${name} is empty; is the variable that should hold it set?`);
    }
  }
  if (flags.setup !== undefined && (flags.param ?? []).length > 0) {
    throw new UsageError('--setup and --param both say what may be used up; leave one of them out.');
  }
  if (flags.cleanup !== undefined && (flags.list || flags.start !== undefined || (flags.report ?? []).length > 0)) {
    throw new UsageError('--cleanup verifies nothing; leave --list, --start and --report out.');
  }
  if (flags.cleanup !== undefined && flags.journal !== undefined) {
    throw new UsageError('--cleanup makes nothing that --journal could note; leave one of them out.');
  }
  if (flags.yes && flags.cleanup === undefined) {
    throw new UsageError('--yes confirms what --cleanup FILE removes; name the file, or leave it out.');
  }
  if (flags.list && (flags.report ?? []).length > 0) {
    throw new UsageError('--list sends nothing that --report could report; leave one of them out.');
  }
}

/** @throws UsageError if the target is to be started or waited for, but has no URL. */
function refuseStart(flags: VerifyFlags, { settings, reading }: LoadedConfiguration): void {
  for (const name of ['start', 'wait'] as const) {
    const refuse = (how: string) => {
      throw new UsageError(`Name the URL at which the target will answer: ${how}.`);
    };
    if (flags[name] !== undefined) refuse(`espalier verify URL --${name} …`);
    if (settings[name] !== undefined) reading(`/${name}`, () => refuse('as `target`, or espalier verify URL'));
  }
}

/** Reads the URL of the target. An address without a scheme, such as `localhost:8080`, is taken for http. */
function readTarget(url: string, tls: NonNullable<Target['tls']>, io: Io): Target {
  if (!/^([\w.-]+|\[[\d:a-f.]+\]):\d+(\/[^?#]*)?$/i.test(url)) return parseTarget(url, tls);
  const target = parseTarget(`http://${url}`, tls);
  io.stderr.write(`${url} is taken for http://${url}.\n`);
  return target;
}
