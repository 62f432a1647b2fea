/** Runs a command as a process of its own, from its start to its exit, and measures what it uses. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';

/** What a process used. */
export interface ProcessUse {
  readonly seconds: number;
  /** Of all its threads, in user and system mode. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  /** Of the JSON report, in MB; undefined where none was written. */
  readonly report: number | undefined;
  readonly wasCut: boolean;
}

/** How often it is looked how much a process has used so far, in milliseconds: what it uses after the last look is not counted. */
const LOOK_MS = 20;

/** How long a process may take, in milliseconds. */
const MOST_MS = Number(process.env['BENCH_SECONDS'] ?? 600) * 1000;

/**
 * Runs a command, and measures what its process uses.
 * @param cwd the folder in which it runs.
 * @param reportFile where it writes its report in JSON.
 */
export async function measureProcess(command: readonly string[], cwd: string, reportFile: string): Promise<ProcessUse> {
  const [program = '', ...args] = command;
  rmSync(reportFile, { force: true });
  const started = performance.now();
  const child = spawn(program, args, { stdio: 'ignore', cwd });
  const limit = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  let used = { cpuSeconds: 0, megabytes: 0 };
  const watch = setInterval(() => {
    used = usedBy(child) ?? used;
  }, LOOK_MS);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  clearTimeout(limit);
  const report = existsSync(reportFile) ? statSync(reportFile).size / 1e6 : undefined;
  return { seconds, ...used, report, wasCut: signal !== null };
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100;

/** Returns how much CPU time and how much memory at most a process has used so far; undefined if it has ended, or there is no /proc. */
function usedBy({ pid }: ChildProcess): { readonly cpuSeconds: number; readonly megabytes: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const most = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user, system] = fields.slice(11, 13).map(Number);
    if (most === undefined || user === undefined || system === undefined) return undefined;
    return { cpuSeconds: (user + system) / TICKS, megabytes: (Number(most) * 1024) / 1e6 };
  } catch {
    return undefined;
  }
}
