/** Runs the real command line as a process, for tests. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The entry point that `npm run build` makes. */
export const CLI = resolve(__dirname, '../../../dist/src/cli/main.js');

/** Holds all folders of a test file, and is removed after its last test. */
const FOLDERS = mkdtempSync(join(tmpdir(), 'espalier-test-'));
afterAll(() => rmSync(FOLDERS, { recursive: true, force: true }));

/** The state folder of the processes, in place of the developer's own folder. */
export const STATE = join(FOLDERS, 'state');
mkdirSync(STATE);

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliSurroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A signal that is sent once the output of the process matches, or something else has happened. */
  readonly interrupt?: { readonly on: RegExp | Promise<unknown>; readonly signal: NodeJS.Signals };
}

/** Runs `espalier ARGS` to its end. */
export function runCli(args: readonly string[], { cwd, env, interrupt }: CliSurroundings = {}): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], NO_COLOR: '1', XDG_STATE_HOME: STATE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    let interrupted = false;
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        if (interrupted || !interrupt || 'then' in interrupt.on || !interrupt.on.test(output[name])) return;
        interrupted = true;
        child.kill(interrupt.signal);
      });
    }
    // A promise of Node's own is none of Jest's.
    if (interrupt && 'then' in interrupt.on) void interrupt.on.then(() => child.kill(interrupt.signal));
    child.on('error', fail);
    child.on('close', (exitCode) => done({ exitCode, ...output }));
  });
}

/** Makes a new folder with these files in it, which lasts until the tests of the file have ended. @returns its path. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(FOLDERS, 'of-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
