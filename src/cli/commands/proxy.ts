import { readContract } from '../../contract/load';
import type { Asked } from '../../recorded/har';
import { type Passed, WHY_UNJUDGED, type WhyUnjudged } from '../../recorded/proxy/passed';
import { type RunningProxy, startProxy } from '../../recorded/proxy/proxy';
import { Recording } from '../../recorded/recording';
import { createTape } from '../../recorded/tape';
import { provenanceOf } from '../../report/provenance';
import type { KnownFinding } from '../../report/report';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { parseTarget } from '../../wire/target';
import type { Io } from '../io';
import { type RunSoFar, reportingFailure } from '../output/failedRun';
import { parseReports, type ReportRequest, removeReports, writeReports } from '../output/reports';
import { keepBaseline } from '../settings/baselineFile';
import { filesOf, findSources } from '../settings/contractSource';
import type { RecordedFlags } from '../settings/options';
import { tlsOptions } from '../settings/options';
import { recordedOptions } from './judge';
import { whyNotListening } from './whyNotListening';

interface ProxyFlags extends RecordedFlags {
  readonly port?: number;
  readonly host?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly record?: string;
}

/** So many exchanges are judged: of each something is remembered. */
const MOST_JUDGED = 100_000;

/**
 * Stands between a client and the service at `url` until the signal of `io`, judges what passes, and writes the reports; on SIGUSR2 those
 * of what passed so far.
 * @returns the exit code of the outcome; 2 where a report could not be written.
 * @throws UsageError, ContractError
 */
export function proxyCommand(url: string, flags: ProxyFlags, io: Io): Promise<number> {
  return reportingFailure(flags, io, (soFar) => proxyOrThrow(url, flags, io, soFar));
}

async function proxyOrThrow(url: string, flags: ProxyFlags, io: Io, soFar: RunSoFar): Promise<number> {
  const reports = parseReports(flags.report ?? []);
  const target = parseTarget(url, tlsOptions(flags));
  soFar.target = target.origin + target.basePath;
  const { file, found } = await findSources(flags.contract, flags, io, target.origin);
  const contract = await readContract(file, flags.overlay);
  soFar.contract = contract;
  const { suite, ...options } = recordedOptions(flags, contract, found, io);
  removeReports(reports);
  const tape = flags.record === undefined ? undefined : createTape(flags.record, 'proxy', () => contract);
  const told = new Set<string>();
  const counts = { judged: 0, foreign: 0, unjudged: 0 };
  let known: readonly KnownFinding[] | undefined;
  const recording = new Recording(contract, suite, {
    ...options,
    target,
    onBaseline: (findings) => {
      known = findings;
    },
    onFinding: (line) => io.stderr.write(`${line}\n`),
  });
  soFar.proven = () => recording.report();
  const address = { port: flags.port ?? 0, host: flags.host ?? '127.0.0.1' };
  const proxy = await startProxy({
    target,
    ...address,
    onPassed(passed) {
      counts[judge(recording, passed, counts.judged >= MOST_JUDGED)]++;
      // What was cut off is no answer to give again.
      if (passed.kind === 'answered' && !passed.error)
        tape?.note(passed.recorded, Date.now() - passed.recorded.durationMs);
    },
    onTrouble(line) {
      if (!told.has(line)) io.stderr.write(`${line}\n`);
      told.add(line);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'listen' || error.syscall === 'getaddrinfo'
      ? new UsageError(whyNotListening('proxy', address, error))
      : error;
  });
  io.stderr.write(`Passing ${proxy.url} on to ${soFar.target}; Ctrl-C ends it with its reports.\n`);
  const exitCode = await untilEnd(proxy, recording, { reports, readFile: filesOf(file) }, io);
  tape?.close();
  io.stderr.write(
    `${count(counts.judged, 'exchange')} judged; ${counts.foreign} of no operation of the contract, ${counts.unjudged} not judged${counts.unjudged === 0 ? '' : ': the report says why'}.\n`,
  );
  return keepBaseline(options.baseline, known, io) ? exitCode : 2;
}

/** @returns what became of it. */
function judge(recording: Recording, passed: Passed, isEnough: boolean): 'judged' | 'foreign' | 'unjudged' {
  if (passed.kind === 'foreign') return 'foreign';
  const leaveOut = (asked: Asked, why: WhyUnjudged, status: number | undefined) =>
    recording.noteUnjudged(asked, WHY_UNJUDGED[why], status) ? 'unjudged' : 'foreign';
  if (passed.kind === 'unjudged') return leaveOut(passed.asked, passed.why, passed.status);
  const isAnswered = passed.kind === 'answered';
  if (isEnough)
    return isAnswered
      ? leaveOut(passed.recorded, 'too many', passed.recorded.status)
      : leaveOut(passed.asked, 'too many', undefined);
  const isOwn = isAnswered
    ? recording.take(passed.recorded, passed.error) !== undefined
    : recording.takeUnanswered(passed.asked, passed.error, passed.received);
  return isOwn ? 'judged' : 'foreign';
}

async function untilEnd(
  proxy: RunningProxy,
  recording: Recording,
  { reports, readFile }: { readonly reports: readonly ReportRequest[]; readonly readFile: ReturnType<typeof filesOf> },
  io: Io,
): Promise<number> {
  const write = async () => {
    const report = { ...recording.report(), ...provenanceOf(io.env) };
    const failures = await writeReports(report, reports, io, undefined, readFile);
    for (const failure of failures) io.stderr.write(`${failure}\n`);
    return failures.length > 0 ? 2 : report.exitCode;
  };
  const onRequest = () => void write();
  process.on('SIGUSR2', onRequest);
  try {
    await new Promise<void>((done) => {
      if (io.signal.aborted) done();
      else io.signal.addEventListener('abort', () => done(), { once: true });
    });
  } finally {
    process.off('SIGUSR2', onRequest);
    await proxy.close();
  }
  return write();
}
