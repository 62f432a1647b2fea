/** Processes that a user's command starts: in a group of their own, heard to the last line, and ended as a whole. */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { printable } from '../../redaction/printable';
import type { Redact } from '../../redaction/redact';

export interface Shell {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly tree: Tree;
}

/** A process with all that come from it, those included that have gone to a group or a session of their own. */
export interface Tree {
  signal(name: NodeJS.Signals): void;
  /** Resolves once none is left that can be found by its environment, or after a limit in milliseconds. */
  gone(limitMs: number): Promise<void>;
}

/** By which everything that comes from a command can be told, however far it has gone from it. */
const MARK = 'ESPALIER_PROCESS';

/** Runs a command in a shell of its own process group, with nothing on its stdin. */
export function spawnShell(command: string, env: Readonly<Record<string, string | undefined>>): Shell {
  const mark = `${MARK}=${randomUUID()}`;
  const child = spawn(command, {
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, [MARK]: mark.slice(MARK.length + 1) },
  });
  return { child, tree: createTree(child.pid, mark) };
}

/** What is kept of the output: its last characters and, of these, so many lines and so much of each. */
const MOST_OUTPUT = 32 * 1024;
const MOST_LINES = 20;
const LONGEST_LINE = 300;

/** Listens to what a process prints, and tells its last lines. */
export function keepLastLines(streams: readonly Readable[], redact: Redact): () => string {
  let output = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MOST_OUTPUT);
    });
  }
  return () => {
    const lines = printable(redact(output)).trimEnd().split('\n');
    // Where the output was cut, the first line may hold a half of what is secret.
    const whole = output.length === MOST_OUTPUT ? lines.slice(1) : lines;
    if (whole.join('') === '') return 'It printed nothing.';
    return ['It printed last:', ...whole.slice(-MOST_LINES).map((line) => `  | ${line.slice(0, LONGEST_LINE)}`)].join(
      '\n',
    );
  };
}

function createTree(pid: number | undefined, mark: string): Tree {
  const strays = new Set<number>();
  return {
    signal(name) {
      if (pid === undefined) return;
      for (const stray of descendants(pid)) strays.add(stray);
      for (const each of new Set([-pid, ...strays, ...marked(mark)])) sendSignal(each, name);
    },
    async gone(limitMs) {
      const deadline = performance.now() + limitMs;
      while (marked(mark).length > 0 && performance.now() < deadline) await pause(PAUSE_MS);
    },
  };
}

/** Between two looks at what is left, in milliseconds. */
const PAUSE_MS = 50;

/** The processes whose environment holds a variable, as Linux shows it; none where there is no /proc, or it is another's. */
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

/** How long `ps` may take, in milliseconds. */
const PS_MS = 2000;

/** The processes below `root` that are not of its group; none where there is no `ps`. */
function descendants(root: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8', timeout: PS_MS });
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[][] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap((row) => [row, ...below(row[0] ?? Number.NaN)]);
  return below(root).flatMap(([pid = 0, , group]) => (group === root ? [] : [pid]));
}

/** Stops listening to a process: one that has left its group may hold its output open for ever. */
export function letGo({ stdout, stderr }: Shell['child']): void {
  stdout.destroy();
  stderr.destroy();
}
