/** A run in several processes of one machine: what each of them is given, and one report of all. */

import type { Operation } from '../../contract/contract';
import { saltOf, seedOf } from '../../engine/plan/plan';
import { possibleShards } from '../../engine/plan/shard';
import type { Baseline } from '../../report/baseline';
import { mergeReports } from '../../report/mergeShards';
import type { ReportPart } from '../../report/mergeTests';
import { EXIT_CODES, type Report } from '../../report/report';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { createProgress } from '../output/progress';
import { type EndedPart, type PartOrder, runParts } from '../processes/parts';
import type { VerifyFlags } from '../settings/options';

/** What the whole run may send at a time and in a second, and the share of the clauses that it has to exercise. */
interface Limits {
  readonly concurrency?: number | undefined;
  /** Where it finds that out itself. */
  readonly widest?: number;
  readonly rate?: number | undefined;
  readonly coverageMin?: number | undefined;
  readonly baseline?: Baseline | undefined;
}

/** In how many processes a run can be made, and why not in as many as were asked for. */
interface Processes {
  readonly count: number;
  readonly why: string | undefined;
}

/** Each process has operations to ask, and may send at least one request at a time. @param operations those that were selected. */
export function processesFor(
  asked: number,
  operations: readonly Operation[],
  { widest = Number.POSITIVE_INFINITY, concurrency = widest }: Limits,
): Processes {
  const possible = possibleShards(asked, operations);
  const count = Math.min(possible, concurrency);
  if (count === asked) return { count, why: undefined };
  const processes = count === 1 ? 'one process' : `${count} processes`;
  const why =
    count === possible
      ? `its operations make no more groups that can be asked apart from each other`
      : `it sends no more requests at a time (--concurrency ${concurrency})`;
  return { count, why: `The run is made in ${processes}, not in ${asked}: ${why}.` };
}

/** Shares out what the whole run may send, so that all parts together do not send more. */
export function ordersFor(count: number, order: PartOrder, { concurrency, widest, rate }: Limits): PartOrder[] {
  const { flags } = order;
  // All parts repeat the same choices.
  const salt = saltOf(flags.seed ?? {});
  const seed = { seed: seedOf(flags.seed ?? {}), ...(salt === undefined ? {} : { salt }) };
  const share = (most: number, at: number) => Math.floor(most / count) + (at < most % count ? 1 : 0);
  return Array.from({ length: count }, (_, at) => {
    const { processes: __, ...own } = flags;
    const shared: VerifyFlags = {
      ...own,
      seed,
      shard: `${at + 1}/${count}`,
      ...(concurrency === undefined ? {} : { concurrency: share(concurrency, at) }),
      ...(widest === undefined ? {} : { widest: share(widest, at) }),
      ...(rate === undefined ? {} : { rate: rate / count }),
      ...(flags.journal === undefined ? {} : { journal: `${flags.journal}.${at + 1}` }),
    };
    return { ...order, flags: shared };
  });
}

/**
 * Runs all parts and merges their reports.
 * @param onLost is told of the file in which a part that ended without a word has noted what it made.
 * @param run runs the parts.
 * @throws UsageError if no part came to a report.
 */
export async function verifyInProcesses(
  orders: readonly PartOrder[],
  limits: Limits,
  io: Io,
  onLost: (journal: string) => void,
  run: typeof runParts = runParts,
): Promise<Report> {
  const show = createProgress(io);
  const ended = await run(orders, { io, onProgress: (progress) => show({ type: 'exchanged', ...progress }) });
  show({ type: 'reported' });
  const first = ended.find(({ report }) => report)?.report;
  for (const { report, journal } of ended) if (!report && journal !== undefined) onLost(journal);
  const reasons = new Set(ended.flatMap(({ failed }) => failed ?? []));
  if (!first) throw new UsageError([...reasons].join('\n'));
  for (const [at, { failed }] of ended.entries())
    if (failed !== undefined) io.stderr.write(`Part ${at + 1} of ${orders.length} of the run failed: ${failed}\n`);
  return mergeReports(
    ended.map((part, at) => toPart(part, at + 1, first)),
    limits,
  );
}

/** Returns the report of a part. In place of one that is missing stands one without any requirement, which says why. */
function toPart({ report, failed }: EndedPart, index: number, other: Report): ReportPart {
  const name = `part ${index}`;
  if (report && failed === undefined) return { name, report };
  const error = { outcome: 'error', exitCode: EXIT_CODES.error, reason: failed ?? '' } as const;
  if (report) return { name, report: { ...report, ...error } };
  const { coverage: _, leftovers: __, unjudged: ___, ...common } = other;
  const nothing = { counts: { pass: 0, fail: 0, warn: 0, skip: 0 }, requirements: [], observations: [], exchanges: [] };
  const shard = { index, of: 1, digest: '', ...other.shard, operations: {} };
  return { name, report: { ...common, ...error, ...nothing, sent: 0, shard: { ...shard, index } } };
}
