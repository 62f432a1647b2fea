/** Starts programs in process groups of their own, and ends all of them with this process, whatever ends it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { settled } from '../../../src/support/waiting';

interface Child {
  readonly program: string;
  /** Resolves with the exit code; with undefined if a signal ended the process, or if it could not be started. */
  readonly ended: Promise<number | undefined>;
  isRunning(): boolean;
  /** Ends the process and all of its group, and waits until the process is gone. */
  end(): Promise<void>;
}

export interface Start {
  readonly command: readonly string[];
  /** The working folder. */
  readonly folder: string;
  /** The file to which the output goes. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const running = new Set<ChildProcess>();

/** How long it may take until a killed process is gone, in milliseconds. */
const END_MS = 10_000;

export function startChild({ command: [program = '', ...args], folder, log, env = {} }: Start): Child {
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  closeSync(output);
  running.add(child);
  const ended = once(child, 'exit').then(
    ([code]: (number | null)[]) => code ?? undefined,
    () => undefined,
  );
  void ended.then(() => running.delete(child));
  return {
    program,
    ended,
    isRunning: () => running.has(child),
    async end() {
      killGroup(child);
      await settled(ended, END_MS);
    },
  };
}

/**
 * Runs a program to its end.
 * @param limitMs it is killed after so many milliseconds.
 * @returns the exit code; undefined if it was killed or could not be started.
 */
export async function runChild(start: Start, limitMs: number): Promise<number | undefined> {
  const child = startChild(start);
  const limit = setTimeout(() => void child.end(), limitMs);
  const code = await child.ended;
  clearTimeout(limit);
  // What it has started goes with it.
  await child.end();
  return code;
}

/** Ends all that runs when this process is interrupted or ends. */
export function endWithThisProcess(): void {
  const endAll = () => {
    for (const child of running) killGroup(child);
  };
  process.on('exit', endAll);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => process.exit(code));
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of the group has ended already.
  }
}

/** The last lines of a log, for a message. */
export function lastLines(log: string, count = 12): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return lines
    .slice(-count)
    .map((line) => `  | ${line.slice(0, 300)}`)
    .join('\n');
}
