/** Merges the reports of several tests of one contract: a run, recorded exchanges, what passed a proxy. */

import { groupBy } from '../support/collections';
import { UsageError } from '../support/errors';
import { applyBaseline, askedOf, type Baseline, mergedBaseline, type SearchedFor, whyBaselineFails } from './baseline';
import { whyUncovered } from './coverageShare';
import { mergeCoverage } from './mergeCoverage';
import { countVerdicts, isKnownGap, outcomeOf } from './outcome';
import type {
  ExchangeReport,
  Observation,
  Report,
  RequirementReport,
  Verdict,
  WaiverReport,
  WorkflowReport,
} from './report';
import { EXIT_CODES } from './report';
import { whyWaiversFail } from './waivers';

/** What is asked of all parts together. */
export interface AskedOfAll {
  /** The share of the clauses that has to be exercised, from 0 to 1. */
  readonly coverageMin?: number | undefined;
  /** The breaches that are known, besides those that a part knew. */
  readonly baseline?: Baseline | undefined;
}

/**
 * Merges the reports. Each requirement gets the worst of its verdicts. A clause is exercised if any of the tests exercised it.
 * @throws UsageError if the reports are of several contracts, or were made by several versions of Espalier.
 */
export function mergeTests(parts: readonly ReportPart[], asked: AskedOfAll = {}): Report {
  const [first, ...more] = parts;
  if (!first) throw new UsageError('There are no reports to merge.');
  for (const { name, report } of more) {
    const { contract, tool } = first.report;
    if (report.contract.title !== contract.title || report.contract.version !== contract.version)
      throw new UsageError(`${name} is of another contract than ${first.name}; merge reports of one contract.`);
    if (report.tool.version !== tool.version)
      throw new UsageError(`${name} was made by another version of Espalier than ${first.name}; make both by one.`);
  }
  const moved = inARow(parts);
  const all = moved.flatMap(({ requirements }) => requirements);
  const requirements = [...groupBy(all, ({ id }) => id).values()].map(worst);
  return {
    ...mergedReport(moved, {
      requirements,
      waivers: mergeWaivers(moved.flatMap((report) => report.waivers)),
      failed: parts.find(({ report }) => report.outcome === 'error'),
      asked,
    }),
    target: [...new Set(moved.map(({ target }) => target))].join(', '),
  };
}

const ORDER: readonly Verdict[] = ['fail', 'warn', 'pass', 'skip'];

function worst(group: readonly [RequirementReport, ...RequirementReport[]]): RequirementReport {
  const rank = (each: RequirementReport) => {
    const { verdict, waiver, unreached } = each;
    // A waived requirement comes before a passed one. One that a run lacked a value for comes before one that was only not reached.
    const isWaived = waiver && !isKnownGap(each);
    return ORDER.indexOf(verdict) - (isWaived ? 1.5 : verdict === 'skip' && !unreached ? 0.5 : 0);
  };
  const [leading] = group.toSorted((each, other) => rank(each) - rank(other)) as [RequirementReport];
  return {
    ...leading,
    exchanges: group.reduce((sum, { exchanges }) => sum + exchanges, 0),
    findings: group.flatMap(({ findings }) => findings),
  };
}

/** Merges equal waivers. A waiver is applied if any of the tests needed it. */
function mergeWaivers(all: readonly WaiverReport[]): WaiverReport[] {
  const groups = groupBy(all, ({ rule, operation, reason, until }) => JSON.stringify([rule, operation, reason, until]));
  return [...groups.values()].map(
    ([first, ...others]) => [first, ...others].find(({ state }) => state === 'applied') ?? first,
  );
}

/** A report, and the name of the file that it was read from. */
export interface ReportPart {
  readonly name: string;
  readonly report: Report;
}

/** The parts of a merged report that its kind of merging decides. The rest follows from them. */
interface Merging {
  readonly requirements: readonly RequirementReport[];
  readonly waivers: readonly WaiverReport[];
  /** The report of a run that ended in an error, if there is one. */
  readonly failed: ReportPart | undefined;
  readonly asked: AskedOfAll;
}

/** Makes the merged report. @param moved the reports as `inARow` returns them, at least one. Common members are taken from the first. */
export function mergedReport(
  moved: readonly Report[],
  { requirements: found, waivers, failed, asked: { coverageMin, baseline: known } }: Merging,
): Report {
  const [first] = moved as readonly [Report];
  const stop = failed && { reason: `${failed.name}: ${failed.report.reason ?? 'it was no run'}`, provenStands: true };
  const covered = mergeCoverage(moved.flatMap(({ coverage }) => coverage ?? []));
  const exchanges = moved.flatMap((report) => report.exchanges);
  const asked: SearchedFor = { ...askedOf(exchanges), coverage: covered, isCutShort: failed !== undefined };
  const { requirements, baseline = mergedBaseline(moved, found) } = known
    ? applyBaseline(found, known, asked)
    : { requirements: found };
  const { outcome, reason } =
    nothingAsked(moved) ??
    outcomeOf(requirements, stop, {
      waiversFail: whyWaiversFail(waivers),
      baselineFails: whyBaselineFails(baseline),
      mistakes: first.mistakes?.length ?? 0,
      uncovered: covered && whyUncovered(covered, coverageMin),
    });
  const leftovers = moved.flatMap((report) => report.leftovers ?? []);
  const chains = moved.flatMap((report) => report.chains ?? []);
  const workflows = moved.flatMap((report) => report.workflows ?? []);
  const unjudged = moved.flatMap((report) => report.unjudged ?? []);
  const {
    reason: _,
    leftovers: __,
    coverage: ___,
    unjudged: ____,
    recorded: _____,
    baseline: ______,
    chains: _______,
    workflows: ________,
    salt,
    ...common
  } = first;
  return {
    ...common,
    // Parts that nobody gave one have each their own.
    ...(salt !== undefined && moved.every((report) => report.salt === salt) ? { salt } : {}),
    ...(moved.every(({ recorded }) => recorded) ? { recorded: true as const } : {}),
    startedAt: moved.map(({ startedAt }) => startedAt).sort()[0] ?? common.startedAt,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    exitCode: EXIT_CODES[outcome],
    durationMs: moved.reduce((sum, { durationMs }) => sum + durationMs, 0),
    counts: countVerdicts(requirements),
    requirements,
    ...(covered ? { coverage: covered } : {}),
    waivers,
    ...(baseline ? { baseline } : {}),
    observations: moved.flatMap((report) => report.observations),
    ...(leftovers.length === 0 ? {} : { leftovers }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    ...(chains.length === 0 ? {} : { chains }),
    ...(workflows.length === 0 ? {} : { workflows }),
    sent: moved.reduce((sum, { sent }) => sum + sent, 0),
    exchanges,
  };
}

/** Returns the outcome of reports that all say that there was nothing to verify; undefined if one does not. */
function nothingAsked(reports: readonly Report[]): Pick<Report, 'outcome' | 'reason'> | undefined {
  const [first, ...more] = reports.map(({ outcome, reason, requirements }) =>
    outcome === 'conforms' && requirements.length === 0 ? reason : undefined,
  );
  if (first === undefined || more.includes(undefined)) return undefined;
  return { outcome: 'conforms', reason: first };
}

/** Returns the reports with new indices of their exchanges, so that each report counts on from the one before. */
export function inARow(parts: readonly ReportPart[]): Report[] {
  let before = 0;
  return parts.map(({ report }) => {
    const moved = moveBy(report, before);
    before += lastIndex(report);
    return moved;
  });
}

/** Returns the highest index of an exchange that a report mentions. */
function lastIndex({ exchanges, requirements, observations, sent }: Report): number {
  const named = [
    ...requirements.flatMap(({ findings }) => findings.flatMap((finding) => finding.exchanges)),
    ...observations.flatMap((observation) => observation.exchanges),
    ...exchanges.map(({ index }) => index),
  ];
  return named.reduce((most, index) => Math.max(most, index), sent);
}

/** Returns a report with new indices of its exchanges. @param before how many exchanges the reports before it have. */
function moveBy(report: Report, before: number): Report {
  const move = (index: number) => index + before;
  return {
    ...report,
    requirements: report.requirements.map(
      (requirement): RequirementReport => ({
        ...requirement,
        findings: requirement.findings.map((finding) => ({
          ...finding,
          exchange: move(finding.exchange),
          ...(finding.after === undefined ? {} : { after: move(finding.after) }),
          exchanges: finding.exchanges.map(move),
        })),
      }),
    ),
    ...(report.chains ? { chains: report.chains.map((indices) => indices.map(move)) } : {}),
    ...(report.workflows ? { workflows: report.workflows.map((workflow) => withMovedSteps(workflow, move)) } : {}),
    observations: report.observations.map(
      (requirement): Observation => ({ ...requirement, exchanges: requirement.exchanges.map(move) }),
    ),
    exchanges: report.exchanges.map(
      (requirement): ExchangeReport => ({ ...requirement, index: move(requirement.index) }),
    ),
  };
}

function withMovedSteps(workflow: WorkflowReport, move: (index: number) => number): WorkflowReport {
  const steps = workflow.steps.map(({ exchange, ...step }) =>
    exchange === undefined ? step : { ...step, exchange: move(exchange) },
  );
  return { ...workflow, steps };
}
