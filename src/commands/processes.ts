/** Processes that a user's command starts: in a group of their own, heard to the last line, and ended as a whole. */

import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import { printable } from '../wire/evidence';
import type { Redact } from '../wire/secrets';

/** Runs a command in a shell of its own process group, with nothing on its stdin. */
export function spawnShell(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
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

export interface Tree {
  signal(name: NodeJS.Signals): void;
}

/** A process with all that come from it, those included that have gone to a process group of their own. */
export function createTree({ pid }: ChildProcess): Tree {
  const strays = new Set<number>();
  return {
    signal(name) {
      if (pid === undefined) return;
      for (const stray of descendants(pid)) strays.add(stray);
      for (const each of [-pid, ...strays]) sendSignal(each, name);
    },
  };
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
export function letGo({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): void {
  stdout.destroy();
  stderr.destroy();
}

/** Waits for a promise that does not reject, up to a limit. */
export function settled(promise: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
