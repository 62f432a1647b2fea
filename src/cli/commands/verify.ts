import { resolve } from 'node:path';
import { suite as plainSuite } from '../../../conformance/suite';
import { expectedContract } from '../../contract/contractFile';
import { displayPath } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { bearerAlternative } from '../../contract/security';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { describePart, plan, refuseUnusable, seedOf, selectRules } from '../../engine/plan/plan';
import { readAhead } from '../../engine/plan/readAhead';
import { plannedCallbacks } from '../../engine/run/callbacks/callbacks';
import { aimedAt } from '../../engine/settingsOf';
import { extendedSettings, extendedSuite } from '../../extend/extensions';
import type { Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { letOthersRun, lettingOthersRun } from '../../support/letOthersRun';
import { parseTarget } from '../../wire/target';
import type { Io } from '../io';
import { Logins, readLogins } from '../login/logins';
import { type RunSoFar, reportFailure, reportingFailure, reportNothing } from '../output/failedRun';
import { failing } from '../output/failing';
import { readLastReport } from '../output/lastReport';
import { readJournal, refuseJournal } from '../output/madeJournal';
import { listing } from '../output/planListing';
import { parseReports, removeReports, usableReports, widthOf } from '../output/reports';
import type { PartOrder } from '../processes/parts';
import type { StartedTarget } from '../processes/startTarget';
import { selectChanged } from '../settings/changedSince';
import { loadConfiguration } from '../settings/configuration';
import { findSources, tellSettings } from '../settings/contractSource';
import { notesOnUnused } from '../settings/credentials';
import { loadExtensions } from '../settings/extensionFiles';
import { tlsOptions, toSettings, type VerifyFlags } from '../settings/options';
import { vocabularyOf } from '../settings/vocabulary';
import { readScript } from '../settings/workflows';
import { limitHeap } from '../start/heapLimit';
import { cleanUp, consentedTarget } from './cleanUp';
import { reachContract } from './servedContract';
import { atTarget, readTarget, refuseContradictions, refuseStart } from './verifyFlags';
import { type PartListener, type PartOfRun, VerifyWork } from './verifyWork';

/**
 * Verifies the target at `url`, else the one that the configuration names, else the mock, and writes the reports. If it cannot verify,
 * the reports say why.
 * @param onRead is told of the files from which the run takes what a person wrote, by their absolute paths.
 * @returns the exit code of the outcome; 2 if a report could not be written.
 * @throws UsageError, ContractError
 */
export function verifyCommand(
  url: string | undefined,
  flags: VerifyFlags,
  io: Io,
  onRead: (files: readonly string[]) => void = () => {},
): Promise<number> {
  return reportingFailure(flags, io, async (soFar) => {
    soFar.onRead = onRead;
    return verifyOrThrow(url, flags, io, soFar);
  });
}

/** Writes the reports that a command line asks for, when the command line as a whole cannot be read. */
export async function reportUsage(message: string, reports: readonly string[], io: Io): Promise<void> {
  const soFar = { startedAt: new Date(), contractFile: displayPath(resolve(expectedContract(undefined))) };
  await reportFailure(new UsageError(message), usableReports(reports), soFar, io);
}

/** Removes the reports that a command line asks for, when there is no time to write them. */
export function abandonReports(reports: readonly string[]): void {
  removeReports(usableReports(reports));
}

/** Makes one part of a run. @returns its report. @throws UsageError, ContractError, OwnFailure */
export async function verifyPart(order: PartOrder, io: Io, listener: PartListener): Promise<Report> {
  const soFar: RunSoFar = { startedAt: new Date(), contractFile: '' };
  let report: Report | undefined;
  const part: PartOfRun = {
    ...listener,
    order,
    onReport(each) {
      report = each;
    },
  };
  const run = verifyOrThrow(order.url, order.flags, io, soFar, part);
  await Promise.race([run, failing(io.failed, () => soFar.graceMs ?? 0)]);
  if (io.failed?.aborted || !report) throw io.failed?.reason ?? new Error('a part of the run has no report');
  return report;
}

/** Reads and checks everything that the user wrote, before anything is started or sent. */
async function readOrder(url: string | undefined, asked: VerifyFlags, io: Io, soFar: RunSoFar) {
  const reports = parseReports(asked.report ?? []);
  const flags = asked.failed ? onlyFailed(asked, io) : asked;
  const tls = tlsOptions(flags);
  refuseJournal(flags.journal);
  const left = flags.cleanup === undefined ? undefined : readJournal(flags.cleanup, io.env);
  const given = url === undefined ? undefined : readTarget(url, tls, io);
  const { file, found } = await findSources(flags.contract, flags, io, given?.origin);
  await letOthersRun();
  const contract = await readContract(file, flags.overlay);
  await letOthersRun();
  await lettingOthersRun(readAhead(contract));
  limitHeap({ operations: contract.operations.length });
  soFar.contract = contract;
  const read = [...(found ? [found.path] : []), ...(flags.workflow ?? [])];
  const follow = (own: readonly string[]) =>
    soFar.onRead?.([...contract.files(), ...read.map((path) => resolve(path)), ...own]);
  follow([]);
  tellSettings(found, flags, io);
  const extended = loadExtensions(found, flags);
  follow(extended.files);
  const suite = extendedSuite(plainSuite, extended);
  const loaded = loadConfiguration(found, vocabularyOf(contract, extended));
  const { configuration, target } = atTarget(loaded, found, given, tls, io);
  if (target) soFar.target = target.origin + target.basePath;
  const sources = { flags, configuration, env: io.env, contract };
  await letOthersRun();
  const said = extendedSettings(toSettings(sources, target === undefined), extended);
  // The mock takes any credential.
  const { settings: all, logins } = target ? readLogins(sources, said) : { settings: said, logins: new Logins([]) };
  const changed = await selectChanged(contract, file, flags, all.selection);
  const { selection } = changed ?? all.selection;
  const script = readScript(flags, contract, all.consent);
  const settings = { ...all, selection: { ...all.selection, selection, script } };
  const { redact, sentence } = secretsOfRun(contract, logins.hidden(settings));
  soFar.redact = sentence;
  await letOthersRun();
  refuseUnusable(contract, suite, settings);
  await letOthersRun();
  const checked = { contract, contractFile: file, found, configuration, flags, settings, logins };
  const order = { url, ...checked, redact, suite, extended };
  return { order, reports, target: target || undefined, given, left, changed, sentence };
}

/** @param part if this process makes only that of a run that another process has prepared. */
async function verifyOrThrow(
  url: string | undefined,
  asked: VerifyFlags,
  io: Io,
  soFar: RunSoFar,
  part?: PartOfRun,
): Promise<number> {
  refuseContradictions(asked);
  const reached = part ? undefined : await reachContract(url, asked, io, soFar);
  try {
    return await verifyReached(url, asked, io, soFar, part, reached);
  } finally {
    await reached?.close();
  }
}

/** @param reached the target, where it is up since its contract is read from it. */
async function verifyReached(
  url: string | undefined,
  asked: VerifyFlags,
  io: Io,
  soFar: RunSoFar,
  part: PartOfRun | undefined,
  reached: StartedTarget | undefined,
): Promise<number> {
  const { order, reports, target, given, left, changed, sentence } = await readOrder(url, asked, io, soFar);
  const { contract, configuration, flags, settings, logins, suite } = order;
  const { settings: written } = configuration;
  if (left && flags.cleanup !== undefined) {
    const { credentials } = settings;
    const consent = { file: flags.cleanup, left, flags, settings: written, credentials, given };
    const at = consentedTarget({ ...consent, configured: target });
    const begun = await logins.begin(at, settings, io, sentence);
    return cleanUp({ file: flags.cleanup, left, target: at, contract, settings: begun }, io);
  }
  const starting = { ...written, ...flags };
  if (!target) refuseStart(flags, configuration);
  const { token, credentials, otherCredentials } = settings.credentials;
  if (target && token !== undefined && !contract.operations.some(({ security }) => bearerAlternative(security)))
    io.stderr.write(UNUSED_TOKEN);
  for (const note of notesOnUnused(contract, { ...written.credentials, ...credentials, ...otherCredentials }))
    io.stderr.write(note);
  if (part) return new VerifyWork({ ...order, reports: [] }, io, soFar, part).asPart(target);
  if (changed) io.stderr.write(`${changed.told}\n`);
  if (changed?.isNothing) {
    removeReports(reports);
    const shard = describePart(contract, suite, settings);
    const ofPart = shard ? { shard, seed: seedOf(settings.selection) } : {};
    return flags.list ? 0 : reportNothing(changed.told, reports, soFar, io, ofPart);
  }
  if (flags.list) {
    const listed = aimedAt(logins.planned(settings), target || HERE);
    const callbackUrl = plannedCallbacks(contract, selectRules(suite.rules, listed), listed);
    io.stdout.write(listing(plan(contract, suite, listed, callbackUrl), widthOf(io.stdout)));
    return 0;
  }
  removeReports(reports);
  const work = new VerifyWork({ ...order, reports }, io, soFar);
  return target ? work.onStarted(target, starting, reached) : work.onMock();
}

/** Selects the operations that failed in the last run of this folder. Where none did, all are selected. */
function onlyFailed(flags: VerifyFlags, io: Io): VerifyFlags {
  const { requirements } = readLastReport(io.env);
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ operation }) => operation);
  const operation = [...new Set(failed)];
  if (operation.length > 0) return { ...flags, operation };
  io.stderr.write('Nothing failed in the last run, so all is asked.\n');
  return flags;
}

/** Where our mock listens, and most services that are started. */
const HERE = parseTarget('http://127.0.0.1');

const UNUSED_TOKEN =
  "The token is not sent: no operation of the contract has a bearer scheme. If the target wants one all the same, use --header 'Authorization: Bearer TOKEN'.\n";
