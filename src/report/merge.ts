/** What several tests of one contract say together: a run, recorded exchanges, what passed a proxy. */

import { groupBy } from '../support/collections.part1';
import { UsageError } from '../wire/target';
import { inARow, mergedReport, type Part } from './merge.part1';
import type { Report, RequirementReport, Verdict, WaiverReport } from './report';

/**
 * Each requirement has the worst of its verdicts; what any of the tests exercised is exercised.
 * @param coverageMin of the clauses, the share that has to be exercised, from 0 to 1.
 * @throws UsageError where they are not of one contract, or not of one version of Espalier.
 */
export function mergeTests(parts: readonly Part[], coverageMin?: number): Report {
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
      coverageMin,
    }),
    target: [...new Set(moved.map(({ target }) => target))].join(', '),
  };
}

const ORDER: readonly Verdict[] = ['fail', 'warn', 'pass', 'skip'];

function worst(group: readonly [RequirementReport, ...RequirementReport[]]): RequirementReport {
  const rank = ({ verdict, waiver, unreached }: RequirementReport) =>
    // What lets something pass, and what a run lacked, says more than what was only not there.
    ORDER.indexOf(verdict) - (waiver ? 1.5 : verdict === 'skip' && !unreached ? 0.5 : 0);
  const [one] = group.toSorted((each, other) => rank(each) - rank(other)) as [RequirementReport];
  return {
    ...one,
    exchanges: group.reduce((sum, { exchanges }) => sum + exchanges, 0),
    findings: group.flatMap(({ findings }) => findings),
  };
}

/** What one test has no use for, another may need. */
function mergeWaivers(all: readonly WaiverReport[]): WaiverReport[] {
  const groups = groupBy(all, ({ rule, operation, reason, until }) => JSON.stringify([rule, operation, reason, until]));
  return [...groups.values()].map(
    ([first, ...others]) => [first, ...others].find(({ state }) => state === 'applied') ?? first,
  );
}
