/** `espalier diff OLD NEW` compares two contracts, or judges a service by both, and says what breaks clients. */

import { isColorSupported } from 'picocolors';
import { ContractError } from '../../contract/clause';
import type { Contract } from '../../contract/contract';
import { readWithoutFaults } from '../../contract/load';
import { readSelection } from '../../engine/plan/selection';
import type { Fields } from '../../http/message';
import { SAFE_METHODS } from '../../http/methods';
import { UsageError } from '../../support/errors';
import { lettingOthersRun, type Parts } from '../../support/letOthersRun';
import { LIMITS, send } from '../../wire/send';
import { parseTarget, type Target } from '../../wire/target';
import type { ChangeLevel } from '../diff/breaks';
import { type BreakCause, comparisonInParts } from '../diff/compareContracts';
import type { Io } from '../io';
import { diffReporters } from '../output/diff/diffFormats';
import { type DiffReport, makeDiffReport } from '../output/diff/diffReport';
import { whyUnwritable, writeReportFile } from '../output/reportFile';
import { forRunner, namingFiles, parseReports, type ReportRequest, removeReports } from '../output/reports';
import { isOnGitHub } from '../output/streams';
import { loadConfiguration } from '../settings/configuration';
import { type ContractPairs, isPattern, pairedContracts } from '../settings/contractPairs';
import { type ComparedFlags, findCompared, tellSettings } from '../settings/contractSource';
import { parseHeader } from '../settings/params';
import { vocabularyOfDiff, waiversOfBreaks } from '../settings/vocabulary';

interface DiffFlags extends ComparedFlags {
  readonly operation?: readonly string[];
  readonly seed?: number;
  readonly strict?: boolean;
  readonly failOn?: ChangeLevel;
  readonly ignoreBasePath?: boolean;
  readonly against?: string;
  readonly writes?: 'any';
  readonly report?: readonly string[];
}

/** Comparisons are the same from run to run, unless another seed is asked for. */
export const SEED_OF_DIFF = 1;

/**
 * Compares two contracts, and writes what breaks clients.
 * @param current undefined for the contract of the working directory.
 * @returns exit code 1 if something does, 0 if nothing does or the contract is new and may be, 2 if a report could not be written, or a signal ended it.
 * @throws UsageError, ContractError if one of them cannot be read.
 */
export async function diffCommand(old: string, current: string | undefined, flags: DiffFlags, io: Io): Promise<number> {
  const reports = parseReports(flags.report ?? [], Object.keys(diffReporters));
  refuseContradictions(flags);
  if (isPattern(old) || isPattern(current)) return compareAll(pairedContracts(old, current), flags, reports, io);
  return compareTwo(old, current, flags, reports, io);
}

/**
 * Compares each pair by itself. The name of a report's file has a `*`, which stands for the name of the contract.
 * @returns the highest exit code. A contract that is gone breaks its clients.
 */
async function compareAll(
  { pairs, gone, added }: ContractPairs,
  flags: DiffFlags,
  reports: readonly ReportRequest[],
  io: Io,
): Promise<number> {
  for (const { format, file } of reports)
    if (file === undefined ? !JOINED.has(format) : !file.includes('*'))
      throw new UsageError(
        `Several contracts are compared, so the ${format} report needs a file for each, with a * for its name: --report ${format}=diff-*.txt.`,
      );
  let exitCode = gone.length > 0 ? 1 : 0;
  for (const { name, before, now } of pairs) {
    const own = reports.map(({ format, file }) => ({ format, file: file?.replace('*', name.replaceAll('/', '-')) }));
    exitCode = Math.max(exitCode, await compareTwo(before, now, flags, own, io));
    if (io.signal.aborted) return 2;
  }
  for (const file of gone)
    io.stderr.write(`${file} is gone: no new contract has its name, so that its clients break.\n`);
  for (const file of added) io.stderr.write(`${file} is new: no old contract has its name.\n`);
  return exitCode;
}

/** The formats that can be read one after the other. */
const JOINED: ReadonlySet<string> = new Set(['terminal', 'markdown', 'github']);

async function compareTwo(
  old: string,
  current: string | undefined,
  flags: DiffFlags,
  reports: readonly ReportRequest[],
  io: Io,
): Promise<number> {
  const target = flags.against === undefined ? undefined : parseTarget(flags.against);
  const sources = await findCompared(old, current, flags, io);
  if (typeof sources === 'string') return tellNew(sources, reports, io);
  const before = await readUsable(sources.before, io);
  const now = await readUsable(sources.now.file, io, flags.overlay);
  if (!hasOperations(before))
    throw new UsageError(`${before.file} has no operations and no webhooks, so there is nothing to compare.`);
  tellSettings(sources.now.found, {}, io);
  const { settings } = loadConfiguration(sources.now.found, vocabularyOfDiff(before, now));
  const seed = flags.seed ?? SEED_OF_DIFF;
  const wants = flags.operation && readSelection(flags.operation, [...before.operations, ...now.operations]);
  const today = new Date().toISOString().slice(0, 10);
  const { ignoreBasePath = false } = flags;
  const parts = comparisonInParts(before, now, { today, seed, ...(wants ? { wants } : {}), ignoreBasePath });
  const comparison = await lettingOthersRun(untilAborted(parts, io.signal));
  if (!comparison) {
    removeReports(reports);
    io.stderr.write('The comparison was ended before it was done, so there is no result.\n');
    return 2;
  }
  const answers = target && (await askService(comparison.causes, target, flags, io));
  const report = makeDiffReport({
    before,
    now,
    comparison,
    seed,
    waivers: waiversOfBreaks(settings),
    today,
    strict: flags.strict ?? settings.strict ?? false,
    failOn: flags.failOn ?? 'break',
    levels: settings.levels ?? {},
    ...(answers ? { answers } : {}),
    ...(target ? { against: target.origin + target.basePath } : {}),
  });
  const failures = await writeAll(report, reports, io);
  for (const failure of failures) io.stderr.write(`${failure}\n`);
  return failures.length > 0 ? 2 : report.exitCode;
}

/** Says that a contract is new. Reports of an earlier run would say of another contract what they say. */
function tellNew(sentence: string, reports: readonly ReportRequest[], io: Io): number {
  removeReports(reports);
  io.stderr.write(`${sentence}${reports.length > 0 ? ' No report is written.' : ''}\n`);
  return 0;
}

/** Carries out the parts of some work until a signal ends it; undefined then. */
function* untilAborted<T>(parts: Parts<T>, signal: AbortSignal): Parts<T | undefined> {
  for (let part = parts.next(); !signal.aborted; part = parts.next()) {
    if (part.done) return part.value;
    yield;
  }
  return undefined;
}

function refuseContradictions({ against, writes, header }: DiffFlags): void {
  if (against === undefined && (writes !== undefined || header !== undefined))
    throw new UsageError('--writes and --header say how a service is asked; name it with --against URL.');
}

/**
 * @param file its path.
 * @param overlays change the contract before it is compared.
 * @throws ContractError if mistakes leave nothing of the contract: then everything would seem to be removed, or added.
 */
export async function readUsable(
  file: string,
  io: { readonly stderr: { write(text: string): unknown } },
  overlays: readonly string[] = [],
): Promise<Contract> {
  const contract = await readWithoutFaults(file, overlays);
  const { mistakes } = contract.check(false);
  if (hasOperations(contract) || mistakes.length === 0) {
    for (const { file, line, column, message } of mistakes.slice(0, MOST_MISTAKES))
      io.stderr.write(`${file}:${line}:${column}: ${message} (what is wrong is not compared)\n`);
    return contract;
  }
  throw new ContractError(mistakes);
}

function hasOperations({ operations, webhooks = [] }: Contract): boolean {
  return operations.length > 0 || webhooks.length > 0;
}

const MOST_MISTAKES = 10;

/** Sends the requests that the new contract refuses, one of each cause, and returns what the service answered. */
async function askService(
  causes: readonly BreakCause[],
  target: Target,
  { header = [], writes }: DiffFlags,
  { signal }: Io,
): Promise<ReadonlyMap<BreakCause, string>> {
  const given = header.map(parseHeader);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const answers = new Map<BreakCause, string>();
  for (const cause of causes) {
    const { witness } = cause.first;
    // Of callbacks, the request is one that the service sends.
    if (witness.kind !== 'request' || cause.first.kind.startsWith('callback') || signal.aborted) continue;
    const { method, path, headers, body } = witness;
    if (!SAFE_METHODS.has(method) && writes !== 'any') {
      answers.set(cause, 'was not asked, since the request may change something (--writes any)');
      continue;
    }
    if (witness.scopes && !names.has('authorization')) {
      answers.set(cause, "was not asked, since it takes a token of such a client (--header 'Authorization: …')");
      continue;
    }
    const fields: Fields = [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...given];
    const request = {
      method,
      path: (cause.first.kind === 'base-path-changed' ? '' : target.basePath) + path,
      headers: fields,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    };
    const { response, error } = await send(request, target, LIMITS, signal);
    answers.set(cause, response ? describeStatus(response.status) : `gave no answer: ${error?.message}`);
  }
  return answers;
}

function describeStatus(status: number): string {
  if (status < 400) return `still takes it: it answered ${status}`;
  return status < 500 ? `refuses it, too: it answered ${status}` : `failed: it answered ${status}`;
}

/** @returns a line for each report that could not be written. */
async function writeAll(report: DiffReport, requests: readonly ReportRequest[], io: Io): Promise<string[]> {
  removeReports(requests);
  const onGitHub = isOnGitHub(io.env);
  const unasked = requests.some(({ file }) => file === undefined) ? [] : ['terminal', ...(onGitHub ? ['github'] : [])];
  const failures: string[] = [];
  for (const { format, file } of [...requests, ...unasked.map((each) => ({ format: each, file: undefined }))]) {
    const text = diffReporters[format]?.(report, {
      color: file === undefined && isColorSupported && io.stdout.isTTY,
      verbose: io.verbose ?? false,
      ...namingFiles(io.env),
    });
    if (text === undefined) continue;
    if (file === undefined) {
      io.stdout.writeAsIs(onGitHub ? forRunner(format, text) : text);
      continue;
    }
    await writeReportFile(file, text).catch((error: NodeJS.ErrnoException) =>
      failures.push(`The ${format} report ${file} could not be written: ${whyUnwritable(error)}.`),
    );
  }
  return failures;
}
