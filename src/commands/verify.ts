import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { suite } from '../../conformance/suite';
import type { Contract } from '../contract/contract';
import { displayPath } from '../contract/files';
import { loadContract } from '../contract/load';
import { bearerAlternative } from '../contract/security';
import { count } from '../count';
import { createLedger } from '../ledger';
import { createPace } from '../pace';
import { plan, refuseUnusable } from '../plan';
import { nameOf } from '../report';
import { bindRequirements } from '../rule';
import { toLeftovers, type VerifyOptions, verify } from '../verify';
import { secretsOf } from '../wire/secrets';
import { LIMITS } from '../wire/send';
import { parseTarget, type Target, UsageError } from '../wire/target';
import { findConfiguration, type LoadedConfiguration, loadConfiguration } from './configuration';
import type { Vocabulary } from './configurationMistakes';
import { contractFile } from './contractFile';
import { type RunSoFar, reportFailure, reportingFailure } from './failedRun';
import type { Io } from './io';
import { createJournal, type Left, readJournal } from './journal';
import { listing } from './listing';
import { tlsOptions, toOptions, type VerifyFlags } from './options';
import { createProgress } from './progress';
import { provenanceOf } from './provenance';
import { parseReports, removeReports, usableReports, widthOf, writeReports } from './reports';
import { setUpResources } from './setup';
import { reachTarget } from './startTarget';

/**
 * Verifies the target at `url`, else the one that the configuration names, else the mock; and writes the reports,
 * also where it cannot.
 * @returns the exit code of the outcome; 2 where a report could not be written.
 * @throws UsageError, ContractError
 */
export function verifyCommand(url: string | undefined, flags: VerifyFlags, io: Io): Promise<number> {
  // While there is memory, the engine lets its heap grow to a good deal more than a run needs: tidied up more often it takes a sixth less.
  setFlagsFromString('--heap-growing-percent=30');
  return reportingFailure(flags, io, (soFar) => verifyOrThrow(url, flags, io, soFar));
}

/** Writes the reports that a command line asks for which cannot be read as a whole. */
export async function reportUsage(message: string, reports: readonly string[], io: Io): Promise<void> {
  const soFar = { startedAt: new Date(), contractFile: displayPath(resolve(contractFile())) };
  await reportFailure(new UsageError(message), usableReports(reports), soFar, io);
}

/** Removes the reports that a command line asks for, where there is no time left to write them. */
export function abandonReports(reports: readonly string[]): void {
  removeReports(usableReports(reports));
}

async function verifyOrThrow(url: string | undefined, flags: VerifyFlags, io: Io, soFar: RunSoFar): Promise<number> {
  // Whatever the user wrote is looked at before anything is started or sent.
  const reports = parseReports(flags.report ?? []);
  refuseContradictions(flags);
  const tls = tlsOptions(flags);
  const journal = flags.cleanup === undefined ? undefined : readJournal(flags.cleanup);
  const at = url ?? journal?.target;
  const given = at === undefined ? undefined : readTarget(at, tls, io);
  const file = contractFile(flags.contract);
  const contract = await loadContract(file);
  soFar.contract = contract;
  const configuration = readConfiguration(flags, file, contract, io);
  const { settings, reading } = configuration;
  const { target: configured } = settings;
  const target = given ?? (configured && reading('/target', () => readTarget(configured, tls, io)));
  if (target) soFar.target = target.origin + target.basePath;
  const options = toOptions({ flags, configuration, env: io.env, contract }, target === undefined);
  const { redact } = secretsOf(options);
  soFar.redact = redact;
  refuseUnusable(contract, suite, options);
  const starting = { ...settings, ...flags };
  if (!target) refuseStart(flags, configuration);
  if (target && options.token !== undefined && !contract.operations.some(({ security }) => bearerAlternative(security)))
    io.stderr.write(UNUSED_TOKEN);
  if (flags.list) {
    io.stdout.write(listing(plan(contract, suite, options), widthOf(io.stdout)));
    return 0;
  }
  if (journal && target) return cleanUp(target, journal);
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

  /** Works off what an earlier run left. */
  async function cleanUp(at: Target, { things, intents }: Left): Promise<number> {
    const planned = plan(contract, suite, { ...options, writes: 'own', everythingExists: false });
    const unknown = [...things, ...intents].find(({ item }) => !planned.kinds.at(item));
    if (unknown)
      throw new UsageError(
        `The contract makes nothing at ${unknown.item}; name the contract of the run that made it (--contract FILE).`,
      );
    const { headers = [] } = options;
    let gone = 0;
    const ledger = createLedger({
      ...planned,
      mayRemove: true,
      target: at,
      limits: { ...LIMITS, ...options.limits },
      pace: createPace({ concurrency: options.concurrency ?? 4, rate: options.rate }),
      headers,
      onEvent: (event) => void ('gone' in event && gone++),
    });
    for (const thing of things) ledger.add(thing);
    for (const intent of intents) ledger.suspect(intent);
    const unremoved = await ledger.settle(CLEANING_MS);
    const left = unremoved.filter(({ isUnseen }) => !isUnseen);
    for (const { operation, url: where, reason, curl } of toLeftovers(
      unremoved,
      { ...options, target: at },
      secretsOf(options),
    ))
      io.stdout.write(`${operation} ${where}: ${reason}\n  ${curl}\n`);
    io.stdout.write(`${count(gone, 'thing')} of ${gone + left.length} removed\n`);
    if (left.length > 0) return 2;
    rmSync(flags.cleanup ?? '', { force: true });
    return 0;
  }

  async function onMock(): Promise<number> {
    // Loaded only here: it costs more than all else together.
    const { startMock } = require('../../mocks/server') as typeof import('../../mocks/server');
    const mock = await startMock({ contract: file, port: 0 });
    try {
      return await run(parseTarget(mock.url), options);
    } finally {
      await mock.close();
    }
  }

  async function run(at: Target, all: Omit<VerifyOptions, 'target'>): Promise<number> {
    const journal = createJournal(`espalier-made-${process.pid}.jsonl`, at.origin + at.basePath, (text) =>
      io.stderr.write(`${text}\n`),
    );
    const report = await verify(contract, suite, {
      ...all,
      onMade: journal.note,
      target: at,
      signal: io.signal,
      onEvent: createProgress(io),
    });
    if (journal.end())
      io.stderr.write(
        `What could not be removed is noted in ${journal.file}: espalier verify --cleanup ${journal.file}\n`,
      );
    const failures = await writeReports({ ...report, ...provenanceOf(io.env) }, reports, io);
    for (const failure of failures) io.stderr.write(`${failure}\n`);
    return failures.length > 0 ? 2 : report.exitCode;
  }
}

/** For all that an earlier run left, in milliseconds. */
const CLEANING_MS = 600_000;

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
  if (flags.list && (flags.report ?? []).length > 0) {
    throw new UsageError('--list sends nothing that --report could report; leave one of them out.');
  }
}

/** What is started, or waited for, must be somewhere. */
function refuseStart(flags: VerifyFlags, { settings, reading }: LoadedConfiguration): void {
  for (const name of ['start', 'wait'] as const) {
    const refuse = (how: string) => {
      throw new UsageError(`Name the URL at which the target will answer: ${how}.`);
    };
    if (flags[name] !== undefined) refuse(`espalier verify URL --${name} …`);
    if (settings[name] !== undefined) reading(`/${name}`, () => refuse('as `target`, or espalier verify URL'));
  }
}

/** Many write an address without its scheme, and mean http. */
function readTarget(url: string, tls: NonNullable<Target['tls']>, io: Io): Target {
  if (!/^([\w.-]+|\[[\d:a-f.]+\]):\d+(\/[^?#]*)?$/i.test(url)) return parseTarget(url, tls);
  const target = parseTarget(`http://${url}`, tls);
  io.stderr.write(`${url} is taken for http://${url}.\n`);
  return target;
}

function readConfiguration(flags: VerifyFlags, file: string, contract: Contract, io: Io): LoadedConfiguration {
  const found = findConfiguration(flags.config, file);
  if (found) io.stderr.write(`Settings are read from ${displayPath(resolve(found.path))}.\n`);
  return loadConfiguration(found, vocabularyOf(contract));
}

/** What a configuration for a contract may speak of. */
export function vocabularyOf(contract: Contract): Vocabulary {
  const { operations } = contract;
  return {
    rules: suite.rules.map(({ id }) => id),
    operations: operations.map(({ name }) => name),
    requirements: () =>
      bindRequirements(contract, operations, suite.rules).map(({ id, rule, subject: { operation } }) => ({
        operation: operation.name,
        name: nameOf({ id, rule: rule.id, operation: operation.name }),
      })),
  };
}
