import { resolve } from 'node:path';
import { suite as plainSuite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { expectedContract } from '../../contract/contractFile';
import { displayPath } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { bearerAlternative } from '../../contract/security';
import type { ConsentSettings, Settings } from '../../engine/model/settings';
import type { Suite } from '../../engine/model/suite';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { describePart, plan, refuseUnusable, seedOf, selectRules } from '../../engine/plan/plan';
import { readAhead } from '../../engine/plan/readAhead';
import { plannedCallbacks } from '../../engine/run/callbacks/callbacks';
import { aimedAt } from '../../engine/settingsOf';
import { type RunListeners, verifyWith } from '../../engine/verify';
import { type HandedSetUp, setUpRun, withSetUp } from '../../extend/aroundRun';
import { extendedSettings, extendedSuite } from '../../extend/extensions';
import { updatedByMerge } from '../../report/baseline';
import { provenanceOf } from '../../report/provenance';
import type { KnownFinding, Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import { letOthersRun, lettingOthersRun } from '../../support/letOthersRun';
import { parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import { Logins, readLogins } from '../login/logins';
import { type RunSoFar, reportFailure, reportingFailure, reportNothing } from '../output/failedRun';
import { failing } from '../output/failing';
import { keepLastReport, readLastReport } from '../output/lastReport';
import { createJournal, readJournal, refuseJournal } from '../output/madeJournal';
import { listing } from '../output/planListing';
import { createProgress } from '../output/progress';
import { parseReports, removeReports, usableReports, widthOf, writeReports } from '../output/reports';
import { needsThread, serveHere, serveInThread } from '../processes/ownMock';
import type { PartOrder, PartProgress } from '../processes/parts';
import { setUpResources } from '../processes/setupCommand';
import { reachTarget } from '../processes/startTarget';
import { keepBaseline } from '../settings/baselineFile';
import { selectChanged } from '../settings/changedSince';
import { findConfiguration, type LoadedConfiguration, loadConfiguration } from '../settings/configuration';
import { besideContract, filesOf, findContract, overlaysOf } from '../settings/contractSource';
import { notesOnUnused } from '../settings/credentials';
import { type LoadedExtensions, loadExtensions } from '../settings/extensionFiles';
import { tlsOptions, toSettings, type VerifyFlags } from '../settings/options';
import { vocabularyOf } from '../settings/vocabulary';
import { readScript } from '../settings/workflows';
import { limitHeap } from '../start/heapLimit';
import { cleanUp, cleanUpCommand, consentedTarget } from './cleanUp';
import { ordersFor, processesFor, verifyInProcesses } from './verifyInProcesses';

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

/** What the process of a part tells while it runs. */
interface PartListener {
  /** The run begins. What was said before then, the process that started this one has said, too. */
  begin(): void;
  /** Is told of the file in which the part notes what it makes, once it makes something. */
  onJournal(file: string): void;
  onProgress(progress: PartProgress): void;
}

/** The part of a run that this process makes. */
interface Part extends PartListener {
  readonly order: PartOrder;
  onReport(report: Report): void;
}

/** Makes one part of a run. @returns its report. @throws UsageError, ContractError, OwnFailure */
export async function verifyPart(order: PartOrder, io: Io, listener: PartListener): Promise<Report> {
  const soFar: RunSoFar = { startedAt: new Date(), contractFile: '' };
  let report: Report | undefined;
  const part: Part = {
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

/** @param part if this process makes only that of a run that another process has prepared. */
async function verifyOrThrow(
  url: string | undefined,
  asked: VerifyFlags,
  io: Io,
  soFar: RunSoFar,
  part?: Part,
): Promise<number> {
  // Everything that the user wrote is checked before anything is started or sent.
  const reports = parseReports(asked.report ?? []);
  refuseContradictions(asked);
  const flags = asked.failed ? onlyFailed(asked, io) : asked;
  const tls = tlsOptions(flags);
  refuseJournal(flags.journal);
  const left = flags.cleanup === undefined ? undefined : readJournal(flags.cleanup, io.env);
  const given = url === undefined ? undefined : readTarget(url, tls, io);
  const file = await findContract(flags.contract, flags, io, given?.origin);
  await letOthersRun();
  const contract = await readContract(file, flags.overlay);
  await letOthersRun();
  await lettingOthersRun(readAhead(contract));
  limitHeap({ operations: contract.operations.length });
  soFar.contract = contract;
  const found = findConfiguration(flags.config, besideContract(file));
  const read = [...(found ? [found.path] : []), ...(flags.workflow ?? [])];
  const follow = (own: readonly string[]) =>
    soFar.onRead?.([...contract.files(), ...read.map((path) => resolve(path)), ...own]);
  follow([]);
  if (found) io.stderr.write(`Settings are read from ${displayPath(resolve(found.path))}.\n`);
  const extended = loadExtensions(found, flags);
  follow(extended.files);
  const suite = extendedSuite(plainSuite, extended);
  const configuration = loadConfiguration(found, vocabularyOf(contract, extended));
  const { settings: written, reading } = configuration;
  const configured = written.target;
  const target = given ?? (configured && reading('/target', () => readTarget(configured, tls, io)));
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
  const order = {
    url,
    contract,
    contractFile: file,
    found,
    configuration,
    flags,
    settings,
    logins,
    redact,
    suite,
    extended,
  };
  if (left && flags.cleanup !== undefined) {
    const { credentials } = settings;
    const consent = { file: flags.cleanup, left, flags, settings: written, credentials, given };
    const at = consentedTarget({ ...consent, configured: target || undefined });
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
  if (part) return new VerifyWork({ ...order, reports: [] }, io, soFar, part).asPart(target || undefined);
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
  return target ? work.onStarted(target, starting) : work.onMock();
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

/** All that a command line and a configuration say of a run. */
interface VerifyOrder {
  /** As on the command line. */
  readonly url: string | undefined;
  readonly contract: Contract;
  /** The path of the contract's file. */
  readonly contractFile: string;
  /** Where the configuration was found. */
  readonly found: ReturnType<typeof findConfiguration>;
  readonly configuration: LoadedConfiguration;
  readonly flags: VerifyFlags;
  readonly settings: Settings;
  /** What of the credentials is fetched once the target is there. */
  readonly logins: Logins;
  readonly reports: ReturnType<typeof parseReports>;
  /** All that is asked and required, with the user's own rules. */
  readonly suite: Suite;
  readonly extended: LoadedExtensions;
  readonly redact: ReturnType<typeof secretsOfRun>['redact'];
}

/** Carries out a run that was checked. Each function returns the exit code. */
class VerifyWork {
  constructor(
    private readonly order: VerifyOrder,
    private readonly io: Io,
    private readonly soFar: RunSoFar,
    private readonly part?: Part,
  ) {}

  /** Makes one part of a run. @param target undefined for the mock, which another process serves. */
  asPart(target: Target | undefined): Promise<number> {
    this.part?.begin();
    const { mock, resources, setUp } = this.part?.order ?? {};
    return target
      ? this.onTarget(target, { resources, setUp })
      : this.run(parseTarget(mock ?? ''), this.order.settings, { isLasting: false });
  }

  /** Starts the target, or waits for it, if that is wanted, and verifies it. */
  async onStarted(target: Target, starting: Parameters<typeof reachTarget>[1]): Promise<number> {
    const reached = await reachTarget(target, starting, this.io, this.order.redact);
    try {
      const exitCode = await this.onTarget(target);
      const died = exitCode === 0 ? undefined : await reached.died();
      if (died !== undefined) this.warn(died);
      return exitCode;
    } finally {
      await reached.close();
    }
  }

  async onMock(): Promise<number> {
    const { contract, contractFile, flags } = this.order;
    const served = { contract: contractFile, ...overlaysOf(flags), stateful: flags.stepsAlone ?? false };
    // While several processes verify it, this one has nothing else to do.
    const isApart = (flags.processes ?? 1) === 1 && needsThread(contract);
    const mock = await (isApart ? serveInThread(served) : serveHere(served));
    try {
      const on: RunOn = { isLasting: false, mock: mock.url, onAsked: mock.close };
      return await this.begin(parseTarget(mock.url), this.order.settings, on);
    } finally {
      await mock.close();
    }
  }

  /** Verifies the target, between what the user's own code sets up and tears down. @param made what another process has set up for this one. */
  private async onTarget(at: Target, made?: Pick<PartOrder, 'resources' | 'setUp'>): Promise<number> {
    const { extended, settings } = this.order;
    if (made || extended.runs.length === 0) return this.onReady(at, settings, made?.setUp, made?.resources);
    const { setUp, tearDown } = await setUpRun(extended.runs, at, this.io.signal);
    let exitCode = 2;
    try {
      exitCode = await this.onReady(at, settings, setUp);
    } finally {
      const failed = await tearDown();
      for (const why of failed) this.warn(why);
      if (failed.length > 0) exitCode = 2;
    }
    return exitCode;
  }

  private async onReady(
    at: Target,
    plain: Settings,
    setUp: HandedSetUp | undefined,
    made?: ConsentSettings['resources'],
  ): Promise<number> {
    const { contract, flags, logins, redact } = this.order;
    const own = setUp ? withSetUp(plain, setUp) : plain;
    if (setUp) refuseUnusable(contract, this.order.suite, own);
    const { settings: written } = this.order.configuration;
    // Each part logs in by itself.
    const settings = (flags.processes ?? 1) > 1 ? own : await logins.begin(at, own, this.io, this.order.redact);
    if (made) return this.run(at, withResources(settings, made));
    const [command, option] = flags.setup === undefined ? [written.setup, '`setup`'] : [flags.setup, '--setup'];
    const needed = command !== undefined && Object.keys(settings.consent.params).length === 0;
    const resources = needed
      ? await setUpResources(contract, { command, option, env: this.io.env, signal: this.io.signal, redact })
      : {};
    return this.begin(at, withResources(settings, resources), setUp ? { setUp } : {});
  }

  /** Makes the run in this process, or in several ones. */
  private async begin(at: Target, all: Settings, on: RunOn = {}): Promise<number> {
    const { url, contract, flags, logins } = this.order;
    if (flags.processes === undefined || flags.processes === 1) return this.run(at, all, on);
    const operations = contract.operations.filter(all.selection.selection);
    const { count, why } = processesFor(flags.processes, operations, all.pace);
    if (why !== undefined) this.warn(why);
    if (count === 1) return this.run(at, on.mock ? all : await logins.begin(at, all, this.io, this.order.redact), on);
    const { setUp } = on;
    const order = { url, flags: { ...flags, report: [] }, mock: on.mock, resources: all.consent.resources, setUp };
    const lost = (journal: string) => this.tellLeft(at, journal);
    const report = await verifyInProcesses(ordersFor(count, order, all.pace), all.reporting, this.io, lost);
    const exitCode = await this.writeAll(report);
    const { baseline } = all.reporting;
    return keepBaseline(baseline, baseline && updatedByMerge(report, baseline), this.io) ? exitCode : 2;
  }

  private async run(at: Target, all: Settings, { isLasting = true, onAsked }: RunOn = {}): Promise<number> {
    const { io, soFar, part } = this;
    const { contract, flags, suite } = this.order;
    const warn = (text: string) => this.warn(text);
    const journal = isLasting
      ? createJournal(at.origin + at.basePath, { file: flags.journal, env: io.env, warn, onOpened: part?.onJournal })
      : undefined;
    const tellLeft = () => this.tellLeft(at, journal?.end());
    const showProgress = part ? progressOf(part) : createProgress(io);
    let known: readonly KnownFinding[] | undefined;
    try {
      soFar.graceMs = ENDING_MS;
      soFar.onFailed = tellLeft;
      const report = await verifyWith(contract, suite, aimedAt(all, at), {
        ...(journal ? { onMade: journal.note } : {}),
        ...(onAsked ? { onAsked } : {}),
        onBaseline(findings) {
          known = findings;
        },
        onBegun(proven) {
          soFar.proven = proven;
        },
        signal: io.failed ? AbortSignal.any([io.signal, io.failed]) : io.signal,
        onEvent(event) {
          if (event.type === 'exchanged') limitHeap({ requests: event.done });
          showProgress(event);
        },
      });
      // What the run held can be let go before its reports are written.
      soFar.proven = () => report;
      part?.onReport(report);
      if (part) return report.exitCode;
      // Of the mock, which is gone then, nothing can be asked again.
      if (isLasting) keepLastReport(report, io.env);
      const exitCode = await this.writeAll(report);
      return keepBaseline(all.reporting.baseline, known, io) ? exitCode : 2;
    } finally {
      tellLeft();
    }
  }

  /** Tells where it is noted what could not be removed, if anything could not. */
  private tellLeft(at: Target, journalFile: string | undefined): void {
    if (journalFile === undefined) return;
    const { contractFile: contract, found, configuration, flags, settings } = this.order;
    const { credentials } = settings;
    const read = found && { path: found.path, settings: configuration.settings };
    const told = { contract, configuration: read, flags, credentials };
    this.warn(`What could not be removed is noted in ${journalFile}; this works it off:`);
    this.warn(`  ${cleanUpCommand(journalFile, at, told)}`);
  }

  private async writeAll(report: Report): Promise<number> {
    const { env } = this.io;
    const { contract, contractFile, reports } = this.order;
    const read = filesOf(contractFile);
    // What was read of a large contract is not read once more, which would take twice the memory.
    const readFile = (file: string) => (file === contract.file ? contract.text() : read(file));
    const failures = await writeReports({ ...report, ...provenanceOf(env) }, reports, this.io, undefined, readFile);
    for (const failure of failures) this.warn(failure);
    return failures.length > 0 ? 2 : report.exitCode;
  }

  private warn(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }
}

function withResources(settings: Settings, resources: ConsentSettings['resources']): Settings {
  return { ...settings, consent: { ...settings.consent, resources } };
}

/** What a run is made on. */
interface RunOn {
  /** Whether the target still exists after the run, so that the run needs a journal. Default: true. */
  readonly isLasting?: boolean;
  /** What the user's own code has set up. */
  readonly setUp?: HandedSetUp;
  /** The base URL of the mock, if that is the target. */
  readonly mock?: string;
  /** Ends the mock when nothing more is sent, so that its memory is free before the report is made. */
  readonly onAsked?: () => Promise<void>;
}

function progressOf({ onProgress }: PartListener): NonNullable<RunListeners['onEvent']> {
  return (event) => {
    if (event.type === 'exchanged') onProgress({ done: event.done, total: event.total, isPlanned: event.isPlanned });
  };
}

/** How long a run may take to wait for its requests and to remove what it made, after Espalier itself failed, in milliseconds. */
const ENDING_MS = 30_000;

/** Where our mock listens, and most services that are started. */
const HERE = parseTarget('http://127.0.0.1');

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
  if (flags.shard !== undefined && (flags.processes ?? 1) > 1) {
    throw new UsageError('--shard makes one part of a run, and --processes all of them; leave one of them out.');
  }
  if (flags.cleanup !== undefined && flags.journal !== undefined) {
    throw new UsageError('--cleanup makes nothing that --journal could note; leave one of them out.');
  }
  if (flags.yes && flags.cleanup === undefined) {
    throw new UsageError('--yes confirms what --cleanup FILE removes; name the file, or leave it out.');
  }
  if (flags.baselineUpdate && (flags.list || flags.cleanup !== undefined)) {
    throw new UsageError('--baseline-update writes what a run finds; leave --list and --cleanup out.');
  }
  if (flags.baselineUpdate && flags.shard !== undefined) {
    throw new UsageError(
      'A part of a run does not know what the others find; leave --baseline-update to espalier merge, which has it, too.',
    );
  }
  if (flags.failed && flags.operation) {
    throw new UsageError('--failed and --operation both say which operations are verified; leave one of them out.');
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
