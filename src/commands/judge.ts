import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from '../../conformance/suite';
import type { Contract, Operation } from '../contract/contract';
import { displayPath, whyUnreadable } from '../contract/files';
import { loadContract } from '../contract/load';
import { isGuarded } from '../contract/security';
import { count } from '../count';
import { createFinder } from '../recorded/findOperation';
import { type Recorded, readHar } from '../recorded/har';
import { createRecording, type RecordingOptions, showsCredential } from '../recorded/recording';
import { readSelection } from '../selection';
import { parseTarget, type Target, UsageError } from '../wire/target';
import { findConfiguration, loadConfiguration } from './configuration';
import { contractFile } from './contractFile';
import { type RunSoFar, reportingFailure } from './failedRun';
import type { Io } from './io';
import type { RecordedFlags } from './options';
import { provenanceOf } from './provenance';
import { parseReports, removeReports, writeReports } from './reports';
import { vocabularyOf } from './verify';

export interface JudgeFlags extends RecordedFlags {
  readonly target?: string;
}

/** The largest file that is read, in bytes: no text of the engine holds more. */
const LARGEST = 500 * 1024 * 1024;

/**
 * Judges the exchanges in HAR files by the rules of a run, and writes the reports, also where it cannot.
 * @returns the exit code of the outcome; 2 where a report could not be written.
 * @throws UsageError, ContractError
 */
export function judgeCommand(files: readonly string[], flags: JudgeFlags, io: Io): Promise<number> {
  return reportingFailure(flags, io, (soFar) => judgeOrThrow(files, flags, io, soFar));
}

async function judgeOrThrow(files: readonly string[], flags: JudgeFlags, io: Io, soFar: RunSoFar): Promise<number> {
  const reports = parseReports(flags.report ?? []);
  const given = flags.target === undefined ? undefined : parseTarget(flags.target);
  const contract = await loadContract(contractFile(flags.contract));
  soFar.contract = contract;
  const options = recordedOptions(flags, contract, io);
  const hars = files.map((file) => readHar(readText(file), file));
  removeReports(reports);
  const all = hars.flatMap(({ exchanges }) => exchanges);
  const target = given ?? findTarget(contract, all);
  soFar.target = target.origin + target.basePath;
  const own = all.filter(({ url }) => new URL(url).origin === target.origin);
  const sanitised = isSanitised(contract.operations, target, own);
  if (sanitised) io.stderr.write(SANITISED);
  const recording = createRecording(contract, suite, {
    ...options,
    target,
    sanitised,
    exported: true,
    hidesCookies: !own.some(({ requestHeaders }) => requestHeaders.some(([name]) => /^cookie$/i.test(name))),
  });
  const judged = own.filter((each) => recording.take(each) !== undefined).length;
  const incomplete = hars.reduce((sum, har) => sum + har.incomplete, 0);
  io.stderr.write(
    `${count(judged, 'exchange')} with ${soFar.target} judged; ${all.length - judged} of no operation of the contract, ${incomplete} without an answer or without its content.\n`,
  );
  if (judged === 0) throw nothingOf(files, target.origin + target.basePath);
  const report = { ...recording.report(), ...provenanceOf(io.env) };
  const failures = await writeReports(report, reports, io);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  return failures.length > 0 ? 2 : report.exitCode;
}

const SANITISED =
  'No request shows a credential, so they are taken to have been left out of the recording: none counts as one without a credential.\n';

/** What the command line and the configuration say of judging. @throws UsageError */
export function recordedOptions(
  flags: RecordedFlags,
  contract: Contract,
  io: Io,
): Omit<RecordingOptions, 'target' | 'sanitised' | 'hidesCookies' | 'exported'> {
  const found = findConfiguration(flags.config, contractFile(flags.contract));
  if (found) io.stderr.write(`Settings are read from ${displayPath(resolve(found.path))}.\n`);
  const { settings } = loadConfiguration(found, vocabularyOf(contract));
  return {
    strict: flags.strict ?? settings.strict ?? false,
    closed: flags.closed ?? settings.closed ?? false,
    complete: flags.complete ?? settings.complete ?? false,
    waivers: settings.waivers ?? [],
    coverageMin: flags.coverageMin,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    ...(flags.operation ? { selection: readSelection(flags.operation, contract.operations) } : {}),
  };
}

function readText(file: string): string {
  try {
    if (statSync(file).size > LARGEST)
      throw new UsageError(`${file} is larger than ${LARGEST / 1024 / 1024} MB; record it in several files.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
}

/** The one base URL at which exchanges are of operations: a browser's session holds those of other services, too. */
function findTarget({ operations }: Contract, all: readonly Recorded[]): Target {
  const servers = [...new Set(operations.flatMap((operation) => operation.servers))];
  const origins = [...new Set(all.map(({ url }) => new URL(url).origin))].filter((origin) => /^https?:/.test(origin));
  const absolute = servers.filter((server) => /^https?:\/\//i.test(server) && URL.canParse(server));
  const relative = servers.filter((server) => server.startsWith('/')).concat(servers.length === 0 ? ['/'] : []);
  const bases = new Set([
    ...absolute.map((server) => new URL(server)).map(({ origin, pathname }) => origin + pathname.replace(/\/+$/, '')),
    ...origins.flatMap((origin) =>
      [...relative, ...absolute.map((server) => new URL(server).pathname), '/'].map(
        (path) => origin + path.replace(/\/+$/, ''),
      ),
    ),
  ]);
  const finders = [...bases].map((base) => {
    const { origin, pathname } = new URL(base);
    const own = all.filter(({ url }) => new URL(url).origin === origin);
    return { base, own, finder: createFinder(operations, pathname.replace(/\/+$/, '')) };
  });
  const right = finders.filter(({ own, finder }) => own.some(finder.isBelow));
  // Below a host alone, operations are found by the paths of their servers, such as those with variables in them.
  const possible = right.length > 0 ? right : finders.filter(({ own, finder }) => own.some(finder.find));
  const fitting = possible.map(({ base }) => base);
  const named = fitting.filter((base) => absolute.some((server) => server.replace(/\/+$/, '') === base));
  const [only, ...more] = named.length > 0 ? named : fitting;
  if (only === undefined) throw nothingOf([], undefined);
  if (more.length > 0)
    throw new UsageError(
      `The recording has exchanges with several services that may be meant: ${[only, ...more].join(', ')}. Name one (--target URL).`,
    );
  return parseTarget(only);
}

function nothingOf(files: readonly string[], base: string | undefined): UsageError {
  const where = base === undefined ? 'The recording' : `${files.join(', ')}, with ${base},`;
  return new UsageError(
    `${where} has no exchange of an operation of the contract. Is it the right contract (--contract FILE), and base URL (--target URL)?`,
  );
}

/** Browsers leave credentials out of what they export; a recording that shows none at all says nothing of who asked. */
function isSanitised(operations: readonly Operation[], { basePath }: Target, own: readonly Recorded[]): boolean {
  const finder = createFinder(operations, basePath);
  const guarded = own.flatMap((each) => {
    const found = finder.find(each);
    return found && isGuarded(found.operation.security) ? [{ each, operation: found.operation }] : [];
  });
  return (
    guarded.length > 0 &&
    !guarded.some(({ each: { url, requestHeaders }, operation }) => {
      const { pathname, search } = new URL(url);
      return showsCredential(operation, { headers: requestHeaders, path: pathname + search });
    })
  );
}
