import { UsageError } from '../support/errors';
import type { AskedOfAll, ReportPart } from './mergeTests';
import { inARow, mergedReport } from './mergeTests';
import type { Report, ShardReport, WaiverReport } from './report';

/**
 * Merges the reports of the parts of a run. The result has the verdicts of each part and the outcome of all.
 * @throws UsageError if a part is missing, comes twice, or belongs to another run.
 */
export function mergeReports(parts: readonly ReportPart[], asked: AskedOfAll = {}): Report {
  const all = parts.map(({ name, report }) => ({ name, report, shard: shardOf(name, report) }));
  const [first] = all;
  if (!first) throw new UsageError('There are no reports to merge.');
  for (const part of all) {
    const { name, report, shard } = part;
    const why = whyForeign(report, shard, first.report, first.shard);
    if (why !== undefined) throw new UsageError(`${name} is no part of the same run as ${first.name}: ${why}.`);
    const twin = all.find((other) => other !== part && other.shard.index === shard.index);
    if (twin) throw new UsageError(`${name} and ${twin.name} are both part ${shard.index} of ${shard.of}.`);
  }
  const missing = Array.from({ length: first.shard.of }, (_, at) => at + 1).filter(
    (index) => !all.some(({ shard }) => shard.index === index),
  );
  if (missing.length > 0)
    throw new UsageError(
      `${missing.length === 1 ? 'Part' : 'Parts'} ${missing.join(', ')} of ${first.shard.of} ${missing.length === 1 ? 'is' : 'are'} missing; hand over the JSON report of each.`,
    );
  return together(
    all.sort((one, other) => one.shard.index - other.shard.index),
    asked,
  );
}

function shardOf(name: string, { shard, outcome, reason }: Report): ShardReport {
  if (shard) return shard;
  // A run that ends before it is planned does not know its part.
  if (outcome === 'error')
    throw new UsageError(`${name} is of a run that ended in an error: ${reason ?? 'it says no reason'}`);
  throw new UsageError(`${name} is the report of a whole run; only those of espalier verify --shard I/N are merged.`);
}

function whyForeign(report: Report, shard: ShardReport, first: Report, firstShard: ShardReport): string | undefined {
  if (shard.of !== firstShard.of) return `it is one of ${shard.of} parts, not of ${firstShard.of}`;
  if (report.tool.version !== first.tool.version)
    return `it was made by version ${report.tool.version} of Espalier, not by ${first.tool.version}`;
  if (shard.digest !== firstShard.digest) return 'its contract, its selection or its settings are others';
  if (report.seed !== first.seed) return `its seed is ${report.seed}, not ${first.seed}`;
  return undefined;
}

function together(parts: readonly (ReportPart & { readonly shard: ShardReport })[], asked: AskedOfAll): Report {
  const positions = new Map(parts.flatMap(({ shard }) => Object.entries(shard.operations)));
  const moved = inARow(parts);
  const requirements = moved
    .flatMap((report) => report.requirements)
    .sort((one, other) => (positions.get(one.operation) ?? 0) - (positions.get(other.operation) ?? 0));
  const failed = parts.find(({ report }) => report.outcome === 'error');
  const { shard: _, ...report } = mergedReport(moved, {
    requirements,
    waivers: mergeShardWaivers(parts.map(({ report }) => report.waivers)),
    failed: failed && { name: `part ${failed.shard.index} of ${failed.shard.of}`, report: failed.report },
    asked,
  });
  return { ...report, durationMs: Math.max(...moved.map(({ durationMs }) => durationMs)) };
}

/** Merges the waivers of the parts. A waiver is applied if any of the parts needed it. */
function mergeShardWaivers(lists: readonly (readonly WaiverReport[])[]): WaiverReport[] {
  // A part in which nothing was verified has none.
  const [longest = []] = lists.toSorted((one, other) => other.length - one.length);
  return longest.map((waiver, at) => {
    const states = lists.map((list) => list[at]?.state);
    const state = states.includes('applied') ? 'applied' : waiver.state;
    return { ...waiver, state };
  });
}
