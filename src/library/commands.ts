/** The commands that send nothing, as functions. They print nothing, and do not end the process. */

import { suite } from '../../conformance/suite';
import { type Amends, amendmentsFor } from '../amend/amend';
import { AMENDMENT_KINDS, type AmendmentKind } from '../amend/amendment';
import { overlayText } from '../amend/toOverlay';
import { Drafts, USUAL_AMENDMENTS } from '../cli/commands/amend';
import { readUsable, SEED_OF_DIFF } from '../cli/commands/diff';
import { judgeFiles } from '../cli/commands/judge';
import type { ChangeLevel } from '../cli/diff/breaks';
import { comparisonInParts } from '../cli/diff/compareContracts';
import { diffAsJson } from '../cli/output/diff/diffFormats';
import { makeDiffReport } from '../cli/output/diff/diffReport';
import { readBaseline } from '../cli/settings/baselineFile';
import { findCompared } from '../cli/settings/contractSource';
import { ContractError, type Mistake } from '../contract/clause';
import { locateContract } from '../contract/contractFile';
import { readContract } from '../contract/load';
import { readSelection } from '../engine/plan/selection';
import type { Extension } from '../extend/define';
import { extendedSuite, readExtensions } from '../extend/extensions';
import type { Report, Waiver } from '../report/report';
import { UsageError } from '../support/errors';
import { lettingOthersRun } from '../support/letOthersRun';
import { parseTarget } from '../wire/target';

/** What is right and wrong with a contract. */
export interface CheckResult {
  /** The names of the operations; empty where the contract cannot be read. */
  readonly operations: readonly string[];
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

/**
 * Finds every mistake of a contract, as `espalier check` does. A contract is right if there are no mistakes.
 * @param file as for `loadContract`.
 * @param overlays the paths of OpenAPI overlays, which change the contract in this order.
 * @throws UsageError if no file is named, and the working directory has none, or several. A file that cannot be read is a mistake.
 */
export async function check(file?: string, overlays?: readonly string[]): Promise<CheckResult> {
  try {
    const contract = await readContract(await locateContract(file), overlays);
    const { mistakes, warnings } = contract.check(true);
    return { operations: contract.operations.map(({ name }) => name), mistakes, warnings };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { operations: [], mistakes: error.mistakes, warnings: [] };
  }
}

export interface DiffOptions {
  /** The operations to compare, as for `--operation`. Default: all. */
  readonly operation?: string | readonly string[];
  /** Whether what changed and is not proven fails, too. Default: false. */
  readonly strict?: boolean;
  /** The least level that fails. Default: `break`. */
  readonly failOn?: ChangeLevel;
  /** How much kinds of changes matter, where that is not the usual. */
  readonly levels?: Readonly<Record<string, ChangeLevel>>;
  /** Whether a changed base path is no break. Default: false. */
  readonly ignoreBasePath?: boolean;
  /** What is let pass. */
  readonly waivers?: readonly Waiver[];
  /** Chooses the values that are tried. Default: 1. */
  readonly seed?: number;
}

/** As `espalier diff --report json` writes it. `exitCode` is 1 if something breaks clients. */
export type DiffResult = ReturnType<typeof diffAsJson>;

/**
 * Compares two contracts, and tells what breaks clients, each break with a value that both judge.
 * @param before the path of the old contract, its URL, or `REVISION:PATH` in the git repository of the working directory. A
 *   revision alone stands for what the new one was in it.
 * @param now the path of the new one, its URL, or `REVISION:PATH`.
 * @throws ContractError if one of them cannot be used, UsageError if it is not there.
 */
export async function diff(before: string, now: string, options: DiffOptions = {}): Promise<DiffResult> {
  const { operation, strict = false, failOn = 'break', levels = {}, ignoreBasePath = false } = options;
  const { waivers = [], seed = SEED_OF_DIFF } = options;
  const sources = await findCompared(before, now, {}, SILENT);
  if (typeof sources === 'string') throw new UsageError(sources);
  const old = await readUsable(sources.before, SILENT);
  const current = await readUsable(sources.now.file, SILENT);
  const all = [...old.operations, ...current.operations];
  const wants = operation === undefined ? {} : { wants: readSelection([operation].flat(), all) };
  const today = new Date().toISOString().slice(0, 10);
  const comparison = await lettingOthersRun(comparisonInParts(old, current, { today, seed, ignoreBasePath, ...wants }));
  const named = { before: old, now: current };
  return diffAsJson(makeDiffReport({ ...named, comparison, seed, waivers, today, strict, failOn, levels }));
}

const SILENT = { env: {}, stderr: { write: () => true } };

export interface AmendOptions {
  /** The path of the contract. Default: as for `loadContract`. */
  readonly contract?: string;
  /** What is amended. Default: all but header fields. */
  readonly only?: readonly AmendmentKind[];
  /** The operations to amend, as for `--operation`. Default: all. */
  readonly operation?: string | readonly string[];
}

export interface AmendResult extends Pick<Amends, 'left'> {
  /** What was seen for each change. */
  readonly changes: readonly { readonly kind: AmendmentKind; readonly seen: string; readonly exchange: number }[];
  /** An OpenAPI overlay in YAML that makes the changes. */
  readonly overlay: string;
}

/**
 * Makes a contract true to what reports show. No file is changed.
 * @param reports those of `verify`, `judgeRecording` and the like.
 * @throws ContractError, and UsageError if there is no such contract.
 */
export async function amend(reports: readonly Report[], options: AmendOptions = {}): Promise<AmendResult> {
  const { only = USUAL_AMENDMENTS, operation = [] } = options;
  const file = await locateContract(options.contract);
  const contract = await readContract(file);
  const selection = readSelection([operation].flat(), contract.operations);
  const wanted = new Set(contract.operations.filter(selection).map(({ name }) => name));
  const named = reports.map((report, at) => ({ name: `report ${at + 1}`, report }));
  const drafts = new Drafts(file, [], contract);
  try {
    const chosen = { kinds: new Set(only), isWanted: (name: string) => wanted.has(name) };
    const { amendments, left } = await amendmentsFor(named, contract, chosen, (each) => drafts.read(each));
    return {
      changes: amendments.map(({ kind, seen, shown }) => ({ kind, seen, exchange: shown.exchange })),
      overlay: overlayText(amendments, contract.parsed(), contract.title, process.cwd()),
      left,
    };
  } finally {
    drafts.remove();
  }
}

/** What `amend` may change. */
export const amendmentKinds: readonly AmendmentKind[] = AMENDMENT_KINDS;

export interface RecordingJudgeOptions {
  /** The path of the contract, or its URL. Default: as for `loadContract`. */
  readonly contract?: string;
  /** Base URL of the service. Default: the one whose exchanges are of the contract. */
  readonly target?: string;
  /** The operations to judge, as for `--operation`. Default: all. */
  readonly operation?: string | readonly string[];
  readonly strict?: boolean;
  readonly closed?: boolean;
  readonly complete?: boolean;
  /** Of the clauses of the contract, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: readonly Waiver[];
  /** The path of a file of known breaches. Default: none. */
  readonly baseline?: string;
  /** Rules of your own. Default: none. */
  readonly extend?: readonly Extension[];
}

/**
 * Judges the exchanges that a browser, a proxy or a test runner has recorded, as `espalier judge` does.
 * @param files paths of HAR files, or of collections of Postman with saved answers.
 * @throws ContractError, and UsageError if a file cannot be read, or has no exchange of the contract.
 */
export async function judgeRecording(
  files: string | readonly string[],
  options: RecordingJudgeOptions = {},
): Promise<Report> {
  const { contract: named, target, operation, baseline, extend = [], ...rest } = options;
  const contract = await readContract(await locateContract(named));
  const extended = readExtensions(extend.map((extension) => ({ extension, from: 'extend' })));
  const selection =
    operation === undefined ? {} : { selection: readSelection([operation].flat(), contract.operations) };
  const known = readBaseline(baseline === undefined ? {} : { baseline });
  return judgeFiles([files].flat(), contract, {
    given: target === undefined ? undefined : parseTarget(target),
    suite: extendedSuite(suite, extended),
    options: { ...rest, ...selection, baseline: known },
  });
}
