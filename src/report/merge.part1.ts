/** One report of several: what parts of a run, and several tests of one contract, are put together by. */

import { countVerdicts, outcomeOf } from '../engine/verdict/whyUnexercised';
import { whyUncovered } from './coverageShare';
import { mergeCoverage } from './mergeCoverage';
import {
  EXIT_CODES,
  type ExchangeReport,
  type Observation,
  type Report,
  type RequirementReport,
  type WaiverReport,
} from './report';
import { whyWaiversFail } from './waivers';

/** A report, and where it was read from. */
export interface Part {
  readonly name: string;
  readonly report: Report;
}

/** What reports are put together by; all else follows from them. */
export interface Merging {
  readonly requirements: readonly RequirementReport[];
  readonly waivers: readonly WaiverReport[];
  /** The one that was no run. */
  readonly failed: Part | undefined;
  /** Of the clauses, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin: number | undefined;
}

/** @param moved as `inARow` gives them; at least one. What is said of all alike is taken from the first. */
export function mergedReport(
  moved: readonly Report[],
  { requirements, waivers, failed, coverageMin }: Merging,
): Report {
  const [first] = moved as readonly [Report];
  const stop = failed && { reason: `${failed.name}: ${failed.report.reason ?? 'it was no run'}`, provenStands: true };
  const covered = mergeCoverage(moved.flatMap(({ coverage }) => coverage ?? []));
  const { outcome, reason } = outcomeOf(requirements, stop, {
    waiversFail: whyWaiversFail(waivers),
    mistakes: first.mistakes?.length ?? 0,
    uncovered: covered && whyUncovered(covered, coverageMin),
  });
  const leftovers = moved.flatMap((report) => report.leftovers ?? []);
  const unjudged = moved.flatMap((report) => report.unjudged ?? []);
  const { reason: _, leftovers: __, coverage: ___, unjudged: ____, ...common } = first;
  return {
    ...common,
    startedAt: moved.map(({ startedAt }) => startedAt).sort()[0] ?? common.startedAt,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    exitCode: EXIT_CODES[outcome],
    durationMs: moved.reduce((sum, { durationMs }) => sum + durationMs, 0),
    counts: countVerdicts(requirements),
    requirements,
    ...(covered ? { coverage: covered } : {}),
    waivers,
    observations: moved.flatMap((report) => report.observations),
    ...(leftovers.length === 0 ? {} : { leftovers }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    sent: moved.reduce((sum, { sent }) => sum + sent, 0),
    exchanges: moved.flatMap((report) => report.exchanges),
  };
}

/** The reports, with their exchanges counted on from one to the next. */
export function inARow(parts: readonly Part[]): Report[] {
  let before = 0;
  return parts.map(({ report }) => {
    const moved = moveBy(report, before);
    before += lastIndex(report);
    return moved;
  });
}

/** The highest index that anything in a report speaks of. */
function lastIndex({ exchanges, requirements, observations, sent }: Report): number {
  const named = [
    ...requirements.flatMap(({ findings }) => findings.flatMap((finding) => finding.exchanges)),
    ...observations.flatMap((observation) => observation.exchanges),
    ...exchanges.map(({ index }) => index),
  ];
  return named.reduce((most, index) => Math.max(most, index), sent);
}

/** With its exchanges counted on from those of the parts before. */
function moveBy(report: Report, before: number): Report {
  const move = (index: number) => index + before;
  return {
    ...report,
    requirements: report.requirements.map(
      (each): RequirementReport => ({
        ...each,
        findings: each.findings.map((finding) => ({
          ...finding,
          exchange: move(finding.exchange),
          ...(finding.after === undefined ? {} : { after: move(finding.after) }),
          exchanges: finding.exchanges.map(move),
        })),
      }),
    ),
    observations: report.observations.map((each): Observation => ({ ...each, exchanges: each.exchanges.map(move) })),
    exchanges: report.exchanges.map((each): ExchangeReport => ({ ...each, index: move(each.index) })),
  };
}
