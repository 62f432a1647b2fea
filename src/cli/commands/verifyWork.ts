/** Carries out a run that was checked. */

import type { Contract } from '../../contract/contract';
import type { ConsentSettings, Settings } from '../../engine/model/settings';
import type { Suite } from '../../engine/model/suite';
import type { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { refuseUnusable } from '../../engine/plan/plan';
import { aimedAt } from '../../engine/settingsOf';
import { type RunListeners, verifyWith } from '../../engine/verify';
import { type HandedSetUp, whileSetUp, withSetUp } from '../../extend/aroundRun';
import { updatedByMerge } from '../../report/baseline';
import { provenanceOf } from '../../report/provenance';
import type { KnownFinding, Report } from '../../report/report';
import { parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import type { Logins } from '../login/logins';
import type { RunSoFar } from '../output/failedRun';
import { keepLastReport } from '../output/lastReport';
import { createJournal } from '../output/madeJournal';
import { createProgress } from '../output/progress';
import { type parseReports, writeReports } from '../output/reports';
import { needsThread, serveHere, serveInThread } from '../processes/ownMock';
import type { PartOrder, PartProgress } from '../processes/parts';
import { setUpResources } from '../processes/setupCommand';
import { reachTarget, type StartedTarget } from '../processes/startTarget';
import { keepBaseline } from '../settings/baselineFile';
import type { ConfigurationFile, LoadedConfiguration } from '../settings/configuration';
import { filesOf, overlaysOf } from '../settings/contractSource';
import type { LoadedExtensions } from '../settings/extensionFiles';
import type { VerifyFlags } from '../settings/options';
import { limitHeap } from '../start/heapLimit';
import { cleanUpCommand } from './cleanUp';
import { ordersFor, processesFor, verifyInProcesses } from './verifyInProcesses';

/** What the process of a part tells while it runs. */
export interface PartListener {
  /** The run begins. What was said before then, the process that started this one has said, too. */
  begin(): void;
  /** Is told of the file in which the part notes what it makes, once it makes something. */
  onJournal(file: string): void;
  onProgress(progress: PartProgress): void;
}

/** The part of a run that this process makes. */
export interface PartOfRun extends PartListener {
  readonly order: PartOrder;
  onReport(report: Report): void;
}

/** All that a command line and a configuration say of a run. */
interface VerifyOrder {
  /** As on the command line. */
  readonly url: string | undefined;
  readonly contract: Contract;
  /** The path of the contract's file. */
  readonly contractFile: string;
  /** Where the configuration was found. */
  readonly found: ConfigurationFile | undefined;
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
export class VerifyWork {
  constructor(
    private readonly order: VerifyOrder,
    private readonly io: Io,
    private readonly soFar: RunSoFar,
    private readonly part?: PartOfRun,
  ) {}

  /** Makes one part of a run. @param target undefined for the mock, which another process serves. */
  asPart(target: Target | undefined): Promise<number> {
    this.part?.begin();
    const { mock, resources, setUp } = this.part?.order ?? {};
    return target
      ? this.onTarget(target, { resources, setUp })
      : this.run(parseTarget(mock ?? ''), this.order.settings, { isLasting: false });
  }

  /**
   * Starts the target, or waits for it, if that is wanted, and verifies it.
   * @param before the target, where it was started or waited for before its contract was read.
   */
  async onStarted(
    target: Target,
    starting: Parameters<typeof reachTarget>[1],
    before: StartedTarget | undefined,
  ): Promise<number> {
    const reached = before ?? (await reachTarget(target, starting, this.io, this.order.redact));
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
    if (made) return this.onReady(at, settings, made.setUp, made.resources);
    const surroundings = { signal: this.io.signal, warn: (sentence: string) => this.warn(sentence) };
    return whileSetUp(extended.runs, at, surroundings, (setUp) => this.onReady(at, settings, setUp));
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
