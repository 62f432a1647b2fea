/** Which processes belong to a user's command: starts it in a process group of its own, keeps its last lines, and signals all that it started. */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { printable } from '../../redaction/printable';
import type { Redact } from '../../redaction/redact';

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly tree: Tree;
}

/** A process and all its descendants, also those that have moved to another group or session. */
export interface Tree {
  signal(name: NodeJS.Signals): void;
  /** Resolves once no process with the mark in its environment is left, or after a limit in milliseconds. */
  gone(limitMs: number): Promise<void>;
}

/** The environment variable that marks every process that a command starts. Children inherit it, also in another group or session. */
const MARK = 'ESPALIER_PROCESS';

const IS_WINDOWS = process.platform === 'win32';

/** A text for a shell, or a program with its arguments, which needs none. */
export type UserCommand = string | readonly string[];

/** Runs a command in a new process group, with an empty stdin. */
export function spawnCommand(command: UserCommand, env: Readonly<Record<string, string | undefined>>): Started {
  const mark = `${MARK}=${randomUUID()}`;
  const [program, ...args] = typeof command === 'string' ? [command] : command;
  const child = spawn(program ?? '', args, {
    shell: typeof command === 'string',
    // Windows has no groups: a detached process gets a window of its own there.
    detached: !IS_WINDOWS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, [MARK]: mark.slice(MARK.length + 1) },
  });
  return { child, tree: createTree(child.pid, mark) };
}

/** The limits for the output that is kept: characters in total, lines, and characters of each line. */
const MOST_OUTPUT = 32 * 1024;
const MOST_LINES = 20;
const LONGEST_LINE = 300;

/** Listens to what a process prints. @returns a function that tells the last lines. */
export function keepLastLines(streams: readonly Readable[], redact: Redact): () => string {
  let output = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MOST_OUTPUT);
    });
  }
  return () => {
    const lines = printable(redact(output)).trimEnd().split('\n');
    // If the output was cut, the first line may hold a part of a secret, which `redact` does not find.
    const whole = output.length === MOST_OUTPUT ? lines.slice(1) : lines;
    if (whole.join('') === '') return 'It printed nothing.';
    return ['It printed last:', ...whole.slice(-MOST_LINES).map((line) => `  | ${line.slice(0, LONGEST_LINE)}`)].join(
      '\n',
    );
  };
}

function createTree(pid: number | undefined, mark: string): Tree {
  if (IS_WINDOWS) return windowsTree(pid);
  const strays = new Set<number>();
  return {
    signal(name) {
      if (pid === undefined) return;
      for (const stray of descendants(pid)) strays.add(stray);
      for (const target of new Set([-pid, ...strays, ...marked(mark)])) sendSignal(target, name);
    },
    async gone(limitMs) {
      const deadline = performance.now() + limitMs;
      while (marked(mark).length > 0 && performance.now() < deadline) await pause(PAUSE_MS);
    },
  };
}

/**
 * On Windows there are no groups and no signals: `taskkill` finds the descendants by their parents, and ends them at once, whichever the signal is.
 * Where it cannot, the process that was started is ended alone.
 */
export function windowsTree(pid: number | undefined): Tree {
  return {
    signal(name) {
      if (pid === undefined) return;
      const { status } = spawnSync('taskkill', ['/PID', `${pid}`, '/T', '/F'], { timeout: PS_MS, windowsHide: true });
      if (status !== 0) sendSignal(pid, name);
    },
    gone: () => Promise.resolve(),
  };
}

/** The time between two looks at the processes that are left, in milliseconds. */
const PAUSE_MS = 50;

/** Returns the processes whose environment holds the mark, as /proc on Linux shows it. Without /proc there are none. */
function marked(mark: string): number[] {
  return listOf('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number);
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

/** How long `ps` or `taskkill` may take, in milliseconds. */
const PS_MS = 2000;

/** Returns the processes below `root` that are in another group. Without `ps` there are none. */
function descendants(root: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8', timeout: PS_MS });
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[][] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap((row) => [row, ...below(row[0] ?? Number.NaN)]);
  return below(root).flatMap(([pid = 0, , group]) => (group === root ? [] : [pid]));
}

/** Stops listening to a process. A descendant that has left the group may never close the output. */
export function letGo({ stdout, stderr }: Started['child']): void {
  stdout.destroy();
  stderr.destroy();
}
